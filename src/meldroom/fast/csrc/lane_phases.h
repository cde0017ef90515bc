// What the seat to act may do, as one of a few phases that follow each other in a turn. Lanes of a
// warp that are in the same phase do the same thing.
#pragma once
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victory_rummy.h"

namespace meldroom {

template <class Game>
struct LanePhases {
  static constexpr int COUNT = 1;
  static TWIN int of(const typename Game::State &) { return 0; }
};

template <>
struct LanePhases<RummyBattle> {
  static constexpr int COUNT = 2;
  static TWIN int of(const RummyBattle::State &state) { return state.drawn; }
};

template <>
struct LanePhases<Scorzo> {
  static constexpr int COUNT = 3;
  static TWIN int of(const Scorzo::State &state) { return state.phase; }
};

template <>
struct LanePhases<ThumbsUp> {
  static constexpr int COUNT = 3;
  static TWIN int of(const ThumbsUp::State &state) {
    return state.thumb != NONE ? 2 : state.picked;
  }
};

template <>
struct LanePhases<VictoryRummy> {
  static constexpr int COUNT = 2;
  static TWIN int of(const VictoryRummy::State &state) { return state.picked; }
};

}  // namespace meldroom
