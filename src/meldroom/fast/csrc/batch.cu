// Batches as kernels: one thread steps one table, as batch.h says. Built to PTX by `make ptx`.
#include "batch.h"
#include "rummy_battle_env.h"
#include "rummy_battle_house.h"
#include "rummy_battle_spelling.h"
#include "scorzo_env.h"
#include "scorzo_house.h"
#include "thumbs_up_env.h"
#include "thumbs_up_house.h"
#include "victor_or_victim_env.h"
#include "victor_or_victim_house.h"
#include "victory_rummy_env.h"
#include "victory_rummy_house.h"

// The grid has at least a thread for every table; those beyond the last have nothing to do.
#define BATCH_KERNEL(NAME, GAME)                                                                   \
  extern "C" __global__ void NAME##_run_lanes(meldroom::BatchSetup setup,                          \
                                              meldroom::BatchArrays arrays,                        \
                                              meldroom::Lane<GAME> *lanes, uint64_t count,         \
                                              int deal) {                                          \
    uint64_t row = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;                   \
    if (row >= count) return;                                                                      \
    meldroom::run_lanes(&setup, &arrays, lanes, static_cast<long long>(row),                       \
                        static_cast<long long>(row) + 1, deal != 0);                               \
  }

BATCH_KERNEL(rummy_battle, meldroom::RummyBattle)
BATCH_KERNEL(scorzo, meldroom::Scorzo)
BATCH_KERNEL(thumbs_up, meldroom::ThumbsUp)
BATCH_KERNEL(victor_or_victim, meldroom::VictorOrVictim)
BATCH_KERNEL(victory_rummy, meldroom::VictoryRummy)
