// The row of numbers that a network sees of a position: the twin of bots/rows.py and core/row.py.
// Every number is a whole one of at most 8 bits times a power of two, which float and bfloat16 hold
// exactly: a row is the same in both, and in Python.
#pragma once
#include "policies.h"

namespace meldroom {

using Bfloat16 = u16;  // the upper half of a float

constexpr int LARGEST = 256;  // that bfloat16 holds exactly, as all below

// The seat that sits so many places to the left.
TWIN int seat_after(int seat, int places, int seats) {
  int after = seat + places;
  return after >= seats ? after - seats : after;
}

// Writes numbers one after the other. Bfloat16 is stored four at a time.
template <class Number>
struct RowWriter {
  Number *to;
  int size;
  u64 pending;

  TWIN void put(float number) {
    if constexpr (sizeof(Number) == sizeof(float)) {
      to[size++] = number;
    } else {
      union {
        float number;
        u32 bits;
      } as;
      as.number = number;
      pending |= static_cast<u64>(as.bits >> 16) << (16 * (size & 3));
      if (++size & 3) return;
      *reinterpret_cast<u64 *>(to + size - 4) = pending;
      pending = 0;
    }
  }

  TWIN void zeros(int many) {
    for (int at = 0; at < many; at++) put(0);
  }

  TWIN void pad_to(int end) { zeros(end - size); }

  TWIN void flag(bool fact) { put(fact ? 1.0f : 0.0f); }

  // The value in units of `unit`, a power of two.
  TWIN void number(int value, int unit) {
    int near = value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
    put(static_cast<float>(near) * (1.0f / static_cast<float>(unit)));
  }

  // One flag for each value from 0, of which one at most is set.
  TWIN void one_of(int value, int many) {
    for (int each = 0; each < many; each++) flag(value == each);
  }

  // A flag for each number from 1 that the value reaches.
  TWIN void reached(int value, int most) {
    for (int each = 1; each <= most; each++) flag(value >= each);
  }

  // A flag for each of these numbers that the value reaches.
  template <int MANY>
  TWIN void reached(int value, const i16 (&numbers)[MANY]) {
    for (int at = 0; at < MANY; at++) flag(value >= numbers[at]);
  }

  TWIN void bits(u64 set, int many) {
    for (int at = 0; at < many; at++) flag(set >> at & 1);
  }

  // The cards nearest the top of a pile, each as one of its kinds.
  template <int SIZE>
  TWIN void top_cards(const Cards<SIZE> &pile, int many, int kinds) {
    for (int depth = 1; depth <= many; depth++)
      one_of(pile.size >= depth ? pile.cards[pile.size - depth] : NONE, kinds);
  }
};

// Actions that a network may choose, as a set of their numbers.
template <int ACTIONS>
struct ActionSet {
  static constexpr int WORDS = (ACTIONS + 63) / 64;
  u64 words[WORDS];

  TWIN void clear() {
    UNROLL for (int word = 0; word < WORDS; word++) words[word] = 0;
  }
  TWIN void add(int action) { words[action / 64] |= 1ull << (action % 64); }
  TWIN bool has(int action) const { return words[action / 64] >> (action % 64) & 1; }

  TWIN int size() const {
    int many = 0;
    UNROLL for (int word = 0; word < WORDS; word++) many += count_bits(words[word]);
    return many;
  }

  TWIN int lowest() const {
    for (int word = 0; word < WORDS; word++)
      if (words[word]) return 64 * word + lowest_bit(words[word]);
    return NONE;
  }
};

// What a network may choose in a game: its actions by their numbers.
template <class Game>
struct NetworkActions {
  static constexpr int ACTIONS = Game::ACTIONS;
  using Set = ActionSet<ACTIONS>;

  // The legal ones of a seat that may act.
  static TWIN Set legal(const typename Game::State &state, const typename Game::Options &options,
                        int seat) {
    static_assert(ACTIONS <= 64, "its choices are a mask");
    return {{Game::choices(state, options, seat).bits}};
  }

  // The action of the game that a choice stands for.
  static TWIN u64 concrete(const typename Game::State &, const typename Game::Options &, int,
                           int choice) {
    return static_cast<u64>(choice);
  }
};

// What a network is told of a game; specialised in GAME_row.h. SEEN and HIDDEN say how many numbers
// `seen` and `hidden` write. `seen` reads nothing that the seat does not see, and is followed by a
// flag for each of the first TOLD_ACTIONS actions. `hidden` gives a critic the other hands and the
// next cards, in training only.
template <class Game>
struct RowFacts;

TWIN constexpr int rounded_up(int many) { return (many + 7) / 8 * 8; }

template <class Game>
struct Row {
  using Facts = RowFacts<Game>;
  using Actions = NetworkActions<Game>;
  using State = typename Game::State;
  using Options = typename Game::Options;
  static constexpr int ACTIONS = Actions::ACTIONS;
  static constexpr int SEEN = rounded_up(Facts::SEEN + Facts::TOLD_ACTIONS);
  static constexpr int WHOLE = rounded_up(SEEN + Facts::HIDDEN);

  // The legal actions of a seat; none if it may not act.
  static TWIN typename Actions::Set legal(const State &state, const Options &options, int seat) {
    if (Game::to_act(state, options) >> seat & 1) return Actions::legal(state, options, seat);
    typename Actions::Set none;
    none.clear();
    return none;
  }

  static TWIN u64 concrete(const State &state, const Options &options, int seat, int choice) {
    return Actions::concrete(state, options, seat, choice);
  }

  // Write the SEEN numbers that the seat's player may know.
  template <class Number>
  static TWIN void write(const State &state, const Options &options, int seat, Number *out) {
    RowWriter<Number> to{out, 0, 0};
    write_seen(to, state, options, seat, legal(state, options, seat));
  }

  // Write the WHOLE row: what the seat sees, then what it does not.
  template <class Number>
  static TWIN void write_whole(const State &state, const Options &options, int seat,
                               const typename Actions::Set &legal, Number *out) {
    RowWriter<Number> to{out, 0, 0};
    write_seen(to, state, options, seat, legal);
    Facts::hidden(to, state, options, seat);
    to.pad_to(WHOLE);
  }

 private:
  template <class Number>
  static TWIN void write_seen(RowWriter<Number> &to, const State &state, const Options &options,
                              int seat, const typename Actions::Set &legal) {
    Facts::seen(to, state, options, seat);
    for (int action = 0; action < Facts::TOLD_ACTIONS; action++) to.flag(legal.has(action));
    to.pad_to(SEEN);
  }
};

template <class Game>
void row_sizes(i32 *sizes) {
  sizes[0] = Row<Game>::SEEN;
  sizes[1] = Row<Game>::WHOLE;
  sizes[2] = Row<Game>::ACTIONS;
  sizes[3] = Game::MAX_SEATS;
}

template <class Game>
void row(const Table<Game> *table, int seat, float *out) {
  Row<Game>::write(table->state, table->options, seat, out);
}

// Write a flag for each legal choice of a network.
template <class Game>
void choices(const Table<Game> *table, int seat, u8 *mask) {
  auto legal = Row<Game>::legal(table->state, table->options, seat);
  for (int choice = 0; choice < Row<Game>::ACTIONS; choice++) mask[choice] = legal.has(choice);
}

// The action of the game that a network's choice stands for.
template <class Game>
u64 concrete(const Table<Game> *table, int seat, int choice) {
  return Row<Game>::concrete(table->state, table->options, seat, choice);
}

}  // namespace meldroom

#define TWIN_ROW(NAME, GAME)                                                                       \
  EXPORT void NAME##_row_sizes(int32_t *sizes) { meldroom::row_sizes<GAME>(sizes); }               \
  EXPORT void NAME##_row(const void *table, int seat, float *out) {                                \
    meldroom::row(static_cast<const meldroom::Table<GAME> *>(table), seat, out);                   \
  }                                                                                                \
  EXPORT void NAME##_choices(const void *table, int seat, uint8_t *mask) {                         \
    meldroom::choices(static_cast<const meldroom::Table<GAME> *>(table), seat, mask);              \
  }                                                                                                \
  EXPORT uint64_t NAME##_concrete(const void *table, int seat, int choice) {                       \
    return meldroom::concrete(static_cast<const meldroom::Table<GAME> *>(table), seat, choice);    \
  }
