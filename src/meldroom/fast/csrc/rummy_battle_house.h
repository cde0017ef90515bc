// Rummy Battle's house: the twin of games/rummy_battle/house.py, going_out.py and meld_offers.py,
// function by function.
#pragma once
#include "policies.h"
#include "rummy_battle.h"

namespace meldroom {

template <>
struct House<RummyBattle> {
  using Game = RummyBattle;
  using State = Game::State;
  using Options = Game::Options;
  using Deck = Game::Deck;
  using Held = Game::Held;
  using Meld = Game::Meld;
  using Finder = Game::Finder;
  using Legal = Game::Legal;

  // Tenths of a point.
  static constexpr int DRAW_GAIN = 290, MARKER_GAIN = 200, ROW_CARD_GAIN = 30, HOARD_COST = 40;
  static constexpr int SURE = 10, NEAR = 8, LOOSE = 3, JOKER_IN_HAND = 140, ACTION_CARD_IN_HAND = 20;
  static constexpr int KEEP_JOKER = 1000, KEEP_ACTION_CARD = 300, KEEP_USABLE = 60;
  static constexpr int KEEP_PARTNER = 80, KEEP_FITTING = 10, KEEP_ROW_MELD = 200, KEEP_ROW_PARTNER = 20;
  static constexpr int KEEP_DEAR = 1, KEEP_DEAR_LATE = -6;
  static constexpr int EARLY_THEFT = 25, EARLY_SWITCH = 20, SPENT_CARD = 5;  // points
  static constexpr int POINTS_PER_CARD = 12, LAST_POINTS_PER_CARD = 8, NEEDED_LEAD = 240, LEAD_PER_CARD = 27;
  static constexpr int FEW_CARDS = 3;
  static constexpr int MIN_HAND = 3;  // cards before the Marker (Q19)
  static constexpr int NEAR_MARKER = 4, CARDS_DRAWN = 2, JOKER_HAND = 5, JOKER_MARKER = 40;
  static constexpr u64 ACES = Deck::EVERY_SUIT, TENS = 0x1e00 * Deck::EVERY_SUIT;

  // What the seat on turn knows, looked up once.
  struct TurnOutlook {
    Legal legal;
    u64 fits;        // plain cards that fit some meld
    int left;        // cards that stay when all that can be played is played, where going out pays
    bool going_out;  // the hand can be emptied, and that pays
    bool late;       // the round may end soon, or now by going out
    int held;        // cards in hand
  };

  template <class Chance>
  static TWIN u64 choose(const State &state, const Options &options, int, Chance &) {
    TurnOutlook outlook{Game::choices(state, options, state.turn), 0, 0, false, false, 0};
    const Legal &legal = outlook.legal;
    if (legal.size() == 1) return legal.nth(0);
    if (legal.finder.held.none()) return Game::BONUS;  // it can be discarded (Q11)
    for (int at = 0; at < state.meld_count; at++) outlook.fits |= state.melds[at].fits;
    outlook.held = state.hands[state.turn].size + state.drawn_cards[state.turn].size;
    Sweep swept = sweep(state, options, outlook, legal.finder);
    outlook.left = swept.left;
    outlook.going_out = swept.left <= 1;  // one can be discarded
    outlook.late = state.marker_seen || above_marker(state) <= NEAR_MARKER ||
                   outlook.going_out || may_end_soon(state, options);
    if (state.duty != NONE) return play_deepest(state, options, outlook);
    if (state.bonus && outlook.left != 1) return Game::BONUS;
    if (legal.sizes[Game::LUCKY_DAYS] && lucky_day_gains(state, options, outlook)) return Game::LUCKY;
    if (!state.drawn) return best_draw(state, options, outlook);
    if (state.again && sends_back(state, outlook)) return Game::SECOND;
    u64 play = best_meld(state, options, outlook);
    if (!play) play = best_theft(state, options, outlook);
    if (!play && outlook.late) play = best_lay_off(state, outlook);
    return play ? play : Game::DISCARD + static_cast<u64>(cheapest(outlook));
  }

  static TWIN int above_marker(const State &state) { return state.stock.size - state.marker; }

  static TWIN int smaller(int one, int other) { return one < other ? one : other; }

  // -- going_out.py

  // What is left in hand and what is scored when all that can be played is played.
  struct Sweep {
    int left, points;
  };

  static constexpr int STAYS = 1000;  // cards left where the seat does not go out

  // Play all that can be played, as far as one look shows, if going out pays.
  static TWIN Sweep sweep(const State &state, const Options &options, const TurnOutlook &outlook,
                          const Finder &finder) {
    int most = points(finder.held, ~0ull) + Deck::value(Deck::JOKER) * finder.jokers();
    if (!going_out_pays(state, options, most)) return {STAYS, 0};
    Sweep swept = swept_hand(state, options, outlook, finder);
    return swept.left <= 1 && going_out_pays(state, options, swept.points) ? swept : Sweep{STAYS, 0};
  }

  // Whether to go out: after the Marker always, before it by a lead.
  static TWIN bool going_out_pays(const State &state, const Options &options, int played) {
    if (state.marker_seen) return true;
    bool last = state.rounds_played + 1 >= options.rounds;
    int others = options.seats - 1, held = 0, best = -(1 << 30);
    for (int seat = 0; seat < options.seats; seat++) {
      if (seat == state.turn) continue;
      int size = state.hands[seat].size, costs = last ? LAST_POINTS_PER_CARD : POINTS_PER_CARD;
      int theirs = on_table(state, seat) - costs * size;
      held += size;
      if (theirs > best) best = theirs;
    }
    int lead = on_table(state, state.turn) + played + Game::OUT_BEFORE_MARKER - best;
    if (last) return lead > 0;
    return others * lead + LEAD_PER_CARD * held > others * NEEDED_LEAD;
  }

  // Make the dearest melds, lay off what fits and use what action cards can be used.
  static TWIN Sweep swept_hand(const State &state, const Options &options, const TurnOutlook &outlook,
                               Finder finder) {
    const Legal &legal = outlook.legal;
    Held &held = finder.held;
    int scored = 0;
    bool open = state.opened[state.turn];
    finder.must = NONE;
    while (u64 action = dearest_meld(finder)) {
      Meld meld = Game::new_meld(options, state.turn, action);
      for (int at = 0; at < meld.size; at++) {
        held.remove(meld.card(at));
        scored += Deck::value(meld.card(at));
      }
      open = true;
    }
    int left = held.size();
    if (!open) return {left, scored};
    left -= count_bits(held.once & outlook.fits) + count_bits(held.twice & outlook.fits) + held.jokers();
    scored += points(held, outlook.fits) + Deck::value(Deck::JOKER) * held.jokers();
    int used = smaller(held.count(Deck::THIEF), legal.sizes[Game::THEFTS]) +
               usable(legal, Deck::SWITCHEROO) + usable(legal, Deck::PICKPOCKET);
    return {left - (options.one_action_card ? smaller(used, 1) : used), scored};  // Q14
  }

  static TWIN bool may_end_soon(const State &state, const Options &options) {
    for (int seat = 0; seat < options.seats; seat++)
      if (seat != state.turn && state.hands[seat].size <= FEW_CARDS) return true;
    return false;
  }

  static TWIN int on_table(const State &state, int seat) {
    return state.totals[seat] + Game::value(state.tables[seat]);
  }

  // Whether so few cards might put the seat out too early (Q19).
  static TWIN bool too_few(const State &state, const TurnOutlook &outlook, int left) {
    return left < MIN_HAND && !state.marker_seen && !outlook.going_out;
  }

  // Q21, Q22: who is emptied pays before the Marker is seen, and gains after it.
  static TWIN bool lucky_day_gains(const State &state, const Options &options,
                                   const TurnOutlook &outlook) {
    if (outlook.held == 1) return false;
    for (int seat = 0; seat < options.seats; seat++)
      if (seat != state.turn && state.hands[seat].size == 1) return !state.marker_seen;
    return true;
  }

  // -- the draw

  // Whether so many cards of the row can be taken.
  static TWIN bool takes(const Legal &legal, int many) {
    return many > 64 ? legal.depths.high >> (many - 65) & 1 : legal.depths.low >> (many - 1) & 1;
  }

  // Whether the seat sees the Marker if it draws, and draws again by its 2nd Chance (R22, R23).
  static TWIN bool shows_marker(const State &state) {
    int draws = state.chances[state.turn] ? 2 : 1;
    return !state.marker_seen && above_marker(state) <= CARDS_DRAWN * draws;
  }

  // The take with which the seat goes out and scores most; 0 if none.
  static TWIN u64 take_to_go_out(const State &state, const Options &options, const TurnOutlook &outlook) {
    Finder finder = outlook.legal.finder;
    int most = -1;
    u64 best = 0;
    for (int many = 1; many <= state.row.size; many++) {
      finder.held.add(state.row.cards[state.row.size - many]);
      if (!takes(outlook.legal, many)) continue;
      Sweep swept = sweep(state, options, outlook, finder);
      if (swept.left > 1 || swept.points <= most) continue;
      most = swept.points;
      best = static_cast<u64>(Game::TAKE + many - 1);
    }
    return best;
  }

  static TWIN u64 best_draw(const State &state, const Options &options, const TurnOutlook &outlook) {
    const Legal &legal = outlook.legal;
    u64 best = take_to_go_out(state, options, outlook);
    if (best) return best;
    Finder finder = legal.finder;
    int most = promise(finder, outlook.fits) + DRAW_GAIN + (shows_marker(state) ? MARKER_GAIN : 0);
    best = Game::DRAW;
    bool hoards = legal.sizes[Game::HOARDS] > 0;
    for (int many = 1; many <= state.row.size; many++) {
      finder.held.add(state.row.cards[state.row.size - many]);
      bool taken = takes(legal, many);
      if (!taken && !hoards) continue;
      int rating = promise(finder, outlook.fits) + many * ROW_CARD_GAIN - (taken ? 0 : HOARD_COST);
      if (rating <= most) continue;
      most = rating;
      best = static_cast<u64>((taken ? Game::TAKE : Game::HOARD) + many - 1);
    }
    return best;
  }

  static TWIN bool sends_back(const State &state, const TurnOutlook &outlook) {  // R22
    if (!state.marker_seen && above_marker(state) <= CARDS_DRAWN) return true;
    if (outlook.going_out) return false;
    Finder before = outlook.legal.finder;
    before.held = state.held[state.turn];
    return promise(outlook.legal.finder, outlook.fits, 0) <= promise(before, outlook.fits, 0);
  }

  // What plain cards are worth, each once (R16).
  static TWIN int points(u64 cards) {
    return 5 * count_bits(cards) + 5 * count_bits(cards & TENS) + 10 * count_bits(cards & ACES);
  }

  static TWIN int points(const Held &held, u64 cards) {
    int many = points(held.once & cards);
    return held.twice & cards ? many + points(held.twice & cards) : many;
  }

  // Natural cards in a run of three, in all suits.
  static TWIN u64 in_runs(u64 cards) {
    u64 places = Finder::places_of(cards), lowest = places & places >> 1 & places >> 2;
    u64 placed = lowest | lowest << 1 | lowest << 2;
    return Finder::cards_at(placed) & cards;
  }

  // Cards of which two are in reach of a run.
  static TWIN u64 near_runs(u64 cards) {
    u64 places = Finder::places_of(cards), next = places & places >> 1, over = places & places >> 2;
    u64 placed = next | next << 1 | over | over << 2;
    return Finder::cards_at(placed) & cards;
  }

  // What a hand will probably score: cards of a meld in full, others in part.
  static TWIN int promise(const Finder &finder, u64 fits, int loose = LOOSE) {
    const Held &held = finder.held;
    Finder::Ranks ranks = finder.ranks();
    u64 sure = in_runs(held.once) | fits | (ranks.three & 0x1fff) * Deck::EVERY_SUIT;
    u64 near = (near_runs(held.once) | (ranks.two & 0x1fff) * Deck::EVERY_SUIT) & ~sure;
    int rating = SURE * points(held, sure) + NEAR * points(held, near) +
                 loose * points(held, ~(sure | near)) + JOKER_IN_HAND * held.jokers();
    for (u32 left = held.others >> 4; left; left >>= 4)
      rating += ACTION_CARD_IN_HAND * static_cast<int>(left & 15);
    return rating;
  }

  // -- melds

  struct Best {
    int value;
    u64 action;

    TWIN void offer(int rating, u64 number) {
      if (rating < value || (rating == value && number > action)) return;
      value = rating;
      action = number;
    }
  };

  // The dearest meld of natural cards, else one with a joker; 0 if none.
  static TWIN u64 dearest_meld(const Finder &finder) {
    Best best{0, 0};
    offer_natural_melds(finder, best);
    if (!best.action) offer_joker_melds(finder, best);
    return best.action;
  }

  // The dearest meld of natural cards; with few cards or when the Marker is not far, also one of two
  // natural cards and a joker. 0 if none.
  static TWIN u64 best_meld(const State &state, const Options &options, const TurnOutlook &outlook) {
    Best best{0, 0};
    const Finder &finder = outlook.legal.finder;
    if (outlook.legal.sizes[Game::RUNS] + outlook.legal.sizes[Game::SETS] == 0) return 0;
    offer_natural_melds(finder, best);
    bool with_joker = outlook.late || outlook.held <= JOKER_HAND ||
                      above_marker(state) <= JOKER_MARKER;
    if (!best.action && with_joker) offer_joker_melds(finder, best);
    if (!best.action) return 0;
    int size = Game::new_meld(options, state.turn, best.action).size;
    bool left_with_too_few = too_few(state, outlook, outlook.held - size + (state.stock.size > 0));  // R8
    return left_with_too_few ? 0 : best.action;
  }

  // Whether a meld uses the card that must be played (Q7).
  static TWIN bool uses_duty(const Finder &finder, u64 cards) {
    return finder.must == NONE || (finder.must < Deck::JOKER && cards >> Deck::bit_of(finder.must) & 1);
  }

  static TWIN void offer_natural_melds(const Finder &finder, Best &best) {
    u64 left = Finder::places_of(finder.held.once);
    left = left & left >> 1 & left >> 2;  // where a run of three starts
    u64 places = Finder::places_of(finder.held.once);
    while (left) {
      int start = lowest_bit(left), suit = start >> 4, low = start & 15, length = 0;
      while (length < Meld::MAX_RUN && low + length < 14 && places >> (start + length) & 1) length++;
      u64 cards = run_cards(suit, low, length);
      if (uses_duty(finder, cards)) best.offer(points(cards), Game::meld_run(length, suit, low, 0));
      left &= ~0ull << (start + length - 2);  // the starts within this run
    }
    for (u64 ranks = finder.ranks().three & 0x1fff; ranks; ranks &= ranks - 1)
      offer_set(finder, lowest_bit(ranks), 0, best);
  }

  // The cards of a run, as bits; a high ace is the ace.
  static TWIN u64 run_cards(int suit, int low, int length) {
    u64 ranks = ((1ull << length) - 1) << low;
    return ((ranks | ranks >> Finder::HIGH_ACE) & 0x1fff) << (16 * suit);
  }

  static TWIN void offer_set(const Finder &finder, int rank, int jokers, Best &best) {
    u64 cards = finder.held.once & Deck::EVERY_SUIT << rank;
    if (!uses_duty(finder, cards)) return;
    int copies = finder.copies_for_set(rank), naturals = Meld::copies_up_to(copies, 3);
    best.offer(naturals * Deck::value(rank), Game::meld_set(rank, copies, jokers));
  }

  static TWIN void offer_joker_melds(const Finder &finder, Best &best) {
    if (!finder.jokers()) return;
    u64 places = Finder::places_of(finder.held.once);
    RummyBattleWindows windows(places, 1);
    for (u64 left = windows.starts[1] & windows.room(); left; left &= left - 1) {
      int start = lowest_bit(left), held = static_cast<int>(places >> start) & 7;
      u64 cards = run_cards(start >> 4, start & 15, 3) & finder.held.once;
      if (!uses_duty(finder, cards)) continue;
      best.offer(points(cards), Game::meld_run(3, start >> 4, start & 15, 7 & ~held));
    }
    Finder::Ranks ranks = finder.ranks();
    for (u64 pairs = ranks.two & ~ranks.three & 0x1fff; pairs; pairs &= pairs - 1)
      offer_set(finder, lowest_bit(pairs), 1, best);
  }

  // Q7: meld the deepest card that was taken, else lay it off, else whatever is possible.
  static TWIN u64 play_deepest(const State &state, const Options &options, const TurnOutlook &outlook) {
    const Legal &legal = outlook.legal;
    Best best{0, 0};
    offer_natural_melds(legal.finder, best);
    if (best.action) {
      int size = Game::new_meld(options, state.turn, best.action).size;
      if (!too_few(state, outlook, outlook.held - size + (state.stock.size > 0))) return best.action;
    }
    if (legal.sizes[Game::LAY_OFFS]) return legal.nth_lay_off(0);
    if (best.action) return best.action;
    offer_joker_melds(legal.finder, best);
    return best.action ? best.action : legal.nth(0);
  }

  // -- what waits until the Marker: action cards and laying off

  static TWIN int owners_value(const Meld &meld) {
    int points = 0;
    for (int at = 0; at < meld.size; at++)
      if (meld.holder(at) == meld.owner) points += Deck::value(meld.card(at));
    return points;
  }

  // The best use of Thief, Switcheroo or Pickpocket; 0 if none gains.
  static TWIN u64 best_theft(const State &state, const Options &options, const TurnOutlook &outlook) {
    const Legal &legal = outlook.legal;
    Best best{1, 0};
    best.action = ~0ull;
    bool at_once = outlook.late || options.one_action_card;  // Q14
    if (too_few(state, outlook, outlook.held - 1)) return 0;
    for (int at = 0; at < legal.sizes[Game::THEFTS]; at++) {
      u64 number = Mask{legal.other_sets}.nth(at);
      int gain = owners_value(state.melds[number - 1]);
      if (at_once || gain >= EARLY_THEFT) best.offer(gain, Game::THIEF - 1 + number);
    }
    for (int at = 0; at < legal.sizes[Game::SWITCHES]; at++) {
      u64 action = legal.nth_switch(at);
      int given = owners_value(state.melds[Game::field(action, 6, 6) - 1]);
      int got = owners_value(state.melds[Game::field(action, 0, 6) - 1]);
      int gain = got - given + SPENT_CARD;
      if (at_once || gain >= EARLY_SWITCH) best.offer(gain, action);
    }
    for (int at = 0; at < legal.sizes[Game::CARD_PICKS]; at++) {
      u64 action = legal.nth_pick(at);
      best.offer(Deck::value(Deck::real_card(Game::field(action, 3, 7))), action);
    }
    if (at_once && best.action == ~0ull && legal.sizes[Game::HAND_PICKS])
      best.action = static_cast<u64>(Game::PICK + legal.nth_victim(0));
    return best.action == ~0ull ? 0 : best.action;
  }

  // The dearest card that can be laid off, on the first meld that takes it; 0 if there is none.
  static TWIN u64 best_lay_off(const State &state, const TurnOutlook &outlook) {
    const Legal &legal = outlook.legal;
    if (!legal.sizes[Game::LAY_OFFS] || too_few(state, outlook, outlook.held - 1)) return 0;
    Best best{0, 0};
    for (int number = 1; number <= state.meld_count; number++) {
      const Meld &meld = state.melds[number - 1];
      for (u64 left = meld.fits & legal.playable(); left; left &= left - 1) {
        int card = Deck::card_of(lowest_bit(left));
        best.offer(Deck::value(card), RummyBattleActions::lay_off(number, card));
      }
      if (!legal.joker_playable() || !meld.takes_joker()) continue;
      int placed = Deck::JOKER;
      if (meld.kind == Meld::RUN) placed = Deck::JOKER_AS + Deck::card_of(lowest_bit(meld.fits));
      best.offer(Deck::value(Deck::JOKER), RummyBattleActions::lay_off(number, placed));
    }
    return best.action;
  }

  // -- the discard

  static TWIN int cheapest(const TurnOutlook &outlook) {
    const Legal &legal = outlook.legal;
    const Held &held = legal.finder.held;
    Finder row{Held{}, legal.options->rules, NONE};
    for (int at = 0; at < legal.state->row.size; at++) row.held.add(legal.state->row.cards[at]);
    int least = 1 << 30, found = NONE;
    for (u64 left = held.once; left; left &= left - 1) {
      int at = lowest_bit(left), card = Deck::card_of(at), worth = Deck::value(card);
      int rating = KEEP_PARTNER * partners(held, at);
      rating += (outlook.late ? KEEP_DEAR_LATE : KEEP_DEAR) * worth;
      if (outlook.fits >> at & 1) rating += KEEP_FITTING * worth;  // R9: it is given away
      rating += worth_to_the_next(row, card);
      if (rating >= least) continue;
      least = rating;
      found = card;
    }
    for (int card = Deck::JOKER; card <= Deck::LUCKY_DAY; card++) {
      int rating = card == Deck::JOKER ? KEEP_JOKER : 0;
      if (outlook.late && usable(legal, card)) rating = KEEP_USABLE;
      if (!outlook.late && card >= Deck::THIEF) rating = KEEP_ACTION_CARD;
      if (!held.count(card) || rating >= least) continue;
      least = rating;
      found = card;
    }
    return found;
  }

  // Whether an action card can be used now.
  static TWIN bool usable(const Legal &legal, int card) {
    if (card == Deck::PICKPOCKET) return legal.sizes[Game::CARD_PICKS] + legal.sizes[Game::HAND_PICKS] > 0;
    if (card == Deck::THIEF) return legal.sizes[Game::THEFTS] > 0;
    return card == Deck::SWITCHEROO && legal.sizes[Game::SWITCHES] > 0;
  }

  // R4: what the next player can take from the row together with a card.
  static TWIN int worth_to_the_next(Finder row, int card) {
    int at = Deck::bit_of(card);
    row.held.add(card);
    u64 melds = in_runs(row.held.once) | (row.ranks().three & 0x1fff) * Deck::EVERY_SUIT;
    return KEEP_ROW_PARTNER * partners(row.held, at) + (melds >> at & 1 ? KEEP_ROW_MELD : 0);
  }

  // How many other cards a plain card goes with: of its rank, at most two places away, and jokers.
  static TWIN int partners(const Held &held, int at) {
    int rank = at & 15, places = Deck::ranks_in(Finder::places_of(held.once), at >> 4);
    int near = places << 2 >> rank & 0x1b;
    if (rank == Deck::ACE) near |= (places >> 11 & 3) << 5;  // queen and king
    return Deck::suits_with(held.once, rank) + Deck::suits_with(held.twice, rank) - 1 +
           count_bits(static_cast<u64>(near)) + held.jokers();
  }
};

}  // namespace meldroom
