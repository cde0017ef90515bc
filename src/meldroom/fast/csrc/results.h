// How a game ended: the twin of `result` in game.py.
#pragma once
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"

namespace meldroom {

template <class Game>
TWIN bool ahead(const typename Game::State &state, const typename Game::Options &, int one,
                int other) {
  return Game::standing(state, one) > Game::standing(state, other);
}

template <>
TWIN bool ahead<Scorzo>(const Scorzo::State &state, const Scorzo::Options &options, int one,
                        int other) {
  return Scorzo::ahead(state, options, one, other);
}

// The seat's place, from 1; ties share the better one.
template <class Game>
TWIN int place(const typename Game::State &state, const typename Game::Options &options, int seat) {
  int place = 1;
  for (int other = 0; other < options.seats; other++)
    place += ahead<Game>(state, options, other, seat);
  return place;
}

// The seats in the first place, as bits.
template <class Game>
TWIN u32 winners(const typename Game::State &state, const typename Game::Options &options) {
  int best = 0;
  for (int seat = 1; seat < options.seats; seat++)
    if (ahead<Game>(state, options, seat, best)) best = seat;
  u32 first = 1u << best;
  for (int seat = 0; seat < options.seats; seat++)
    if (seat != best && !ahead<Game>(state, options, best, seat)) first |= 1u << seat;
  return first;
}

// The seat's share of the win.
template <class Game>
TWIN double win_share(const typename Game::State &state, const typename Game::Options &options,
                      int seat) {
  u32 first = winners<Game>(state, options);
  return first >> seat & 1 ? 1.0 / count_bits(first) : 0;
}

template <class Game>
TWIN i32 score(const typename Game::State &state, const typename Game::Options &, int seat) {
  return Game::standing(state, seat);
}

template <>
TWIN i32 score<VictorOrVictim>(const VictorOrVictim::State &state,
                               const VictorOrVictim::Options &options, int seat) {
  return options.seats - place<VictorOrVictim>(state, options, seat);  // Q18
}

template <>
TWIN i32 score<Scorzo>(const Scorzo::State &state, const Scorzo::Options &, int seat) {
  return state.totals[seat];
}

}  // namespace meldroom
