// Victory Rummy: the twin of stage, prospect and likely in games/victory_rummy/bot.py.
#pragma once
#include "skill.h"
#include "victory_rummy.h"

namespace meldroom {

template <>
struct Skill<VictoryRummy> {
  using Game = VictoryRummy;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr bool WEIGHS_WORLDS = true;
  static constexpr double UNLAID_WEIGHT = 0.25;

  static TWIN u32 stage(const State &state) { return state.deal; }

  static TWIN double likely(const State &world, const Options &options, int viewer) {
    double weight = 1;
    for (int seat = 0; seat < options.seats; seat++)
      for (int meld = 0; meld < Game::MELDS && seat != viewer; meld++)
        if (Game::holds(world.hands[seat], meld)) weight *= UNLAID_WEIGHT;
    return weight;
  }
};

}  // namespace meldroom
