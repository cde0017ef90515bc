// What a network is told of Thumbs Up: the twin of games/thumbs_up/row.py.
#pragma once
#include "row.h"
#include "thumbs_up.h"

namespace meldroom {

template <>
struct RowFacts<ThumbsUp> {
  using Game = ThumbsUp;
  using State = Game::State;
  using Options = Game::Options;
  using Rack = Cards<Game::RACK_SIZE + 1>;
  using Counts = NarrowCounts<Game::KINDS, 3>;  // of a rack
  static constexpr int TOLD_ACTIONS = Game::ACTIONS;
  static constexpr int SYMBOLS = 4, PER_OPPONENT = 20, PER_HIDDEN_RACK = 25, TOP_CARDS = 2;
  static constexpr int OPPONENTS = Game::MAX_SEATS - 1;
  static constexpr int SEEN = 110 + 20 + 9 + 35 + 41 + 18 + 19 + OPPONENTS * PER_OPPONENT;
  static constexpr int HIDDEN = OPPONENTS * PER_HIDDEN_RACK + TOP_CARDS * Game::KINDS;

  template <class Writer>
  static TWIN void seen(Writer &to, const State &state, const Options &options, int seat) {
    const Rack &rack = state.racks[seat];
    Counts held = counted(rack), of_left = counted(state.known[seat_after(seat, 1, options.seats)]);
    int outs[Game::KINDS], unseen = 0;
    find_outs(state, options, seat, outs);
    for (int block = 0; block < Game::KINDS; block++) {
      to.reached(held.count(block), block % SYMBOLS ? 2 : 4);
      to.number(outs[block], 4);
      to.reached(outs[block], MOST_OUTS(block % SYMBOLS));
      unseen += outs[block];
    }
    int upcard = state.discard.size ? state.discard.top() : NONE;
    to.one_of(upcard, Game::KINDS);
    to.number(state.pool.size, 16);
    to.number(state.pool_known.total, 16);
    to.number(unseen, 16);
    to.flag(state.emptied);
    to.one_of(state.voids, Game::MAX_VOIDS);
    to.number(Game::MAX_TAKES_PER_SEAT * options.seats - state.takes, 8);
    to.flag(state.picked);
    write_colours(to, held, outs, upcard);
    write_bills(to, rack, held);
    for (int block = 0; block < Game::KINDS; block++) to.number(of_left.count(block), 2);
    write_options(to, state, options);
    write_seats(to, state, options, seat);
  }

  template <class Writer>
  static TWIN void hidden(Writer &to, const State &state, const Options &options, int seat) {
    for (int place = 1; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(PER_HIDDEN_RACK);
        continue;
      }
      Counts held = counted(state.racks[seat_after(seat, place, options.seats)]);
      int nearest = 0;
      for (int colour = 0; colour < Game::COLOURS; colour++)
        if (ready(held, colour) > nearest) nearest = ready(held, colour);
      for (int block = 0; block < Game::KINDS; block++) to.number(held.count(block), 2);
      to.reached(nearest, Game::RACK_SIZE);
    }
    to.top_cards(state.pool, TOP_CARDS, Game::KINDS);
  }

  static TWIN int MOST_OUTS(int symbol) { return symbol == 0 ? 3 : symbol == Game::LIBERTY ? 1 : 2; }

  static TWIN Counts counted(const Rack &rack) {
    Counts counts{0};
    for (int at = 0; at < rack.size; at++) counts.insert(rack.cards[at]);
    return counts;
  }

  // How many blocks of each kind may still come to a rack.
  static TWIN void find_outs(const State &state, const Options &options, int seat, int *outs) {
    int packs = options.seats >= Game::TWO_PACKS_FROM ? 2 : 1;
    for (int block = 0; block < Game::KINDS; block++) outs[block] = packs * Game::copies(block);
    for (int at = 0; at < state.discard.size; at++) outs[state.discard.cards[at]]--;
    for (int other = 0; other < options.seats; other++) {
      const Rack &in_sight = other == seat ? state.racks[other] : state.known[other];
      for (int at = 0; at < in_sight.size; at++) outs[in_sight.cards[at]]--;
    }
  }

  // How many of the five blocks of a winning hand a colour has (R7, R8).
  static TWIN int ready(Counts held, int colour) {
    int first = SYMBOLS * colour, dots = held.count(first);
    int have = (dots < 3 ? dots : 3) + (held.count(first + 1) > 0) + (held.count(first + 2) > 0) +
               held.count(first + Game::LIBERTY);
    return have < Game::RACK_SIZE ? have : Game::RACK_SIZE;
  }

  template <class Writer>
  static TWIN void write_colours(Writer &to, Counts held, const int *outs, int upcard) {
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      int have = ready(held, colour), useful = 0;
      for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        int block = SYMBOLS * colour + symbol;
        Counts with_it = held;
        with_it.insert(block);
        if (ready(with_it, colour) > have) useful += outs[block];
      }
      to.reached(have, Game::RACK_SIZE);
      to.number(useful, 8);
    }
    int with_upcard = 0;
    if (upcard != NONE) {
      held.insert(upcard);
      with_upcard = ready(held, upcard / SYMBOLS);
    }
    to.reached(with_upcard, Game::RACK_SIZE);
  }

  // What a loser would owe (R9): now, and after each discard. All prices are fives.
  template <class Writer>
  static TWIN void write_bills(Writer &to, const Rack &rack, Counts held) {
    to.number(rack.size ? Game::bill(rack) / 5 : 0, 8);
    for (int block = 0; block < Game::KINDS; block++) {
      if (!held.count(block)) {
        to.zeros(1);
        continue;
      }
      Rack kept = rack;
      kept.remove(block);
      to.number(Game::bill(kept) / 5, 8);
    }
  }

  template <class Writer>
  static TWIN void write_options(Writer &to, const State &state, const Options &options) {
    int hands_left = options.hands - state.hands_played;
    to.one_of(options.hands == 5 ? 0 : options.hands == 3 ? 1 : 2, 3);
    to.flag(Game::fined(options));
    to.flag(options.debt_allowed);
    to.flag(options.extra_hands);
    to.flag(options.reshuffle);
    to.one_of(options.seats - 2, OPPONENTS);
    to.number(hands_left > 0 ? hands_left : 0, 4);
    to.flag(hands_left == 1);
    to.flag(hands_left == 2);
    to.flag(hands_left <= 0);
  }

  // Who has how much, and which colours everybody saw them take.
  template <class Writer>
  static TWIN void write_seats(Writer &to, const State &state, const Options &options, int seat) {
    int mine = state.balances[seat], most = -(1 << 14);
    for (int other = 0; other < options.seats; other++)
      if (other != seat && state.balances[other] > most) most = state.balances[other];
    for (int place = 0; place < Game::MAX_SEATS; place++) {
      if (place >= options.seats) {
        to.zeros(PER_OPPONENT);
        continue;
      }
      int other = seat_after(seat, place, options.seats);
      write_known(to, state.known[other]);
      to.flag(state.first == other);
      to.number(state.balances[other] / 5, 16);
      write_lead(to, mine - (place ? state.balances[other] : most));
      if (place) to.flag(true);
    }
  }

  template <class Writer>
  static TWIN void write_known(Writer &to, const Rack &known) {
    to.number(known.size, 2);
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      int many = 0;
      for (int at = 0; at < known.size; at++) many += known.cards[at] / SYMBOLS == colour;
      to.number(many, 2);
    }
  }

  template <class Writer>
  static TWIN void write_lead(Writer &to, int lead) {
    const i16 LEADS[] = {-200, -120, -60, -30, 0, 5, 30, 60, 120, 200};
    to.number(lead / 5, 16);
    to.reached(lead, LEADS);
  }
};

}  // namespace meldroom
