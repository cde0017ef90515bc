// Scorzo: the twin of games/scorzo/game.py, rounds.py and points.py, function by function.
#pragma once
#include "core.h"
#include "layout.h"
#include "scorzo_melds.h"

namespace meldroom {

struct Scorzo : layout::Scorzo {
  static constexpr int MAX_SEATS = 6, PACK_SIZE = 112, MAX_HAND = 9, WILD = ScorzoHand::WILD;
  static constexpr int TIE_CARDS = 3, MAX_TIE_ROUNDS = 10, MAX_TURNS_PER_SEAT = 60;
  static constexpr int MAX_ROUNDS = 11 + MAX_TIE_ROUNDS, DID_NOT_PLAY = -1;
  enum Phase { PICKING, DISCARDING, ANSWERING };
  enum Chart { FULL, DOWN, UP };
  enum Reason { RUNNING, SZ_23, SZ_19 };
  using Hand = ScorzoHand;

  struct Options {
    int seats, chart;
    bool all_wild_melds, return_taken, lay_off, flip;
  };

  struct State {
    Cards<PACK_SIZE> stock, discard;
    CardCounts<KINDS> stock_known;
    Hand hands[MAX_SEATS], known[MAX_SEATS];
    i16 totals[MAX_SEATS], ledger[MAX_ROUNDS][MAX_SEATS];
    u8 playing[MAX_SEATS], playing_count, rounds_played;
    u8 shown[MAX_SEATS];
    u8 dealer, turn, phase, taken, caller, reason;
    u16 turns;
    u32 ply;
  };

  static TWIN Options options(const u8 *chosen, int seats) {
    return {seats, chosen[0], chosen[1] == 0, chosen[2] == 0, chosen[3] == 1, chosen[4] == 0};
  }

  // -- facts.py

  static TWIN int rounds_in(const Options &options) { return options.chart == FULL ? 11 : 6; }

  static TWIN int left_of(const State &state, int seat) {  // X-1, Q20
    for (int at = 0; at < state.playing_count; at++)
      if (state.playing[at] > seat) return state.playing[at];
    return state.playing[0];
  }

  // -- game.py

  template <class Chance>
  static TWIN void opening(State &state, const Options &options, Chance &chance) {  // R5, Q16
    state = State{};
    fill<layout::Scorzo>(state.stock);
    state.playing_count = static_cast<u8>(options.seats);
    for (int seat = 0; seat < options.seats; seat++) state.playing[seat] = static_cast<u8>(seat);
    draw_for_first_deal(state, options, chance);
    deal(state, options, chance);
  }

  static TWIN u32 to_act(const State &state, const Options &) {
    return state.reason ? 0 : 1u << state.turn;
  }

  static TWIN Mask choices(const State &state, const Options &options, int seat) {
    if (state.phase == PICKING) return {bit(DRAW) | bit(TAKE)};    // R7
    if (state.phase == ANSWERING) return {bit(CALL) | bit(WAIT)};  // Q9
    u64 legal = state.hands[seat].kinds() << DISCARD;
    if (state.taken != NONE && !options.return_taken && legal != bit(DISCARD + state.taken))
      legal &= ~bit(DISCARD + state.taken);  // Q8
    return {legal};
  }

  template <class Chance>
  static TWIN void carry_out(State &state, const Options &options, Chance &chance, int seat,
                             u64 action) {
    if (action == DRAW) {
      state.hands[seat].insert(chance.draw(state.stock));
      state.stock_known.blur();
      state.phase = DISCARDING;
    } else if (action == TAKE) {
      state.taken = state.discard.pop();
      state.hands[seat].insert(state.taken);
      state.known[seat].insert(state.taken);
      state.phase = DISCARDING;
    } else if (action == CALL) {
      state.shown[seat] = 1;  // Q11
      state.caller = static_cast<u8>(seat);
      end_turn(state, options, chance);
    } else if (action == WAIT) {
      end_turn(state, options, chance);
    } else {
      int card = static_cast<int>(action) - DISCARD;
      state.hands[seat].remove(card);
      state.known[seat].remove(card);
      state.discard.push(card);
      if (may_call(state, options, state.hands[seat])) state.phase = ANSWERING;
      else end_turn(state, options, chance);
    }
  }

  static TWIN bool may_call(const State &state, const Options &options, const Hand &hand) {
    return state.caller == NONE && ScorzoMelds::is_complete(hand, options.all_wild_melds);  // R10
  }

  // -- rounds.py

  template <class Chance>  // R5, Q16
  static TWIN void draw_for_first_deal(State &state, const Options &options, Chance &chance) {
    chance.shuffle(state.stock);
    u32 tied = (1u << options.seats) - 1;
    while (tied & (tied - 1)) {
      u32 best = 0;
      int highest = 0;
      for (u32 left = tied; left; left &= left - 1) {
        int card = chance.draw(state.stock), rank = card == WILD ? 11 : card % 10 + 1;
        if (rank > highest) best = 0, highest = rank;
        if (rank == highest) best |= left & (~left + 1);
      }
      tied = best;
    }
    state.dealer = static_cast<u8>(lowest_bit(tied));
  }

  template <class Chance>
  static RARE void deal(State &state, const Options &options, Chance &chance) {  // R6
    fill<layout::Scorzo>(state.stock);
    state.discard.clear();
    state.stock_known.clear();
    for (int seat = 0; seat < options.seats; seat++) {
      state.hands[seat].clear();
      state.known[seat].clear();
      state.shown[seat] = 0;
    }
    chance.shuffle(state.stock);
    int first = left_of(state, state.dealer), seat = first;
    for (int left = hand_size(state, options) * state.playing_count; left > 0; left--) {
      state.hands[seat].insert(chance.draw(state.stock));
      seat = left_of(state, seat);
    }
    state.discard.push(chance.draw(state.stock));
    state.turn = static_cast<u8>(first);
    state.phase = PICKING;
    state.taken = state.caller = NONE;
    state.turns = 0;
  }

  static TWIN int hand_size(const State &state, const Options &options) {  // R4, Q19
    int round = state.rounds_played;
    if (round >= rounds_in(options)) return TIE_CARDS;
    if (options.chart == UP) return 3 + round;
    return round < 6 ? 8 - round : round - 2;
  }

  template <class Chance>  // R8, R10, Q11, Q22
  static TWIN void end_turn(State &state, const Options &options, Chance &chance) {
    int turns = state.turns + 1, following = left_of(state, state.turn);
    bool nobody_called =
        state.caller == NONE && turns == MAX_TURNS_PER_SEAT * state.playing_count;
    if (following == state.caller || nobody_called) {
      score(state, options, chance);
      return;
    }
    if (!state.stock.size) recycle(state, options, chance);
    state.turn = static_cast<u8>(following);
    state.phase = PICKING;
    state.taken = NONE;
    state.turns = static_cast<u16>(turns);
  }

  template <class Chance>  // R9, Q14
  static RARE void recycle(State &state, const Options &options, Chance &chance) {
    u8 upcard = state.discard.pop();
    state.stock.clear();
    for (int at = 0; at < state.discard.size; at++) {
      int from = options.flip ? state.discard.size - 1 - at : at;
      state.stock.push(state.discard.cards[from]);
      state.stock_known.add(state.discard.cards[from]);
    }
    state.discard.clear();
    state.discard.push(upcard);
    if (!options.flip) chance.shuffle(state.stock);
  }

  template <class Chance>
  static RARE void score(State &state, const Options &options, Chance &chance) {  // R11
    i16 *row = state.ledger[state.rounds_played];
    for (int seat = 0; seat < options.seats; seat++) row[seat] = DID_NOT_PLAY;
    for (int at = 0; at < state.playing_count; at++) {
      int seat = state.playing[at];
      state.shown[seat] = 1;
      row[seat] = static_cast<i16>(points(state, options, seat));
    }
    state.rounds_played++;
    if (state.rounds_played > rounds_in(options)) {
      after_tie_round(state, options, chance, row);
      return;
    }
    for (int seat = 0; seat < options.seats; seat++)
      state.totals[seat] = static_cast<i16>(state.totals[seat] + row[seat]);
    after_round(state, options, chance);
  }

  template <class Chance>  // R5, Q23
  static TWIN void after_round(State &state, const Options &options, Chance &chance) {
    if (state.rounds_played < rounds_in(options)) {
      state.dealer = static_cast<u8>(left_of(state, state.dealer));
      deal(state, options, chance);
      return;
    }
    keep_fewest(state, state.totals);
    if (state.playing_count == 1) {
      for (int seat = 0; seat < options.seats; seat++) state.playing[seat] = static_cast<u8>(seat);
      state.playing_count = static_cast<u8>(options.seats);
      state.reason = SZ_23;
    } else {
      tie_round(state, options, chance);
    }
  }

  template <class Chance>  // Q19
  static TWIN void after_tie_round(State &state, const Options &options, Chance &chance,
                                   const i16 *row) {
    State before = state;
    keep_fewest(state, row);
    if (state.playing_count == 1 || state.rounds_played - rounds_in(options) == MAX_TIE_ROUNDS) {
      state.playing_count = before.playing_count;
      for (int at = 0; at < before.playing_count; at++) state.playing[at] = before.playing[at];
      state.reason = SZ_19;
    } else {
      tie_round(state, options, chance);
    }
  }

  // Leave only those who play and have the fewest points.
  static TWIN void keep_fewest(State &state, const i16 *points_by_seat) {
    int least = points_by_seat[state.playing[0]], many = 0;
    for (int at = 0; at < state.playing_count; at++)
      if (points_by_seat[state.playing[at]] < least) least = points_by_seat[state.playing[at]];
    for (int at = 0; at < state.playing_count; at++)
      if (points_by_seat[state.playing[at]] == least) state.playing[many++] = state.playing[at];
    state.playing_count = static_cast<u8>(many);
  }

  template <class Chance>
  static TWIN void tie_round(State &state, const Options &options, Chance &chance) {  // R12, Q20
    state.dealer = static_cast<u8>(left_of(state, state.dealer));
    deal(state, options, chance);
  }

  // -- points.py

  static TWIN int points(const State &state, const Options &options, int seat) {  // R11, Q6
    const Hand &held = state.hands[seat];
    if (state.caller == NONE || state.caller == seat || !options.lay_off)
      return ScorzoMelds::least_deadwood(held, options.all_wild_melds);
    const Hand &caller = state.hands[state.caller];
    return ScorzoMelds::least_with_lay_off(held, caller, options.all_wild_melds);  // Q12
  }

  // R12, Q19: the fewest points; tie rounds are told apart by `ahead`.
  static TWIN i32 standing(const State &state, int seat) { return -state.totals[seat]; }

  // R12, Q19: fewer points, or else fewer in the first tie round that differs.
  static TWIN bool ahead(const State &state, const Options &options, int one, int other) {
    if (state.totals[one] != state.totals[other]) return state.totals[one] < state.totals[other];
    for (int round = rounds_in(options); round < state.rounds_played; round++) {
      int mine = tie_points(state, round, one), theirs = tie_points(state, round, other);
      if (mine != theirs) return mine < theirs;
    }
    return false;
  }

  static TWIN int tie_points(const State &state, int round, int seat) {
    int points = state.ledger[round][seat];
    return points == DID_NOT_PLAY ? 0 : points;
  }

  // -- packed bytes: the zones in order, then the facts as packing.py has them

  template <class Packed>
  static TWIN void zones(Packed &packed, State &state, const Options &options) {
    packed.hidden_zone(state.stock, state.stock_known);
    packed.open_zone(state.discard);
    for (int seat = 0; seat < options.seats; seat++)
      packed.hidden_zone(state.hands[seat], state.known[seat], state.shown[seat]);
  }

  template <class Packed>
  static TWIN void facts(Packed &packed, State &state, const Options &options) {
    packed.bytes(state.dealer, state.turn, state.phase, state.taken, state.caller, state.reason);
    packed.number(state.turns);
    packed.list(state.playing, state.playing_count);
    for (int seat = 0; seat < options.seats; seat++) packed.number(state.totals[seat]);
    packed.byte(state.rounds_played);
    for (int round = 0; round < state.rounds_played; round++)
      for (int seat = 0; seat < options.seats; seat++) packed.number(state.ledger[round][seat]);
  }
};

}  // namespace meldroom
