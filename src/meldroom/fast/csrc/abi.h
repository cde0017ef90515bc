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
  }
