// Thumbs Up: the twin of games/thumbs_up/game.py and deck.py, function by function.
#pragma once
#include "core.h"
#include "layout.h"

namespace meldroom {

struct ThumbsUp : layout::ThumbsUp {
  static constexpr int MAX_SEATS = 8, PACK_SIZE = 50, PILE = 2 * PACK_SIZE;
  static constexpr int RACK_SIZE = 5, STARTING_BALANCE = 200, FINE = 10, LIBERTY = 3, COLOURS = 5;
  static constexpr int MAX_TAKES_PER_SEAT = 4, MAX_VOIDS = 3, MAX_EXTRA_HANDS = 5;
  static constexpr int MAX_HANDS = 10 + MAX_EXTRA_HANDS;
  enum Reason { RUNNING, TU_22, TU_23 };

  struct Options {
    int seats;
    int hands;
    bool fine, debt_allowed, extra_hands, reshuffle;
  };

  struct State {
    Cards<PILE> pool, discard;
    CardCounts<KINDS> pool_known;  // after the covered discards became the pool (Q11)
    Cards<RACK_SIZE + 1> racks[MAX_SEATS], known[MAX_SEATS];  // known: taken, and not discarded
    i16 balances[MAX_SEATS], ledger[MAX_HANDS][MAX_SEATS];
    u8 noticed[MAX_SEATS];
    u8 noticed_count, hands_played;
    u8 first, turn, picked, taken, takes, thumb, emptied, voids, shown, reason;
    u32 ply;
  };

  static TWIN Options options(const u8 *chosen, int seats) {
    const int hands[] = {5, 3, 10};
    return {seats, hands[chosen[0]], chosen[1] == 0, chosen[2] == 0, chosen[3] == 0, chosen[4] == 0};
  }

  // -- deck.py

  // Whether five of these five or six blocks are a winning hand (R7, R8, Q17).
  static TWIN bool wins(const Cards<RACK_SIZE + 1> &rack) {
    int first;
    if (rack.cards[0] >> 2 == rack.cards[4] >> 2) first = rack.cards[0] & ~3;
    else if (rack.size > RACK_SIZE && rack.cards[1] >> 2 == rack.cards[5] >> 2)
      first = rack.cards[1] & ~3;
    else return false;
    int held[4] = {0, 0, 0, 0};
    for (int at = 0; at < rack.size; at++)
      if ((rack.cards[at] & ~3) == first) held[rack.cards[at] & 3]++;
    int missing = (held[0] < 3 ? 3 - held[0] : 0) + !held[1] + !held[2];
    return missing <= held[LIBERTY];
  }

  static TWIN int price(int symbol) {  // R9, R10
    const int PRICES[4] = {5, 10, 25, 25};
    return PRICES[symbol];
  }

  // What a loser owes (R9, R10, R11, Q14).
  static TWIN int bill(const Cards<RACK_SIZE + 1> &rack) {
    int held[COLOURS] = {}, spared[COLOURS] = {}, all = 0, most = 0, cheapest = 0;
    for (int at = 0; at < rack.size; at++) {
      int block = rack.cards[at], owed = price(block & 3);
      all += owed;
      held[block >> 2]++;
      if ((block & 3) != LIBERTY) spared[block >> 2] += owed;
    }
    for (int colour = 0; colour < COLOURS; colour++) {
      int owed = all - spared[colour];
      if (held[colour] > most || (held[colour] == most && owed < cheapest)) {
        most = held[colour];
        cheapest = owed;
      }
    }
    return cheapest;
  }

  static TWIN bool fined(const Options &options) { return options.fine && options.seats > 2; }

  // -- game.py

  template <class Chance>
  static TWIN void opening(State &state, const Options &options, Chance &chance) {  // Q2, Q19
    state = State{};
    for (int seat = 0; seat < options.seats; seat++) state.balances[seat] = STARTING_BALANCE;
    state.first = static_cast<u8>(chance.below(static_cast<u32>(options.seats)));
    deal(state, options, chance);
  }

  // The seats that may act, as bits (R12).
  static TWIN u32 to_act(const State &state, const Options &options) {
    if (state.reason) return 0;
    if (state.thumb == NONE) return 1u << state.turn;
    u32 unaware = (1u << options.seats) - 1 - (1u << state.thumb);
    for (int at = 0; at < state.noticed_count; at++) unaware &= ~(1u << state.noticed[at]);
    return unaware;
  }

  static TWIN Mask choices(const State &state, const Options &options, int seat) {  // R5, Q9
    if (state.thumb != NONE) return {bit(SEEN)};
    const Cards<RACK_SIZE + 1> &rack = state.racks[seat];
    u64 legal = 0;
    if (state.picked) {
      for (int at = 0; at < rack.size; at++) legal |= bit(DISCARD + rack.cards[at]);
      if (state.taken != NONE) legal &= ~bit(DISCARD + state.taken);
    } else {
      legal = bit(DRAW);
      if (!take_forbidden(state, options, rack)) legal |= bit(TAKE);
    }
    return {wins(rack) ? legal | bit(THUMB) : legal};
  }

  static TWIN bool take_forbidden(const State &state, const Options &options,
                                  const Cards<RACK_SIZE + 1> &rack) {
    if (!state.discard.size) return true;                                      // Q20
    if (rack.count(state.discard.top()) == RACK_SIZE) return true;             // Q12
    return state.takes >= MAX_TAKES_PER_SEAT * options.seats;                  // Q26
  }

  template <class Chance>
  static TWIN void carry_out(State &state, const Options &options, Chance &chance, int seat,
                             u64 action) {
    if (action == DRAW) {
      state.racks[seat].insert(chance.draw(state.pool));
      state.pool_known.blur();
      state.picked = 1;
      state.takes = 0;
    } else if (action == TAKE) {
      state.taken = state.discard.pop();
      state.racks[seat].insert(state.taken);
      state.known[seat].insert(state.taken);
      state.picked = 1;
      state.takes++;
    } else if (action == THUMB) {
      state.thumb = static_cast<u8>(seat);
      if (!fined(options)) settle(state, options, chance);
    } else if (action == SEEN) {
      state.noticed[state.noticed_count++] = static_cast<u8>(seat);
      if (!to_act(state, options)) settle(state, options, chance);
    } else {
      int block = static_cast<int>(action) - DISCARD;
      state.racks[seat].remove(block);
      state.known[seat].remove(block);
      state.discard.push(block);
      state.turn = static_cast<u8>(seat_to_the_left(seat, options.seats));
      state.picked = 0;
      state.taken = NONE;
      if (!state.pool.size) refill(state, options, chance);
    }
  }

  template <class Chance>
  static TWIN void deal(State &state, const Options &options, Chance &chance) {  // R4
    if (options.seats >= TWO_PACKS_FROM) fill<layout::ThumbsUp, 2>(state.pool);
    else fill<layout::ThumbsUp>(state.pool);
    state.discard.clear();
    state.pool_known.clear();
    for (int seat = 0; seat < options.seats; seat++) {
      state.racks[seat].clear();
      state.known[seat].clear();
    }
    state.shown = 0;
    chance.shuffle(state.pool);
    int seat = state.first;
    for (int dealt = 0; dealt < RACK_SIZE * options.seats; dealt++) {
      state.racks[seat].insert(chance.draw(state.pool));
      seat = seat_to_the_left(seat, options.seats);
    }
    state.turn = state.first;
    state.picked = state.takes = state.emptied = state.noticed_count = 0;
    state.taken = state.thumb = NONE;
  }

  template <class Chance>
  static TWIN void refill(State &state, const Options &options, Chance &chance) {  // Q11
    if (state.emptied || !options.reshuffle) {
      make_void(state, options, chance);
      return;
    }
    u8 upcard = state.discard.pop();
    state.pool.clear();
    for (int at = 0; at < state.discard.size; at++) {
      state.pool.push(state.discard.cards[at]);
      state.pool_known.add(state.discard.cards[at]);
    }
    state.discard.clear();
    state.discard.push(upcard);
    chance.shuffle(state.pool);
    state.emptied = 1;
  }

  template <class Chance>
  static TWIN void make_void(State &state, const Options &options, Chance &chance) {  // Q11, Q25
    if (++state.voids == MAX_VOIDS) end_hand(state, options, chance, state.balances);
    else deal(state, options, chance);
  }

  template <class Chance>
  static TWIN void settle(State &state, const Options &options, Chance &chance) {  // R9 to R12
    i16 balances[MAX_SEATS];
    for (int seat = 0; seat < options.seats; seat++) balances[seat] = state.balances[seat];
    state.shown = 1;
    int winner = state.thumb;
    for (int seat = 0; seat < options.seats; seat++)
      if (seat != winner) pay(options, balances, seat, winner, bill(state.racks[seat]));
    if (state.noticed_count)  // Q4; nobody without a fine
      pay(options, balances, state.noticed[state.noticed_count - 1], winner, FINE);
    end_hand(state, options, chance, balances);
  }

  static TWIN void pay(const Options &options, i16 *balances, int seat, int winner, int owed) {
    int paid = options.debt_allowed || owed < balances[seat] ? owed : balances[seat];  // Q3
    balances[seat] = static_cast<i16>(balances[seat] - paid);
    balances[winner] = static_cast<i16>(balances[winner] + paid);
  }

  template <class Chance>  // R13, Q19, Q22
  static TWIN void end_hand(State &state, const Options &options, Chance &chance,
                            const i16 *balances) {
    int best = balances[0], tied = 0;
    for (int seat = 0; seat < options.seats; seat++) {
      state.ledger[state.hands_played][seat] =
          static_cast<i16>(balances[seat] - state.balances[seat]);
      state.balances[seat] = balances[seat];
      if (balances[seat] > best) best = balances[seat];
    }
    for (int seat = 0; seat < options.seats; seat++) tied += balances[seat] == best;
    state.hands_played++;
    state.first = static_cast<u8>(seat_to_the_left(state.first, options.seats));
    state.voids = 0;
    int extra = state.hands_played - options.hands;
    if (extra < 0 || (tied > 1 && options.extra_hands && extra < MAX_EXTRA_HANDS))
      deal(state, options, chance);
    else state.reason = tied > 1 || extra ? TU_22 : TU_23;
  }

  static TWIN i32 standing(const State &state, int seat) { return state.balances[seat]; }

  // -- packed bytes: the zones in order, then the facts as packing.py has them

  template <class Packed>
  static TWIN void zones(Packed &packed, State &state, const Options &options) {
    packed.hidden_zone(state.pool, state.pool_known);
    packed.open_zone(state.discard);
    for (int seat = 0; seat < options.seats; seat++)
      packed.hidden_zone(state.racks[seat], state.known[seat], state.shown);
  }

  template <class Packed>
  static TWIN void facts(Packed &packed, State &state, const Options &options) {
    packed.bytes(state.first, state.turn, state.picked, state.taken, state.takes, state.thumb);
    packed.bytes(state.emptied, state.voids, state.reason);
    packed.list(state.noticed, state.noticed_count);
    for (int seat = 0; seat < options.seats; seat++) packed.number(state.balances[seat]);
    packed.byte(state.hands_played);
    for (int hand = 0; hand < state.hands_played; hand++)
      for (int seat = 0; seat < options.seats; seat++) packed.number(state.ledger[hand][seat]);
  }
};

}  // namespace meldroom
