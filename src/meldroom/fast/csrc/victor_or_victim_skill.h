// Victor or Victim: the twin of prospect in games/victor_or_victim/bot.py.
#pragma once
#include "skill.h"
#include "victor_or_victim_house.h"

namespace meldroom {

template <>
struct Skill<VictorOrVictim> {
  using Game = VictorOrVictim;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr bool WEIGHS_WORLDS = false;
  static constexpr double SWING = 120;

  static TWIN u32 stage(const State &) { return 0; }
  static TWIN double likely(const State &, const Options &, int) { return 1; }

  static TWIN double prospect(const State &state, const Options &options, int seat) {
    double ratings[Game::MAX_SEATS];
    int many = 0, mine = -1;
    auto position = House<Game>::look_at(state, options, seat);
    for (int before = 0; before < options.seats; before++) {
      int other = position.next_of[before];
      if (other == NONE) continue;
      if (other == seat) mine = many;
      double &rating = ratings[many++] = 0;
      for (int colour = 0; colour < Game::COLOURS; colour++)
        rating += House<Game>::rating(position, other, colour, false);
    }
    return mine < 0 ? 0 : chance_to_win(ratings, many, mine, SWING);
  }
};

}  // namespace meldroom
