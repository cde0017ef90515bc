// What the bots know of a game besides `house`: the twin of stage, prospect and likely in bot.py.
// Ratings are floats here and there; they agree but for rounding.
#pragma once
#include <math.h>

#include "core.h"

namespace meldroom {

// Specialised in GAME_skill.h: WEIGHS_WORLDS, stage, prospect, likely.
template <class Game>
struct Skill;

// core/skill.py
TWIN double chance_to_win(const double *scores, int many, int seat, double swing) {
  double weights = 0;
  for (int other = 0; other < many; other++) {
    double lead = (scores[other] - scores[seat]) / swing;
    weights += exp(lead < -60 ? -60 : lead);
  }
  return 1 / weights;
}

}  // namespace meldroom
