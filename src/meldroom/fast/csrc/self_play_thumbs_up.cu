#include "thumbs_up_house.h"
#include "thumbs_up_row.h"
#include "self_play_kernels.h"

SELF_PLAY_KERNELS(thumbs_up, meldroom::ThumbsUp)
