// What environments ask of Scorzo: the twin of games/scorzo/env.py.
#pragma once
#include "observation.h"
#include "scorzo.h"

namespace meldroom {

template <>
struct EnvFacts<Scorzo> {
  using State = Scorzo::State;
  using Options = Scorzo::Options;

  static TWIN i32 standing(const State &state, const Options &, int seat) {
    return -state.totals[seat];
  }

  static TWIN void bounded(Features<Scorzo> &to, const State &state, const Options &) {
    to.one_seat(state.dealer);
    to.one_seat(state.turn);
    to.choice(state.phase, 3);
    to.card(state.taken);
    to.number(state.turns);
    to.one_seat(state.caller);
    to.seat_order(state.playing, state.playing_count);
    to.number_per_seat(state.totals);
    to.number(state.rounds_played);
    if (!state.rounds_played) to.zeros(3 * to.seats);
    else
      for (int place = 0; place < to.seats; place++)
        last_round(to, state.ledger[state.rounds_played - 1][to.seat_at(place)]);
    to.flag(state.reason);
  }

  static TWIN void last_round(Features<Scorzo> &to, int points) {
    bool played = points != Scorzo::DID_NOT_PLAY;
    to.flag(played);
    to.number(played ? points : 0);
  }
};

}  // namespace meldroom
