// Rummy Battle: the twin of games/rummy_battle/game.py, rounds.py and action_cards.py, function by
// function.
#pragma once
#include "rummy_battle_choices.h"

namespace meldroom {

struct RummyBattle : RummyBattleChoices {
  template <class Chance>
  static TWIN void opening(State &state, const Options &options, Chance &chance) {  // Q31
    state = State{};
    state.dealer = static_cast<u8>(chance.below(static_cast<u32>(options.seats)));
    deal(state, options, chance);
  }

  static TWIN u32 to_act(const State &state, const Options &) {
    return state.reason ? 0 : 1u << state.turn;
  }

  template <class Chance>
  static TWIN void carry_out(State &state, const Options &options, Chance &chance, int seat,
                             u64 action) {
    if (state.again) {
      if (action == SECOND) return second_chance(state, chance, seat);
      // R22: the two cards join the hand once another action is chosen.
      Cards<2> &drawn = state.drawn_cards[seat];
      for (int at = 0; at < drawn.size; at++) enter_hand(state, seat, drawn.cards[at]);
      drawn.clear();
    }
    switch (kind_of(action)) {
      case MELD_RUN:
      case MELD_SET: return make_meld(state, options, chance, seat, action);
      case LAY_OFF: return lay_off(state, options, chance, seat, action);
      case PICK_CARD:
      case SWITCH: return play_action_card(state, options, chance, seat, action);
      default: break;
    }
    int number = static_cast<int>(action);
    if (number >= DISCARD) return discard(state, options, chance, seat, number - DISCARD);
    if (number >= PICK) return play_action_card(state, options, chance, seat, action);
    if (number == DONE) return go_out(state, options, chance, 1u << seat);
    if (number == BONUS) {
      draw_to_hand(state, chance, seat, 1);
      state.bonus = 0;
    } else if (number >= HOARD) {
      hoard(state, seat, number - HOARD + 1);
    } else if (number >= TAKE) {
      take(state, seat, number - TAKE + 1);
    } else {
      draw_two(state, chance, seat);
    }
  }

  // -- cards that move; `known` as zone.py has it

  static TWIN void enter_hand(State &state, int seat, int card) {
    state.hands[seat].push(card);
    state.held[seat].add(card);
  }

  static TWIN void leave_hand(State &state, int seat, int card) {  // seen by all
    state.hands[seat].remove(card);
    state.held[seat].remove(card);
    state.known[seat].remove(card);
  }

  static TWIN void from_row_to_hand(State &state, int seat, int many) {
    state.row.size = static_cast<u8>(state.row.size - many);
    for (int at = 0; at < many; at++) {
      int card = state.row.cards[state.row.size + at];
      enter_hand(state, seat, card);
      state.known[seat].add(card);
    }
  }

  static TWIN void between_tables(State &state, int from, int to, int card) {
    state.tables[from].remove(card);
    state.tables[to].push(card);
  }

  // -- the draw: R4, R17, R22, Q7, Q8

  template <class Chance>
  static TWIN int draw_card(State &state, Chance &chance) {
    state.stock_known.blur();
    return chance.draw(state.stock);
  }

  static TWIN void look_for_marker(State &state) {  // R23
    if (state.stock.size <= state.marker) state.marker_seen = 1;
  }

  template <class Chance>
  static TWIN void draw_to_hand(State &state, Chance &chance, int seat, int many) {
    for (; many > 0 && state.stock.size; many--) enter_hand(state, seat, draw_card(state, chance));
    look_for_marker(state);
  }

  template <class Chance>
  static TWIN void draw_two(State &state, Chance &chance, int seat) {
    state.again = state.chances[seat] && state.stock.size >= 4;
    state.drawn = 1;
    if (!state.again) return draw_to_hand(state, chance, seat, 2);
    for (int many = 0; many < 2; many++)
      state.drawn_cards[seat].push(draw_card(state, chance));
    look_for_marker(state);
  }

  template <class Chance>  // R22: the card drawn first goes under the stock first
  static TWIN void second_chance(State &state, Chance &chance, int seat) {
    chance.settle(state.stock);
    Cards<2> &drawn = state.drawn_cards[seat];
    for (int at = 0; at < drawn.size; at++) state.stock.insert_above(0, drawn.cards[at]);
    drawn.clear();
    state.chances[seat] = 0;
    state.marker = static_cast<u8>(state.marker + 2);  // R23
    state.again = 0;
    draw_to_hand(state, chance, seat, 2);
  }

  static TWIN void take(State &state, int seat, int many) {  // R4
    if (must_play_deepest(state)) state.duty = state.row.cards[state.row.size - many];  // Q7
    from_row_to_hand(state, seat, many);
    state.drawn = 1;
  }

  static RARE void hoard(State &state, int seat, int many) {  // R17
    put_on_used_pile(state, seat, Deck::HOARD);
    from_row_to_hand(state, seat, many);
    state.drawn = 1;
  }

  // -- playing and discarding: R5, R6, R8, R9, R11, Q7, Q11, Q18

  static TWIN Meld new_meld(const Options &options, int seat, u64 action) {
    if (kind_of(action) == MELD_RUN)
      return Meld::new_run(seat, field(action, 17, 2), field(action, 13, 4), field(action, 19, 4),
                           field(action, 0, 13));
    return Meld::new_set(seat, field(action, 11, 4), field(action, 3, 8), field(action, 0, 3),
                         options.rules.distinct);
  }

  template <class Chance>  // R6, R8
  static RARE void make_meld(State &state, const Options &options, Chance &chance, int seat,
                             u64 action) {
    Meld &meld = state.melds[state.meld_count++];
    meld = new_meld(options, seat, action);
    for (int at = 0; at < meld.size; at++) play_card(state, seat, meld.card(at));
    state.opened[seat] = 1;
    state.bonus = state.stock.size > 0;
    state.again = 0;
    state.duty = NONE;
    if (!state.bonus && !state.hands[seat].size) go_out(state, options, chance, 1u << seat);  // Q11
  }

  static TWIN void play_card(State &state, int seat, int card) {
    leave_hand(state, seat, card);
    state.tables[seat].push(card);
  }

  template <class Chance>  // R9, Q11
  static RARE void lay_off(State &state, const Options &options, Chance &chance, int seat,
                           u64 action) {
    int placed = field(action, 0, 7);
    play_card(state, seat, Deck::real_card(placed));
    state.melds[field(action, 7, 6) - 1].lay_off(seat, placed, options.rules.distinct);
    state.bonus = state.again = 0;
    state.duty = NONE;
    if (!state.hands[seat].size) go_out(state, options, chance, 1u << seat);
  }

  template <class Chance>  // R11, R12
  static RARE void discard(State &state, const Options &options, Chance &chance, int seat,
                           int card) {
    leave_hand(state, seat, card);
    (card > Deck::JOKER ? state.used : state.row).push(card);
    if (state.hands[seat].size) end_turn(state, options, chance);
    else go_out(state, options, chance, 1u << seat);
  }

  // -- action_cards.py

  template <class Chance>
  static RARE void play_action_card(State &state, const Options &options, Chance &chance, int seat,
                                    u64 action) {
    if (kind_of(action) == PICK_CARD) {
      put_on_used_pile(state, seat, Deck::PICKPOCKET);
      pick_from_meld(state, seat, field(action, 3, 7), field(action, 10, 6), field(action, 0, 3));
    } else if (kind_of(action) == SWITCH) {
      put_on_used_pile(state, seat, Deck::SWITCHEROO);
      swap(state, seat, field(action, 6, 6), field(action, 0, 6));
    } else if (action == LUCKY) {
      put_on_used_pile(state, seat, Deck::LUCKY_DAY);
      return lucky_day(state, options, chance, seat);
    } else if (action >= THIEF) {
      put_on_used_pile(state, seat, Deck::THIEF);
      steal(state, seat, static_cast<int>(action) - THIEF + 1);
    } else {
      put_on_used_pile(state, seat, Deck::PICKPOCKET);
      draw_unseen(state, chance, static_cast<int>(action) - PICK, seat);
    }
    if (!state.hands[seat].size) go_out(state, options, chance, 1u << seat);  // Q11
  }

  static TWIN void put_on_used_pile(State &state, int seat, int card) {
    leave_hand(state, seat, card);
    state.used.push(card);
    state.acted = 1;
    state.bonus = state.again = 0;
  }

  // R20
  static TWIN void pick_from_meld(State &state, int seat, int placed, int number, int victim) {
    Meld &meld = state.melds[number - 1];
    between_tables(state, victim, seat, Deck::real_card(placed));
    meld.change_holder(meld.place_of(placed, victim), seat);
  }

  template <class Chance>  // R20, R21: the card is known to the two of them alone
  static TWIN void draw_unseen(State &state, Chance &chance, int victim, int seat) {
    u32 lot = chance.below(state.hands[victim].size);
    int card = state.held[victim].nth_card(static_cast<int>(lot));
    state.hands[victim].remove(card);
    state.held[victim].remove(card);
    state.known[victim].blur();
    enter_hand(state, seat, card);
  }

  // Move the owner's cards of a meld to the table of a seat.
  static TWIN void hand_over(State &state, const Meld &meld, int seat) {
    for (int at = 0; at < meld.size; at++)
      if (meld.holder(at) == meld.owner) between_tables(state, meld.owner, seat, meld.card(at));
  }

  static TWIN void steal(State &state, int seat, int number) {  // R18
    Meld &meld = state.melds[number - 1];
    hand_over(state, meld, seat);
    meld.change_owner(seat);
  }

  static TWIN void swap(State &state, int seat, int own, int other) {  // R19
    Meld &given = state.melds[own - 1], &got = state.melds[other - 1];
    hand_over(state, given, got.owner);
    hand_over(state, got, seat);
    given.change_owner(got.owner);
    got.change_owner(seat);
  }

  template <class Chance>  // R15, R21
  static TWIN void lucky_day(State &state, const Options &options, Chance &chance, int seat) {
    u32 out = 0;
    for (int left = 1; left < options.seats; left++) {
      int opponent = (seat + left) % options.seats;
      draw_unseen(state, chance, opponent, seat);
      if (!state.hands[opponent].size) out |= 1u << opponent;
    }
    if (out) go_out(state, options, chance, out);
  }

  // -- rounds.py

  template <class Chance>
  static RARE void deal(State &state, const Options &options, Chance &chance) {  // R1 to R3
    gather(state, options);
    chance.shuffle(state.stock);
    int seat = state.dealer;
    for (int left = CARDS_DEALT * options.seats; left > 0; left--) {
      seat = seat_to_the_left(seat, options.seats);
      enter_hand(state, seat, chance.draw(state.stock));
    }
    int turned_up = chance.draw(state.stock);
    while (turned_up > Deck::JOKER) {  // Q27
      chance.settle(state.stock);
      state.stock.insert_above(state.stock.size / 2, turned_up);
      state.stock_known.add(turned_up);
      turned_up = chance.draw(state.stock);
      state.stock_known.remove(turned_up);
    }
    state.row.push(turned_up);
    state.turn = static_cast<u8>(seat_to_the_left(state.dealer, options.seats));  // Q31
    fresh_round(state, options);
  }

  static RARE void gather(State &state, const Options &options) {
    fill<layout::RummyBattle>(state.stock);
    state.stock_known.clear();
    state.used.clear();
    state.row.clear();
    for (int seat = 0; seat < options.seats; seat++) {
      state.hands[seat].clear();
      state.held[seat] = Held{};
      state.known[seat].clear();
      state.shown[seat] = 0;
      state.drawn_cards[seat].clear();
      state.tables[seat].clear();
    }
  }

  template <class Chance>  // R11, Q24, Q33
  static RARE void end_turn(State &state, const Options &options, Chance &chance) {
    state.turn = static_cast<u8>(seat_to_the_left(state.turn, options.seats));
    state.turns++;
    state.drawn = state.bonus = state.again = state.acted = 0;
    bool too_long = state.turns >= MAX_TURNS_PER_SEAT * options.seats;
    if (!state.stock.size) {
      bool more_than_last = state.row.size > 1;
      if (!options.reshuffle || !(more_than_last || too_long))
        return score(state, options, chance, 0, 0);
      if (!too_long) return reshuffle(state, chance);
    }
    if (too_long) score(state, options, chance, 0, 0);
  }

  template <class Chance>
  static RARE void reshuffle(State &state, Chance &chance) {  // Q24
    int last = state.row.pop();
    state.stock.clear();
    for (int at = 0; at < state.row.size; at++) {
      state.stock.push(state.row.cards[at]);
      state.stock_known.add(state.row.cards[at]);
    }
    state.row.clear();
    state.row.push(last);
    chance.shuffle(state.stock);
  }

  template <class Chance>  // R12, Q19 to Q22
  static TWIN void go_out(State &state, const Options &options, Chance &chance, u32 out) {
    int points = state.marker_seen ? OUT_AFTER_MARKER : OUT_BEFORE_MARKER;
    score(state, options, chance, out, out & (out - 1) ? points / 2 : points);
  }

  template <int SIZE>
  static TWIN int value(const Cards<SIZE> &cards) {
    int points = 0;
    for (int at = 0; at < cards.size; at++) points += Deck::value(cards.cards[at]);
    return points;
  }

  template <class Chance>  // R13, R16
  static RARE void score(State &state, const Options &options, Chance &chance, u32 out,
                         int points_for_out) {
    i16 *row = state.ledger[state.rounds_played++];
    for (int seat = 0; seat < options.seats; seat++) {
      int points = value(state.tables[seat]) - value(state.hands[seat]);
      if (out >> seat & 1) points += points_for_out;
      state.shown[seat] = state.hands[seat].size > 0;
      row[seat] = static_cast<i16>(points);
      state.totals[seat] = static_cast<i16>(state.totals[seat] + points);
    }
    int extra_rounds = state.rounds_played - options.rounds;
    if (extra_rounds < 0 || (extra_rounds == 0 && tied(state, options))) {  // Q30
      state.dealer = static_cast<u8>(seat_to_the_left(state.dealer, options.seats));
      return deal(state, options, chance);
    }
    state.reason = extra_rounds ? RB_30 : RB_34;
  }

  static TWIN bool tied(const State &state, const Options &options) {
    int best = state.totals[0], many = 1;
    for (int seat = 1; seat < options.seats; seat++) {
      many = state.totals[seat] > best ? 1 : many + (state.totals[seat] == best);
      if (state.totals[seat] > best) best = state.totals[seat];
    }
    return many > 1;
  }

  static TWIN i32 standing(const State &state, int seat) { return state.totals[seat]; }  // R13
};

}  // namespace meldroom
