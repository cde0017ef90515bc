#include "victory_rummy_house.h"
#include "victory_rummy_row.h"
#include "self_play_kernels.h"

SELF_PLAY_KERNELS(victory_rummy, meldroom::VictoryRummy)
