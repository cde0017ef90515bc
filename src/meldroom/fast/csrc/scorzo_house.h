// Scorzo's house: the twin of games/scorzo/bot.py, function by function.
#pragma once
#include "policies.h"
#include "scorzo.h"
#include "scorzo_discards.h"

namespace meldroom {

template <>
struct House<Scorzo> {
  using Game = Scorzo;
  using State = Game::State;
  using Options = Game::Options;
  using Hand = ScorzoHand;
  using Melds = ScorzoMelds;
  static constexpr int POINT = 15, TAKE_MARGIN = 7 * POINT, GIFT = 2 * POINT;
  static constexpr int WILD_WORTH = 16 * POINT, COMPLETE = -50 * POINT, MAX_OUTS = 16;
  static constexpr int LAY_OFF_MARGIN = 2, FAR = 1 << 20;

  template <class Chance>
  static TWIN u64 choose(const State &state, const Options &options, int seat, Chance &) {
    if (state.phase == Game::ANSWERING) return Game::CALL;
    if (state.phase == Game::DISCARDING) return discard(state, options, seat);
    int upcard = state.discard.top();
    bool pays = state.caller != NONE ? last_take_pays(state, options, seat, upcard)
                : upcard == Game::WILD || take_pays(state, options, seat, upcard);
    return pays ? Game::TAKE : Game::DRAW;
  }

  static TWIN u64 discard(const State &state, const Options &options, int seat) {
    u64 legal = Game::choices(state, options, seat).bits >> Game::DISCARD;
    const Hand &mine = state.hands[seat];
    int cheapest = NONE, least = FAR;
    if (state.caller == NONE) {
      Hand gone = seen_cards(state, options, seat);
      ScorzoDiscards after(mine, options.all_wild_melds);
      for (u64 left = legal; left; left &= left - 1) {
        int card = lowest_bit(left), cost = deadwood_cost(after, card);
        if (cost >= least) continue;  // what it costs besides is never negative
        cost += worth(card, mine, gone) + gift(state, seat, card);
        if (cost < least) cheapest = card, least = cost;
      }
    } else {
      int points[Game::KINDS];
      points_after_discard(state, options, seat, mine, points);
      for (u64 left = legal; left; left &= left - 1) {
        int card = lowest_bit(left);
        if (points[card] < least) cheapest = card, least = points[card];
      }
    }
    return static_cast<u64>(Game::DISCARD + cheapest);
  }

  static TWIN int deadwood_cost(const ScorzoDiscards &after, int card) {
    return after.least[card] ? POINT * after.least[card] : COMPLETE;
  }

  static TWIN bool take_pays(const State &state, const Options &options, int seat, int upcard) {
    Hand cards = state.hands[seat];
    cards.insert(upcard);
    ScorzoDiscards after(cards, options.all_wild_melds);
    u64 others = cards.kinds() & ~bit(upcard);
    int without_it = deadwood_cost(after, upcard), most = without_it + MAX_OUTS * (upcard % 10 + 1);
    for (u64 left = others; left; left &= left - 1)
      if (deadwood_cost(after, lowest_bit(left)) + TAKE_MARGIN >= most)
        others &= ~Melds::lowest(left);
    if (!others) return false;  // most upcards are turned down at a glance
    Hand gone = seen_cards(state, options, seat);
    without_it += worth(upcard, cards, gone);
    for (; others; others &= others - 1) {
      int card = lowest_bit(others), cost = deadwood_cost(after, card) + TAKE_MARGIN;
      if (cost >= without_it) continue;
      cost += worth(card, cards, gone) + gift(state, seat, card);
      if (cost < without_it) return true;
    }
    return false;
  }

  static TWIN int gift(const State &state, int seat, int card) {
    return GIFT * state.known[Game::left_of(state, seat)].related(card);
  }

  static TWIN bool last_take_pays(const State &state, const Options &options, int seat,
                                  int upcard) {
    const Hand &mine = state.hands[seat];
    Hand cards = mine;
    cards.insert(upcard);
    int points[Game::KINDS];
    int least = points_after_discard(state, options, seat, cards, points);
    int without_it = points[upcard];
    if (least == 0 || least == without_it) return least < without_it;
    if (options.lay_off) return least + LAY_OFF_MARGIN <= without_it;
    return gain_of_take(mine, seen_cards(state, options, seat), options, least, without_it) > 0;
  }

  // What a take gains over the draws, or a gain of the same sign: few draws are looked at.
  static TWIN int gain_of_take(const Hand &mine, const Hand &gone, const Options &options, int least,
                               int without_it) {
    int kept = ScorzoDiscards(mine, options.all_wild_melds).fewest();
    int gain = 0, at_most = 0, at_least = 0;  // those that are open add between so much
    u64 open = 0;
    for (int card = 0; card < Game::KINDS; card++) {
      int many = live(card, gone);
      if (!many) continue;
      int drawn = kept + card % 10 + 1;  // a card that makes no meld stays or goes
      if (card == Game::WILD || drawn > without_it) drawn = without_it;
      if (!makes_meld(card, mine)) {
        gain += many * (drawn - least);
        continue;
      }
      open |= bit(card);
      at_most += many * (drawn - least);
      at_least -= many * least;
    }
    for (; open && gain + at_most > 0 && gain + at_least <= 0; open &= open - 1) {
      int card = lowest_bit(open), many = live(card, gone), most = kept + card % 10 + 1;
      if (card == Game::WILD || most > without_it) most = without_it;
      Hand cards = mine;
      cards.insert(card);
      gain += many * (ScorzoDiscards(cards, options.all_wild_melds).fewest() - least);
      at_most -= many * (most - least);
      at_least += many * least;
    }
    return open ? gain + at_least : gain;
  }

  // Whether a card could be in a meld with cards of this hand.
  static TWIN bool makes_meld(int card, const Hand &mine) {
    if (card == Game::WILD || mine.wilds > 1) return true;
    u64 suit = mine.once >> card / 10 * 10 & Melds::SUIT, alike = Melds::EVERY_SUIT << card % 10;
    u64 beside = suit << 2 >> card % 10 & 27;  // two below, one below, one above, two above
    int many = count_bits(mine.once & alike) + count_bits(mine.twice & alike);
    if (mine.wilds) return many || beside;
    return many > 1 || (beside & 3) == 3 || (beside & 10) == 10 || (beside & 24) == 24;
  }

  // points.py; gives the fewest.
  static TWIN int points_after_discard(const State &state, const Options &options, int seat,
                                       const Hand &cards, int *points) {
    int fewest = FAR;
    bool lays_off = options.lay_off && state.caller != NONE && state.caller != seat;
    ScorzoDiscards after(cards, options.all_wild_melds);
    for (u64 left = cards.kinds(); left; left &= left - 1) {
      int card = lowest_bit(left);
      points[card] = after.least[card];
      if (lays_off) {
        Hand rest = cards;
        rest.remove(card);
        points[card] = Melds::least_with_lay_off(rest, state.hands[state.caller],
                                                 options.all_wild_melds);
      }
      if (points[card] < fewest) fewest = points[card];
    }
    return fewest;
  }

  // The cards that cannot come from the stock: those that the seat sees outside it.
  static TWIN Hand seen_cards(const State &state, const Options &options, int seat) {
    Hand gone = state.hands[seat];
    for (int at = 0; at < state.discard.size; at++) gone.insert(state.discard.cards[at]);
    for (int other = 0; other < options.seats; other++)
      if (other != seat) gone.join(state.shown[other] ? state.hands[other] : state.known[other]);
    return gone;
  }

  static TWIN int live(int card, const Hand &gone) {
    if (card == Game::WILD) return Game::copies(card) - gone.wilds;
    return 2 - static_cast<int>((gone.once >> card & 1) + (gone.twice >> card & 1));
  }

  // How many of these cards may still come.
  static TWIN int live_among(u64 cards, const Hand &gone) {
    return count_bits(cards & ~gone.once) + count_bits(cards & ~gone.twice);
  }

  static TWIN int worth(int card, const Hand &mine, const Hand &gone) {
    if (card == Game::WILD) return WILD_WORTH;
    int number = card % 10, shift = card - number;
    u64 suit = mine.once >> shift & Melds::SUIT, own = 1ull << number;
    u64 alike = Melds::EVERY_SUIT << number, lower = own >> 1, higher = own << 1 & Melds::SUIT;
    u64 once = mine.once & alike, twice = mine.twice & alike;
    u64 one_live = ~gone.twice, both_live = ~gone.once;
    int outs = 0;
    if ((once & (once - 1)) | twice)
      outs = (count_bits(once | twice << 1) - 1) *
             count_bits((alike & one_live) | (alike & both_live) << 1);
    u64 waits = 0, waits_too = 0;  // a card may be waited for on both sides
    if (suit & lower) waits = own >> 2 | higher;  // neighbours wait for either end
    if (suit & higher) waits_too = lower | own << 2;
    u64 between = (suit & own >> 2 ? lower : 0) | (suit & own << 2 & Melds::SUIT ? higher : 0);
    waits = (waits & Melds::SUIT) | (waits_too & Melds::SUIT) << 10 | between << 20;
    if (waits) {
      const u64 THREE_TIMES = 1ull | 1ull << 10 | 1ull << 20;
      u64 one = (one_live >> shift & Melds::SUIT) * THREE_TIMES;
      u64 both = (both_live >> shift & Melds::SUIT) * THREE_TIMES;
      outs += count_bits((waits & one) | (waits & both) << 30);
    }
    return (outs < MAX_OUTS ? outs : MAX_OUTS) * (number + 1);
  }
};

}  // namespace meldroom
