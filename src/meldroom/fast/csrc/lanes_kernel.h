// A kernel that plays lanes: one thread plays one, as lanes.h says.
#pragma once
#include "lanes.h"

// The grid has at least a thread for every lane; those beyond the last have nothing to do.
#define LANES_KERNEL(NAME, GAME, POLICY, POLICY_NAME)                                              \
  extern "C" __global__ void NAME##_##POLICY_NAME##_lanes(uint64_t seed, uint64_t lanes,           \
                                                          uint64_t steps, int seats,               \
                                                          meldroom::Chosen chosen,                 \
                                                          meldroom::Trace *traces) {               \
    GAME::State state;                                                                             \
    uint64_t lane = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;                  \
    if (lane >= lanes) return;                                                                     \
    traces[lane] = meldroom::play_lane<GAME, POLICY<GAME>>(                                        \
        seed, lane, steps, GAME::options(chosen.places, seats), state);                            \
  }
