// Rummy Battle: the melds in a hand, the twin of games/rummy_battle/meld_finder.py. They are
// counted without being listed; any one can be made from its place in the order of the numbers.
#pragma once
#include "rummy_battle_actions.h"
#include "rummy_battle_melds.h"

namespace meldroom {

// The runs of one length in all suits at once: where they can start, by the natural cards that are
// missing. A suit's places are bits 0, the low ace, to 13, the high ace (R7).
struct RummyBattleWindows {
  static constexpr int MAX_JOKERS = 4, MAX_RUN = RummyBattleMeld::MAX_RUN;  // R1, Q3
  u64 places;
  int jokers, length;
  u64 starts[MAX_JOKERS + 1];  // by how many cards are missing

  TWIN RummyBattleWindows(u64 places, int jokers) : places(places), jokers(jokers), length(0) {
    starts[0] = ~0ull;
    for (int missing = 1; missing <= jokers; missing++) starts[missing] = 0;
    while (length < RummyBattleMeld::MIN_MELD) lengthen();
  }

  TWIN void lengthen() {
    u64 next = places >> length++;
    for (int missing = jokers; missing > 0; missing--)
      starts[missing] = (starts[missing] & next) | (starts[missing - 1] & ~next);
    starts[0] &= next;
  }

  // A run ends at the high ace or below.
  TWIN u64 room() const {
    if (length > MAX_RUN) return 0;
    return ((1ull << (15 - length)) - 1) * RummyBattleDeck::EVERY_SUIT;
  }

  TWIN bool any() const {
    u64 found = 0;
    for (int missing = 0; missing <= jokers; missing++) found |= starts[missing];
    return found & room();
  }
};

struct RummyBattleFinder {
  using Deck = RummyBattleDeck;
  using Actions = RummyBattleActions;
  static constexpr int MIN_MELD = RummyBattleMeld::MIN_MELD, HIGH_ACE = 13;

  RummyBattleHeld held;
  RummyBattleRules rules;
  int must;  // Q7: the card that a meld must use, or NONE

  TWIN int jokers() const { return held.jokers(); }

  // The places of the plain cards that are held, an ace at both ends (R7).
  static TWIN u64 places_of(u64 cards) {
    return cards | (cards & Deck::EVERY_SUIT) << HIGH_ACE;
  }

  // The cards that lie at places of runs: a high ace is the ace (R7).
  static TWIN u64 cards_at(u64 places) {
    return places | (places >> HIGH_ACE & Deck::EVERY_SUIT);
  }

  // How many ways there are to take at most so many of some things.
  static TWIN int ways_to_take(int things, int most) {
    int two = things * (things - 1) / 2, three = two * (things - 2) / 3;
    int four = three * (things - 3) / 4;
    return 1 + (most > 0 ? things : 0) + (most > 1 ? two : 0) + (most > 2 ? three : 0) +
           (most > 3 ? four : 0);
  }

  // -- runs: in each window, jokers fill what is missing and may take the place of held cards

  // How many held cards jokers may replace; -1 if there are too few natural cards (Q5).
  TWIN int most_replaced(int length, int missing) const {
    int spare = jokers() - missing, natural = length - missing - rules.naturals;
    return natural < 0 ? -1 : spare < natural ? spare : natural;
  }

  TWIN int runs_in_window(int length, int missing) const {
    int most = most_replaced(length, missing);
    if (most < 0) return 0;
    bool natural = must < Deck::JOKER;  // that card is not replaced
    int all = ways_to_take(length - missing - natural, most);
    return must == Deck::JOKER && !missing ? all - 1 : all;
  }

  // The windows that hold the card that must be used.
  TWIN u64 with_must(int length) const {
    if (must >= Deck::JOKER) return ~0ull;
    u64 place = places_of(bit(Deck::bit_of(must))), found = 0;
    for (int at = 0; at < length; at++) found |= place >> at;
    return found & 0xffffull << (16 * Deck::suit_of(must));
  }

  RARE int count_runs() const {
    u64 places = places_of(held.once);
    if (!jokers() && !(places & places >> 1 & places >> 2)) return 0;  // most hands
    RummyBattleWindows windows(places, jokers());
    int many = 0;
    for (; windows.any(); windows.lengthen()) many += count_runs(windows);
    return many;
  }

  TWIN int count_runs(const RummyBattleWindows &windows) const {
    u64 wanted = windows.room() & with_must(windows.length);
    int many = 0;
    for (int missing = 0; missing <= windows.jokers; missing++)
      if (u64 starts = windows.starts[missing] & wanted)
        many += count_bits(starts) * runs_in_window(windows.length, missing);
    return many;
  }

  RARE u64 nth_run(int n) const {
    RummyBattleWindows windows(places_of(held.once), jokers());
    for (int many; n >= (many = count_runs(windows)); windows.lengthen()) n -= many;
    u64 wanted = windows.room() & with_must(windows.length), left = 0;
    for (int missing = 0; missing <= windows.jokers; missing++) left |= windows.starts[missing];
    for (left &= wanted;; left &= left - 1) {
      int start = lowest_bit(left), missing = 0;
      while (!(windows.starts[missing] >> start & 1)) missing++;
      int many = runs_in_window(windows.length, missing);
      if (n < many)
        return Actions::meld_run(windows.length, start >> 4, start & 15,
                                 nth_jokers(windows.places >> start, windows.length, missing, n,
                                            start));
      n -= many;
    }
  }

  // Which cards of a run are jokers, in the n-th way.
  TWIN int nth_jokers(u64 places, int length, int missing, int n, int start) const {
    int all = (1 << length) - 1, natural = static_cast<int>(places) & all;
    int stand_in = all & ~natural, most = most_replaced(length, missing);
    if (must < Deck::JOKER)
      natural &= ~static_cast<int>(places_of(bit(Deck::bit_of(must))) >> start);
    if (must == Deck::JOKER && !missing) n++;  // the first way has none
    for (int left = count_bits(static_cast<u64>(natural)); n > 0;) {
      int at = highest_bit(static_cast<u64>(natural)), without = ways_to_take(--left, most);
      natural &= ~(1 << at);
      if (n < without) continue;
      n -= without;
      most--;
      stand_in |= 1 << at;
    }
    return stand_in;
  }

  // -- sets: so many cards of each suit, and so many jokers

  // The ranks of which at least one, two and three cards are held, as bits of each suit, then
  // of two suits together, and so on.
  struct Ranks {
    u64 one, two, three;

    TWIN Ranks folded(int bits) const {
      u64 other_one = one >> bits, other_two = two >> bits;
      return {one | other_one, two | other_two | (one & other_one),
              three | three >> bits | (two & other_one) | (one & other_two)};
    }
  };

  TWIN Ranks ranks() const {
    return Ranks{held.once, rules.distinct ? 0 : held.twice, 0}.folded(32).folded(16);
  }

  // The ranks that make a set at all, as bits.
  TWIN int ranks_of_sets() const {
    bool one_will_do = jokers() > 1 && rules.naturals == 1;
    u64 enough = !jokers() ? ranks().three : one_will_do ? ranks().one : ranks().two;
    return static_cast<int>(enough & 0x1fff);
  }

  // How many cards of each suit a set can have, two bits each (Q3).
  TWIN int copies_for_set(int rank) const {
    u64 once = held.once >> rank & Deck::EVERY_SUIT, twice = held.twice >> rank & Deck::EVERY_SUIT;
    u64 many = rules.distinct ? once : once + twice;
    return static_cast<int>((many | many >> 14 | many >> 28 | many >> 42) & 0xff);
  }

  // How many sets can be made of copies: those of three natural cards and more, of two, of one.
  TWIN int sets_of(int copies) const {
    int several = copies >> 1 & 0x55, some = (copies | several) & 0x55;
    int suits = count_bits(static_cast<u64>(some)), doubles = count_bits(static_cast<u64>(several));
    int of_any_size = static_cast<int>(0x511b090301 >> (8 * doubles) & 255) << (suits - doubles);
    int of_one = suits, of_two = suits * (suits - 1) / 2 + doubles;
    int of_three = of_any_size - 1 - of_one - of_two;
    int without_jokers = must == Deck::JOKER ? 0 : of_three;
    int with_one = rules.naturals == 1 && jokers() > 1 ? of_one * (jokers() - 1) : 0;
    return without_jokers + jokers() * (of_three + of_two) + with_one;
  }

  TWIN int count_sets(int rank) const {
    int copies = copies_for_set(rank);
    if (must >= Deck::JOKER) return sets_of(copies);
    if (Deck::rank_of(must) != rank) return 0;
    return sets_of(copies) - sets_of(copies & ~(3 << (2 * Deck::suit_of(must))));
  }

  RARE int count_sets() const {
    int many = 0;
    for (int ranks = ranks_of_sets(); ranks; ranks &= ranks - 1)
      many += count_sets(lowest_bit(static_cast<u64>(ranks)));
    return many;
  }

  RARE u64 nth_set(int n) const {
    u64 ranks = static_cast<u64>(ranks_of_sets());
    for (int many; n >= (many = count_sets(lowest_bit(ranks))); ranks &= ranks - 1) n -= many;
    int rank = lowest_bit(ranks), most = copies_for_set(rank);
    int fields = most | (most >> 1 & 0x55);
    for (int copies = 0;;) {
      copies = (copies - fields) & fields;  // the next number with no other bits
      if (copies & copies >> 1 & 0x55) continue;  // three of a suit
      if (must < Deck::JOKER && !(copies >> (2 * Deck::suit_of(must)) & 3)) continue;
      int naturals = RummyBattleMeld::copies_up_to(copies, 3);
      if (naturals < rules.naturals) continue;
      int fewest = naturals < MIN_MELD ? MIN_MELD - naturals : must == Deck::JOKER;
      int many = jokers() - fewest + 1;
      if (many <= 0) continue;
      if (n < many) return Actions::meld_set(rank, copies, fewest + n);
      n -= many;
    }
  }

  // -- takes

  // Whether a held card is a natural card of some run, at one of its places (step 4).
  TWIN bool in_run(int ranks, int place) const {
    if (jokers() > 1 && rules.naturals == 1) return true;
    if (jokers()) {
      int reach = jokers() + 1, around = ((2 << (2 * reach)) - 1) << place >> reach;
      return ranks & around & ~(1 << place);
    }
    int near = (ranks << 2) >> place & 31;
    return (near & 7) == 7 || (near & 14) == 14 || (near & 28) == 28;
  }

  TWIN bool in_run(int card) const {
    int at = Deck::bit_of(card), rank = at & 15;
    int ranks = Deck::ranks_in(places_of(held.once), at >> 4);
    return in_run(ranks, rank) || (rank == Deck::ACE && in_run(ranks, HIGH_ACE));
  }

  TWIN bool in_set(int rank) const {
    int most = Deck::suits_with(held.once, rank);
    if (!rules.distinct) most += Deck::suits_with(held.twice, rank);
    return most >= rules.naturals && most + jokers() >= MIN_MELD;
  }

  // Whether the card that was added last can be melded (Q7).
  RARE bool can_meld(int card) const {
    if (card == Deck::JOKER) return ranks_of_sets() || count_runs();
    return in_set(Deck::bit_of(card) & 15) || in_run(card);
  }
};

}  // namespace meldroom
