// The hand of Scorzo after a discard: the twin of `least_after_discard` in games/scorzo/melds.py.
#pragma once
#include "scorzo_melds.h"

namespace meldroom {

// For each card that the hand could discard, the least deadwood of the rest (step 5).
struct ScorzoDiscards {
  using Hand = ScorzoHand;
  using Melds = ScorzoMelds;
  static constexpr bool done = false;
  const Hand whole;
  int least[Hand::WILD + 1];  // by card, for those held

  TWIN ScorzoDiscards(const Hand &hand, bool all_wild) : whole(hand) {
    for (u64 left = hand.kinds(); left; left &= left - 1) least[lowest_bit(left)] = 1 << 20;
    Melds::try_runs(hand, Melds::ALL, *this);
    if (!hand.wilds) return;
    int naturals = Melds::naturals_value(hand.once, hand.twice);
    for (u64 left = hand.kinds(); left; left &= left - 1) {
      int card = lowest_bit(left), wild = card == Hand::WILD;
      int kept = naturals - (wild ? 0 : card % 10 + 1), wilds = hand.wilds - wild;
      least[card] = Melds::deadwood(least[card], kept, wilds, all_wild);
    }
  }

  TWIN int fewest() const {
    int fewest = least[lowest_bit(whole.kinds())];
    for (u64 left = whole.kinds(); left; left &= left - 1)
      if (least[lowest_bit(left)] < fewest) fewest = least[lowest_bit(left)];
    return fewest;
  }

  TWIN void lower(u64 cards, int loose) {
    for (; cards; cards &= cards - 1)
      if (loose < least[lowest_bit(cards)]) least[lowest_bit(cards)] = loose;
  }

  TWIN bool look_at(const Hand &held) {
    Melds::Numbers numbers = Melds::numbers_held(held.once, held.twice);
    u64 singles = numbers.singles, pairs = numbers.pairs, triples = numbers.triples;
    if (held.wilds) {  // a card in a run leaves a gap for a wild
      u64 in_runs = (whole.once & ~held.once) | (whole.twice & ~held.twice);
      lower(in_runs | bit(Hand::WILD), Melds::value_left(singles, pairs, held.wilds - 1));
    }
    int all = Melds::value_left(singles, pairs, held.wilds);
    for (u64 left = Melds::numbers_of(held.once); left; left &= left - 1) {
      // A single card is gone, a pair becomes a single card, a triple a pair.
      u64 number = Melds::lowest(left);
      int loose = all, counts = lowest_bit(number) + 1;
      if (!held.wilds)
        loose += (singles | pairs) & number ? -counts : triples & number ? 2 * counts : 0;
      else if ((singles | pairs | triples) & number)
        loose = Melds::value_left((singles & ~number) | (pairs & number),
                                  (pairs & ~number) | (triples & number), held.wilds);
      lower(held.once & number * Melds::EVERY_SUIT, loose);
    }
    return true;
  }
};

}  // namespace meldroom
