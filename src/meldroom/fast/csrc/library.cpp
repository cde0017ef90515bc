// The library of the compiled twins: every game's plain C functions.
#include "abi.h"
#include "batch.h"
#include "champion.h"
#include "games.h"
#include "lanes.h"
#include "playouts.h"
#include "policies.h"
#include "rummy_battle.h"
#include "rummy_battle_env.h"
#include "rummy_battle_house.h"
#include "rummy_battle_row.h"
#include "rummy_battle_skill.h"
#include "rummy_battle_spelling.h"
#include "scorzo.h"
#include "scorzo_env.h"
#include "scorzo_house.h"
#include "scorzo_row.h"
#include "scorzo_skill.h"
#include "self_play.h"
#include "spelling.h"
#include "thumbs_up.h"
#include "thumbs_up_env.h"
#include "thumbs_up_house.h"
#include "thumbs_up_row.h"
#include "thumbs_up_skill.h"
#include "victor_or_victim.h"
#include "victor_or_victim_env.h"
#include "victor_or_victim_house.h"
#include "victor_or_victim_row.h"
#include "victor_or_victim_skill.h"
#include "victory_rummy.h"
#include "victory_rummy_env.h"
#include "victory_rummy_house.h"
#include "victory_rummy_row.h"
#include "victory_rummy_skill.h"
#include "worlds.h"

#define GAME(NAME, TYPE)                                    \
  TWIN_ABI(NAME, TYPE)                                      \
  TWIN_BATCH(NAME, TYPE)                                    \
  TWIN_SPELLING(NAME, TYPE)                                 \
  TWIN_LANES(NAME, TYPE, meldroom::RandomPolicy, random)    \
  TWIN_LANES(NAME, TYPE, meldroom::House, house)            \
  TWIN_WORLDS(NAME, TYPE)                                   \
  TWIN_SKILL(NAME, TYPE)                                    \
  TWIN_HOUSE(NAME, TYPE)                                    \
  TWIN_PLAYOUTS(NAME, TYPE, meldroom::RandomPolicy, random) \
  TWIN_PLAYOUTS(NAME, TYPE, meldroom::House, house)         \
  TWIN_WIN_CHANCES(NAME, TYPE)                              \
  TWIN_GAMES(NAME, TYPE)                                    \
  TWIN_BULK(NAME, TYPE, meldroom::RandomPolicy, random)     \
  TWIN_BULK(NAME, TYPE, meldroom::House, house)

GAME(rummy_battle, meldroom::RummyBattle)
GAME(scorzo, meldroom::Scorzo)
GAME(thumbs_up, meldroom::ThumbsUp)
GAME(victor_or_victim, meldroom::VictorOrVictim)
GAME(victory_rummy, meldroom::VictoryRummy)

#define NETWORK(NAME, TYPE) \
  TWIN_ROW(NAME, TYPE)      \
  TWIN_CHAMPION(NAME, TYPE) \
  TWIN_SELF_PLAY(NAME, TYPE)

NETWORK(rummy_battle, meldroom::RummyBattle)
NETWORK(scorzo, meldroom::Scorzo)
NETWORK(thumbs_up, meldroom::ThumbsUp)
NETWORK(victor_or_victim, meldroom::VictorOrVictim)
NETWORK(victory_rummy, meldroom::VictoryRummy)

TWIN_NETWORK
