// The plain C interface of a twin, which binding.py calls; the same functions for every game.
#pragma once
#include "core.h"

#ifdef _WIN32
#define EXPORT extern "C" __declspec(dllexport)
#else
#define EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace meldroom {

// A game that is being played, with exact chance.
template <class Game>
struct Table {
  typename Game::State state;
  typename Game::Options options;
  Exact chance;
};

template <class Game>
void set_up(Table<Game> *table, const u8 *seed, int seats, const u8 *chosen) {
  *table = Table<Game>{};
  for (int byte = 0; byte < Exact::SEED_SIZE; byte++) table->chance.seed[byte] = seed[byte];
  table->options = Game::options(chosen, seats);
}

template <class Game>
void start(Table<Game> *table, const u8 *seed, int seats, const u8 *chosen) {
  set_up(table, seed, seats, chosen);
  Game::opening(table->state, table->options, table->chance);
}

// Write the legal actions, as far as there is room; gives how many there are.
template <class Game>
int legal(const Table<Game> *table, int seat, u64 *actions, int room) {
  auto found = Game::choices(table->state, table->options, seat);
  int many = found.size();
  for (int at = 0; at < many && at < room; at++) actions[at] = found.nth(at);
  return many;
}

template <class Game>
void apply(Table<Game> *table, int seat, u64 action) {
  table->state.ply++;
  Game::carry_out(table->state, table->options, table->chance, seat, action);
}

// Write the whole table, or read it.
template <class Game, class Packed>
int pass_through(Packed packed, Table<Game> *table) {
  packed.number(table->state.ply);
  packed.number(table->chance.calls);
  Game::zones(packed, table->state, table->options);
  Game::facts(packed, table->state, table->options);
  return packed.size;
}

template <class Game>
int pack(Table<Game> *table, u8 *to) {
  return pass_through(Writer{to, 0}, table);
}

template <class Game>
int unpack(Table<Game> *table, const u8 *seed, int seats, const u8 *chosen, const u8 *from) {
  set_up(table, seed, seats, chosen);
  return pass_through(Reader{from, 0}, table);
}

// Play whole games at random; gives all steps, and adds up the first places, shared ones to each.
template <class Game>
u64 random_games(u64 seed, u64 games, int seats, const u8 *chosen, u64 *wins) {
  typename Game::Options options = Game::options(chosen, seats);
  Lazy chance;
  chance.start(seed, 1);
  typename Game::State state;
  u64 steps = 0;
  for (u64 game = 0; game < games; game++) {
    Game::opening(state, options, chance);
    while (u32 acting = Game::to_act(state, options)) {
      int seat = lowest_bit(acting);
      auto choices = Game::choices(state, options, seat);
      int many = choices.size();
      u64 action = choices.nth(many > 1 ? static_cast<int>(chance.below(static_cast<u32>(many))) : 0);
      state.ply++;
      Game::carry_out(state, options, chance, seat, action);
      steps++;
    }
    i32 best = Game::standing(state, 0);
    for (int seat = 1; seat < seats; seat++)
      if (Game::standing(state, seat) > best) best = Game::standing(state, seat);
    for (int seat = 0; seat < seats; seat++) wins[seat] += Game::standing(state, seat) == best;
  }
  return steps;
}

}  // namespace meldroom

#define TWIN_ABI(NAME, GAME)                                                                       \
  EXPORT const char *NAME##_layout_hash() { return GAME::HASH; }                                   \
  EXPORT int NAME##_table_size() { return static_cast<int>(sizeof(meldroom::Table<GAME>)); }      \
  EXPORT void NAME##_start(void *table, const uint8_t *seed, int seats, const uint8_t *chosen) {  \
    meldroom::start(static_cast<meldroom::Table<GAME> *>(table), seed, seats, chosen);            \
  }                                                                                                \
  EXPORT uint32_t NAME##_to_act(const void *table) {                                               \
    auto *on = static_cast<const meldroom::Table<GAME> *>(table);                                  \
    return GAME::to_act(on->state, on->options);                                                   \
  }                                                                                                \
  EXPORT int NAME##_legal(const void *table, int seat, uint64_t *actions, int room) {              \
    return meldroom::legal(static_cast<const meldroom::Table<GAME> *>(table), seat, actions,       \
                           room);                                                                  \
  }                                                                                                \
  EXPORT void NAME##_apply(void *table, int seat, uint64_t action) {                               \
    meldroom::apply(static_cast<meldroom::Table<GAME> *>(table), seat, action);                    \
  }                                                                                                \
  EXPORT int NAME##_pack(void *table, uint8_t *to) {                                               \
    return meldroom::pack(static_cast<meldroom::Table<GAME> *>(table), to);                        \
  }                                                                                                \
  EXPORT int NAME##_unpack(void *table, const uint8_t *seed, int seats, const uint8_t *chosen,     \
                           const uint8_t *from) {                                                  \
    return meldroom::unpack(static_cast<meldroom::Table<GAME> *>(table), seed, seats, chosen,      \
                            from);                                                                 \
  }                                                                                                \
  EXPORT uint64_t NAME##_random_games(uint64_t seed, uint64_t games, int seats,                    \
                                      const uint8_t *chosen, uint64_t *wins) {                     \
    return meldroom::random_games<GAME>(seed, games, seats, chosen, wins);                         \
  }
