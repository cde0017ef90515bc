// What a network is told of Victory Rummy: the twin of games/victory_rummy/row.py.
#pragma once
#include "row.h"
#include "victory_rummy.h"

namespace meldroom {

template <>
struct RowFacts<VictoryRummy> {
  using Game = VictoryRummy;
  using State = Game::State;
  using Options = Game::Options;
  using Won = Game::Won;
  static constexpr int TOLD_ACTIONS = Game::ACTIONS;
  static constexpr int HAND = 43, PER_SEAT = 36, TOP_CARDS = 2;
  static constexpr int SEEN = HAND + 82 + Game::MAX_SEATS * PER_SEAT + 10 + 20;
  static constexpr int HIDDEN = (Game::MAX_SEATS - 1) * HAND + TOP_CARDS * Game::KINDS;

  template <class Writer>
  static TWIN void seen(Writer &to, const State &state, const Options &options, int seat) {
    PackedCounts hand = state.hands[seat], pile = counted(state.discard), known{0}, unseen{0};
    for (int card = 0; card < Game::KINDS; card++) {
      known.bits |= static_cast<u64>(state.stock_known.counts[card]) << (4 * card);
      unseen.bits |= static_cast<u64>(Game::copies(card)) << (4 * card);
    }
    unseen.bits -= hand.bits + pile.bits + known.bits;
    for (int other = 0; other < options.seats; other++) {
      unseen.bits -= counted(state.laid[other]).bits;
      if (other != seat) unseen.bits -= state.known[other].bits;
    }
    write_hand(to, hand);
    for (int card = 0; card < Game::KINDS; card++) {
      to.number(pile.count(card), 4);
      to.number(known.count(card), 4);
      to.number(unseen.count(card), 4);
      to.reached(unseen.count(card), card == Game::AXIS ? 5 : card % 3 ? 2 : 3);
    }
    to.top_cards(state.discard, TOP_CARDS, Game::KINDS);
    to.number(state.stock.size, 16);
    to.number(total(unseen), 16);
    to.one_of(state.emptied, Game::EMPTYINGS_TO_VOID);
    to.flag(state.picked);
    for (int meld = 0; meld < Game::MELDS; meld++) to.reached(ready(hand, meld), Game::MELD_SIZE);
    to.one_of(options.target == 500 ? 0 : options.target == 250 ? 1 : 2, 3);
    to.one_of(options.order_bonus, 3);
    to.flag(options.at_tally);
    to.one_of(options.seats - 2, 3);
    for (int place = 0; place < Game::MAX_SEATS; place++) {
      if (place < options.seats)
        write_seat(to, state, options, seat_after(seat, place, options.seats));
      else to.zeros(PER_SEAT);
    }
  }

  // The other hands and the next cards of the stock.
  template <class Writer>
  static TWIN void hidden(Writer &to, const State &state, const Options &options, int seat) {
    for (int place = 1; place < Game::MAX_SEATS; place++) {
      if (place < options.seats) write_hand(to, state.hands[seat_after(seat, place, options.seats)]);
      else to.zeros(HAND);
    }
    to.top_cards(state.stock, TOP_CARDS, Game::KINDS);
  }

  // No more than two melds need.
  template <class Writer>
  static TWIN void write_hand(Writer &to, PackedCounts hand) {
    for (int card = 0; card < Game::KINDS; card++)
      to.reached(hand.count(card), card == Game::AXIS ? 7 : card % 3 ? 3 : 6);
  }

  // What a seat has laid down, and how far it is from the target and from a Grand Victory.
  template <class Writer>
  static TWIN void write_seat(Writer &to, const State &state, const Options &options, int seat) {
    const i16 SCORES[] = {-150, -110, -95, -85, -70, -60, -50, -45, -35, -30, -20, -10};
    int score = state.scores[seat] - options.target;
    PackedCounts laid = counted(state.laid[seat]);
    Won won = state.won[seat], all = won;
    to.flag(true);
    to.flag(state.dealer == seat);
    to.number(total(state.hands[seat]), 8);
    to.reached(state.laid[seat].size / Game::MELD_SIZE, 2);
    for (int colour = 0; colour < 3; colour++) to.number(laid.count(3 * colour + 1), 1);
    to.flag(laid.count(Game::AXIS));
    to.number(score / 5, 16);  // all points are fives
    to.reached(score, SCORES);
    for (int colour = 0; colour < 3; colour++) {
      Won with_it = Game::with(won, colour);
      bool grand = with_it.colours == Game::ALL_COLOURS;
      bool bonus = grand && Game::in_order(with_it, options.order_bonus);
      to.flag(won.colours >> colour & 1);
      to.flag(grand);
      to.flag(bonus);
      to.flag(wins(options, score + 10 + 25 * grand + 50 * bonus, grand));
      if (!(won.colours >> colour & 1)) all = Game::with(all, colour);
    }
    to.flag(wins(options, score + 50, false));
    to.flag(Game::in_order(all, options.order_bonus));  // by the shortest way
  }

  static TWIN bool wins(const Options &options, int score, bool grand) {  // Q12
    return score >= 0 && (grand || !options.at_tally);
  }

  // How many of the five cards of a meld there are (R6, R7).
  static TWIN int ready(PackedCounts hand, int meld) {
    if (meld == Game::CAPTURE_MELD) return hand.count(Game::AXIS);
    int dots = hand.count(3 * meld);
    return (dots < 3 ? dots : 3) + (hand.count(3 * meld + 1) > 0) + (hand.count(3 * meld + 2) > 0);
  }

  template <int SIZE>
  static TWIN PackedCounts counted(const Cards<SIZE> &pile) {
    PackedCounts counts{0};
    for (int at = 0; at < pile.size; at++) counts.insert(pile.cards[at]);
    return counts;
  }

  static TWIN int total(PackedCounts hand) {
    int many = 0;
    for (int card = 0; card < Game::KINDS; card++) many += hand.count(card);
    return many;
  }
};

}  // namespace meldroom
