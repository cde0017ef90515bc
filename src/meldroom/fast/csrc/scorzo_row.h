// What a network is told of Scorzo: the twin of games/scorzo/row.py.
#pragma once
#include "row.h"
#include "scorzo_house.h"

namespace meldroom {

template <>
struct RowFacts<Scorzo> {
  using Game = Scorzo;
  using State = Game::State;
  using Options = Game::Options;
  using Hand = ScorzoHand;
  using Melds = ScorzoMelds;
  using Known = House<Scorzo>;
  static constexpr int TOLD_ACTIONS = 0;  // they follow from the hand and the phase
  static constexpr int NATURALS = 50, HAND = 104, PER_OPPONENT = 14, TOP_CARDS = 2;
  static constexpr int OPPONENTS = Game::MAX_SEATS - 1;
  static constexpr int SEEN = HAND + 6 * Game::KINDS + 16 + 39 + 12 + OPPONENTS * PER_OPPONENT;
  static constexpr int HIDDEN = HAND + (1 + TOP_CARDS) * Game::KINDS + 2 * OPPONENTS;

  template <class Writer>
  static TWIN void seen(Writer &to, const State &state, const Options &options, int seat) {
    Hand cards = state.hands[seat], gone = Known::seen_cards(state, options, seat);
    int upcard = state.discard.size ? state.discard.top() : NONE;
    bool choosing = !state.reason && state.turn == seat;
    bool picking = choosing && state.phase == Game::PICKING;
    bool throws = choosing && state.phase != Game::ANSWERING;
    write_hand(to, cards);
    for (int card = 0; card < Game::KINDS; card++)
      to.number(Known::live(card, gone), card == Game::WILD ? 8 : 2);
    bool natural = upcard < Game::WILD;
    to.flag(upcard == Game::WILD);
    to.one_of(natural ? upcard % 10 : NONE, Melds::NUMBERS);
    to.one_of(natural ? upcard / 10 : NONE, Melds::SUITS);
    int now = throws && !picking ? 0 : Melds::least_deadwood(cards, options.all_wild_melds);
    if (picking) cards.insert(upcard);
    int best = write_discards(to, state, options, cards, throws, picking ? upcard : state.taken);
    if (!throws) best = now;
    else if (!picking) now = best;
    for (int card = 0; card < Game::KINDS; card++)
      to.number(cards.kinds() >> card & 1 ? outs(card, cards, gone) : 0, 8);
    int left = Game::left_of(state, seat);
    bool called = state.caller != NONE && state.caller != seat;
    const Hand nothing{0, 0, 0};
    const Hand &of_left = shown_to(state, left);
    const Hand &of_caller = called ? state.hands[state.caller] : nothing;
    for (int card = 0; card < Game::KINDS; card++) to.number(of_left.related(card), 4);
    for (int card = 0; card < Game::KINDS; card++) to.number(of_caller.related(card), 4);
    write_round(to, state, options, called, now, best);
    write_seats(to, state, options, seat);
  }

  template <class Writer>
  static TWIN void hidden(Writer &to, const State &state, const Options &options, int seat) {
    int left = Game::left_of(state, seat);
    write_hand(to, state.hands[left]);
    Hand others{0, 0, 0};
    for (int place = 1; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(2);
        continue;
      }
      const Hand &held = state.hands[seat_after(seat, place, options.seats)];
      int deadwood = Melds::least_deadwood(held, options.all_wild_melds);
      to.number(deadwood, 16);
      to.flag(!deadwood);
      others.join(held);
    }
    for (int card = 0; card < Game::KINDS; card++)
      to.number(Game::copies(card) - Known::live(card, others), card == Game::WILD ? 8 : 2);
    to.top_cards(state.stock, TOP_CARDS, Game::KINDS);
  }

  template <class Writer>
  static TWIN void write_hand(Writer &to, const Hand &hand) {
    to.bits(hand.once, NATURALS);
    to.bits(hand.twice, NATURALS);
    to.reached(hand.wilds, 4);
  }

  // For each card that could be discarded, the deadwood that it leaves beyond the best, and whether
  // it is the best; gives what that leaves. A card just taken does not go back.
  template <class Writer>
  static TWIN int write_discards(Writer &to, const State &state, const Options &options,
                                 const Hand &cards, bool throws, int taken) {
    if (!throws) {
      to.zeros(2 * Game::KINDS);
      return 0;
    }
    u64 kinds = cards.kinds(), legal = kinds;
    if (taken != NONE && (state.phase == Game::PICKING || !options.return_taken)) {
      legal &= ~bit(taken);
      if (!legal) legal = kinds;
    }
    ScorzoDiscards after(cards, options.all_wild_melds);
    int best = after.least[lowest_bit(legal)];
    for (u64 left = legal; left; left &= left - 1)
      if (after.least[lowest_bit(left)] < best) best = after.least[lowest_bit(left)];
    for (int card = 0; card < Game::KINDS; card++) {
      bool held = kinds >> card & 1;
      to.number(held ? after.least[card] - best : 0, 8);
      to.flag(held && legal >> card & 1 && after.least[card] == best);
    }
    return best;
  }

  // How many live cards would make a meld of this one and another of the hand, by the ways.
  static TWIN int outs(int card, const Hand &mine, const Hand &gone) {
    if (card == Game::WILD) return 0;
    int number = card % 10, shift = card - number;
    u64 alike = Melds::EVERY_SUIT << number, suit = mine.once >> shift & Melds::SUIT;
    bool paired = count_bits(mine.once & alike) + count_bits(mine.twice & alike) > 1;
    u64 own = 1ull << number, below = own >> 1, above = own << 1, waits = 0;
    if (suit & below) waits |= own >> 2 | above;
    if (suit & above) waits |= own << 2 | below;
    if (suit & own >> 2) waits |= below;
    if (suit & own << 2) waits |= above;
    u64 wanted = (waits & Melds::SUIT & ~suit) << shift;
    return Known::live_among(wanted, gone) + (paired ? Known::live_among(alike, gone) : 0);
  }

  static TWIN const Hand &shown_to(const State &state, int seat) {
    return state.shown[seat] ? state.hands[seat] : state.known[seat];
  }

  template <class Writer>
  static TWIN void write_round(Writer &to, const State &state, const Options &options, bool called,
                               int now, int best) {
    const i16 DEADWOOD[] = {1, 3, 6, 10, 15, 20, 30};
    int rounds_left = Game::rounds_in(options) - state.rounds_played;
    to.one_of(state.phase, 3);
    to.flag(state.taken != NONE);
    to.flag(state.caller != NONE);
    to.flag(called);
    to.one_of(Game::hand_size(state, options) - 3, 6);
    to.number(rounds_left > 0 ? rounds_left : 0, 8);
    to.flag(rounds_left == 1);
    to.flag(rounds_left <= 0);
    to.number(now, 16);
    to.number(best, 16);
    to.reached(best, DEADWOOD);
    to.one_of(options.chart, 3);
    to.flag(options.all_wild_melds);
    to.flag(options.return_taken);
    to.flag(options.lay_off);
    to.flag(options.flip);
    to.one_of(options.seats - 2, 5);
    to.number(state.stock.size, 32);
    to.number(state.stock_known.total, 32);
    to.number(state.turns, 32);
  }

  // Who is how far ahead: the fewest points win (R12).
  template <class Writer>
  static TWIN void write_seats(Writer &to, const State &state, const Options &options, int seat) {
    u32 playing = 0;
    for (int at = 0; at < state.playing_count; at++) playing |= 1u << state.playing[at];
    int mine = state.totals[seat], fewest = 1 << 14;
    for (int other = 0; other < options.seats; other++)
      if (other != seat && state.totals[other] < fewest) fewest = state.totals[other];
    to.flag(playing >> seat & 1);
    to.flag(state.dealer == seat);
    to.flag(state.caller == seat);
    write_lead(to, fewest - mine);
    for (int place = 1; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(PER_OPPONENT);
        continue;
      }
      int other = seat_after(seat, place, options.seats);
      to.flag(playing >> other & 1);
      to.flag(state.dealer == other);
      to.flag(state.caller == other);
      to.number(shown_to(state, other).size(), 4);
      to.number(shown_to(state, other).wilds, 1);
      write_lead(to, state.totals[other] - mine);
    }
  }

  template <class Writer>
  static TWIN void write_lead(Writer &to, int lead) {
    const i16 LEADS[] = {-20, -10, -5, 0, 1, 6, 11, 21};
    to.number(lead, 16);
    to.reached(lead, LEADS);
  }
};

}  // namespace meldroom
