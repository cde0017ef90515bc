// Rummy Battle: the legal actions, the twin of `choices` in games/rummy_battle/game.py and
// action_cards.py. They are counted by kind; an action is made when it is asked for.
#pragma once
#include "rummy_battle_facts.h"
#include "rummy_battle_finder.h"

namespace meldroom {

struct RummyBattleChoices : RummyBattleFacts {
  using Finder = RummyBattleFinder;

  // In the order of the actions' numbers.
  enum Part {
    DRAWS, TAKES, HOARDS, SECONDS, BONUSES, DONES, HAND_PICKS, THEFTS, LUCKY_DAYS, DISCARDS, RUNS,
    SETS, LAY_OFFS, CARD_PICKS, SWITCHES, PARTS
  };

  // Cards of the row that can be taken, as bits by how many, less one.
  struct Depths {
    u64 low, high;

    TWIN void add(int many) {
      if (many > 64) high |= bit(many - 65);
      else low |= bit(many - 1);
    }

    TWIN int size() const { return count_bits(low) + (high ? count_bits(high) : 0); }

    TWIN int nth(int n) const {
      int shallow = count_bits(low);
      if (n < shallow) return static_cast<int>(Mask{low}.nth(n)) + 1;
      return static_cast<int>(Mask{high}.nth(n - shallow)) + 65;
    }
  };

  struct Legal {
    const State *state;
    const Options *options;
    Finder finder;  // with the hand on turn
    Depths depths;
    u64 own_sets, other_sets;  // for Thief and Switcheroo, as bits by number
    int total, sizes[PARTS];

    TWIN int size() const { return total; }

    TWIN void add(Part part, int many) {
      sizes[part] = many;
      total += many;
    }

    RARE u64 nth(int n) const {
      int part = 0;
      for (; n >= sizes[part]; part++) n -= sizes[part];
      switch (part) {
        case DRAWS: return DRAW;
        case TAKES: return static_cast<u64>(TAKE + depths.nth(n) - 1);
        case HOARDS: return static_cast<u64>(HOARD + n);
        case SECONDS: return SECOND;
        case BONUSES: return BONUS;
        case DONES: return DONE;
        case HAND_PICKS: return static_cast<u64>(PICK + nth_victim(n));
        case THEFTS: return THIEF - 1 + Mask{other_sets}.nth(n);
        case LUCKY_DAYS: return LUCKY;
        case DISCARDS: return static_cast<u64>(DISCARD + finder.held.nth_kind(n));
        case RUNS: return finder.nth_run(n);
        case SETS: return finder.nth_set(n);
        case LAY_OFFS: return nth_lay_off(n);
        case CARD_PICKS: return nth_pick(n);
        default: return nth_switch(n);
      }
    }

    // -- laying off: R9, Q18

    // The plain cards that the next action may play.
    TWIN u64 playable() const {
      if (finder.must == NONE) return finder.held.once;
      return finder.must < Deck::JOKER ? bit(Deck::bit_of(finder.must)) : 0;  // Q7
    }

    TWIN bool joker_playable() const {
      return finder.must == NONE ? finder.held.jokers() > 0 : finder.must == Deck::JOKER;
    }

    // In how many ways a joker can be laid off on a meld.
    static TWIN int joker_ways(const Meld &meld) {
      return meld.kind == Meld::SET ? 1 : count_bits(meld.fits);
    }

    TWIN int count_lay_offs() const {
      u64 cards = playable();
      int many = 0;
      for (int at = 0; at < state->meld_count; at++) many += count_bits(state->melds[at].fits & cards);
      if (joker_playable())
        for (int at = 0; at < state->meld_count; at++) many += joker_ways(state->melds[at]);
      return many;
    }

    TWIN u64 nth_lay_off(int n) const {
      u64 cards = playable();
      for (int number = 1;; number++) {
        const Meld &meld = state->melds[number - 1];
        u64 fitting = meld.fits & cards;
        int plain = fitting ? count_bits(fitting) : 0;
        int many = plain + (joker_playable() ? joker_ways(meld) : 0);
        if (n >= many) {
          n -= many;
          continue;
        }
        if (n < plain)
          return lay_off(number, Deck::card_of(static_cast<int>(Mask{fitting}.nth(n))));
        if (meld.kind == Meld::SET) return lay_off(number, Deck::JOKER);
        int end = Deck::card_of(static_cast<int>(Mask{meld.fits}.nth(n - plain)));
        return lay_off(number, Deck::JOKER_AS + end);
      }
    }

    // -- action cards: R18 to R20

    TWIN bool is_victim(int seat) const {
      return seat != state->turn && state->hands[seat].size > 1;
    }

    TWIN int count_victims() const {
      int many = 0;
      for (int seat = 0; seat < options->seats; seat++) many += is_victim(seat);
      return many;
    }

    TWIN int nth_victim(int n) const {
      for (int seat = 0;; seat++)
        if (is_victim(seat) && n-- == 0) return seat;
    }

    // The cards of a meld that Pickpocket can take, each once: the card, then the victim.
    TWIN int picks(const Meld &meld, int *found) const {
      if (meld.size <= Meld::MIN_MELD) return 0;  // the owner cannot spare one of three
      int many = 0, own = meld.owners_cards();
      for (int at = 0; at < meld.size; at++) {
        int holder = meld.holder(at);
        if (holder == state->turn || !meld.can_spare(at, own, options->rules.naturals)) continue;
        int pick = meld.placed_at(at) << 3 | holder, place = many;
        while (place > 0 && found[place - 1] > pick) place--;
        if (place > 0 && found[place - 1] == pick) continue;
        for (int above = many++; above > place; above--) found[above] = found[above - 1];
        found[place] = pick;
      }
      return many;
    }

    TWIN int count_picks() const {
      int found[Meld::MAX_CARDS], many = 0;
      for (int at = 0; at < state->meld_count; at++) many += picks(state->melds[at], found);
      return many;
    }

    TWIN u64 nth_pick(int n) const {
      int found[Meld::MAX_CARDS];
      for (int number = 1;; number++) {
        int many = picks(state->melds[number - 1], found);
        if (n < many) return pick_card(number, found[n] >> 3, found[n] & 7);
        n -= many;
      }
    }

    TWIN u64 nth_switch(int n) const {
      int others = count_bits(other_sets);
      return switcheroo(static_cast<int>(Mask{own_sets}.nth(n / others)),
                        static_cast<int>(Mask{other_sets}.nth(n % others)));
    }

    TWIN void find_sets() {
      for (int number = 1; number <= state->meld_count; number++) {
        const Meld &meld = state->melds[number - 1];
        if (meld.kind == Meld::SET)
          (meld.owner == state->turn ? own_sets : other_sets) |= bit(number);
      }
    }
  };

  static TWIN Legal no_choices(const State &state, const Options &options) {
    Legal legal{};
    legal.state = &state;
    legal.options = &options;
    legal.finder = {hand_on_turn(state), options.rules, state.duty};
    return legal;
  }

  static RARE Legal choices(const State &state, const Options &options, int) {
    Legal legal = no_choices(state, options);
    const Held &held = legal.finder.held;
    if (held.none()) {  // Q11
      legal.add(BONUSES, 1);
      legal.add(DONES, 1);
      return legal;
    }
    bool open = state.opened[state.turn];
    if (state.duty != NONE || state.drawn) {
      legal.add(RUNS, legal.finder.count_runs());
      legal.add(SETS, legal.finder.count_sets());
      if (open) legal.add(LAY_OFFS, legal.count_lay_offs());
      if (state.duty != NONE) return legal;  // Q7
      legal.add(DISCARDS, held.kinds());
      if (state.bonus) legal.add(BONUSES, 1);   // R8
      if (state.again) legal.add(SECONDS, 1);  // R22
    } else {                                   // R4
      legal.add(DRAWS, 1);
      if (state.row.size) add_takes(legal);
      if (state.row.size && held.count(Deck::HOARD) && may_play_another(state, options))
        legal.add(HOARDS, state.row.size);
    }
    if (held.any_action_card() && may_play_another(state, options)) add_action_cards(legal);  // Q14
    return legal;
  }

  // How many cards of the row may be taken (Q7, Q8).
  static TWIN void add_takes(Legal &legal) {
    const State &state = *legal.state;
    if (!must_play_deepest(state)) {
      legal.depths.add(1);
      legal.add(TAKES, 1);
      return;
    }
    u64 fits = 0;
    bool joker_fits = false;
    for (int at = 0; at < state.meld_count && state.opened[state.turn]; at++) {
      fits |= state.melds[at].fits;
      joker_fits |= state.melds[at].takes_joker();
    }
    Finder with_row = legal.finder;
    for (int many = 1; many <= state.row.size; many++) {
      int card = state.row.cards[state.row.size - many];
      with_row.held.add(card);
      bool fitting = card == Deck::JOKER ? joker_fits : fits >> Deck::bit_of(card) & 1;
      if (fitting || with_row.can_meld(card)) legal.depths.add(many);
    }
    legal.add(TAKES, legal.depths.size());
  }

  static TWIN void add_action_cards(Legal &legal) {  // R10
    const State &state = *legal.state;
    const Held &held = legal.finder.held;
    if (held.count(Deck::LUCKY_DAY)) legal.add(LUCKY_DAYS, 1);
    if (!state.opened[state.turn]) return;  // Q15
    if (held.count(Deck::PICKPOCKET)) {
      if (legal.options->pick_from_hand) legal.add(HAND_PICKS, legal.count_victims());
      else legal.add(CARD_PICKS, legal.count_picks());
    }
    bool thief = held.count(Deck::THIEF), switcheroo = held.count(Deck::SWITCHEROO);
    if (!thief && !switcheroo) return;
    legal.find_sets();
    if (thief) legal.add(THEFTS, count_bits(legal.other_sets));
    if (switcheroo)
      legal.add(SWITCHES, count_bits(legal.own_sets) * count_bits(legal.other_sets));
  }
};

}  // namespace meldroom
