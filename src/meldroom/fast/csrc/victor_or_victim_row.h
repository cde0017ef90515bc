// What a network is told of Victor or Victim: the twin of games/victor_or_victim/row.py.
#pragma once
#include "row.h"
#include "victor_or_victim.h"

namespace meldroom {

// Only letters are passed or acquired, and owners are counted round from the seat.
template <>
struct NetworkActions<VictorOrVictim> {
  using Game = VictorOrVictim;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr int LETTERS = Game::LETTERS, OPPONENTS = Game::MAX_SEATS - 1;
  static constexpr int PAIRS = LETTERS, ACQUIRE = PAIRS + LETTERS * (LETTERS + 1) / 2;
  static constexpr int DECLINE = ACQUIRE + LETTERS * OPPONENTS, ACTIONS = DECLINE + 1;
  using Set = ActionSet<ACTIONS>;

  static TWIN int pair(int low, int high) {
    return PAIRS + low * LETTERS - low * (low - 1) / 2 + high - low;
  }

  static TWIN Set legal(const State &state, const Options &options, int seat) {
    Game::Legal found = Game::choices(state, options, seat);
    Set set;
    set.clear();
    if (found.acquires) {
      set.add(DECLINE);
      for (int place = 1; place < options.seats; place++)
        for (u64 left = found.held[seat_after(seat, place, options.seats)].bits; left;
             left &= left - 1)
          set.add(ACQUIRE + lowest_bit(left) / 3 * OPPONENTS + place - 1);
      return set;
    }
    for (u64 left = found.kinds.bits; left; left &= left - 1) {
      int low = lowest_bit(left) / 3;
      if (!found.passes_two) {
        set.add(low);
        continue;
      }
      if (found.twice.bits >> (3 * low) & 1) set.add(pair(low, low));
      for (u64 higher = left & (left - 1); higher; higher &= higher - 1)
        set.add(pair(low, lowest_bit(higher) / 3));
    }
    return set;
  }

  static TWIN u64 concrete(const State &, const Options &options, int seat, int choice) {
    if (choice == DECLINE) return Game::DECLINE;
    if (choice < PAIRS) return static_cast<u64>(Game::pass_one(choice));
    if (choice >= ACQUIRE) {
      int letter = (choice - ACQUIRE) / OPPONENTS, place = (choice - ACQUIRE) % OPPONENTS + 1;
      return static_cast<u64>(Game::acquire(letter, seat_after(seat, place, options.seats)));
    }
    int low = 0, high = choice - PAIRS;
    for (; high >= LETTERS; low++) high -= LETTERS - low - 1;
    return static_cast<u64>(Game::pass_two(low, high));
  }
};

template <>
struct RowFacts<VictorOrVictim> {
  using Game = VictorOrVictim;
  using State = Game::State;
  using Options = Game::Options;
  using Letters = Game::Letters;
  static constexpr int TOLD_ACTIONS = 0;  // they follow from the letters and the card drawn
  static constexpr int LETTERS = Game::LETTERS, OPPONENTS = Game::MAX_SEATS - 1;
  static constexpr int LETTERS_OF_SEAT = 45, NEARNESS = 15, PER_OPPONENT = NEARNESS + 3;
  static constexpr int TOP_CARDS = 2;
  static constexpr int SEEN =
      2 * LETTERS_OF_SEAT + 8 * LETTERS + NEARNESS + 27 + OPPONENTS * PER_OPPONENT;
  static constexpr int HIDDEN = OPPONENTS * LETTERS + TOP_CARDS * Game::KINDS;

  template <class Writer>
  static TWIN void seen(Writer &to, const State &state, const Options &options, int seat) {
    int next = survivor_after(state, options, seat, state.to_the_left);
    int before = survivor_after(state, options, seat, !state.to_the_left);
    Letters mine = state.letters[seat], of_next = state.letters[next];
    Letters of_before = state.letters[before], in_deck = letters_in_deck(state, options);
    write_letters(to, mine);
    write_letters(to, of_next);
    for (int letter = 0; letter < LETTERS; letter++) {
      bool wins, falls;
      to.number(of_before.count(letter), 2);
      to.number(in_deck.count(letter), 2);
      to.flag(in_deck.count(letter));
      to.number(Game::copies(letter) - in_deck.count(letter) - mine.count(letter), 2);
      test_with(mine, letter, options, wins, falls);
      to.flag(wins);
      to.flag(falls);
      test_with(of_next, letter, options, wins, falls);
      to.flag(wins);
      to.flag(falls);
    }
    write_nearness(to, mine);
    to.flag(state.drawn < Game::FIRST_SPECIAL);
    to.flag(state.drawn == Game::ACQUISITION);
    to.flag(state.drawn == Game::PASS_TWO);
    for (int card = Game::FIRST_SPECIAL; card < Game::KINDS; card++)
      to.number(Game::copies(card) - state.discard.count(card), 4);
    to.number(state.deck.size, 32);
    to.one_of(state.recycled, Game::MAX_RECYCLES + 1);
    to.flag(options.instant);
    to.flag(options.victor_first);
    to.one_of(options.seats - 2, OPPONENTS);
    to.one_of(options.seats - state.fallen_count - 2, OPPONENTS);
    for (int place = 1; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(PER_OPPONENT);
        continue;
      }
      int other = seat_after(seat, place, options.seats);
      to.flag(!Game::is_fallen(state, other));
      to.flag(other == next);
      to.flag(other == before);
      write_nearness(to, state.letters[other]);
    }
  }

  // All letters lie open; only the order of the deck is hidden. A critic sees all letters in full.
  template <class Writer>
  static TWIN void hidden(Writer &to, const State &state, const Options &options, int seat) {
    for (int place = 1; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(LETTERS);
        continue;
      }
      Letters held = state.letters[seat_after(seat, place, options.seats)];
      for (int letter = 0; letter < LETTERS; letter++) to.number(held.count(letter), 2);
    }
    to.top_cards(state.deck, TOP_CARDS, Game::KINDS);
  }

  static TWIN int survivor_after(const State &state, const Options &options, int seat,
                                 bool to_the_left) {
    do seat = seat_after(seat, to_the_left ? 1 : options.seats - 1, options.seats);
    while (Game::is_fallen(state, seat));
    return seat;
  }

  static TWIN Letters letters_in_deck(const State &state, const Options &options) {
    Letters left{0};
    for (int letter = 0; letter < LETTERS; letter++)
      left.bits |= static_cast<u64>(Game::copies(letter)) << (3 * letter);
    for (int seat = 0; seat < options.seats; seat++) left.bits -= state.letters[seat].bits;
    return left;
  }

  template <class Writer>
  static TWIN void write_letters(Writer &to, Letters held) {
    for (int letter = 0; letter < LETTERS; letter++)
      to.reached(held.count(letter), letter % Game::PER_COLOUR == Game::I ? 3 : 2);
  }

  // Whether one more letter wins, or makes a victim (R9, R10, Q3).
  static TWIN void test_with(Letters held, int letter, const Options &options, bool &wins,
                             bool &falls) {
    bool victor, victim;
    if (held.count(letter) < 6) held.insert(letter);
    Game::spelled(held, victor, victim);
    wins = victor && (options.victor_first || !victim);
    falls = victim && !wins;
  }

  static TWIN constexpr u64 one(int letter) { return 1ull << 3 * letter; }

  // Whether VICTOR has three letters, four, five, and VICTIM four, five, in each colour.
  template <class Writer>
  static TWIN void write_nearness(Writer &to, Letters held) {
    const u64 SECOND_I = one(Game::I), VICT = one(Game::V) | SECOND_I | one(Game::C) | one(Game::T);
    const u64 VICTOR = VICT | one(Game::O) | one(Game::R), FIRST_FIVE = VICT | one(Game::M);
    u64 once = Game::held(held).bits, twice = Game::held_twice(held).bits;
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      int shift = 3 * Game::PER_COLOUR * colour;
      int victor = count_bits(VICTOR & once >> shift);
      int victim = count_bits(FIRST_FIVE & once >> shift) + count_bits(SECOND_I & twice >> shift);
      for (int letters = 3; letters <= 5; letters++) to.flag(victor >= letters);
      for (int letters = 4; letters <= 5; letters++) to.flag(victim >= letters);
    }
  }
};

}  // namespace meldroom
