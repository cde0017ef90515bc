// How a card plays the lanes of each policy: what was fastest on an H200 (docs/performance.md).
#pragma once
#include "policies.h"
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"

namespace meldroom {

struct LaneShape {
  int threads;  // in a block
  int lanes;    // in one launch, for each multiprocessor
  bool shared;  // the states lie in shared memory, else in each thread's local memory
};

template <class Policy>
inline constexpr LaneShape LANE_SHAPE{128, 1024, false};
template <>
inline constexpr LaneShape LANE_SHAPE<RandomPolicy<RummyBattle>>{64, 1024, false};
template <>
inline constexpr LaneShape LANE_SHAPE<RandomPolicy<Scorzo>>{128, 2048, false};
template <>
inline constexpr LaneShape LANE_SHAPE<RandomPolicy<ThumbsUp>>{64, 1024, false};
template <>
inline constexpr LaneShape LANE_SHAPE<RandomPolicy<VictorOrVictim>>{64, 1408, true};
template <>
inline constexpr LaneShape LANE_SHAPE<RandomPolicy<VictoryRummy>>{64, 704, true};

}  // namespace meldroom
