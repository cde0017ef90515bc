// Thumbs Up: the twin of stage, prospect and likely in games/thumbs_up/bot.py.
#pragma once
#include "skill.h"
#include "thumbs_up.h"

namespace meldroom {

template <>
struct Skill<ThumbsUp> {
  using Game = ThumbsUp;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr bool WEIGHS_WORLDS = true;
  static constexpr double MISSED_THUMB = 0.02, TAKEN_COLOUR = 1.5;

  static TWIN u32 stage(const State &state) {
    return static_cast<u32>(state.hands_played * Game::MAX_VOIDS + state.voids);
  }

  static TWIN double likely(const State &world, const Options &options, int viewer) {
    double weight = 1;
    for (int seat = 0; seat < options.seats; seat++) {
      if (seat == viewer) continue;
      auto rack = world.racks[seat];
      for (int taken = 0; taken < world.known[seat].size; taken++)
        for (int at = 0; at < rack.size; at++)
          if (rack.cards[at] >> 2 == world.known[seat].cards[taken] >> 2) weight *= TAKEN_COLOUR;
      if (rack.size > Game::RACK_SIZE) rack.size = Game::RACK_SIZE;
      if (Game::wins(rack)) weight *= MISSED_THUMB;
    }
    return weight;
  }
};

}  // namespace meldroom
