// Rummy Battle: what a network chooses from, the twin of games/rummy_battle/moves.py. Its actions
// are far too many to number, so each move of a short list stands for one of them, or for none.
#pragma once
#include "row.h"
#include "rummy_battle.h"

namespace meldroom {

template <>
struct NetworkActions<RummyBattle> {
  using Game = RummyBattle;
  using State = Game::State;
  using Options = Game::Options;
  using Deck = Game::Deck;
  using Held = Game::Held;
  using Meld = Game::Meld;
  using Finder = Game::Finder;
  using Legal = Game::Legal;

  static constexpr int MAX_TAKES = 6, HOARD_DEPTHS = 8, RUNS_OF_SUIT = 2;
  enum Move {
    DRAW,
    TAKE,  // the takes that are legal, from the shallowest on
    HOARD = TAKE + MAX_TAKES,
    SECOND = HOARD + HOARD_DEPTHS,
    BONUS,
    DONE,
    THIEF,
    SWITCH,
    PICK,
    LUCKY,
    OTHER,  // the first legal action, where no other move stands for any
    SET,    // all natural cards of a rank
    RUN = SET + Deck::RANKS,  // natural cards of a suit, as long as possible
    JOKER_SET = RUN + 4 * RUNS_OF_SUIT,  // the dearest of two natural cards and a joker
    JOKER_RUN,
    LAY_OFF,  // a plain card, or a joker, on the first meld that takes it
    DISCARD = LAY_OFF + Deck::JOKER + 1,
    ACTIONS = DISCARD + Game::KINDS
  };
  using Set = ActionSet<ACTIONS>;

  // How many cards each move with Hoard takes; the last takes all.
  static TWIN int hoard_depth(int slot, int row) {
    const u8 DEPTHS[HOARD_DEPTHS - 1] = {1, 2, 3, 4, 6, 8, 12};
    if (slot == HOARD_DEPTHS - 1) return row;
    return DEPTHS[slot] < row ? DEPTHS[slot] : 0;
  }

  static TWIN Set legal(const State &state, const Options &options, int seat) {
    Legal found = Game::choices(state, options, seat);
    Set moves;
    moves.clear();
    for (int slot = 0; slot < MAX_TAKES && slot < found.sizes[Game::TAKES]; slot++)
      moves.add(TAKE + slot);
    for (int slot = 0; slot < HOARD_DEPTHS && found.sizes[Game::HOARDS]; slot++)
      if (hoard_depth(slot, state.row.size)) moves.add(HOARD + slot);
    add_if(moves, DRAW, found.sizes[Game::DRAWS]);
    add_if(moves, SECOND, found.sizes[Game::SECONDS]);
    add_if(moves, BONUS, found.sizes[Game::BONUSES]);
    add_if(moves, DONE, found.sizes[Game::DONES]);
    add_if(moves, THIEF, found.sizes[Game::THEFTS]);
    add_if(moves, SWITCH, found.sizes[Game::SWITCHES]);
    add_if(moves, PICK, found.sizes[Game::CARD_PICKS] + found.sizes[Game::HAND_PICKS]);
    add_if(moves, LUCKY, found.sizes[Game::LUCKY_DAYS]);
    if (found.sizes[Game::RUNS] + found.sizes[Game::SETS]) add_melds(moves, found.finder);
    if (found.sizes[Game::LAY_OFFS]) add_lay_offs(moves, state, found);
    if (found.sizes[Game::DISCARDS]) add_discards(moves, found.finder.held);
    if (!moves.size()) moves.add(OTHER);
    return moves;
  }

  static TWIN void add_if(Set &moves, int move, int many) {
    if (many) moves.add(move);
  }

  static TWIN void add_melds(Set &moves, const Finder &finder) {
    for (int move = SET; move < LAY_OFF; move++)
      if (meld_for(finder, move)) moves.add(move);
  }

  static TWIN void add_lay_offs(Set &moves, const State &state, const Legal &found) {
    u64 fits = 0;
    bool joker = false;
    for (int at = 0; at < state.meld_count; at++) {
      fits |= state.melds[at].fits;
      joker |= state.melds[at].takes_joker();
    }
    for (u64 left = fits & found.playable(); left; left &= left - 1)
      moves.add(LAY_OFF + Deck::card_of(lowest_bit(left)));
    if (joker && found.joker_playable()) moves.add(LAY_OFF + Deck::JOKER);
  }

  static TWIN void add_discards(Set &moves, const Held &held) {
    for (u64 left = held.once; left; left &= left - 1)
      moves.add(DISCARD + Deck::card_of(lowest_bit(left)));
    for (int card = Deck::JOKER; card < Game::KINDS; card++)
      if (held.count(card)) moves.add(DISCARD + card);
  }

  static TWIN u64 concrete(const State &state, const Options &options, int seat, int choice) {
    if (choice >= DISCARD) return static_cast<u64>(Game::DISCARD + choice - DISCARD);
    if (choice >= LAY_OFF) return lay_off(state, choice - LAY_OFF);
    switch (choice) {
      case DRAW: return Game::DRAW;
      case SECOND: return Game::SECOND;
      case BONUS: return Game::BONUS;
      case DONE: return Game::DONE;
      case LUCKY: return Game::LUCKY;
      default: break;
    }
    if (choice >= HOARD && choice < SECOND)
      return static_cast<u64>(Game::HOARD + hoard_depth(choice - HOARD, state.row.size) - 1);
    Legal found = Game::choices(state, options, seat);
    if (choice >= SET) return meld_for(found.finder, choice);
    if (choice < HOARD) return static_cast<u64>(Game::TAKE + found.depths.nth(choice - TAKE) - 1);
    switch (choice) {
      case THIEF: return Game::THIEF - 1 + static_cast<u64>(dearest_set(state, found.other_sets));
      case SWITCH:
        return Game::switcheroo(cheapest_set(state, found.own_sets),
                                dearest_set(state, found.other_sets));
      case PICK: return options.pick_from_hand ? pick_from_hand(state, options) : pick_card(found);
      default: return found.nth(0);
    }
  }

  // -- melds

  // The new meld that a move stands for; 0 for none.
  static TWIN u64 meld_for(const Finder &finder, int move) {
    if (move < RUN) return natural_set(finder, move - SET);
    if (move < JOKER_SET) {
      int slot = move - RUN;
      return natural_run(finder, slot / RUNS_OF_SUIT, slot % RUNS_OF_SUIT);
    }
    return move == JOKER_SET ? joker_set(finder) : joker_run(finder);
  }

  // Whether a meld uses the card that must be played (Q7).
  static TWIN bool uses_duty(const Finder &finder, u64 cards, bool joker) {
    if (finder.must == NONE) return true;
    return finder.must == Deck::JOKER ? joker : cards >> Deck::bit_of(finder.must) & 1;
  }

  static TWIN u64 natural_set(const Finder &finder, int rank) {
    u64 cards = finder.held.once & Deck::EVERY_SUIT << rank;
    if (!(finder.ranks().three >> rank & 1) || !uses_duty(finder, cards, false)) return 0;
    return Game::meld_set(rank, finder.copies_for_set(rank), 0);
  }

  static TWIN u64 natural_run(const Finder &finder, int suit, int which) {
    int places = Deck::ranks_in(Finder::places_of(finder.held.once), suit);
    int starts = places & places >> 1 & places >> 2;
    while (starts) {
      int low = lowest_bit(static_cast<u64>(starts)), length = 3;
      while (length < Meld::MAX_RUN && places >> (low + length) & 1) length++;
      starts &= ~((1 << (low + length - 2)) - 1);  // those within this run
      if (which--) continue;
      if (!uses_duty(finder, run_cards(suit, low, length), false)) return 0;
      return Game::meld_run(length, suit, low, 0);
    }
    return 0;
  }

  // The cards of a run, as bits; a high ace is the ace.
  static TWIN u64 run_cards(int suit, int low, int length) {
    u64 ranks = ((1ull << length) - 1) << low;
    return ((ranks | ranks >> Finder::HIGH_ACE) & 0x1fff) << (16 * suit);
  }

  static TWIN u64 joker_set(const Finder &finder) {
    Finder::Ranks ranks = finder.ranks();
    int best = NONE;
    if (!finder.jokers()) return 0;
    for (u64 left = ranks.two & ~ranks.three & 0x1fff; left; left &= left - 1) {
      int rank = lowest_bit(left);
      if (!uses_duty(finder, finder.held.once & Deck::EVERY_SUIT << rank, true)) continue;
      if (best == NONE || Deck::value(rank) > Deck::value(best)) best = rank;
    }
    return best == NONE ? 0 : Game::meld_set(best, finder.copies_for_set(best), 1);
  }

  static TWIN u64 joker_run(const Finder &finder) {
    u64 places = Finder::places_of(finder.held.once), best = 0;
    int most = 0;
    if (!finder.jokers()) return 0;
    for (int start = 0; start < 64; start++) {
      int held = static_cast<int>(places >> start) & 7, low = start & 15;
      if (low > 11 || (held != 3 && held != 5 && held != 6)) continue;
      u64 cards = run_cards(start >> 4, low, 3) & finder.held.once;
      int worth = points(cards);
      if (worth <= most || !uses_duty(finder, cards, true)) continue;
      most = worth;
      best = Game::meld_run(3, start >> 4, low, 7 & ~held);
    }
    return best;
  }

  // What plain cards are worth, each once (R16).
  static TWIN int points(u64 cards) {
    const u64 TENS = 0x1e00 * Deck::EVERY_SUIT;
    return 5 * (count_bits(cards) + count_bits(cards & TENS) +
                2 * count_bits(cards & Deck::EVERY_SUIT));
  }

  // -- laying off and action cards

  static TWIN u64 lay_off(const State &state, int card) {
    for (int number = 1;; number++) {
      const Meld &meld = state.melds[number - 1];
      if (card < Deck::JOKER) {
        if (meld.fits >> Deck::bit_of(card) & 1) return RummyBattleActions::lay_off(number, card);
      } else if (meld.takes_joker()) {
        int end = meld.kind == Meld::SET ? 0 : Deck::card_of(lowest_bit(meld.fits));
        return RummyBattleActions::lay_off(
            number, meld.kind == Meld::SET ? Deck::JOKER : Deck::JOKER_AS + end);
      }
    }
  }

  // What moves with a set: cards that others laid off stay theirs (R18).
  static TWIN int owners_value(const Meld &meld) {
    int worth = 0;
    for (int at = 0; at < meld.size; at++)
      if (meld.holder(at) == meld.owner) worth += Deck::value(meld.card(at));
    return worth;
  }

  static TWIN int dearest_set(const State &state, u64 sets) {
    int best = NONE, most = 0;
    for (; sets; sets &= sets - 1) {
      int number = lowest_bit(sets), worth = owners_value(state.melds[number - 1]);
      if (best != NONE && worth <= most) continue;
      best = number;
      most = worth;
    }
    return best;
  }

  static TWIN int cheapest_set(const State &state, u64 sets) {
    int best = NONE, least = 0;
    for (; sets; sets &= sets - 1) {
      int number = lowest_bit(sets), worth = owners_value(state.melds[number - 1]);
      if (best != NONE && worth >= least) continue;
      best = number;
      least = worth;
    }
    return best;
  }

  // The dearest card that can be picked, in the first meld that has it (R20).
  static TWIN u64 pick_card(const Legal &found) {
    u64 best = 0;
    int most = 0, picks[Meld::MAX_CARDS];
    for (int number = 1; number <= found.state->meld_count; number++) {
      int many = found.picks(found.state->melds[number - 1], picks);
      for (int at = 0; at < many; at++) {
        int worth = Deck::value(Deck::real_card(picks[at] >> 3));
        if (worth <= most) continue;
        most = worth;
        best = Game::pick_card(number, picks[at] >> 3, picks[at] & 7);
      }
    }
    return best;
  }

  // The opponent with most cards, the nearest to the left of those.
  static TWIN u64 pick_from_hand(const State &state, const Options &options) {
    int victim = NONE;
    for (int place = 1; place < options.seats; place++) {
      int other = seat_after(state.turn, place, options.seats);
      if (victim == NONE || state.hands[other].size > state.hands[victim].size) victim = other;
    }
    return static_cast<u64>(Game::PICK + victim);
  }
};

}  // namespace meldroom
