// The library of the compiled twins: every game's plain C functions.
#include "abi.h"
#include "policies.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"
#include "worlds.h"

TWIN_ABI(scorzo, meldroom::Scorzo)
TWIN_ABI(thumbs_up, meldroom::ThumbsUp)
TWIN_ABI(victor_or_victim, meldroom::VictorOrVictim)
TWIN_ABI(victory_rummy, meldroom::VictoryRummy)

TWIN_WORLDS(scorzo, meldroom::Scorzo)
TWIN_WORLDS(thumbs_up, meldroom::ThumbsUp)
TWIN_WORLDS(victor_or_victim, meldroom::VictorOrVictim)
TWIN_WORLDS(victory_rummy, meldroom::VictoryRummy)
