// Random lanes as kernels. Built to PTX by `make ptx`.
#include "lanes_kernel.h"
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"

LANES_KERNEL(rummy_battle, meldroom::RummyBattle, meldroom::RandomPolicy, random)
LANES_KERNEL(scorzo, meldroom::Scorzo, meldroom::RandomPolicy, random)
LANES_KERNEL(thumbs_up, meldroom::ThumbsUp, meldroom::RandomPolicy, random)
LANES_KERNEL(victor_or_victim, meldroom::VictorOrVictim, meldroom::RandomPolicy, random)
LANES_KERNEL(victory_rummy, meldroom::VictoryRummy, meldroom::RandomPolicy, random)
