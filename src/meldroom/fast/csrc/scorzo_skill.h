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
      ScorzoHand held = ScorzoHand::spread(state.hands[other]);
      int deadwood = ScorzoMelds::least_deadwood(held, options.all_wild_melds);
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
      for (int taken = 0; taken < known.size; taken++) {
        int company = related(known.cards[taken], hand);
        weight *= company < 3 ? company : 3;
      }
    }
    return weight;
  }

  static TWIN int related(int card, const Scorzo::Hand &others) {
    if (card == Scorzo::WILD) return others.size;
    int many = 0;
    for (int at = 0; at < others.size; at++) {
      int other = others.cards[at], apart = other < card ? card - other : other - card;
      many += other != Scorzo::WILD &&
              (other % 10 == card % 10 || (other / 10 == card / 10 && apart <= 2));
    }
    return many;
  }
};

}  // namespace meldroom
