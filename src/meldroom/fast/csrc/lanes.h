// Whole games by one policy in lanes of their own, for a processor and for a graphics card. What a
// lane plays depends on the seed and its number alone; its trace tells whether two played alike.
#pragma once
#include "lane_phases.h"
#include "lane_shapes.h"
#include "policies.h"

namespace meldroom {

constexpr int MAX_OPTIONS = 16;

// The place of each option's value among those offered, as a kernel takes it.
struct Chosen {
  u8 places[MAX_OPTIONS];
};

// What a lane played: a hash of every action and of every seat's standing at the ends (FNV-1a).
struct Trace {
  u64 steps, games, hash;

  TWIN void add(u64 value) { hash = (hash ^ value) * 0x100000001b3; }
};

// Lanes of a warp step together. A lane whose game has ended waits for the rest of a burst, so that
// many lanes deal at once, and no lane waits for the longest game.
constexpr int BURST = 32;

// Whole games in one lane.
template <class Game, class Policy>
struct LanePlayer {
  const typename Game::Options &options;
  typename Game::State &state;
  Lazy &chance;
  Trace &trace;

  // Play whole games until there are so many steps.
  TWIN void play(u64 steps) {
    for (u32 acting = 0; acting || trace.steps < steps;) {
      if (!acting) {
        Game::opening(state, options, chance);
        acting = Game::to_act(state, options);
      }
      for (int left = BURST; acting && left; left--) acting = play_turn(acting);
      if (acting) continue;
      for (int seat = 0; seat < options.seats; seat++)
        trace.add(static_cast<u64>(Game::standing(state, seat)));
      trace.games++;
    }
  }

  // Step once in each phase that the lane comes to: those of a warp that draw do so together, then
  // those that discard, among them the ones that have just drawn.
  TWIN u32 play_turn(u32 acting) {
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
    for (int phase = 0; phase < LanePhases<Game>::COUNT; phase++)
      if (acting && LanePhases<Game>::of(state) == phase) acting = step(acting);
    return acting;
  }

  TWIN u32 step(u32 acting) {
    int seat = lowest_bit(acting);
    u64 action = Policy::choose(state, options, seat, chance);
    state.ply++;
    Game::carry_out(state, options, chance, seat, action);
    trace.add(action);
    trace.steps++;
    return Game::to_act(state, options);
  }
};

template <class Game, class Policy>
TWIN Trace play_lane(u64 seed, u64 lane, u64 steps, const typename Game::Options &options,
                     typename Game::State &state) {
  Lazy chance;
  chance.start(seed, lane);
  Trace trace{0, 0, 0xcbf29ce484222325};
  LanePlayer<Game, Policy>{options, state, chance, trace}.play(steps);
  return trace;
}

template <class Game, class Policy>
void play_lanes(u64 seed, u64 first, u64 lanes, u64 steps, int seats, const u8 *chosen,
                Trace *traces) {
  typename Game::Options options = Game::options(chosen, seats);
  typename Game::State state;
  for (u64 lane = 0; lane < lanes; lane++)
    traces[lane] = play_lane<Game, Policy>(seed, first + lane, steps, options, state);
}

}  // namespace meldroom

#define TWIN_LANES(NAME, GAME, POLICY, POLICY_NAME)                                                \
  EXPORT void NAME##_##POLICY_NAME##_lanes(uint64_t seed, uint64_t first, uint64_t lanes,          \
                                           uint64_t steps, int seats, const uint8_t *chosen,       \
                                           void *traces) {                                         \
    meldroom::play_lanes<GAME, POLICY<GAME>>(seed, first, lanes, steps, seats, chosen,             \
                                             static_cast<meldroom::Trace *>(traces));              \
  }                                                                                                \
  EXPORT void NAME##_##POLICY_NAME##_lane_shape(int32_t *threads, int32_t *lanes) {                \
    *threads = meldroom::LANE_SHAPE<POLICY<GAME>>.threads;                                         \
    *lanes = meldroom::LANE_SHAPE<POLICY<GAME>>.lanes;                                             \
  }
