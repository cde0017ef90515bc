// The library of the compiled twins: every game's plain C functions.
#include "abi.h"
#include "thumbs_up.h"
#include "victory_rummy.h"

TWIN_ABI(thumbs_up, meldroom::ThumbsUp)
TWIN_ABI(victory_rummy, meldroom::VictoryRummy)
