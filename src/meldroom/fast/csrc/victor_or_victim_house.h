// Victor or Victim's house: the twin of games/victor_or_victim/bot.py, function by function.
#pragma once
#include "policies.h"
#include "victor_or_victim.h"

namespace meldroom {

template <>
struct House<VictorOrVictim> {
  using Game = VictorOrVictim;
  using State = Game::State;
  using Options = Game::Options;
  using Letters = Game::Letters;
  static constexpr int OWN = 10, NEXT = -10, OTHERS = -6, DECISIVE = 1000000;
  static constexpr int COLOUR_BITS = 3 * Game::PER_COLOUR;
  static constexpr u64 COLOUR = (1ull << COLOUR_BITS) - 1;
  static constexpr u64 VICT = 1ull << 3 * Game::V | 1ull << 3 * Game::I | 1ull << 3 * Game::C |
                              1ull << 3 * Game::T;

  // The letters of all seats and the order of play, to rate what an action leads to.
  struct Position {
    Letters held[Game::MAX_SEATS], in_deck;
    u8 next_of[Game::MAX_SEATS], before[Game::MAX_SEATS];  // NONE for the fallen
    int seats, survivors, turn;
    bool victor_first, tests_giver;
    int weights[Game::MAX_SEATS], terms[Game::MAX_SEATS][Game::COLOURS], total;
    u64 killing[Game::MAX_SEATS];  // the counts of the letters that alone are missing to VICTIM
  };

  struct Best {
    int action, value;

    TWIN void offer(int other, int worth) {
      if (worth <= value) return;
      action = other;
      value = worth;
    }
  };

  // Ratings by the number of letters that a word needs: seven of nine bits in one word.
  static TWIN constexpr u64 by_missing(u64 none, u64 one, u64 two, u64 three, u64 four, u64 five) {
    return none | one << 9 | two << 18 | three << 27 | four << 36 | five << 45;
  }

  static TWIN int rated(u64 by_missing, int missing) {
    return static_cast<int>(by_missing >> 9 * missing & 511);
  }

  static TWIN constexpr u64 all_letters() {
    u64 all = 0;
    for (int letter = 0; letter < Game::LETTERS; letter++)
      all |= static_cast<u64>(Game::copies(letter)) << 3 * letter;
    return all;
  }

  template <class Chance>
  static TWIN u64 choose(const State &state, const Options &options, int seat, Chance &) {
    auto legal = Game::choices(state, options, seat);
    if (legal.size() == 1) return legal.nth(0);
    Position position = look_at(state, options, seat);
    weigh(position);
    Best best{0, -2 * DECISIVE};
    if (legal.acquires) acquire(position, legal, best);
    else if (legal.passes_two) pass_two(position, legal, best);
    else pass_one(position, legal, best);
    return static_cast<u64>(best.action);
  }

  static TWIN void acquire(Position &position, const Game::Legal &legal, Best &best) {
    for (int letter = 0; letter < Game::LETTERS; letter++) {
      if (!legal.kinds.count(letter)) continue;
      for (int owner = 0; owner < position.seats; owner++)
        if (legal.held[owner].count(letter))
          best.offer(Game::acquire(letter, owner),
                     value_after(position, owner, position.turn, one_of(letter)));
    }
    best.offer(Game::DECLINE, position.total);
  }

  static TWIN void pass_one(Position &position, const Game::Legal &legal, Best &best) {
    int to = position.next_of[position.turn];
    for (u64 left = legal.kinds.bits; left; left &= left - 1)
      best.offer(Game::pass_one(lowest_bit(left) / 3),
                 value_after(position, position.turn, to, left & (~left + 1)));
  }

  // Letters of two colours change the ratings as much as each of them does alone.
  static TWIN void pass_two(Position &position, const Game::Legal &legal, Best &best) {
    int to = position.next_of[position.turn], changes[Game::LETTERS];
    u64 decisive = position.tests_giver ? legal.kinds.bits : 0;
    for (u64 left = legal.kinds.bits; left; left &= left - 1) {
      u64 one = left & (~left + 1);
      int value = value_after(position, position.turn, to, one);
      changes[lowest_bit(left) / 3] = value - position.total;
      if (spells({position.held[to].bits + one})) decisive |= one;
    }
    for (u64 lows = legal.kinds.bits; lows; lows &= lows - 1) {
      u64 low = lows & (~lows + 1);
      int number = lowest_bit(lows) / 3;
      u64 same_colour = COLOUR << number / Game::PER_COLOUR * COLOUR_BITS;
      if (legal.twice.bits & low)
        best.offer(Game::pass_two(number, number),
                   value_after(position, position.turn, to, 2 * low));
      for (u64 highs = lows & (lows - 1); highs; highs &= highs - 1) {
        u64 high = highs & (~highs + 1);
        int other = lowest_bit(highs) / 3;
        bool apart = !(high & same_colour) && !((low | high) & decisive);
        best.offer(Game::pass_two(number, other),
                   apart ? position.total + changes[number] + changes[other]
                         : value_after(position, position.turn, to, low | high));
      }
    }
  }

  static TWIN Position look_at(const State &state, const Options &options, int seat) {
    Position position;
    position.seats = options.seats;
    position.survivors = options.seats - state.fallen_count;
    position.turn = seat;
    position.victor_first = options.victor_first;
    position.tests_giver = !options.instant && spells(state.letters[seat]);  // Q2
    constexpr u64 ALL_LETTERS = all_letters();
    position.in_deck.bits = ALL_LETTERS;
    for (int other = 0; other < options.seats; other++) {
      position.held[other] = state.letters[other];
      position.in_deck.bits -= state.letters[other].bits;
      if (Game::is_fallen(state, other)) {
        position.next_of[other] = position.before[other] = NONE;
        continue;
      }
      int next = Game::following(state, options, other);
      position.next_of[other] = static_cast<u8>(next);
      position.before[next] = static_cast<u8>(other);
    }
    return position;
  }

  static TWIN bool spells(Letters letters) {
    bool victor, victim;
    Game::spelled(letters, victor, victim);
    return victor || victim;
  }

  // Rate every colour of every survivor once: an action changes few of them.
  static TWIN void weigh(Position &position) {
    position.total = 0;
    for (int seat = 0; seat < position.seats; seat++) {
      if (position.before[seat] == NONE) continue;
      bool next = seat == position.next_of[position.turn];
      position.weights[seat] = seat == position.turn ? OWN : next ? NEXT : OTHERS;
      position.killing[seat] = 0;
      for (int colour = 0; colour < Game::COLOURS; colour++) {
        u64 victim = missing_to_victim(position.held[seat].bits >> COLOUR_BITS * colour);
        if (letters_in(victim) == 1) position.killing[seat] |= 7 * victim << COLOUR_BITS * colour;
        position.terms[seat][colour] = term(position, seat, colour);
        position.total += position.terms[seat][colour];
      }
    }
  }

  static TWIN int term(const Position &position, int seat, int colour) {
    return position.weights[seat] * rating(position, seat, colour, seat == position.turn);
  }

  // Rate the position after letters went from one seat to another.
  static TWIN int value_after(Position &position, int from, int to, u64 moved) {
    Letters from_had = position.held[from], to_had = position.held[to];
    position.held[from].bits -= moved;
    position.held[to].bits += moved;
    int value = 0;
    bool over = (position.tests_giver && from == position.turn && test(position, from, value)) ||
                test(position, to, value);
    if (value) moved = bit(63) - 1;  // the receiver has lost all letters
    if (!over) value += position.total + change(position, from, to, moved);
    position.held[from] = from_had;
    position.held[to] = to_had;
    return value;
  }

  // What the letters that two seats have now change in these colours, also for those who follow:
  // those whom a letter that moved would kill.
  static TWIN int change(const Position &position, int from, int to, u64 moved) {
    u64 counts = 7 * Game::held({moved}).bits;
    int after_from = position.next_of[from], after_to = position.next_of[to], change = 0;
    u32 seats = 1u << from | 1u << to;
    if (position.killing[after_from] & counts) seats |= 1u << after_from;
    if (position.killing[after_to] & counts) seats |= 1u << after_to;
    while (moved) {
      int colour = lowest_bit(moved) / COLOUR_BITS;
      moved &= ~(COLOUR << COLOUR_BITS * colour);
      for (u32 left = seats; left; left &= left - 1) {
        int seat = lowest_bit(left);
        change += term(position, seat, colour) - position.terms[seat][colour];
      }
    }
    return change;
  }

  // Test a seat for both words; true where nothing else counts.
  static TWIN bool test(Position &position, int receiver, int &value) {
    bool victor, victim, own = receiver == position.turn;
    Game::spelled(position.held[receiver], victor, victim);
    if (victor && (position.victor_first || !victim)) {  // Q3
      value = own ? DECISIVE : -DECISIVE;
      return true;
    }
    if (!victim) return false;
    value = own ? -DECISIVE : DECISIVE / (position.survivors - 1);
    position.held[receiver].clear();
    return own;
  }

  static TWIN int rating(const Position &position, int seat, int colour, bool own) {
    const u64 HOPE = by_missing(500, 200, 40, 22, 9, 3);
    const u64 OTHERS_FEAR = by_missing(500, 130, 50, 22, 8, 2);
    const u64 OWN_FEAR = by_missing(500, 480, 120, 45, 15, 3);
    const int HOPE_NOT_IN_DECK = 100;
    const u64 VICTOR = VICT | one_of(Game::O) | one_of(Game::R);
    int shift = COLOUR_BITS * colour;
    u64 held = position.held[seat].bits >> shift, in_deck = position.in_deck.bits >> shift;
    u64 passable = position.held[position.before[seat]].bits >> shift;
    u64 victor = ~Game::held({held}).bits & VICTOR, victim = missing_to_victim(held);
    int hope = rated(HOPE, letters_in(victor));
    int fear = rated(own ? OWN_FEAR : OTHERS_FEAR, letters_in(victim));
    if (letters_in(victor) == 1 && !(in_deck & 7 * victor)) hope = HOPE_NOT_IN_DECK;
    if (letters_in(victim) == 1) {
      if (!(in_deck & 7 * victim)) fear = own ? 165 : 55;
      if (passable & 7 * victim) fear += own ? 900 : 300;
    }
    return hope - fear;
  }

  static TWIN u64 missing_to_victim(u64 held) {
    return (~Game::held({held}).bits & (VICT | one_of(Game::M))) +
           (~Game::held_twice({held}).bits & one_of(Game::I));
  }

  static TWIN constexpr u64 one_of(int letter) { return 1ull << 3 * letter; }

  // Add up the counts of one colour.
  static TWIN int letters_in(u64 counts) {
    return static_cast<int>(counts * 01111111 >> (COLOUR_BITS - 3)) & 7;
  }
};

}  // namespace meldroom
