// Policies: how a seat is played. Every policy has the same `choose`, which gives an action number.
#pragma once
#include "abi.h"

namespace meldroom {

template <class Game>
struct RandomPolicy {
  template <class Chance>
  static TWIN u64 choose(const typename Game::State &state, const typename Game::Options &options,
                         int seat, Chance &chance) {
    auto choices = Game::choices(state, options, seat);
    int many = choices.size();
    return choices.nth(many > 1 ? static_cast<int>(chance.below(static_cast<u32>(many))) : 0);
  }
};

// The twin of `house` in games/GAME/bot.py, specialised in GAME_house.h. It reads only what the
// seat sees, rates in integers, and prefers the lower action number where ratings are equal.
template <class Game>
struct House;

template <class Game>
u64 house(const Table<Game> *table, int seat) {
  Exact unused{};  // no house draws lots
  return House<Game>::choose(table->state, table->options, seat, unused);
}

}  // namespace meldroom

#define TWIN_HOUSE(NAME, GAME)                                                                     \
  EXPORT uint64_t NAME##_house(const void *table, int seat) {                                      \
    return meldroom::house(static_cast<const meldroom::Table<GAME> *>(table), seat);              \
  }
