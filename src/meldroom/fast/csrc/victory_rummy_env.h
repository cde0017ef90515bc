// What environments ask of Victory Rummy: the twin of games/victory_rummy/env.py.
#pragma once
#include "observation.h"
#include "victory_rummy.h"

namespace meldroom {

template <>
struct EnvFacts<VictoryRummy> {
  using State = VictoryRummy::State;
  using Options = VictoryRummy::Options;

  static TWIN i32 standing(const State &state, const Options &, int seat) {
    return state.scores[seat];
  }

  static TWIN void bounded(Features<VictoryRummy> &to, const State &state, const Options &) {
    to.one_seat(state.dealer);
    to.one_seat(state.turn);
    to.flag(state.picked);
    to.card(state.taken);
    to.number(state.deal);
    to.number(state.emptied);
    to.number_per_seat(state.scores);
    for (int place = 0; place < to.seats; place++)
      to.choice(colours_won(state.won[to.seat_at(place)]), 10);
    to.flag(state.reason);
  }

  // The place among "", R, W, B, RW, RB, WR, WB, BR, BW (pad.py, ColoursWon).
  static TWIN int colours_won(const VictoryRummy::Won &won) {
    int many = count_bits(won.colours), last = won.firsts & 3, first = won.firsts >> 2 & 3;
    if (many == 0) return 0;
    if (many == 1) return 1 + last;
    return many == 2 ? 4 + 2 * first + last - (last > first) : NONE;
  }
};

}  // namespace meldroom
