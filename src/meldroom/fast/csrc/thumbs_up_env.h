// What environments ask of Thumbs Up: the twin of games/thumbs_up/env.py.
#pragma once
#include "observation.h"
#include "thumbs_up.h"

namespace meldroom {

template <>
struct EnvFacts<ThumbsUp> {
  using State = ThumbsUp::State;
  using Options = ThumbsUp::Options;

  static TWIN i32 standing(const State &state, const Options &, int seat) {
    return state.balances[seat];
  }

  static TWIN void bounded(Features<ThumbsUp> &to, const State &state, const Options &) {
    to.one_seat(state.first);
    to.one_seat(state.turn);
    to.flag(state.picked);
    to.card(state.taken);
    to.number(state.takes);
    to.one_seat(state.thumb);
    to.seat_order(state.noticed, state.noticed_count);
    to.number_per_seat(state.balances);
    to.number(state.hands_played);
    if (state.hands_played) to.number_per_seat(state.ledger[state.hands_played - 1]);
    else to.zeros(2 * to.seats);
    to.number(state.emptied);
    to.number(state.voids);
    to.flag(state.reason);
  }
};

}  // namespace meldroom
