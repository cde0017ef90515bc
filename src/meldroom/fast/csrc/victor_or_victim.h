// Victor or Victim: the twin of games/victor_or_victim/game.py and deck.py, function by function.
#pragma once
#include "core.h"
#include "layout.h"

namespace meldroom {

struct VictorOrVictim : layout::VictorOrVictim {
  static constexpr int MAX_SEATS = 8, PACK_SIZE = 86, OPENING_LETTERS = 3, MAX_RECYCLES = 2;
  static constexpr int COLOURS = 3, PER_COLOUR = 7, LETTERS = COLOURS * PER_COLOUR;
  static constexpr int ACQUISITION = 21, PASS_TWO = 22, CHANGE_DIRECTION = 23, LOSE_A_TURN = 24;
  static constexpr int FIRST_SPECIAL = ACQUISITION, WORD_LENGTH = 6;
  enum Letter { V, C, T, M, O, R, I };
  enum Reason { RUNNING, VV_21, VV_16, VV_5 };
  struct Options {
    int seats;
    bool instant, victor_first;
  };

  struct State {
    Cards<PACK_SIZE> deck, discard;
    CardCounts<KINDS> deck_known;
    CardCounts<KINDS> letters[MAX_SEATS];  // a fan, as counts
    u8 fallen[MAX_SEATS], fallen_count;
    u8 turn, to_the_left, drawn, recycled, winner, reason;
    u32 ply;
  };

  // The legal actions: which letters may go, without a list of their 551 numbers.
  struct Legal {
    int drawn, seats, turn;
    u32 twice;  // kinds that the seat has more than once
    u32 held[MAX_SEATS];

    TWIN bool passes_two() const { return drawn == PASS_TWO && (twice || more_than_one()); }
    TWIN bool more_than_one() const { return held[turn] & (held[turn] - 1); }

    TWIN int size() const {
      int many = count_bits(held[turn]);
      if (drawn != ACQUISITION)
        return passes_two() ? many * (many - 1) / 2 + count_bits(twice) : many;
      many = 1;
      for (int owner = 0; owner < seats; owner++)
        if (owner != turn) many += count_bits(held[owner]);
      return many;
    }

    TWIN u64 nth(int n) const {
      if (drawn == ACQUISITION) return static_cast<u64>(nth_letter_to_acquire(n));
      if (!passes_two()) return static_cast<u64>(pass_one(static_cast<int>(Mask{held[turn]}.nth(n))));
      u32 left = held[turn];
      for (;; left &= left - 1) {
        int low = lowest_bit(left), doubles = twice >> low & 1, many = count_bits(left) - 1 + doubles;
        if (n < many)
          return static_cast<u64>(
              n < doubles ? pass_two(low, low)
                          : pass_two(low, static_cast<int>(Mask{left & (left - 1)}.nth(n - doubles))));
        n -= many;
      }
    }

    TWIN int nth_letter_to_acquire(int n) const {
      u32 anywhere = 0;
      for (int owner = 0; owner < seats; owner++)
        if (owner != turn) anywhere |= held[owner];
      for (; anywhere; anywhere &= anywhere - 1) {
        int letter = lowest_bit(anywhere);
        for (int owner = 0; owner < seats; owner++)
          if (owner != turn && held[owner] >> letter & 1 && n-- == 0) return acquire(letter, owner);
      }
      return DECLINE;
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

  static TWIN int acquire(int letter, int owner) { return ACQUIRE + letter * MAX_SEATS + owner; }

  // -- deck.py

  static TWIN void spelled(const CardCounts<KINDS> &letters, bool &victor, bool &victim) {  // R9, R10
    victor = victim = false;
    if (letters.total < WORD_LENGTH) return;
    const u64 BOTH = 1 << V | 1 << C | 1 << T | 1 << I;
    for (int colour = 0; colour < COLOURS; colour++) {
      u64 held = letters.held >> (PER_COLOUR * colour);
      if ((held & BOTH) != BOTH) continue;
      victor |= (held >> O & 1) && (held >> R & 1);
      victim |= (held >> M & 1) && letters.counts[PER_COLOUR * colour + I] > 1;
    }
  }

  // -- facts.py

  static TWIN bool is_fallen(const State &state, int seat) {
    for (int at = 0; at < state.fallen_count; at++)
      if (state.fallen[at] == seat) return true;
    return false;
  }

  static TWIN int following(const State &state, const Options &options, int seat) {  // Q10
    do {
      if (state.to_the_left) seat = seat_to_the_left(seat, options.seats);
      else seat = seat ? seat - 1 : options.seats - 1;
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
    Legal legal{state.drawn, options.seats, seat, 0, {}};
    if (state.drawn == ACQUISITION) {  // R5, Q8
      for (int owner = 0; owner < options.seats; owner++)
        legal.held[owner] = static_cast<u32>(state.letters[owner].held);
      return legal;
    }
    const CardCounts<KINDS> &mine = state.letters[seat];
    legal.held[seat] = static_cast<u32>(mine.held);
    if (state.drawn == PASS_TWO)  // R6, Q9
      for (u64 left = mine.held; left; left &= left - 1)
        if (mine.counts[lowest_bit(left)] > 1) legal.twice |= 1u << lowest_bit(left);
    return legal;
  }

  template <class Chance>
  static TWIN void carry_out(State &state, const Options &options, Chance &chance, int seat,
                             u64 action) {
    int number = static_cast<int>(action);
    if (number < ACQUIRE) {
      int receiver = following(state, options, seat);
      int low = number - PASS, high = NONE;
      if (low >= KINDS) {
        low = 0;
        while (low + 1 < KINDS && pass_two(low + 1, low + 1) <= number) low++;
        high = low + number - pass_two(low, low);
      }
      give(state, seat, receiver, low);
      if (high != NONE) give(state, seat, receiver, high);
      if (!options.instant) check_words(state, options, chance, seat);  // Q2
      check_words(state, options, chance, receiver);
    } else if (number != DECLINE) {
      int letter = (number - ACQUIRE) / MAX_SEATS, owner = (number - ACQUIRE) % MAX_SEATS;
      give(state, owner, seat, letter);
      check_words(state, options, chance, seat);
    }
    play_on(state, options, chance, following(state, options, seat));
  }

  static TWIN void give(State &state, int from, int to, int letter) {
    state.letters[from].remove(letter);
    state.letters[to].add(letter);
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
    state.letters[seat].add(card);
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
        state.letters[seat].add(drawn);
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
    if (card == PASS_TWO) return state.letters[seat].total != 0;        // Q9
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
    if (state.reason || !(victor || victim)) return;
    if (victor && (options.victor_first || !victim)) {  // Q3
      state.winner = static_cast<u8>(seat);
      state.reason = VV_21;
    } else {
      fall(state, options, chance, seat);
    }
  }

  template <class Chance>
  static RARE void fall(State &state, const Options &options, Chance &chance, int seat) {  // Q12
    CardCounts<KINDS> &letters = state.letters[seat];
    while (letters.held) {
      int letter = lowest_bit(letters.held);
      letters.remove(letter);
      state.deck.push(letter);
      state.deck_known.add(letter);
    }
    chance.shuffle(state.deck);  // R11
    state.fallen[state.fallen_count++] = static_cast<u8>(seat);
    state.recycled = 0;  // Q5
    if (state.fallen_count + 1 < options.seats) return;
    for (int other = 0; other < options.seats; other++)
      if (!is_fallen(state, other)) state.winner = static_cast<u8>(other);
    state.reason = VV_16;  // R12, Q16
  }

  // Q18: the winner, then survivors by standing (Q5), then the fallen, the last best.
  static TWIN i32 standing(const State &state, int seat) {
    for (int at = 0; at < state.fallen_count; at++)
      if (state.fallen[at] == seat) return at;
    if (seat == state.winner) return 1 << 20;
    i32 best = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
      const u8 *held = state.letters[seat].counts + PER_COLOUR * colour;
      const Letter word[WORD_LENGTH] = {V, I, C, T, O, R};
      i32 different = 0, many = 0;
      for (Letter letter : word) {
        different += held[letter] != 0;
        many += held[letter];
      }
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
  }
};

}  // namespace meldroom
