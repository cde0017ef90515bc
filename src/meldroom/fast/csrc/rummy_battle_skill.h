// Rummy Battle: the twin of stage and prospect in games/rummy_battle/bot.py.
#pragma once
#include "rummy_battle_house.h"
#include "skill.h"

namespace meldroom {

template <>
struct Skill<RummyBattle> {
  using Game = RummyBattle;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr bool WEIGHS_WORLDS = false;
  static constexpr double ROUND_SWING = 55, TENTHS = 10;

  static TWIN u32 stage(const State &state) { return state.rounds_played; }

  static TWIN double prospect(const State &state, const Options &options, int seat) {
    double scores[Game::MAX_SEATS];
    u64 fits = 0;
    for (int at = 0; at < state.meld_count; at++) fits |= state.melds[at].fits;
    for (int other = 0; other < options.seats; other++) {
      Game::Finder finder{state.held[other], options.rules, NONE};
      const Cards<2> &drawn = state.drawn_cards[other];
      for (int at = 0; at < drawn.size; at++) finder.held.add(drawn.cards[at]);
      double promised = House<Game>::promise(finder, fits) / TENTHS;
      scores[other] = state.totals[other] + Game::value(state.tables[other]) + promised;
    }
    double rounds_left = options.rounds - state.rounds_played;
    double swing = ROUND_SWING * sqrt(rounds_left > 0.5 ? rounds_left : 0.5);
    return chance_to_win(scores, options.seats, seat, swing);
  }

  static TWIN double likely(const State &, const Options &, int) { return 1; }
};

}  // namespace meldroom
