// Rummy Battle: actions as environments spell them, word by word; the twin of `next_numbers` and
// `is_complete` in core/encoding.py, which list the legal actions. Here none is listed.
#pragma once
#include "rummy_battle.h"
#include "spelling.h"

namespace meldroom {

// The numbers of the words.
struct RummyBattleWords : RummyBattle::Word {
  using Deck = RummyBattle::Deck;
  static constexpr int CARD = MELD + 1, JOKER_AS = CARD + Deck::JOKER;
  static constexpr int JOKER_OF = JOKER_AS + Deck::JOKER;  // a rank
  static constexpr int JOKER = LAY + 1, MELD_NUMBER = JOKER, SEAT = PICK + 1;  // #1 comes after Jk
  static_assert(LAY == JOKER_OF + Deck::RANKS && PICK == MELD_NUMBER + RummyBattle::MAX_MELDS + 1 &&
                SWITCH == SEAT + RummyBattle::MAX_SEATS && STOP == SWITCH + 1);

  // A card laid off or picked.
  static TWIN int of_placed(int placed) {
    if (placed < Deck::JOKER) return CARD + placed;
    return placed == Deck::JOKER ? JOKER : JOKER_AS + placed - Deck::JOKER_AS;
  }

  static TWIN int placed(int word) {
    if (word < JOKER_AS) return word - CARD;
    return word == JOKER ? Deck::JOKER : Deck::JOKER_AS + word - JOKER_AS;
  }

  // Mark plain cards, given as bits; the first of them has this number.
  static TWIN void mark(const Marks &marks, u64 cards, int first) {
    for (; cards; cards &= cards - 1) marks.add(first + Deck::card_of(lowest_bit(cards)));
  }
};

// The first cards of a run; jokers are bits, from the lowest card on.
struct RummyBattleRunBegun {
  int suit, low, length, jokers;

  TWIN RummyBattleRunBegun with(bool joker) const {
    return {suit, low, length + 1, jokers | joker << length};
  }
};

// The first cards of a set: two bits for each suit, and the jokers.
struct RummyBattleSetBegun {
  int rank, copies, jokers;

  TWIN RummyBattleSetBegun with(int suit) const { return {rank, copies + (1 << 2 * suit), 0}; }
  TWIN RummyBattleSetBegun with_joker() const { return {rank, copies, jokers + 1}; }
  TWIN int of_suit(int suit) const { return copies >> 2 * suit & 3; }
  TWIN int naturals() const { return RummyBattleMeld::copies_up_to(copies, 3); }
  TWIN int last_suit() const { return highest_bit(static_cast<u64>(copies)) >> 1; }
};

// How melds can begin, and go on.
struct RummyBattleContinuations {
  using Deck = RummyBattleDeck;
  using Words = RummyBattleWords;
  using Run = RummyBattleRunBegun;
  using Set = RummyBattleSetBegun;
  static constexpr int MIN_MELD = RummyBattleMeld::MIN_MELD, MAX_RUN = RummyBattleMeld::MAX_RUN;
  const RummyBattleFinder &finder;
  const Marks &marks;

  TWIN int jokers() const { return finder.held.jokers(); }
  TWIN int fewest_naturals() const { return finder.rules.naturals; }  // Q5
  TWIN bool must_be_natural() const { return finder.must < Deck::JOKER; }  // Q7
  TWIN bool must_be_joker() const { return finder.must == Deck::JOKER; }

  TWIN void mark(bool possible, int word) const {
    if (possible) marks.add(word);
  }

  // -- runs

  // The cards that runs begin with, in all suits at once.
  TWIN void begin_run() const {
    u64 places = RummyBattleFinder::places_of(finder.held.once), natural = 0, joker = 0;
    if (!jokers() && !(places & places >> 1 & places >> 2)) return;  // most hands
    u64 replaceable = places;
    if (must_be_natural()) replaceable &= ~bit(Deck::bit_of(finder.must));
    RummyBattleWindows windows(places, jokers());
    for (; windows.any(); windows.lengthen()) {
      u64 wanted = windows.room() & finder.with_must(windows.length);
      for (int missing = 0; missing <= windows.jokers; missing++) {
        u64 starts = windows.starts[missing] & wanted;
        if (!starts || !finder.runs_in_window(windows.length, missing)) continue;
        natural |= starts & places;
        joker |= starts & ~places;
        if (finder.most_replaced(windows.length, missing) > 0) joker |= starts & replaceable;
      }
    }
    Words::mark(marks, natural, Words::CARD);
    Words::mark(marks, joker, Words::JOKER_AS);
  }

  TWIN void go_on(const Run &run) const {
    int place = run.low + run.length;
    if (run.length < MAX_RUN && place <= RummyBattleFinder::HIGH_ACE) {
      int card = Deck::RANKS * run.suit + place % Deck::RANKS;
      mark(has(run.suit, place) && can_complete(run.with(false)), Words::CARD + card);
      mark(can_complete(run.with(true)), Words::JOKER_AS + card);
    }
    mark(run.length >= MIN_MELD && is_meld(run), Words::STOP);
  }

  TWIN bool has(int suit, int place) const {
    return RummyBattleFinder::places_of(finder.held.once) >> (16 * suit + place) & 1;
  }

  TWIN bool is_must(int suit, int place) const {
    return must_be_natural() && finder.must == Deck::RANKS * suit + place % Deck::RANKS;
  }

  // Whether the card that must be used is one of them (Q7).
  TWIN bool has_must(const Run &run) const {
    if (!must_be_natural()) return !must_be_joker() || run.jokers;
    for (int at = 0; at < run.length; at++)
      if (is_must(run.suit, run.low + at)) return !(run.jokers >> at & 1);
    return false;
  }

  TWIN bool is_meld(const Run &run) const {
    int stand_in = count_bits(static_cast<u64>(run.jokers));
    return run.length - stand_in >= fewest_naturals() && has_must(run);
  }

  // Whether more cards make it a meld: natural ones where they are held.
  TWIN bool can_complete(const Run &run) const {
    int stand_in = count_bits(static_cast<u64>(run.jokers)), naturals = run.length - stand_in;
    bool with_must = has_must(run);
    for (int length = run.length, place = run.low + length;; length++, place++) {
      if (stand_in > jokers()) return false;
      // A joker that must be used may replace a natural card that came after the first ones.
      int replaced = must_be_joker() && !with_must;
      if (length >= MIN_MELD && naturals - replaced >= fewest_naturals() &&
          (with_must || (replaced && length > run.length)))
        return true;
      if (length == MAX_RUN || place > RummyBattleFinder::HIGH_ACE) return false;
      bool natural = has(run.suit, place);
      naturals += natural;
      stand_in += !natural;
      with_must |= natural ? is_must(run.suit, place) : must_be_joker();
    }
  }

  // -- sets

  TWIN void begin_set() const {
    for (int ranks = finder.ranks_of_sets(); ranks; ranks &= ranks - 1)
      mark_suits({lowest_bit(static_cast<u64>(ranks)), 0, 0}, 0);
  }

  // Mark the natural cards that can come next, from a suit on.
  TWIN void mark_suits(const Set &set, int first) const {
    int most = finder.copies_for_set(set.rank);
    for (int suit = first; suit < 4; suit++)
      mark((most >> 2 * suit & 3) > set.of_suit(suit) && can_complete(set.with(suit)),
           Words::CARD + Deck::RANKS * suit + set.rank);
  }

  TWIN void go_on(const Set &set) const {
    if (!set.jokers) mark_suits(set, set.last_suit());
    mark(can_complete(set.with_joker()), Words::JOKER_OF + set.rank);
    mark(set.naturals() + set.jokers >= MIN_MELD && set.naturals() >= fewest_naturals() &&
             has_must(set) && (!must_be_joker() || set.jokers),
         Words::STOP);
  }

  TWIN bool has_must(const Set &set) const {
    if (!must_be_natural()) return true;
    return Deck::rank_of(finder.must) == set.rank && set.of_suit(Deck::suit_of(finder.must));
  }

  // Whether more cards make it a meld: all that can still come, if need be.
  TWIN bool can_complete(const Set &set) const {
    Set whole = set;
    if (!set.jokers) {
      int before = (1 << 2 * set.last_suit()) - 1;
      whole.copies = (set.copies & before) | (finder.copies_for_set(set.rank) & ~before);
    }
    int naturals = whole.naturals();
    return set.jokers <= jokers() && naturals >= fewest_naturals() &&
           naturals + jokers() >= MIN_MELD && has_must(whole);
  }
};

template <>
struct Spelling<RummyBattle> {
  using Game = RummyBattle;
  using State = Game::State;
  using Options = Game::Options;
  using Deck = Game::Deck;
  using Meld = Game::Meld;
  using Words = RummyBattleWords;
  using Run = RummyBattleRunBegun;
  using Set = RummyBattleSetBegun;
  static constexpr int MAX_WORD_REPEATS = 4;  // observation.py
  u16 words[1 + Meld::MAX_CARDS];             // a verb, and the most cards of a meld
  u8 size;

  TWIN void clear() { size = 0; }

  TWIN void observe(float *to) const {
    for (int at = 0; at < size; at++) to[words[at] - Game::FIRST_WORD] += 1.0f / MAX_WORD_REPEATS;
  }

  TWIN bool take(int number, u64 &action) {
    if (number < Game::FIRST_WORD) {
      action = static_cast<u64>(number);
      return true;
    }
    if (size == 0 || !is_last(number)) {
      words[size++] = static_cast<u16>(number);
      return false;
    }
    action = completed_by(number);
    clear();
    return true;
  }

  TWIN bool is_last(int number) const {
    if (words[0] == Words::MELD) return number == Words::STOP;
    return size == (words[0] == Words::PICK ? 3 : 2);
  }

  TWIN u64 completed_by(int number) const {
    switch (words[0]) {
      case Words::MELD: {
        if (is_run()) {
          Run run = as_run();
          return Game::meld_run(run.length, run.suit, run.low, run.jokers);
        }
        Set set = as_set();
        return Game::meld_set(set.rank, set.copies, set.jokers);
      }
      case Words::LAY:
        return RummyBattleActions::lay_off(number - Words::MELD_NUMBER, Words::placed(words[1]));
      case Words::PICK:
        return Game::pick_card(words[2] - Words::MELD_NUMBER, Words::placed(words[1]),
                               number - Words::SEAT);
      default:
        return Game::switcheroo(words[1] - Words::MELD_NUMBER, number - Words::MELD_NUMBER);
    }
  }

  // -- the new meld

  TWIN bool is_joker(int at) const { return words[at] >= Words::JOKER_AS; }

  // The rank of a word: of a card, or of what a joker stands for.
  TWIN int rank(int at) const { return (words[at] - Words::CARD) % Deck::RANKS; }

  // With one natural card it may become either.
  TWIN bool is_run() const { return is_joker(1) || size < 3 || rank(1) != rank(2); }
  TWIN bool is_set() const { return !is_joker(1) && (size < 3 || rank(1) == rank(2)); }

  TWIN Run as_run() const {
    int first = words[1] - (is_joker(1) ? Words::JOKER_AS : Words::CARD);
    Run run{Deck::suit_of(first), Deck::rank_of(first), 0, 0};
    for (int at = 1; at < size; at++) run = run.with(is_joker(at));
    return run;
  }

  TWIN Set as_set() const {
    Set set{rank(1), 0, 0};
    for (int at = 1; at < size; at++)
      set = is_joker(at) ? set.with_joker() : set.with(Deck::suit_of(words[at] - Words::CARD));
    return set;
  }

  // -- the numbers that may come next

  TWIN void mark(const State &state, const Options &options, int seat, const Marks &marks) const {
    if (!size) return mark_first(Game::choices(state, options, seat), marks);
    Game::Legal legal = Game::no_choices(state, options);
    switch (words[0]) {
      case Words::MELD: return mark_meld({legal.finder, marks});
      case Words::LAY: return mark_lay_off(legal, marks);
      case Words::PICK: return mark_pick(legal, marks);
      default: return mark_switch(legal, marks);
    }
  }

  static TWIN void mark_first(const Game::Legal &legal, const Marks &marks) {
    const int *sizes = legal.sizes;
    // Most actions are discards; the others come before them.
    int before = 0;
    for (int part = 0; part < Game::DISCARDS; part++) before += sizes[part];
    for (int at = 0; at < before; at++) marks.add(static_cast<int>(legal.nth(at)));
    if (sizes[Game::DISCARDS]) mark_kinds(legal.finder.held, Game::DISCARD, marks);
    if (sizes[Game::RUNS] || sizes[Game::SETS]) marks.add(Words::MELD);
    if (sizes[Game::LAY_OFFS]) marks.add(Words::LAY);
    if (sizes[Game::CARD_PICKS]) marks.add(Words::PICK);
    if (sizes[Game::SWITCHES]) marks.add(Words::SWITCH);
  }

  static TWIN void mark_kinds(const Game::Held &held, int first, const Marks &marks) {
    Words::mark(marks, held.once, first);
    for (int card = Deck::JOKER; card <= Deck::LUCKY_DAY; card++)
      if (held.count(card)) marks.add(first + card);
  }

  TWIN void mark_meld(const RummyBattleContinuations &continuations) const {
    if (size == 1) {
      continuations.begin_run();
      continuations.begin_set();
      return;
    }
    if (is_run()) continuations.go_on(as_run());
    if (is_set()) continuations.go_on(as_set());
  }

  TWIN void mark_lay_off(const Game::Legal &legal, const Marks &marks) const {
    u64 cards = legal.playable();
    for (int number = 1; number <= legal.state->meld_count; number++) {
      const Meld &meld = legal.state->melds[number - 1];
      u64 jokers = !legal.joker_playable() || meld.kind == Meld::SET ? 0 : meld.fits;
      bool joker_of_set = legal.joker_playable() && meld.kind == Meld::SET;
      if (size == 1) {
        Words::mark(marks, meld.fits & cards, Words::CARD);
        Words::mark(marks, jokers, Words::JOKER_AS);
        if (joker_of_set) marks.add(Words::JOKER);
      } else if (words[1] == Words::JOKER ? joker_of_set : fits(meld.fits & cards, jokers)) {
        marks.add(Words::MELD_NUMBER + number);
      }
    }
  }

  // Whether the card that was named is one of these, natural or a joker.
  TWIN bool fits(u64 cards, u64 jokers) const {
    int card = words[1] - (is_joker(1) ? Words::JOKER_AS : Words::CARD);
    return (is_joker(1) ? jokers : cards) >> Deck::bit_of(card) & 1;
  }

  TWIN void mark_pick(const Game::Legal &legal, const Marks &marks) const {
    int found[Meld::MAX_CARDS];
    int first = size < 3 ? 1 : words[2] - Words::MELD_NUMBER;
    int last = size < 3 ? legal.state->meld_count : first;
    for (int number = first; number <= last; number++) {
      int many = legal.picks(legal.state->melds[number - 1], found);
      for (int at = 0; at < many; at++) {
        int card = Words::of_placed(found[at] >> 3);
        if (size == 1) marks.add(card);
        else if (card != words[1]) continue;
        else marks.add(size == 2 ? Words::MELD_NUMBER + number : Words::SEAT + (found[at] & 7));
      }
    }
  }

  TWIN void mark_switch(Game::Legal &legal, const Marks &marks) const {
    legal.find_sets();
    for (u64 left = size == 1 ? legal.own_sets : legal.other_sets; left; left &= left - 1)
      marks.add(Words::MELD_NUMBER + lowest_bit(left));
  }
};

}  // namespace meldroom
