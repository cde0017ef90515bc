// Thumbs Up: the twin of stage, prospect and likely in games/thumbs_up/bot.py.
#pragma once
#include "skill.h"
#include "thumbs_up_house.h"

namespace meldroom {

template <>
struct Skill<ThumbsUp> {
  using Game = ThumbsUp;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr bool WEIGHS_WORLDS = true;
  static constexpr double MISSED_THUMB = 0.02, TAKEN_COLOUR = 1.5, HAND_SWING = 45;

  static TWIN u32 stage(const State &state) {
    return static_cast<u32>(state.hands_played * Game::MAX_VOIDS + state.voids);
  }

  static TWIN double prospect(const State &state, const Options &options, int seat) {
    double balances[Game::MAX_SEATS];
    int left = options.hands - state.hands_played;
    if (left > 0) expected_balances(state, options, balances);
    else for (int other = 0; other < options.seats; other++) balances[other] = state.balances[other];
    double swing = HAND_SWING * sqrt((left > 0 ? left : 0.5) * (options.seats - 1));
    return chance_to_win(balances, options.seats, seat, swing);
  }

  static TWIN void expected_balances(const State &state, const Options &options,
                                     double *balances) {
    using Known = House<Game>;
    Known::Outlook outlook;
    outlook.packs = options.seats >= Game::TWO_PACKS_FROM ? 2 : 1;
    for (u8 &outs : outlook.outs) outs = 0;
    for (int at = 0; at < state.pool.size; at++) outlook.outs[state.pool.cards[at]]++;
    outlook.unseen = (state.pool.size ? state.pool.size : 1) * options.seats;
    i64 nears[Game::MAX_SEATS], total = 0, pot = 0;
    for (int seat = 0; seat < options.seats; seat++) {
      int wait = (seat - state.turn + options.seats) % options.seats;
      Known::look_ahead(Known::counted(state.racks[seat]),
                        Known::DRAWS_IN_TIME * options.seats - wait, outlook);
      total += nears[seat] = 1 + Known::chance_to_complete(outlook.colours);
      pot += Game::bill(state.racks[seat]);
    }
    for (int seat = 0; seat < options.seats; seat++)
      balances[seat] = state.balances[seat] - Game::bill(state.racks[seat]) +
                       static_cast<double>(pot * nears[seat]) / static_cast<double>(total);
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
