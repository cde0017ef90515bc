// Victory Rummy: the twin of games/victory_rummy/game.py, melds.py and pad.py, function by function.
#pragma once
#include "core.h"
#include "layout.h"

namespace meldroom {

struct VictoryRummy : layout::VictoryRummy {
  static constexpr int MAX_SEATS = 4, PACK_SIZE = 63, CARDS_DEALT = 10, MELD_SIZE = 5;
  static constexpr int EMPTYINGS_TO_VOID = 3, MAX_DEALS = 200;
  static constexpr int AXIS = 9, MELDS = 4, CAPTURE_MELD = 3, ALL_COLOURS = 7;
  static constexpr int RED_WHITE_BLUE = 0 << 4 | 1 << 2 | 2;
  enum OrderBonus { FIRST, STRICT, ANY };
  enum Reason { RUNNING, VR_12, VR_15 };

  struct Options {
    int seats, target, order_bonus;
    bool at_tally;
  };

  // A seat's Victories since the last Grand Victory: what the bonus asks for (Q4, Q21).
  struct Won {
    u8 colours;   // as bits
    u8 firsts;    // the first in each colour, two bits each, the latest lowest
    u8 last;      // the last three, two bits each, the latest lowest
    u8 in_order;  // how many of red, white, blue have come in this order, with any between
  };

  struct State {
    Cards<PACK_SIZE> stock, discard;
    CardCounts<KINDS> stock_known;
    PackedCounts hands[MAX_SEATS], known[MAX_SEATS];  // known: the card taken, until it is laid down
    Cards<2 * MELD_SIZE> laid[MAX_SEATS];       // a hand has two melds at most
    i16 scores[MAX_SEATS];
    Won won[MAX_SEATS];
    u8 dealer, turn, picked, taken, deal, emptied, reason;
    u32 ply;
  };

  static TWIN Options options(const u8 *chosen, int seats) {
    const int targets[] = {500, 250, 150};
    return {seats, targets[chosen[0]], chosen[1], chosen[2] == 1};
  }

  // -- melds.py

  static TWIN int meld_of(int card) { return card / 3; }

  static TWIN bool holds(PackedCounts hand, int meld) {  // R6, R7
    if (meld == CAPTURE_MELD) return hand.count(AXIS) >= MELD_SIZE;
    u64 colour = hand.bits >> (12 * meld);
    return (colour & 0xf) >= 3 && colour & 0xf0 && colour & 0xf00;
  }

  static TWIN bool completes(PackedCounts hand, int card) {  // Q5
    hand.insert(card);
    return holds(hand, meld_of(card));
  }

  // -- game.py

  template <class Chance>
  static TWIN void opening(State &state, const Options &options, Chance &chance) {  // Q16
    state = State{};
    state.taken = NONE;
    deal(state, options, chance, static_cast<int>(chance.below(static_cast<u32>(options.seats))));
  }

  static TWIN u32 to_act(const State &state, const Options &) {  // Q8
    return state.reason ? 0 : 1u << state.turn;
  }

  static TWIN Mask choices(const State &state, const Options &, int seat) {  // R4, R5, Q5, Q6
    PackedCounts hand = state.hands[seat];
    if (!state.picked)
      return {completes(hand, state.discard.top()) ? bit(DRAW) | bit(TAKE) : bit(DRAW)};
    if (state.taken != NONE) return {bit(VICTORY + meld_of(state.taken))};
    u64 legal = 0;
    for (int card = 0; card < KINDS; card++)
      legal |= static_cast<u64>(hand.count(card) != 0) << (DISCARD + card);
    for (int meld = 0; meld < MELDS; meld++)
      legal |= static_cast<u64>(holds(hand, meld)) << (VICTORY + meld);  // the Capture follows
    return {legal};
  }

  template <class Chance>
  static TWIN void carry_out(State &state, const Options &options, Chance &chance, int seat,
                             u64 action) {
    if (action >= DISCARD) {
      int card = static_cast<int>(action) - DISCARD;
      state.hands[seat].remove(card);
      state.discard.push(card);
      if (!state.hands[seat].bits) {
        go_out(state, options, chance, seat);
        return;
      }
      state.turn = static_cast<u8>(seat_to_the_left(seat, options.seats));
      state.picked = 0;
    } else if (action == DRAW) {
      state.hands[seat].insert(chance.draw(state.stock));
      state.stock_known.blur();
      state.picked = 1;
      if (!state.stock.size) renew_pack(state, options, chance);
    } else if (action == TAKE) {
      state.taken = state.discard.pop();
      state.hands[seat].insert(state.taken);
      state.known[seat].insert(state.taken);
      state.picked = 1;
    } else {
      lay_down(state, options, seat, static_cast<int>(action) - VICTORY);
    }
  }

  template <class Chance>  // R3, R10
  static RARE void deal(State &state, const Options &options, Chance &chance, int dealer) {
    fill<layout::VictoryRummy>(state.stock);
    state.discard.clear();
    state.stock_known.clear();
    for (int seat = 0; seat < options.seats; seat++) {
      state.hands[seat].bits = state.known[seat].bits = 0;
      state.laid[seat].clear();
    }
    chance.shuffle(state.stock);
    int first = seat_to_the_left(dealer, options.seats), seat = first;
    for (int dealt = 0; dealt < CARDS_DEALT * options.seats; dealt++) {
      state.hands[seat].insert(chance.draw(state.stock));
      seat = seat_to_the_left(seat, options.seats);
    }
    state.discard.push(chance.draw(state.stock));
    state.dealer = static_cast<u8>(dealer);
    state.turn = static_cast<u8>(first);
    state.picked = state.emptied = 0;
    state.deal++;
  }

  template <class Chance>  // R15, Q14, Q15
  static RARE void renew_pack(State &state, const Options &options, Chance &chance) {
    if (state.emptied + 1 == EMPTYINGS_TO_VOID) {
      end_deal(state, options, chance);
      return;
    }
    state.stock.clear();
    for (int at = 0; at < state.discard.size; at++) {
      state.stock.push(state.discard.cards[at]);
      state.stock_known.add(state.discard.cards[at]);
    }
    state.discard.clear();
    chance.shuffle(state.stock);
    u8 upcard = chance.draw(state.stock);
    state.stock_known.remove(upcard);
    state.discard.push(upcard);
    state.emptied++;
  }

  static TWIN void lay_down(State &state, const Options &options, int seat, int meld) {
    const u8 cards[MELD_SIZE] = {0, 0, 0, 1, 2};  // R6, R7
    for (int at = 0; at < MELD_SIZE; at++) {
      int card = meld == CAPTURE_MELD ? AXIS : 3 * meld + cards[at];
      state.hands[seat].remove(card);
      state.laid[seat].push(card);
    }
    state.known[seat].bits = 0;
    state.taken = NONE;
    state.emptied = 0;
    if (meld == CAPTURE_MELD) {
      enter(state, options, seat, 50);  // R7
      return;
    }
    Won won = state.won[seat] = with(state.won[seat], meld);
    bool grand = won.colours == ALL_COLOURS, bonus = grand && in_order(won, options.order_bonus);
    if (enter(state, options, seat, 10) || !grand) return;  // R6
    for (int other = 0; other < options.seats; other++) state.won[other] = Won{};  // Q21
    if (enter(state, options, seat, 25)) return;           // R12
    if (bonus && enter(state, options, seat, 50)) return;  // R13
    if (options.at_tally && target_reached(state, options)) state.reason = VR_12;  // Q12
  }

  template <class Chance>
  static TWIN void go_out(State &state, const Options &options, Chance &chance, int seat) {  // R9
    int axis = 0;
    for (int other = 0; other < options.seats; other++)
      if (other != seat) axis += state.hands[other].count(AXIS);  // Q9
    if (axis && enter(state, options, seat, 10 * axis)) return;   // Q22
    end_deal(state, options, chance);
  }

  // Enter points for a seat; true if they win the game (Q12, Q20).
  static TWIN bool enter(State &state, const Options &options, int seat, int points) {
    state.scores[seat] = static_cast<i16>(state.scores[seat] + points);
    if (!options.at_tally && target_reached(state, options)) state.reason = VR_12;
    return state.reason != RUNNING;
  }

  static TWIN bool target_reached(const State &state, const Options &options) {
    int best = 0;
    for (int seat = 0; seat < options.seats; seat++)
      if (state.scores[seat] > best) best = state.scores[seat];
    return best >= options.target;
  }

  template <class Chance>
  static TWIN void end_deal(State &state, const Options &options, Chance &chance) {  // R10, Q15
    if (state.deal == MAX_DEALS) state.reason = VR_15;
    else deal(state, options, chance, seat_to_the_left(state.dealer, options.seats));
  }

  // -- pad.py

  // The Victories with one more.
  static TWIN Won with(Won won, int colour) {
    if (!(won.colours >> colour & 1)) {
      won.colours |= static_cast<u8>(1 << colour);
      won.firsts = static_cast<u8>(won.firsts << 2 | colour);
    }
    won.last = static_cast<u8>((won.last << 2 | colour) & 63);
    if (won.in_order == colour) won.in_order++;
    return won;
  }

  static TWIN bool in_order(const Won &won, int order_bonus) {  // R13, Q4
    if (order_bonus == FIRST) return won.firsts == RED_WHITE_BLUE;
    if (order_bonus == STRICT) return won.last == RED_WHITE_BLUE;
    return won.in_order == 3;
  }

  static TWIN i32 standing(const State &state, int seat) { return state.scores[seat]; }

  // -- packed bytes: the zones in order, then the facts as packing.py has them

  template <class Packed>
  static TWIN void zones(Packed &packed, State &state, const Options &options) {
    packed.hidden_zone(state.stock, state.stock_known);
    packed.open_zone(state.discard);
    for (int seat = 0; seat < options.seats; seat++) {
      packed.hidden_zone(state.hands[seat], state.known[seat]);
      packed.open_zone(state.laid[seat]);
    }
  }

  template <class Packed>
  static TWIN void facts(Packed &packed, State &state, const Options &options) {
    packed.bytes(state.dealer, state.turn, state.picked, state.taken, state.deal, state.emptied);
    packed.byte(state.reason);
    for (int seat = 0; seat < options.seats; seat++) {
      Won &won = state.won[seat];
      packed.number(state.scores[seat]);
      packed.bytes(won.colours, won.firsts, won.last, won.in_order);
    }
  }
};

}  // namespace meldroom
