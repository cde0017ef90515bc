#include "victor_or_victim_house.h"
#include "victor_or_victim_row.h"
#include "self_play_kernels.h"

SELF_PLAY_KERNELS(victor_or_victim, meldroom::VictorOrVictim)
