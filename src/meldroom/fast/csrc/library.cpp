// The library of the compiled twins: every game's plain C functions.
#include "abi.h"
#include "lanes.h"
#include "playouts.h"
#include "policies.h"
#include "scorzo.h"
#include "scorzo_house.h"
#include "scorzo_skill.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victor_or_victim_house.h"
#include "victor_or_victim_skill.h"
#include "victory_rummy.h"
#include "worlds.h"

#define GAME(NAME, TYPE)  \
  TWIN_ABI(NAME, TYPE)    \
  TWIN_LANES(NAME, TYPE)  \
  TWIN_WORLDS(NAME, TYPE)

GAME(scorzo, meldroom::Scorzo)
GAME(thumbs_up, meldroom::ThumbsUp)
GAME(victor_or_victim, meldroom::VictorOrVictim)
GAME(victory_rummy, meldroom::VictoryRummy)

TWIN_SKILL(scorzo, meldroom::Scorzo)
TWIN_SKILL(victor_or_victim, meldroom::VictorOrVictim)

TWIN_PLAYOUTS(scorzo, meldroom::Scorzo, meldroom::RandomPolicy, random)
TWIN_PLAYOUTS(victor_or_victim, meldroom::VictorOrVictim, meldroom::RandomPolicy, random)

TWIN_HOUSE(scorzo, meldroom::Scorzo)
TWIN_HOUSE(victor_or_victim, meldroom::VictorOrVictim)
