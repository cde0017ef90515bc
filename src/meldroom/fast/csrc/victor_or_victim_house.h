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
  static constexpr u32 ALL_COLOURS = (1u << Game::COLOURS) - 1;

  // The letters of all seats and the order of play, to rate what an action leads to.
  struct Position {
    Letters held[Game::MAX_SEATS], in_deck;
    u8 next_of[Game::MAX_SEATS], before[Game::MAX_SEATS];  // NONE for the fallen
    int seats, survivors, turn;
    bool victor_first, instant;
    int weights[Game::MAX_SEATS], terms[Game::MAX_SEATS][Game::COLOURS], total;
  };

  // Ratings by the number of letters that a word needs: seven of nine bits in one word.
  static TWIN constexpr u64 by_missing(u64 none, u64 one, u64 two, u64 three, u64 four, u64 five) {
    return none | one << 9 | two << 18 | three << 27 | four << 36 | five << 45;
  }

  static TWIN int rated(u64 by_missing, int missing) {
    return static_cast<int>(by_missing >> 9 * missing & 511);
  }

  template <class Chance>
  static TWIN u64 choose(const State &state, const Options &options, int seat, Chance &) {
    auto legal = Game::choices(state, options, seat);
    Position position = look_at(state, options, seat);
    u64 best = legal.nth(0);
    if (legal.size() == 1) return best;
    weigh(position);
    int most = value_after(position, static_cast<int>(best));
    for (int at = 1; at < legal.size(); at++) {
      u64 action = legal.nth(at);
      int value = value_after(position, static_cast<int>(action));
      if (value <= most) continue;
      most = value;
      best = action;
    }
    return best;
  }

  static TWIN Position look_at(const State &state, const Options &options, int seat) {
    Position position;
    position.seats = options.seats;
    position.survivors = options.seats - state.fallen_count;
    position.turn = seat;
    position.victor_first = options.victor_first;
    position.instant = options.instant;
    position.in_deck.clear();
    for (int letter = 0; letter < Game::LETTERS; letter++)
      position.in_deck.bits |= static_cast<u64>(Game::copies(letter)) << 3 * letter;
    for (int other = 0; other < options.seats; other++) {
      position.held[other] = state.letters[other];
      position.in_deck.bits -= state.letters[other].bits;
      position.next_of[other] = position.before[other] = NONE;
    }
    for (int other = 0; other < options.seats; other++) {
      if (Game::is_fallen(state, other)) continue;
      int next = Game::following(state, options, other);
      position.next_of[other] = static_cast<u8>(next);
      position.before[next] = static_cast<u8>(other);
    }
    return position;
  }

  // Rate every colour of every survivor once: an action changes few of them.
  static TWIN void weigh(Position &position) {
    position.total = 0;
    for (int seat = 0; seat < position.seats; seat++) {
      if (position.before[seat] == NONE) continue;
      bool next = seat == position.next_of[position.turn];
      position.weights[seat] = seat == position.turn ? OWN : next ? NEXT : OTHERS;
      for (int colour = 0; colour < Game::COLOURS; colour++) {
        position.terms[seat][colour] = term(position, seat, colour);
        position.total += position.terms[seat][colour];
      }
    }
  }

  static TWIN int term(const Position &position, int seat, int colour) {
    return position.weights[seat] * rating(position, seat, colour, seat == position.turn);
  }

  static TWIN int value_after(Position &position, int action) {
    int from = position.turn, to = position.next_of[from], low, high = NONE;
    if (action == Game::DECLINE) return position.total;
    bool passes = action < Game::ACQUIRE;
    if (passes) {
      Game::letters_of_pass(action, low, high);
    } else {
      to = from;
      from = (action - Game::ACQUIRE) % Game::MAX_SEATS;
      low = (action - Game::ACQUIRE) / Game::MAX_SEATS;
    }
    Letters from_had = position.held[from], to_had = position.held[to];
    give(position, from, to, low);
    u32 colours = 1u << low / Game::PER_COLOUR;
    if (high != NONE) {
      give(position, from, to, high);
      colours |= 1u << high / Game::PER_COLOUR;
    }
    int value = 0;
    bool over = (passes && !position.instant && test(position, from, value)) ||  // Q2
                test(position, to, value);
    if (value) colours = ALL_COLOURS;  // the receiver has lost all letters
    if (!over) value += position.total + change(position, from, to, colours);
    position.held[from] = from_had;
    position.held[to] = to_had;
    return value;
  }

  // What the letters that two seats have now change in these colours, also for those who follow.
  static TWIN int change(const Position &position, int from, int to, u32 colours) {
    int change = 0;
    u32 seats = 1u << from | 1u << to | 1u << position.next_of[from] | 1u << position.next_of[to];
    for (; seats; seats &= seats - 1)
      for (u32 left = colours; left; left &= left - 1) {
        int seat = lowest_bit(seats), colour = lowest_bit(left);
        change += term(position, seat, colour) - position.terms[seat][colour];
      }
    return change;
  }

  static TWIN void give(Position &position, int from, int to, int letter) {
    position.held[from].remove(letter);
    position.held[to].insert(letter);
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
    const u64 HOPE = by_missing(500, 120, 40, 22, 9, 3);
    const u64 OTHERS_FEAR = by_missing(500, 130, 50, 22, 8, 2);
    const u64 OWN_FEAR = by_missing(500, 480, 120, 45, 15, 3);
    const int HOPE_NOT_IN_DECK = 60;
    const u64 VICT = one_of(Game::V) | one_of(Game::I) | one_of(Game::C) | one_of(Game::T);
    const u64 VICTOR = VICT | one_of(Game::O) | one_of(Game::R);
    int shift = COLOUR_BITS * colour;
    Letters held{position.held[seat].bits >> shift};
    u64 in_deck = position.in_deck.bits >> shift;
    u64 passable = position.held[position.before[seat]].bits >> shift;
    u64 once = Game::held(held).bits, twice = Game::held_twice(held).bits;
    u64 victor = ~once & VICTOR;
    u64 victim = (~once & (VICT | one_of(Game::M))) + (~twice & one_of(Game::I));
    int hope = rated(HOPE, letters_in(victor));
    int fear = rated(own ? OWN_FEAR : OTHERS_FEAR, letters_in(victim));
    if (letters_in(victor) == 1 && !(in_deck & 7 * victor)) hope = HOPE_NOT_IN_DECK;
    if (letters_in(victim) == 1) {
      if (!(in_deck & 7 * victim)) fear = own ? 165 : 55;
      if (passable & 7 * victim) fear += own ? 900 : 300;
    }
    return hope - fear;
  }

  static TWIN constexpr u64 one_of(int letter) { return 1ull << 3 * letter; }

  // Add up the counts of one colour.
  static TWIN int letters_in(u64 counts) {
    return static_cast<int>(counts * 01111111 >> (COLOUR_BITS - 3)) & 7;
  }
};

}  // namespace meldroom
