// A kernel that plays lanes: one thread plays one, as lanes.h says.
#pragma once
#include "lanes.h"

namespace meldroom {

// The state of this thread's lane: its own, or one in shared memory. There the states are an odd
// number of words apart, so that the lanes of a warp find the same field in different banks.
template <class Policy, class State>
__device__ State &state_of_thread(State &own) {
  if constexpr (LANE_SHAPE<Policy>.shared) {
    constexpr int WORDS = (sizeof(State) + 7) / 8 | 1;
    __shared__ u64 states[LANE_SHAPE<Policy>.threads * WORDS];
    return *reinterpret_cast<State *>(states + WORDS * threadIdx.x);
  } else {
    return own;
  }
}

}  // namespace meldroom

// The grid has at least a thread for every lane; those beyond the last have nothing to do. Further
// arguments are attributes of the kernel.
#define LANES_KERNEL(NAME, GAME, POLICY, POLICY_NAME, ...)                                         \
  extern "C" __global__ void __VA_ARGS__ NAME##_##POLICY_NAME##_lanes(                             \
      uint64_t seed, uint64_t lanes, uint64_t steps, int seats, meldroom::Chosen chosen,           \
      meldroom::Trace *traces) {                                                                   \
    GAME::State own;                                                                               \
    uint64_t lane = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;                  \
    if (lane >= lanes) return;                                                                     \
    traces[lane] = meldroom::play_lane<GAME, POLICY<GAME>>(                                        \
        seed, lane, steps, GAME::options(chosen.places, seats),                                    \
        meldroom::state_of_thread<POLICY<GAME>>(own));                                             \
  }
