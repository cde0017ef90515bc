// The melds of Scorzo: the twin of games/scorzo/melds.py and laying_off.py, which say why it is so.
#pragma once
#include "core.h"

namespace meldroom {

// A hand as masks: the natural cards held, those of them held twice, and the wilds.
struct ScorzoHand {
  static constexpr int WILD = 50;
  u64 once, twice;
  int wilds;

  TWIN int size() const { return count_bits(once) + count_bits(twice) + wilds; }
  TWIN u64 kinds() const { return once | static_cast<u64>(wilds != 0) << WILD; }
  TWIN void clear() { *this = {0, 0, 0}; }

  TWIN void insert(int card) {
    u64 natural = bit(card) & (bit(WILD) - 1);
    twice |= once & natural;
    once |= natural;
    wilds += card == WILD;
  }

  TWIN void join(const ScorzoHand &other) {
    twice |= other.twice | (once & other.once);
    once |= other.once;
    wilds += other.wilds;
  }

  TWIN void remove(int card) {  // nothing, if it is not there
    u64 natural = bit(card);
    once = (once & ~natural) | (twice & natural);
    twice &= ~natural;
    wilds -= card == WILD && wilds;
  }

  TWIN int list(u8 *cards) const {  // in canonical order; gives how many
    int many = 0;
    for (u64 left = once; left; left &= left - 1) {
      cards[many++] = static_cast<u8>(lowest_bit(left));
      if (twice & left & (~left + 1)) cards[many++] = static_cast<u8>(lowest_bit(left));
    }
    for (int wild = 0; wild < wilds; wild++) cards[many++] = WILD;
    return many;
  }

  // How many cards could be in one meld with this one.
  TWIN int related(int card) const {
    if (card == WILD) return size();
    if (!once) return 0;
    u64 alike = 0x10040100401ull << card % 10, beside = (31ull << card >> 2) & 1023ull << card / 10 * 10;
    return count_bits(once & (alike | beside)) + count_bits(twice & (alike | beside));
  }

  TWIN ScorzoHand without(u64 cards, int fewer_wilds) const {
    return {(once & ~cards) | (twice & cards), twice & ~cards, wilds - fewer_wilds};
  }
};

struct ScorzoMelds {
  static constexpr int SUITS = 5, NUMBERS = 10, WILD_VALUE = 15, MAX_BOUGHT = 5;
  static constexpr int MAX_RUN = 10, UNLIMITED = 99;
  static constexpr u64 SUIT = 1023, ALL = ~0ull;
  static constexpr u64 EVERY_SUIT = 1ull | 1ull << 10 | 1ull << 20 | 1ull << 30 | 1ull << 40;
  using Hand = ScorzoHand;

  static TWIN u64 lowest(u64 cards) { return cards & (~cards + 1); }
  static TWIN u64 from_lowest(u64 cards) { return ~(lowest(cards) - 1); }  // it and those above

  // What cards count together (R3): the bits of their numbers, each counted for all of them.
  static TWIN int value_of(u64 cards) {
    return count_bits(cards & 0x155 * EVERY_SUIT) + 2 * count_bits(cards & 0x266 * EVERY_SUIT) +
           4 * count_bits(cards & 0x078 * EVERY_SUIT) + 8 * count_bits(cards & 0x380 * EVERY_SUIT);
  }

  // The same for a mask of numbers alone.
  static TWIN int value_of_numbers(u64 numbers) {
    TABLE u8 UP_TO_5[32] = {0, 1, 2, 3, 3, 4, 5,  6,  4, 5, 6,  7,  7,  8,  9,  10,
                            5, 6, 7, 8, 8, 9, 10, 11, 9, 10, 11, 12, 12, 13, 14, 15};
    TABLE u8 FROM_6[32] = {0,  6,  7,  13, 8,  14, 15, 21, 9,  15, 16, 22, 17, 23, 24, 30,
                           10, 16, 17, 23, 18, 24, 25, 31, 19, 25, 26, 32, 27, 33, 34, 40};
    return UP_TO_5[numbers & 31] + FROM_6[numbers >> 5];
  }

  static TWIN int naturals_value(u64 once, u64 twice) {
    return value_of(once) + (twice ? value_of(twice) : 0);
  }

  // -- sets: step 3

  struct Numbers {
    u64 singles, pairs, triples;
  };

  static TWIN Numbers numbers_held(u64 once, u64 twice) {
    // The numbers held at least so often: in two suits, in four, then in all.
    u64 next = once >> 10, both = once & next;
    u64 one = once | next, two = both | both >> 20 | (one & one >> 20);
    u64 three = (both & one >> 20) | (one & both >> 20), four = both & both >> 20;
    one |= one >> 20;
    once >>= 40;
    for (;;) {
      u64 suit = once & SUIT;
      four |= three & suit;
      three |= two & suit;
      two |= one & suit;
      one |= suit;
      if (!twice) break;
      once = twice;
      twice >>= 10;
    }
    return {(one ^ two) & SUIT, (two ^ three) & SUIT, (three ^ four) & SUIT};
  }

  static TWIN int highest_value(int many, u64 numbers) {
    int value = 0;
    for (; many > 0 && numbers; many--) {
      int high = highest_bit(numbers);
      value += high + 1;
      numbers ^= bit(high);
    }
    return value;
  }

  static TWIN int value_left(u64 singles, u64 pairs, int wilds) {
    int loose = value_of_numbers(singles) + 2 * value_of_numbers(pairs);
    if (!wilds || !loose) return loose;
    if (wilds == 1) return pairs ? loose - 2 * (highest_bit(pairs) + 1) : loose;
    int best = 0;
    for (int to_pairs = 0; to_pairs <= wilds && to_pairs <= MAX_BOUGHT; to_pairs++) {
      int to_singles = (wilds - to_pairs) >> 1;
      if (to_singles > MAX_BOUGHT) to_singles = MAX_BOUGHT;
      int bought = 2 * highest_value(to_pairs, pairs) + highest_value(to_singles, singles);
      if (bought > best) best = bought;
    }
    return loose - best;
  }

  // -- runs: steps 1 and 2

  // Look at every choice of runs from a card on, until the search is done.
  template <class Search>
  static TWIN void try_runs(const Hand &held, u64 not_below, Search &search) {
    if (!search.look_at(held)) return;
    u64 cards = held.once & not_below;
    for (u64 tops = tops_of_runs(cards, held.wilds); tops && !search.done; tops &= tops - 1) {
      int high = lowest_bit(tops), number = high % NUMBERS, many = 1;
      u64 beside = cards << 4 >> high & 31 & (number < 4 ? 31 << (4 - number) : 31);
      for (int span = 2; span <= 5; span++) {
        if (!(beside >> (5 - span) & 1)) continue;
        int cost = (span > 3 ? span : 3) - ++many;
        if (cost > held.wilds) continue;
        u64 run = beside >> (5 - span) << (high - span + 1);
        try_runs(held.without(run, cost), from_lowest(run), search);
      }
    }
  }

  // The cards that so many wilds could make the highest of a run: those with enough just below.
  static TWIN u64 tops_of_runs(u64 cards, int wilds) {
    u64 below = cards << 1 & ~EVERY_SUIT, second = below << 1 & ~EVERY_SUIT;
    if (!wilds) return cards & below & second;
    u64 third = second << 1 & ~EVERY_SUIT, found = below | second;
    if (wilds > 1) found |= third;
    if (wilds > 2) found |= third << 1 & ~EVERY_SUIT;
    return cards & found;
  }

  struct LeastLoose {
    u64 accepted;
    int least;
    bool done;

    TWIN bool look_at(const Hand &held) {
      Numbers numbers = numbers_held(held.once, held.twice);
      int loose = value_left(numbers.singles & ~accepted, numbers.pairs & ~accepted, held.wilds);
      if (loose < least) least = loose;
      done = least == 0;
      return !done;
    }
  };

  static TWIN int least_loose(const Hand &held, u64 accepted = 0) {
    LeastLoose search{accepted, 1 << 20, false};
    try_runs(held, ALL, search);
    return search.least;
  }

  // -- the whole hand: step 4

  static TWIN int deadwood(int loose, int naturals, int wilds, bool all_wild) {
    if (loose < naturals || (all_wild && wilds >= 3)) return loose;  // Q2, Q18
    return loose + WILD_VALUE * wilds;
  }

  static TWIN int least_deadwood(const Hand &held, bool all_wild) {
    int naturals = naturals_value(held.once, held.twice);
    return deadwood(least_loose(held), naturals, held.wilds, all_wild);
  }

  static TWIN bool is_complete(const Hand &held, bool all_wild) {
    if (2 * (count_bits(held.once) + count_bits(held.twice)) <= held.wilds)  // two for each
      return held.once || !held.wilds || (all_wild && held.wilds >= 3);
    MeldsAll search{false};
    try_runs(held, ALL, search);
    return search.done;
  }

  struct MeldsAll {
    bool done;

    // By step 1 a meld with wilds holds at most four natural cards for each, as 4 5 W 7 8 does; and
    // a card without another near it costs two wilds.
    TWIN bool look_at(const Hand &held) {
      Numbers numbers = numbers_held(held.once, held.twice);
      if (2 * count_bits(numbers.singles) + count_bits(numbers.pairs) <= held.wilds) done = true;
      u64 needy = need_a_wild(held.once, numbers);
      u64 lonely = needy & numbers.singles * EVERY_SUIT & ~near(held.once);
      return !done && count_bits(needy) <= 4 * held.wilds && 2 * count_bits(lonely) <= held.wilds;
    }
  };

  // The cards within four of one of these in its suit.
  static TWIN u64 near(u64 cards) {
    u64 higher = 0, lower = 0;
    for (int step = 0; step < 4; step++) {
      higher = (higher | cards) << 1 & ~EVERY_SUIT;
      lower = (lower | cards) >> 1 & ~(EVERY_SUIT << 9);
    }
    return higher | lower;
  }

  // The cards that no set or run of natural cards alone can take.
  static TWIN u64 need_a_wild(u64 once, Numbers numbers) {
    u64 start = once & once >> 1 & once >> 2 & 0xff * EVERY_SUIT;  // it begins with an 8 at most
    u64 in_runs = start | start << 1 | start << 2;
    return (numbers.singles | numbers.pairs) * EVERY_SUIT & once & ~in_runs;
  }

  // -- laying off (Q12)

  struct CallersRun {
    int suit, wilds;
    u64 naturals;
  };

  // What a layout of the caller's hand offers: room for wilds, numbers of sets, and runs.
  struct Offer {
    int room, runs_count;
    u64 accepted;
    CallersRun runs[4];

    TWIN Offer with_run(const CallersRun &run) const {
      Offer offer = *this;
      int room_left = room + MAX_RUN - count_bits(run.naturals) - run.wilds;
      offer.room = room_left < UNLIMITED ? room_left : UNLIMITED;
      offer.runs[offer.runs_count++] = run;
      return offer;
    }

    TWIN Offer with_sets(u64 numbers) const {
      Offer offer = *this;
      offer.room = UNLIMITED;
      offer.accepted |= numbers;
      return offer;
    }
  };

  static TWIN int gaps(u64 cards) {
    return cards ? highest_bit(cards) - lowest_bit(cards) + 1 - count_bits(cards) : 0;
  }

  static TWIN u64 numbers_of(u64 cards) {
    return (cards | cards >> 10 | cards >> 20 | cards >> 30 | cards >> 40) & SUIT;
  }

  static TWIN int least_with_lay_off(const Hand &held, const Hand &caller, bool all_wild) {
    int least = least_deadwood(held, all_wild);
    if (least) lay_out_runs(held, caller, Offer{}, 0, ALL, all_wild, least);
    return least;
  }

  // Lay the caller's natural cards out in every way: runs from a suit on, the rest in sets.
  static TWIN void lay_out_runs(const Hand &held, const Hand &caller, const Offer &offer, int suit,
                                u64 not_below, bool all_wild, int &least) {
    lay_out_sets(held, caller, offer, all_wild, least);
    for (; suit < SUITS && least; suit++, not_below = ALL) {
      u64 cards = caller.once >> (10 * suit) & SUIT & not_below;
      for (u64 run = cards; run; run = (run - 1) & cards) {
        int count = count_bits(run), needed = 3 - count > gaps(run) ? 3 - count : gaps(run);
        int most = caller.wilds < MAX_RUN - count ? caller.wilds : MAX_RUN - count;
        for (int wilds = needed > 0 ? needed : 0; wilds <= most; wilds++)
          lay_out_runs(held, caller.without(run << (10 * suit), wilds),
                       offer.with_run({suit, wilds, run}), suit, from_lowest(run), all_wild, least);
      }
    }
  }

  static TWIN void lay_out_sets(const Hand &held, const Hand &caller, Offer offer, bool all_wild,
                                int &least) {
    Numbers numbers = numbers_held(caller.once, caller.twice);
    int left = caller.wilds - 2 * count_bits(numbers.singles) - count_bits(numbers.pairs);
    if (left < 0) return;
    if (caller.once) offer = offer.with_sets(numbers_of(caller.once) & numbers_of(held.once));
    lay_out_wilds(held, left, offer, all_wild, least);
  }

  static TWIN void lay_out_wilds(const Hand &held, int left, const Offer &offer, bool all_wild,
                                 int &least) {
    if (!left || offer.room == UNLIMITED) try_joining(held, offer, 0, offer.room, least);
    if (left < 3 || !all_wild || !least) return;
    lay_out_wilds(held, 0, offer.with_sets(0), all_wild, least);
    u64 useful = numbers_of(held.once) & ~offer.accepted;
    for (; useful; useful &= useful - 1)
      lay_out_wilds(held, left - 3, offer.with_sets(lowest(useful)), all_wild, least);
    for (int size = 3; size <= left && size <= MAX_RUN; size++)
      for (int suit = 0; suit < SUITS; suit++)
        if (held.once >> (10 * suit) & SUIT)
          lay_out_wilds(held, left - size, offer.with_run({suit, size, 0}), all_wild, least);
  }

  // Let cards join the runs of an offer in every way, from one run on (steps 3 and 4).
  static TWIN void try_joining(const Hand &held, const Offer &offer, int from, int room,
                               int &least) {
    int loose = least_loose(held, offer.accepted), too_many = held.wilds - room;
    if (too_many > 0 && loose == naturals_value(held.once, held.twice))
      loose += WILD_VALUE * too_many;  // it melds nothing itself
    if (loose < least) least = loose;
    for (int at = from; at < offer.runs_count && least; at++) {
      const CallersRun &run = offer.runs[at];
      u64 cards = held.once >> (10 * run.suit) & SUIT & ~run.naturals;
      for (u64 joining = cards; joining; joining = (joining - 1) & cards) {
        int missing = gaps(run.naturals | joining) - run.wilds, more = missing > 0 ? missing : 0;
        int size = count_bits(run.naturals | joining) + run.wilds + more;
        if (more <= held.wilds && size <= MAX_RUN)
          try_joining(held.without(joining << (10 * run.suit), more), offer, at + 1,
                      room - count_bits(joining) - more, least);
      }
    }
  }
};

}  // namespace meldroom
