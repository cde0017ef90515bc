// Worlds that a seat cannot rule out: the twin of `resample` in core/view.py, for every game.
#pragma once
#include "abi.h"

namespace meldroom {

constexpr int MAX_UNSEEN = 250, MAX_ZONE_BYTES = 4096;

// Eager: a shuffled pile has its order at once, so that actions can be compared in one world.
struct Eager : Lazy {
  template <int SIZE>
  TWIN void shuffle(Cards<SIZE> &pile) {
    pile.unordered = 1;
    settle(pile);
  }
};

// -- chance that follows from a seed of 32 bytes; rng.py, `fresh_seed`

TWIN void renew(Exact &chance, const u8 *seed, u64 call) {
  Exact source{};
  for (int byte = 0; byte < Exact::SEED_SIZE; byte++) source.seed[byte] = seed[byte];
  source.calls = call;
  source.begin_call();
  for (int byte = 0; byte < Exact::SEED_SIZE; byte++)
    chance.seed[byte] = static_cast<u8>(source.lanes[byte / 8] >> (8 * (byte % 8)));
  chance.calls = 0;
}

TWIN void renew(Eager &chance, const u8 *seed, u64 call) {
  u64 number = 0;
  for (int byte = 0; byte < 8; byte++) number = number << 8 | seed[byte];
  chance.start(number, call);
}

TWIN void renew(Exact &chance, Exact &source) { renew(chance, source.seed, source.calls++); }

TWIN void renew(Eager &chance, Eager &source) {
  u64 number = static_cast<u64>(source.word()) << 32 | source.word();
  chance.start(number, source.word());
}

// -- resample

enum Sight { AS_SEEN, HIDDEN_FAN, HIDDEN_PILE };  // how a zone of a view is seen

// A view as pack.py packs it.
struct PackedView {
  const u8 *data;
  const u8 *sights;
  int zones;
  const u8 *unseen;
  int unseen_size;
};

// What a view says of a state: everything but the cards.
template <class Game>
TWIN void read_facts(typename Game::State &state, const typename Game::Options &options,
                     const PackedView &seen) {
  state = typename Game::State{};
  Reader reader{seen.data, 0};
  u32 calls;
  reader.number(state.ply);
  reader.number(calls);
  for (int zone = 0; zone < seen.zones; zone++) {
    reader.size += 1 + seen.data[reader.size];
    reader.size += 2 + seen.data[reader.size];
  }
  Game::facts(reader, state, options);
}

TWIN void sort(u8 *cards, int size) {
  for (int from = 1; from < size; from++) {
    u8 card = cards[from];
    int at = from;
    for (; at > 0 && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
    cards[at] = card;
  }
}

// Fill in the cards of a world; `to_come` is the chance with which it is played on.
template <class Game, class Chance>
TWIN void resample(typename Game::State &world, const typename Game::Options &options,
                   const PackedView &seen, Chance &chance, Chance &to_come) {
  Cards<MAX_UNSEEN> loose, pile;
  loose.clear();
  pile.clear();
  for (int at = 0; at < seen.unseen_size; at++) loose.push(seen.unseen[at]);
  chance.shuffle(loose);
  renew(to_come, chance);
  u8 filled[MAX_ZONE_BYTES];
  const u8 *from = seen.data + 8;
  int used = 0, size = 0;
  for (int zone = 0; zone < seen.zones; zone++) {
    int many = *from++, face_up = 0;
    u8 *cards = filled + size + 1;
    filled[size] = static_cast<u8>(many);
    for (int at = 0; at < many; at++) {
      face_up += from[at] != BACK;
      cards[at] = from[at] != BACK ? from[at] : loose.cards[used++];
    }
    if (seen.sights[zone] == HIDDEN_FAN) {
      sort(cards, many);
    } else if (seen.sights[zone] == HIDDEN_PILE && face_up) {
      pile.size = static_cast<u8>(many);
      for (int at = 0; at < many; at++) pile.cards[at] = cards[at];
      chance.shuffle(pile);
      for (int at = 0; at < many; at++) cards[at] = pile.cards[at];
    }
    from += many;
    size += 1 + many;
    for (int rest = 2 + *from; rest > 0; rest--) filled[size++] = *from++;
  }
  Reader reader{filled, 0};
  Game::zones(reader, world, options);
}

// Set a table to a world of this view; where it is not exact, chance on the table goes on anyhow.
template <class Game>
void sample_world(Table<Game> *table, const u8 *seed, int seats, const u8 *chosen,
                  const PackedView &seen, int exact) {
  set_up(table, seed, seats, chosen);
  read_facts<Game>(table->state, table->options, seen);
  if (exact) {
    Exact chance = table->chance;
    resample<Game>(table->state, table->options, seen, chance, table->chance);
  } else {
    Eager chance, to_come;
    renew(chance, seed, 0);
    resample<Game>(table->state, table->options, seen, chance, to_come);
  }
}

}  // namespace meldroom

#define TWIN_WORLDS(NAME, GAME)                                                                    \
  EXPORT void NAME##_sample_world(void *table, const uint8_t *seed, int seats,                     \
                                  const uint8_t *chosen, const uint8_t *data,                      \
                                  const uint8_t *sights, int zones, const uint8_t *unseen,         \
                                  int unseen_size, int exact) {                                    \
    meldroom::PackedView seen{data, sights, zones, unseen, unseen_size};                           \
    meldroom::sample_world(static_cast<meldroom::Table<GAME> *>(table), seed, seats, chosen, seen, \
                           exact);                                                                 \
  }
