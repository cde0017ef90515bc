// What environments ask of Rummy Battle: the twin of games/rummy_battle/env.py.
#pragma once
#include "observation.h"
#include "rummy_battle.h"

namespace meldroom {

template <>
struct EnvFacts<RummyBattle> {
  using State = RummyBattle::State;
  using Options = RummyBattle::Options;
  using Deck = RummyBattle::Deck;
  using Meld = RummyBattle::Meld;
  using To = Features<RummyBattle>;

  static TWIN i32 standing(const State &state, const Options &, int seat) {
    return state.totals[seat];
  }

  static TWIN void bounded(To &to, const State &state, const Options &) {
    to.one_seat(state.dealer);
    to.one_seat(state.turn);
    to.number(state.turns);
    to.flag(state.drawn);
    to.card(state.duty);
    to.flag(state.bonus);
    to.flag(state.again);
    to.flag(state.acted);
    to.flag_per_seat(state.opened);
    to.flag_per_seat(state.chances);
    to.number(state.marker);
    to.flag(state.marker_seen);
    for (int at = 0; at < state.meld_count; at++) summary(to, state.melds[at]);
    to.zeros((RummyBattle::MAX_MELDS - state.meld_count) * summary_size(to.seats));
    to.number_per_seat(state.totals);
    to.number(state.rounds_played);
    to.flag(state.reason);
  }

  static constexpr TWIN int summary_size(int seats) { return seats + 1 + Deck::RANKS + 4 + 2; }

  static TWIN void summary(To &to, const Meld &meld) {
    to.one_seat(meld.owner);
    to.flag(meld.kind == Meld::RUN);
    if (meld.kind == Meld::RUN) {
      to.choices(Deck::ranks_in(meld.fits, meld.of), Deck::RANKS);
      to.choice(meld.fits ? meld.of : NONE, 4);
    } else {
      to.choice(meld.of, Deck::RANKS);  // one that has every suit still takes a joker
      for (int suit = 0; suit < 4; suit++) to.flag(meld.fits >> (16 * suit + meld.of) & 1);
    }
    to.number(meld.worth_to_owner());
  }
};

}  // namespace meldroom
