// Lanes as kernels: one thread plays one lane, as lanes.h says. Built to PTX by `make ptx`.
#include "lanes.h"
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"

// The grid has at least a thread for every lane; those beyond the last have nothing to do.
#define KERNEL(NAME, GAME)                                                                         \
  extern "C" __global__ void NAME##_play_lanes(uint64_t seed, uint64_t lanes, uint64_t steps,      \
                                               int seats, meldroom::Chosen chosen,                 \
                                               meldroom::Trace *traces) {                          \
    uint64_t lane = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;                  \
    if (lane >= lanes) return;                                                                     \
    traces[lane] =                                                                                 \
        meldroom::play_lane<GAME>(seed, lane, steps, GAME::options(chosen.places, seats));         \
  }

KERNEL(rummy_battle, meldroom::RummyBattle)
KERNEL(scorzo, meldroom::Scorzo)
KERNEL(thumbs_up, meldroom::ThumbsUp)
KERNEL(victor_or_victim, meldroom::VictorOrVictim)
KERNEL(victory_rummy, meldroom::VictoryRummy)
