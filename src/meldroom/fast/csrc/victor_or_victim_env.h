// What environments ask of Victor or Victim: the twin of core/env_facts.py, as it has no env.py.
#pragma once
#include "observation.h"
#include "results.h"

namespace meldroom {

template <>
struct EnvFacts<VictorOrVictim> {
  using State = VictorOrVictim::State;
  using Options = VictorOrVictim::Options;

  static TWIN i32 standing(const State &state, const Options &options, int seat) {
    return state.reason ? score<VictorOrVictim>(state, options, seat) : 0;
  }

  static TWIN void bounded(Features<VictorOrVictim> &to, const State &state, const Options &) {
    to.one_seat(state.turn);
    to.number(state.to_the_left ? 1 : -1);
    to.card(state.drawn);
    to.number(state.recycled);
    to.seat_order(state.fallen, state.fallen_count);
    to.one_seat(state.winner);
    to.flag(state.reason);
  }
};

}  // namespace meldroom
