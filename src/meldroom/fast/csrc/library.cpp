// The library of the compiled twins: every game's plain C functions.
#include "abi.h"
#include "lanes.h"
#include "policies.h"
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"
#include "worlds.h"

#define GAME(NAME, TYPE)  \
  TWIN_ABI(NAME, TYPE)    \
  TWIN_LANES(NAME, TYPE)  \
  TWIN_WORLDS(NAME, TYPE)

GAME(rummy_battle, meldroom::RummyBattle)
GAME(scorzo, meldroom::Scorzo)
GAME(thumbs_up, meldroom::ThumbsUp)
GAME(victor_or_victim, meldroom::VictorOrVictim)
GAME(victory_rummy, meldroom::VictoryRummy)
