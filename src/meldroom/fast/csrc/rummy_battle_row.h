// What a network is told of Rummy Battle: the twin of games/rummy_battle/row.py.
#pragma once
#include "rummy_battle_moves.h"

namespace meldroom {

template <>
struct RowFacts<RummyBattle> {
  using Game = RummyBattle;
  using Moves = NetworkActions<Game>;
  using State = Game::State;
  using Options = Game::Options;
  using Deck = Game::Deck;
  using Held = Game::Held;
  using Meld = Game::Meld;
  using Finder = Game::Finder;
  static constexpr int PLAIN = Deck::JOKER, OTHERS = Game::KINDS - PLAIN;
  static constexpr int NEARNESS = 16;  // cards at the end of the row that are told apart
  static constexpr int PER_SEAT = 18, OPPONENTS = Game::MAX_SEATS - 1, TOP_CARDS = 2;
  static constexpr int TOLD_ACTIONS = Moves::SET;  // the others follow from the hand and the melds
  static constexpr int DRAWS = 3 * Moves::MAX_TAKES + 2 * Moves::HOARD_DEPTHS;
  static constexpr int MELDS = Moves::LAY_OFF - Moves::SET;
  static constexpr int SEEN =
      65 + PLAIN + Game::KINDS + PLAIN + 1 + PLAIN + DRAWS + MELDS + 45 + Game::MAX_SEATS * PER_SEAT;
  static constexpr int HIDDEN = 2 * Game::KINDS + 4 * OPPONENTS + TOP_CARDS * Game::KINDS;

  // What the plain cards of a hand are worth, by what they go with.
  struct Worth {
    int sure, near, loose;  // in a set or run or fitting a meld; lacking one card; the rest
  };

  template <class Writer>
  static TWIN void seen(Writer &to, const State &state, const Options &options, int seat) {
    Held held = state.held[seat];
    const Cards<2> &drawn = state.drawn_cards[seat];
    for (int at = 0; at < drawn.size; at++) held.add(drawn.cards[at]);
    Finder finder{held, options.rules, NONE};
    u64 fits = 0;
    for (int at = 0; at < state.meld_count; at++) fits |= state.melds[at].fits;
    for (int card = 0; card < PLAIN; card++) to.number(held.count(card), 1);
    to.reached(held.jokers(), 3);
    for (int card = PLAIN + 1; card < Game::KINDS; card++) to.reached(held.count(card), 2);
    for (int card = 0; card < PLAIN; card++) to.flag(fits >> Deck::bit_of(card) & 1);
    write_unseen(to, state, options, seat, held);
    write_row(to, state.row);
    const auto &of_left = state.known[seat_after(seat, 1, options.seats)];
    for (int card = 0; card < PLAIN; card++) to.flag(of_left.counts[card]);
    Worth now = worth(finder, fits);
    write_draws(to, state, options, seat, finder, fits, now);
    for (int move = Moves::SET; move < Moves::LAY_OFF; move++)
      to.number(natural_points(Moves::meld_for(finder, move)) / 5, 8);
    Finder before{state.held[seat], options.rules, NONE};
    Worth then = drawn.size ? worth(before, fits) : now;
    write_turn(to, state, options, seat, held, now, then);
    write_seats(to, state, options, seat);
  }

  template <class Writer>
  static TWIN void hidden(Writer &to, const State &state, const Options &options, int seat) {
    u64 fits = 0;
    for (int at = 0; at < state.meld_count; at++) fits |= state.melds[at].fits;
    Held rest{};
    for (int place = 1; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(4);
        continue;
      }
      int other = seat_after(seat, place, options.seats);
      const auto &hand = state.hands[other];
      Worth of_hand = worth({state.held[other], options.rules, NONE}, fits);
      to.number(Game::value(hand) / 5, 8);
      to.number(of_hand.sure / 5, 8);
      to.number(of_hand.near / 5, 8);
      to.number(state.held[other].jokers(), 1);
      for (int at = 0; at < hand.size && place > 1; at++) rest.add(hand.cards[at]);
    }
    const Held &of_left = state.held[seat_after(seat, 1, options.seats)];
    for (int card = 0; card < Game::KINDS; card++) to.number(of_left.count(card), 1);
    for (int card = 0; card < Game::KINDS; card++) to.number(rest.count(card), 1);
    to.top_cards(state.stock, TOP_CARDS, Game::KINDS);
  }

  // How many copies of each card nobody has shown.
  template <class Writer>
  static TWIN void write_unseen(Writer &to, const State &state, const Options &options, int seat,
                                const Held &held) {
    Held shown = held;
    add(shown, state.row);
    add(shown, state.used);
    add(shown, state.stock_known);
    for (int other = 0; other < options.seats; other++) {
      add(shown, state.tables[other]);
      if (other == seat) continue;
      if (state.shown[other]) add(shown, state.hands[other]);
      else add(shown, state.known[other]);
    }
    for (int card = 0; card < Game::KINDS; card++)
      to.number(Game::copies(card) - shown.count(card), card < PLAIN ? 2 : 4);
  }

  template <int SIZE>
  static TWIN void add(Held &held, const Cards<SIZE> &cards) {
    for (int at = 0; at < cards.size; at++) held.add(cards.cards[at]);
  }

  static TWIN void add(Held &held, const CardCounts<Game::KINDS> &cards) {
    for (u64 left = cards.held; left; left &= left - 1)
      for (int copy = 0; copy < cards.counts[lowest_bit(left)]; copy++) held.add(lowest_bit(left));
  }

  // How near each card is to the end of the row.
  template <class Writer>
  static TWIN void write_row(Writer &to, const Cards<Game::PACK_SIZE> &row) {
    u8 nearness[PLAIN + 1] = {};
    int from = row.size > NEARNESS ? row.size - NEARNESS : 0;
    for (int at = from; at < row.size; at++)
      nearness[row.cards[at]] = static_cast<u8>(NEARNESS + 1 - (row.size - at));
    for (int card = 0; card <= PLAIN; card++) to.number(nearness[card], NEARNESS);
  }

  static TWIN int points(const Held &held, u64 cards) {
    return Moves::points(held.once & cards) + Moves::points(held.twice & cards);
  }

  static TWIN u64 of_ranks(u64 ranks) { return (ranks & 0x1fff) * Deck::EVERY_SUIT; }

  static TWIN Worth worth(const Finder &finder, u64 fits) {
    const Held &held = finder.held;
    Finder::Ranks ranks = finder.ranks();
    u64 places = Finder::places_of(held.once), next = places & places >> 1;
    u64 three = next & places >> 2, over = places & places >> 2;
    u64 sure = Finder::cards_at(three | three << 1 | three << 2) | fits | of_ranks(ranks.three);
    u64 near = Finder::cards_at(next | next << 1 | over | over << 2) | of_ranks(ranks.two);
    return {points(held, sure), points(held, near & ~sure), points(held, ~(sure | near))};
  }

  // What each take and each move with Hoard would add to the hand.
  template <class Writer>
  static TWIN void write_draws(Writer &to, const State &state, const Options &options, int seat,
                               Finder finder, u64 fits, const Worth &now) {
    bool draws = !state.reason && state.turn == seat && !state.drawn && state.duty == NONE;
    if (!draws || !state.row.size) {
      to.zeros(DRAWS);
      return;
    }
    Game::Legal legal = Game::choices(state, options, seat);
    int takes[Moves::MAX_TAKES][3] = {}, hoards[Moves::HOARD_DEPTHS][2] = {}, taken = 0;
    for (int many = 1; many <= state.row.size; many++) {
      finder.held.add(state.row.cards[state.row.size - many]);
      bool takes_it = many > 64 ? legal.depths.high >> (many - 65) & 1
                                : legal.depths.low >> (many - 1) & 1;
      takes_it = takes_it && taken < Moves::MAX_TAKES;
      if (!takes_it && !legal.sizes[Game::HOARDS]) continue;
      Worth after = worth(finder, fits);
      int sure = (after.sure - now.sure) / 5, near = (after.near - now.near) / 5;
      if (takes_it) {
        takes[taken][0] = many;
        takes[taken][1] = sure;
        takes[taken++][2] = near;
      }
      for (int slot = 0; slot < Moves::HOARD_DEPTHS && legal.sizes[Game::HOARDS]; slot++) {
        if (Moves::hoard_depth(slot, state.row.size) != many) continue;
        hoards[slot][0] = sure;
        hoards[slot][1] = near;
      }
    }
    for (const auto &take : takes)
      for (int number : take) to.number(number, 8);
    for (const auto &hoard : hoards)
      for (int number : hoard) to.number(number, 8);
  }

  // What the natural cards of a new meld are worth; 0 is no meld.
  static TWIN int natural_points(u64 meld) {
    if (!meld) return 0;
    if (Game::kind_of(meld) == Game::MELD_SET)
      return Meld::copies_up_to(Game::field(meld, 3, 8), 3) * Deck::value(Game::field(meld, 11, 4));
    int low = Game::field(meld, 13, 4), length = Game::field(meld, 19, 4), worth = 0;
    for (int at = 0; at < length; at++)
      if (!(meld >> at & 1)) worth += Deck::value((low + at) % Deck::RANKS);
    return worth;
  }

  template <class Writer>
  static TWIN void write_turn(Writer &to, const State &state, const Options &options, int seat,
                              const Held &held, const Worth &now, const Worth &before) {
    const i16 SIZES[] = {1, 2, 3, 4, 6, 8, 11}, ABOVE_MARKER[] = {1, 3, 5, 9, 13, 21};
    int size = state.hands[seat].size + state.drawn_cards[seat].size;
    int above = state.stock.size - state.marker, rounds_left = options.rounds - state.rounds_played;
    to.number(now.sure / 5, 8);
    to.number(now.near / 5, 8);
    to.number(now.loose / 5, 8);
    to.number((now.sure - before.sure) / 5, 8);
    to.number((now.near - before.near) / 5, 8);
    to.number(size, 8);
    to.reached(size, SIZES);
    to.flag(held.any_action_card());
    to.flag(state.turn == seat);
    to.flag(state.drawn);
    to.flag(state.duty != NONE);
    to.flag(state.bonus);
    to.flag(state.again);
    to.flag(state.acted);
    to.flag(state.marker_seen);
    to.number(above, 16);
    to.reached(above, ABOVE_MARKER);
    to.number(state.stock.size, 32);
    to.number(state.row.size, 16);
    to.number(state.turns, 32);
    to.flag(options.rounds == 5);
    to.flag(options.pick_from_hand);
    to.flag(options.rules.naturals == 1);
    to.flag(options.rules.distinct);
    to.flag(options.reshuffle);
    to.flag(options.one_action_card);
    to.one_of(options.seats - 2, OPPONENTS);
    to.number(rounds_left > 0 ? rounds_left : 0, 4);
    to.flag(rounds_left == 1);
    to.flag(rounds_left <= 0);
  }

  // What each seat has by now, and how far the viewer is ahead of it.
  template <class Writer>
  static TWIN void write_seats(Writer &to, const State &state, const Options &options, int seat) {
    const i16 SIZES[] = {2, 3, 5}, LEADS[] = {-100, -40, 0, 5, 40, 100};
    int by_now[Game::MAX_SEATS], most = -(1 << 14);
    for (int place = 0; place < options.seats; place++) {
      int other = seat_after(seat, place, options.seats);
      by_now[place] = state.totals[other] + Game::value(state.tables[other]);
      if (place && by_now[place] > most) most = by_now[place];
    }
    for (int place = 0; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(PER_SEAT);
        continue;
      }
      int other = seat_after(seat, place, options.seats);
      int lead = by_now[0] - (place ? by_now[place] : most);
      to.flag(true);
      to.flag(state.dealer == other);
      to.flag(state.opened[other]);
      to.flag(state.chances[other]);
      to.number(state.hands[other].size, 8);
      to.reached(state.hands[other].size, SIZES);
      to.number(state.known[other].total, 8);
      to.number(Game::value(state.tables[other]) / 5, 16);
      to.number(dearest_set_of(state, other) / 5, 8);
      to.number(lead / 5, 16);
      to.reached(lead, LEADS);
    }
  }

  static TWIN int dearest_set_of(const State &state, int seat) {
    int most = 0;
    for (int at = 0; at < state.meld_count; at++) {
      const Meld &meld = state.melds[at];
      if (meld.kind != Meld::SET || meld.owner != seat) continue;
      int worth = Moves::owners_value(meld);
      if (worth > most) most = worth;
    }
    return most;
  }
};

}  // namespace meldroom
