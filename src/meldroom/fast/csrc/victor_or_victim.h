// Victor or Victim: the twin of games/victor_or_victim/game.py and deck.py, function by function.
#pragma once
#include "core.h"
#include "layout.h"

namespace meldroom {

struct VictorOrVictim : layout::VictorOrVictim {
  static constexpr int MAX_SEATS = 8, PACK_SIZE = 86, OPENING_LETTERS = 3, MAX_RECYCLES = 2;
  static constexpr int COLOURS = 3, PER_COLOUR = 7, LETTERS = COLOURS * PER_COLOUR;
  static constexpr int ACQUISITION = 21, PASS_TWO = 22, CHANGE_DIRECTION = 23, LOSE_A_TURN = 24;
  static constexpr int FIRST_SPECIAL = ACQUISITION;
  enum Letter { V, C, T, M, O, R, I };
  static constexpr u64 VICTOR = 07770777;  // the counts of its letters in one colour: all but M
  enum Reason { RUNNING, VV_21, VV_16, VV_5 };
  struct Options {
    int seats;
    bool instant, victor_first;
  };

  using Letters = NarrowCounts<LETTERS, 3>;
  static constexpr u64 EVERY_LETTER = 0x1249249249249249;  // the lowest bit of each count

  struct State {
    Cards<PACK_SIZE> deck, discard;
    CardCounts<KINDS> deck_known;
    Letters letters[MAX_SEATS];
    u8 fallen[MAX_SEATS], fallen_count;
    u8 out;  // the fallen as bits
    u8 turn, to_the_left, drawn, recycled, winner, reason;
    u32 ply;
  };

  // The legal actions: which letters may go, without a list of their 551 numbers.
  struct Legal {
    bool acquires, passes_two;
    int many;
    Letters kinds, twice;  // those to pass; those to acquire, counted by owners
    Letters held[MAX_SEATS];

    TWIN int size() const { return many; }

    TWIN u64 nth(int n) const {
      if (acquires) return static_cast<u64>(nth_to_acquire(n));
      return static_cast<u64>(passes_two ? nth_pair(n) : pass_one(nth_bit(kinds.bits, n) / 3));
    }

    TWIN int nth_pair(int n) const {
      u64 higher = kinds.bits;
      for (int left = count_bits(higher) - 1;; left--) {
        int low = lowest_bit(higher), doubles = static_cast<int>(twice.bits >> low & 1);
        higher &= higher - 1;
        if (n < doubles) return pass_two(low / 3, low / 3);
        n -= doubles;
        if (n < left) return pass_two(low / 3, nth_bit(higher, n) / 3);
        n -= left;
      }
    }

    TWIN int nth_to_acquire(int n) const {
      if (n == many - 1) return DECLINE;
      int letter = 0, owner = 0;
      for (u64 left = kinds.bits; n >= static_cast<int>(left & 7); left >>= 3, letter++)
        n -= static_cast<int>(left & 7);
      while ((n -= held[owner].count(letter)) >= 0) owner++;
      return acquire(letter, owner);
    }
  };

  static TWIN Options options(const u8 *chosen, int seats) {
    return {seats, chosen[0] == 0, chosen[1] == 0};
  }

  // -- action numbers, as core/encoding.py gives them

  static TWIN int pass_one(int letter) { return PASS + letter; }

  static TWIN int pass_two(int low, int high) {
    return PASS + KINDS + low * KINDS - low * (low - 1) / 2 + high - low;
  }

  static TWIN void letters_of_pass(int number, int &low, int &high) {
    low = number - PASS;
    high = NONE;
    if (low < KINDS) return;
    high = low - KINDS;
    for (low = 0; high >= KINDS; low++) high -= KINDS - low - 1;
  }

  static TWIN int acquire(int letter, int owner) { return ACQUIRE + letter * MAX_SEATS + owner; }

  // -- deck.py

  // Whether each letter is held, and whether it is held twice.
  static TWIN Letters held(Letters letters) {
    return {(letters.bits | letters.bits >> 1 | letters.bits >> 2) & EVERY_LETTER};
  }
  static TWIN Letters held_twice(Letters letters) {
    return {(letters.bits >> 1 | letters.bits >> 2) & EVERY_LETTER};
  }

  static TWIN void spelled(Letters letters, bool &victor, bool &victim) {  // R9, R10
    const u64 EVERY_COLOUR = 1ull | 1ull << 3 * PER_COLOUR | 1ull << 6 * PER_COLOUR;
    u64 once = held(letters).bits, twice = held_twice(letters).bits;
    u64 first_four = once >> 3 * V & once >> 3 * I & once >> 3 * C & once >> 3 * T & EVERY_COLOUR;
    victor = (first_four & once >> 3 * O & once >> 3 * R) != 0;
    victim = (first_four & twice >> 3 * I & once >> 3 * M) != 0;
  }

  // -- facts.py

  static TWIN bool is_fallen(const State &state, int seat) { return state.out >> seat & 1; }

  static TWIN int following(const State &state, const Options &options, int seat) {  // Q10
    int step = state.to_the_left ? 1 : options.seats - 1;
    do {
      seat += step;
      if (seat >= options.seats) seat -= options.seats;
    } while (is_fallen(state, seat));
    return seat;
  }

  // -- game.py

  template <class Chance>
  static TWIN void opening(State &state, const Options &options, Chance &chance) {  // R2, Q15
    state = State{};
    state.to_the_left = 1;  // R13
    state.drawn = state.winner = NONE;
    fill<layout::VictorOrVictim>(state.deck);
    int first = static_cast<int>(chance.below(static_cast<u32>(options.seats)));
    chance.shuffle(state.deck);
    int seat = first;
    for (int dealt = 0; dealt < OPENING_LETTERS * options.seats; dealt++) {
      deal_letter(state, chance, seat);
      seat = seat_to_the_left(seat, options.seats);
    }
    play_on(state, options, chance, first);
  }

  static TWIN u32 to_act(const State &state, const Options &) {
    return state.reason ? 0 : 1u << state.turn;
  }

  static TWIN Legal choices(const State &state, const Options &options, int seat) {
    Legal legal;
    legal.acquires = state.drawn == ACQUISITION;
    legal.passes_two = false;
    if (legal.acquires) {  // R5, Q8
      legal.many = 1;
      legal.kinds.bits = 0;
      for (int owner = 0; owner < options.seats; owner++) {
        legal.held[owner] = owner == seat ? Letters{0} : held(state.letters[owner]);
        legal.kinds.bits += legal.held[owner].bits;
        legal.many += count_bits(legal.held[owner].bits);
      }
      return legal;
    }
    legal.kinds = held(state.letters[seat]);
    legal.many = count_bits(legal.kinds.bits);
    if (state.drawn == PASS_TWO) {  // R6, Q9
      legal.twice = held_twice(state.letters[seat]);
      legal.passes_two = legal.many > 1 || legal.twice.bits;
      if (legal.passes_two)
        legal.many = legal.many * (legal.many - 1) / 2 + count_bits(legal.twice.bits);
    }
    return legal;
  }

  template <class Chance>
  static TWIN void carry_out(State &state, const Options &options, Chance &chance, int seat,
                             u64 action) {
    int number = static_cast<int>(action), next = following(state, options, seat);
    if (number < ACQUIRE) {
      int receiver = next, low, high;
      letters_of_pass(number, low, high);
      give(state, seat, receiver, low);
      if (high != NONE) give(state, seat, receiver, high);
      if (!options.instant) check_words(state, options, chance, seat);  // Q2
      check_words(state, options, chance, receiver);
    } else if (number != DECLINE) {
      int letter = (number - ACQUIRE) / MAX_SEATS, owner = (number - ACQUIRE) % MAX_SEATS;
      give(state, owner, seat, letter);
      check_words(state, options, chance, seat);
    }
    if (is_fallen(state, next)) next = following(state, options, next);
    play_on(state, options, chance, next);
  }

  static TWIN void give(State &state, int from, int to, int letter) {
    state.letters[from].remove(letter);
    state.letters[to].insert(letter);
  }

  template <class Chance>
  static TWIN int draw(State &state, Chance &chance) {  // everyone sees which
    int card = chance.draw(state.deck);
    state.deck_known.remove(card);
    return card;
  }

  template <class Chance>
  static TWIN void deal_letter(State &state, Chance &chance, int seat) {  // Q14
    int card = draw(state, chance);
    while (card >= FIRST_SPECIAL) {
      put_back(chance, state.deck, card);
      state.deck_known.add(card);
      card = draw(state, chance);
    }
    state.letters[seat].insert(card);
  }

  template <class Chance>  // R3
  static RARE void play_on(State &state, const Options &options, Chance &chance, int seat) {
    while (!state.reason) {
      if (!state.deck.size) {
        recycle(state, chance);
        continue;
      }
      int drawn = draw(state, chance);
      bool must_choose = true;
      if (drawn < FIRST_SPECIAL) {
        state.letters[seat].insert(drawn);
        if (options.instant) {  // Q2
          check_words(state, options, chance, seat);
          must_choose = !is_fallen(state, seat);  // Q12
        }
      } else {
        state.discard.push(drawn);
        must_choose = resolve_special(state, seat, drawn);
      }
      if (must_choose) {
        state.turn = static_cast<u8>(seat);
        state.drawn = static_cast<u8>(drawn);
        return;
      }
      seat = following(state, options, seat);
    }
  }

  static TWIN bool resolve_special(State &state, int seat, int card) {  // R5 to R8
    if (card == PASS_TWO) return state.letters[seat].bits != 0;         // Q9
    if (card == CHANGE_DIRECTION) state.to_the_left = !state.to_the_left;  // Q11
    return card == ACQUISITION;
  }

  template <class Chance>
  static RARE void recycle(State &state, Chance &chance) {  // Q4, Q5
    if (state.recycled == MAX_RECYCLES) {
      state.reason = VV_5;
      return;
    }
    for (int at = 0; at < state.discard.size; at++) {
      state.deck.push(state.discard.cards[at]);
      state.deck_known.add(state.discard.cards[at]);
    }
    state.discard.clear();
    chance.shuffle(state.deck);
    state.recycled++;
  }

  template <class Chance>  // R9, R10
  static TWIN void check_words(State &state, const Options &options, Chance &chance, int seat) {
    bool victor, victim;
    spelled(state.letters[seat], victor, victim);
    if (victor || victim) decide(state, options, chance, seat, victor, victim);
  }

  template <class Chance>
  static TWIN void decide(State &state, const Options &options, Chance &chance, int seat,
                          bool victor, bool victim) {
    if (state.reason) return;
    if (victor && (options.victor_first || !victim)) {  // Q3
      state.winner = static_cast<u8>(seat);
      state.reason = VV_21;
    } else {
      fall(state, options, chance, seat);
    }
  }

  template <class Chance>
  static RARE void fall(State &state, const Options &options, Chance &chance, int seat) {  // Q12
    Letters &letters = state.letters[seat];
    while (letters.bits) {
      int letter = lowest_bit(letters.bits) / 3;
      letters.remove(letter);
      state.deck.push(letter);
      state.deck_known.add(letter);
    }
    chance.shuffle(state.deck);  // R11
    state.fallen[state.fallen_count++] = static_cast<u8>(seat);
    state.out = static_cast<u8>(state.out | 1 << seat);
    state.recycled = 0;  // Q5
    if (state.fallen_count + 1 < options.seats) return;
    for (int other = 0; other < options.seats; other++)
      if (!is_fallen(state, other)) state.winner = static_cast<u8>(other);
    state.reason = VV_16;  // R12, Q16
  }

  // Q18: the winner, then survivors by standing (Q5), then the fallen, the last best.
  static TWIN i32 standing(const State &state, int seat) {
    if (seat == state.winner) return 1 << 20;
    for (int at = 0; at < state.fallen_count; at++)
      if (state.fallen[at] == seat) return at;
    i32 best = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
      u64 letters = state.letters[seat].bits >> 3 * PER_COLOUR * colour & VICTOR;
      u64 pairs = (letters & 07070707) + (letters >> 3 & 07070707);  // sums of six bits
      i32 many = static_cast<i32>(pairs * 01010101 >> 18 & 63);
      i32 different = static_cast<i32>(held({letters}).bits * 01111111 >> 18 & 7);
      i32 rating = (1 << 16) + (different << 8) + many;
      if (rating > best) best = rating;
    }
    return best;
  }

  // -- packed bytes: the zones in order, then the facts as packing.py has them

  template <class Packed>
  static TWIN void zones(Packed &packed, State &state, const Options &options) {
    packed.hidden_zone(state.deck, state.deck_known);
    packed.open_zone(state.discard);
    for (int seat = 0; seat < options.seats; seat++) packed.open_zone(state.letters[seat]);
  }

  template <class Packed>
  static TWIN void facts(Packed &packed, State &state, const Options &) {
    packed.bytes(state.turn, state.to_the_left, state.drawn, state.recycled, state.winner);
    packed.byte(state.reason);
    packed.list(state.fallen, state.fallen_count);
    for (int at = 0; at < state.fallen_count; at++)
      state.out = static_cast<u8>(state.out | 1 << state.fallen[at]);
  }
};

}  // namespace meldroom
