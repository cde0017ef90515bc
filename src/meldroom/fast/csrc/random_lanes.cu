// Random lanes as kernels. Built to PTX by `make ptx`.
#include "lanes_kernel.h"
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"

// Registers for 16 blocks at a time on each multiprocessor: at most 64 in a thread.
LANES_KERNEL(rummy_battle, meldroom::RummyBattle, meldroom::RandomPolicy, random,
             __launch_bounds__(
                 meldroom::LANE_SHAPE<meldroom::RandomPolicy<meldroom::RummyBattle>>.threads, 16))
LANES_KERNEL(scorzo, meldroom::Scorzo, meldroom::RandomPolicy, random)
LANES_KERNEL(thumbs_up, meldroom::ThumbsUp, meldroom::RandomPolicy, random)
LANES_KERNEL(victor_or_victim, meldroom::VictorOrVictim, meldroom::RandomPolicy, random)
LANES_KERNEL(victory_rummy, meldroom::VictoryRummy, meldroom::RandomPolicy, random)
