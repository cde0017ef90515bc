#include "rummy_battle_house.h"
#include "rummy_battle_row.h"
#include "self_play_kernels.h"

SELF_PLAY_KERNELS(rummy_battle, meldroom::RummyBattle)
