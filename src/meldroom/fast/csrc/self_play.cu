// The lanes of self_play.h as kernels: one thread plays one lane. Built to PTX by `make ptx`.
#include "scorzo_row.h"
#include "self_play.h"
#include "thumbs_up_house.h"
#include "thumbs_up_row.h"
#include "victor_or_victim_house.h"
#include "victor_or_victim_row.h"
#include "victory_rummy_house.h"
#include "victory_rummy_row.h"

// The grid has at least a thread for every lane; those beyond the last have nothing to do.
#define SELF_PLAY_KERNEL(NAME, PARAMETERS, IN_LANE)                                                \
  extern "C" __global__ void NAME PARAMETERS {                                                     \
    int64_t at = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;                      \
    if (at < many) IN_LANE;                                                                        \
  }

SELF_PLAY_FUNCTIONS(SELF_PLAY_KERNEL, scorzo, meldroom::Scorzo)
SELF_PLAY_FUNCTIONS(SELF_PLAY_KERNEL, thumbs_up, meldroom::ThumbsUp)
SELF_PLAY_FUNCTIONS(SELF_PLAY_KERNEL, victor_or_victim, meldroom::VictorOrVictim)
SELF_PLAY_FUNCTIONS(SELF_PLAY_KERNEL, victory_rummy, meldroom::VictoryRummy)
