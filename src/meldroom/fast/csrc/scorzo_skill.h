// Scorzo: the twin of stage, prospect and likely in games/scorzo/bot.py.
#pragma once
#include "scorzo.h"
#include "skill.h"

namespace meldroom {

template <>
struct Skill<Scorzo> {
  using State = Scorzo::State;
  using Options = Scorzo::Options;
  static constexpr bool WEIGHS_WORLDS = true;
  static constexpr double UNCALLED_WEIGHT = 0.05, DEADWOOD_WEIGHT = 0.6, ROUND_SWING = 11;

  static TWIN u32 stage(const State &state) { return state.rounds_played; }

  static TWIN double prospect(const State &state, const Options &options, int seat) {
    double scores[Scorzo::MAX_SEATS];
    int mine = -1;
    for (int at = 0; at < state.playing_count; at++) {
      int other = state.playing[at];
      if (other == seat) mine = at;
      int deadwood = ScorzoMelds::least_deadwood(state.hands[other], options.all_wild_melds);
      scores[at] = -state.totals[other] - DEADWOOD_WEIGHT * deadwood;
    }
    if (mine < 0) return 0;
    int rounds_left = Scorzo::rounds_in(options) - state.rounds_played;
    double swing = ROUND_SWING * sqrt(rounds_left > 0 ? rounds_left : 0.5);
    return chance_to_win(scores, state.playing_count, mine, swing);
  }

  static TWIN double likely(const State &world, const Options &options, int viewer) {
    double weight = 1;
    for (int at = 0; at < world.playing_count; at++) {
      int seat = world.playing[at];
      if (seat == viewer || seat == world.caller) continue;
      const Scorzo::Hand &hand = world.hands[seat], &known = world.known[seat];
      if (ScorzoMelds::is_complete(hand, options.all_wild_melds)) weight *= UNCALLED_WEIGHT;
      u8 taken[Scorzo::MAX_HAND];
      for (int at = known.list(taken) - 1; at >= 0; at--) {
        int company = hand.related(taken[at]);
        weight *= company < 3 ? company : 3;
      }
    }
    return weight;
  }
};

}  // namespace meldroom
