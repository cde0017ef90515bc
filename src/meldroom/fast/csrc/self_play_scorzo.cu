#include "scorzo_house.h"
#include "scorzo_row.h"
#include "self_play_kernels.h"

SELF_PLAY_KERNELS(scorzo, meldroom::Scorzo)
