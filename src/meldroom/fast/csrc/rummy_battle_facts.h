// Rummy Battle: the table, the twin of games/rummy_battle/facts.py, and its packed bytes.
#pragma once
#include "rummy_battle_actions.h"
#include "rummy_battle_melds.h"

namespace meldroom {

struct RummyBattleFacts : RummyBattleActions {
  using Deck = RummyBattleDeck;
  using Held = RummyBattleHeld;
  using Meld = RummyBattleMeld;
  using Rules = RummyBattleRules;
  static constexpr int MAX_SEATS = 6, PACK_SIZE = 128, MAX_ROW = 108, MAX_MELDS = MAX_ROW / 3;
  static constexpr int MAX_ROUNDS = 6, CARDS_DEALT = 10, CARDS_BELOW_MARKER = 30;  // R1, R2, Q30
  static constexpr int MAX_TURNS_PER_SEAT = 200;                                  // Q33
  static constexpr int OUT_BEFORE_MARKER = -100, OUT_AFTER_MARKER = 10;           // Q19, Q20
  enum Reason { RUNNING, RB_34, RB_30 };

  struct Options {
    int seats, rounds;
    bool pick_from_hand, reshuffle, one_action_card;
    Rules rules;
  };

  struct State {
    Cards<PACK_SIZE> stock;
    CardCounts<KINDS> stock_known;
    Cards<PACK_SIZE> used, row;
    Cards<PACK_SIZE> hands[MAX_SEATS];  // in the order in which the cards came
    Held held[MAX_SEATS];               // the same hands, counted
    CardCounts<KINDS> known[MAX_SEATS];
    u8 shown[MAX_SEATS];
    Cards<2> drawn_cards[MAX_SEATS];  // R22: as long as the 2nd Chance can send them back
    Cards<PACK_SIZE> tables[MAX_SEATS];
    Meld melds[MAX_MELDS];
    u8 meld_count;
    u8 dealer, turn, drawn, duty, bonus, again, acted, marker, marker_seen;
    u8 opened[MAX_SEATS], chances[MAX_SEATS];
    u8 reason, rounds_played;
    i16 totals[MAX_SEATS], ledger[MAX_ROUNDS][MAX_SEATS];
    u16 turns;
    u32 ply;
  };

  static TWIN Options options(const u8 *chosen, int seats) {
    return {seats,          chosen[0] ? 3 : 5, chosen[1] == 1,
            chosen[4] == 1, chosen[5] == 1,    {chosen[2] ? 1 : 2, chosen[3] == 1}};
  }

  static TWIN void fresh_round(State &state, const Options &options) {
    state.turns = 0;
    state.drawn = state.bonus = state.again = state.acted = state.marker_seen = 0;
    state.duty = NONE;
    for (int seat = 0; seat < options.seats; seat++) {
      state.opened[seat] = 0;
      state.chances[seat] = 1;
    }
    state.marker = CARDS_BELOW_MARKER;
    state.meld_count = 0;
  }

  static TWIN bool must_play_deepest(const State &state) { return state.turns > 0; }  // Q7, Q8

  // What the seat on turn holds, with the cards just drawn.
  static TWIN Held hand_on_turn(const State &state) {
    Held held = state.held[state.turn];
    const Cards<2> &drawn = state.drawn_cards[state.turn];
    if (state.again)
      for (int at = 0; at < drawn.size; at++) held.add(drawn.cards[at]);
    return held;
  }

  static TWIN bool may_play_another(const State &state, const Options &options) {  // Q14
    return !(state.acted && options.one_action_card);
  }

  // -- packed bytes: the zones in order, then the facts as packing.py has them

  template <class Packed>
  static TWIN void zones(Packed &packed, State &state, const Options &options) {
    packed.hidden_zone(state.stock, state.stock_known);
    packed.open_zone(state.used);
    packed.open_zone(state.row);
    Cards<1> never_known{};
    for (int seat = 0; seat < options.seats; seat++) {
      packed.hidden_zone(state.hands[seat], state.known[seat], state.shown[seat]);
      packed.hidden_zone(state.drawn_cards[seat], never_known);
      packed.open_zone(state.tables[seat]);
      count_hand(packed, state, seat);
    }
  }

  template <class Packed>
  static TWIN void count_hand(Packed &, State &, int) {}

  static TWIN void count_hand(Reader &, State &state, int seat) {
    state.held[seat] = Held{};
    for (int at = 0; at < state.hands[seat].size; at++)
      state.held[seat].add(state.hands[seat].cards[at]);
  }

  static TWIN void pass(Writer &packed, const Meld &meld, bool) {
    packed.bytes(meld.owner, meld.kind, meld.size);
    for (int at = 0; at < meld.size; at++) packed.bytes(meld.placed_at(at), meld.holder(at));
  }

  static TWIN void pass(Reader &packed, Meld &meld, bool distinct) {
    int owner, kind, size, jokers = 0, copies = 0, first = NONE;
    int placed[Meld::MAX_CARDS], holders[Meld::MAX_CARDS];
    packed.bytes(owner, kind, size);
    for (int at = 0; at < size; at++) {
      packed.bytes(placed[at], holders[at]);
      int card = placed[at] < Deck::JOKER_AS ? placed[at] : placed[at] - Deck::JOKER_AS;
      if (at == 0) first = card;
      if (placed[at] >= Deck::JOKER) jokers |= 1 << at;
      else copies += kind == Meld::SET ? 1 << (2 * Deck::suit_of(card)) : 0;
    }
    int rank = Deck::rank_of(first);
    if (kind == Meld::RUN) meld = Meld::new_run(owner, Deck::suit_of(first), rank, size, jokers);
    else meld = Meld::new_set(owner, rank, copies, count_bits(static_cast<u64>(jokers)), distinct);
    for (int at = 0; at < size; at++) meld.set_holder(at, holders[at]);
  }

  template <class Packed>
  static TWIN void facts(Packed &packed, State &state, const Options &options) {
    packed.bytes(state.dealer, state.turn, state.drawn, state.duty, state.bonus, state.again);
    packed.bytes(state.acted, state.marker, state.marker_seen, state.reason);
    packed.number(state.turns);
    for (int seat = 0; seat < options.seats; seat++)
      packed.bytes(state.opened[seat], state.chances[seat]);
    packed.byte(state.meld_count);
    for (int at = 0; at < state.meld_count; at++)
      pass(packed, state.melds[at], options.rules.distinct);
    for (int seat = 0; seat < options.seats; seat++) packed.number(state.totals[seat]);
    packed.byte(state.rounds_played);
    for (int round = 0; round < state.rounds_played; round++)
      for (int seat = 0; seat < options.seats; seat++) packed.number(state.ledger[round][seat]);
  }
};

}  // namespace meldroom
