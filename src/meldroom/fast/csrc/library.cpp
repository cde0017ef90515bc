// The library of the compiled twins: every game's plain C functions.
#include "abi.h"
#include "lanes.h"
#include "policies.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"

TWIN_ABI(scorzo, meldroom::Scorzo)
TWIN_ABI(thumbs_up, meldroom::ThumbsUp)
TWIN_ABI(victor_or_victim, meldroom::VictorOrVictim)
TWIN_ABI(victory_rummy, meldroom::VictoryRummy)

TWIN_LANES(scorzo, meldroom::Scorzo)
TWIN_LANES(thumbs_up, meldroom::ThumbsUp)
TWIN_LANES(victor_or_victim, meldroom::VictorOrVictim)
TWIN_LANES(victory_rummy, meldroom::VictoryRummy)
