// The lanes of self_play.h as kernels: one thread plays one lane. Each game has a source of its own,
// self_play_GAME.cu, so that a card compiles no other game. Built to PTX by `make ptx`.
#pragma once
#include "self_play.h"

// The grid has at least a thread for every lane; those beyond the last have nothing to do.
#define SELF_PLAY_KERNEL(NAME, PARAMETERS, IN_LANE)                                                \
  extern "C" __global__ void NAME PARAMETERS {                                                     \
    int64_t at = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;                      \
    if (at < many) IN_LANE;                                                                        \
  }

#define SELF_PLAY_KERNELS(NAME, GAME) SELF_PLAY_FUNCTIONS(SELF_PLAY_KERNEL, NAME, GAME)
