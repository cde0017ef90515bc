// Lanes played by `house` as kernels. Built to PTX by `make ptx`.
#include "lanes_kernel.h"
#include "rummy_battle_house.h"
#include "scorzo_house.h"
#include "thumbs_up_house.h"
#include "victor_or_victim_house.h"
#include "victory_rummy_house.h"

LANES_KERNEL(rummy_battle, meldroom::RummyBattle, meldroom::House, house)
LANES_KERNEL(scorzo, meldroom::Scorzo, meldroom::House, house)
LANES_KERNEL(thumbs_up, meldroom::ThumbsUp, meldroom::House, house)
LANES_KERNEL(victor_or_victim, meldroom::VictorOrVictim, meldroom::House, house)
LANES_KERNEL(victory_rummy, meldroom::VictoryRummy, meldroom::House, house)
