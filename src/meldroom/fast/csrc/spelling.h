// How environments write an action, as core/encoding.py does: whole, as one number, or spelled, as
// a number for each word.
#pragma once
#include "abi.h"

namespace meldroom {

// The numbers that the seat to act may give, as bytes for the caller and as bits.
struct Marks {
  u8 *mask;
  u64 *legal;

  TWIN void add(int number) const {
    mask[number] = 1;
    legal[number / 64] |= bit(number % 64);
  }
};

// The words so far of an action that is being spelled. A game that spells none has nothing to keep;
// one that does has a specialisation in GAME_spelling.h.
template <class Game>
struct Spelling {
  static_assert(Game::FIRST_WORD == Game::ACTIONS, "every action is one number");

  TWIN void clear() {}

  // Mark the numbers that begin a legal action, or go on with one.
  TWIN void mark(const typename Game::State &state, const typename Game::Options &options, int seat,
                 const Marks &marks) const {
    auto legal = Game::choices(state, options, seat);
    for (int at = 0, many = legal.size(); at < many; at++)
      marks.add(static_cast<int>(legal.nth(at)));
  }

  // Take a number that was marked; gives whether it completes an action.
  TWIN bool take(int number, u64 &action) {
    action = static_cast<u64>(number);
    return true;
  }

  // Write how often each word was used, where zeros are.
  TWIN void observe(float *) const {}
};

// Mark the numbers that go on with some that were marked before.
template <class Game>
void next_numbers(const Table<Game> *table, int seat, const i32 *numbers, int many, u8 *mask) {
  u64 legal[(Game::ACTIONS + 63) / 64] = {}, action;
  Spelling<Game> spelling{};
  for (int at = 0; at < many; at++) spelling.take(numbers[at], action);
  for (int number = 0; number < Game::ACTIONS; number++) mask[number] = 0;
  spelling.mark(table->state, table->options, seat, {mask, legal});
}

}  // namespace meldroom

#define TWIN_SPELLING(NAME, GAME)                                                                  \
  EXPORT void NAME##_next_numbers(const void *table, int seat, const int32_t *numbers, int many,   \
                                  uint8_t *mask) {                                                 \
    meldroom::next_numbers(static_cast<const meldroom::Table<GAME> *>(table), seat, numbers, many, \
                           mask);                                                                  \
  }
