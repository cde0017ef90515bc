// Rummy Battle: the twin of games/rummy_battle/deck.py and melds.py, function by function.
#pragma once
#include "core.h"

namespace meldroom {

struct RummyBattleDeck {
  static constexpr int RANKS = 13, ACE = 0, KING = 12;
  static constexpr int JOKER = 52, HOARD = 53, PICKPOCKET = 54, THIEF = 55, SWITCHEROO = 56;
  static constexpr int LUCKY_DAY = 57;
  static constexpr int JOKER_AS = 64;  // a joker in a run is this plus the card it stands for

  static TWIN int suit_of(int card) { return card / RANKS; }
  static TWIN int rank_of(int card) { return card % RANKS; }
  static TWIN int real_card(int placed) { return placed < JOKER ? placed : JOKER; }

  static TWIN int value(int card) {  // R16
    if (card >= JOKER) return card == JOKER ? 20 : 5;
    return value_of_rank(rank_of(card));
  }

  static TWIN int value_of_rank(int rank) { return rank == ACE ? 15 : rank < 9 ? 5 : 10; }

  // Plain cards as bits: sixteen for each suit, the ranks from the lowest on.
  static constexpr u64 EVERY_SUIT = 0x0001000100010001;

  static TWIN int bit_of(int card) { return card + 3 * suit_of(card); }
  static TWIN int card_of(int bit_number) { return bit_number - 3 * (bit_number >> 4); }
  static TWIN int ranks_in(u64 cards, int suit) {
    return static_cast<int>(cards >> (16 * suit) & 0xffff);
  }

  // How many suits have this rank.
  static TWIN int suits_with(u64 cards, int rank) {
    return static_cast<int>((cards >> rank & EVERY_SUIT) * EVERY_SUIT >> 48);
  }
};

// How many of each card a seat holds.
struct RummyBattleHeld {
  using Deck = RummyBattleDeck;
  u64 once, twice;  // plain cards as bits: those held, and those held twice
  u32 others;       // jokers and action cards, four bits each

  static TWIN int shift(int card) { return 4 * (card - Deck::JOKER); }

  TWIN int jokers() const { return static_cast<int>(others & 15); }
  TWIN bool any_action_card() const { return others >> 4; }
  TWIN bool none() const { return !once && !others; }

  TWIN int count(int card) const {
    if (card >= Deck::JOKER) return static_cast<int>(others >> shift(card) & 15);
    u64 one = bit(Deck::bit_of(card));
    return (once & one ? 1 : 0) + (twice & one ? 1 : 0);
  }

  TWIN void add(int card) {
    if (card >= Deck::JOKER) {
      others += 1u << shift(card);
      return;
    }
    u64 one = bit(Deck::bit_of(card));
    twice |= once & one;
    once |= one;
  }

  TWIN void remove(int card) {
    if (card >= Deck::JOKER) {
      others -= 1u << shift(card);
      return;
    }
    u64 one = bit(Deck::bit_of(card));
    once &= ~one | twice;
    twice &= ~one;
  }

  TWIN int size() const {
    int many = count_bits(once) + count_bits(twice);
    for (u32 left = others; left; left >>= 4) many += static_cast<int>(left & 15);
    return many;
  }

  // How many kinds of card, and the n-th of them in canonical order.
  TWIN int kinds() const {
    u32 some = (others | others >> 1 | others >> 2) & 0x111111;  // a bit for each
    return count_bits(once) + static_cast<int>((some * 0x111111u) >> 20 & 15);
  }

  TWIN int nth_kind(int n) const {
    int plain = count_bits(once);
    if (n < plain) return Deck::card_of(static_cast<int>(Mask{once}.nth(n)));
    n -= plain;
    for (int card = Deck::JOKER;; card++)
      if (count(card) && n-- == 0) return card;
  }

  // The n-th card in canonical order, equal ones counted each.
  TWIN int nth_card(int n) const {
    for (u64 left = once; left; left &= left - 1) {
      int card = Deck::card_of(lowest_bit(left));
      n -= count(card);
      if (n < 0) return card;
    }
    for (int card = Deck::JOKER;; card++) {
      n -= count(card);
      if (n < 0) return card;
    }
  }
};

// What the options require of a meld.
struct RummyBattleRules {
  int naturals;   // the fewest natural cards (Q5)
  bool distinct;  // whether the natural cards of a set must differ in suit (Q3)
};

// A meld on the table; each of its cards lies in front of the seat that holds it.
struct RummyBattleMeld {
  using Deck = RummyBattleDeck;
  static constexpr int MIN_MELD = 3, MAX_RUN = 13, MAX_CARDS = 13;  // R6, Q3
  enum Kind { SET, RUN };

  u64 holders;  // in front of whom each card lies, four bits a card
  u64 fits;     // plain cards that may be laid off now, as bits
  u16 jokers;   // which of its cards, from the first, are jokers
  u8 owner, kind, size;
  u8 of;      // the rank of a set, the suit of a run
  u8 low;     // of a run: the lowest rank
  u8 copies;  // of a set: its natural cards of each suit, two bits each

  static RARE RummyBattleMeld new_run(int owner, int suit, int low, int length, int jokers) {
    RummyBattleMeld meld{};
    meld.kind = RUN;
    meld.of = static_cast<u8>(suit);
    meld.low = static_cast<u8>(low);
    meld.size = static_cast<u8>(length);
    meld.jokers = static_cast<u16>(jokers);
    meld.lay_in_front_of(owner);
    meld.fits = meld.fits_run();
    return meld;
  }

  static RARE RummyBattleMeld new_set(int owner, int rank, int copies, int jokers, bool distinct) {
    RummyBattleMeld meld{};
    meld.kind = SET;
    meld.of = static_cast<u8>(rank);
    meld.copies = static_cast<u8>(copies);
    int naturals = copies_up_to(copies, 3);
    meld.size = static_cast<u8>(naturals + jokers);
    meld.jokers = static_cast<u16>(((1 << jokers) - 1) << naturals);
    meld.lay_in_front_of(owner);
    meld.fits = meld.fits_set(distinct);
    return meld;
  }

  TWIN void lay_in_front_of(int seat) {
    owner = static_cast<u8>(seat);
    for (int at = 0; at < size; at++) set_holder(at, seat);
  }

  // The natural cards of a set's suits from the first to this one.
  static TWIN int copies_up_to(int copies, int suit) {
    copies &= (4 << (2 * suit)) - 1;
    int pairs = (copies & 0x33) + (copies >> 2 & 0x33);
    return (pairs & 15) + (pairs >> 4);
  }

  TWIN int holder(int at) const { return static_cast<int>(holders >> (4 * at)) & 15; }

  TWIN void set_holder(int at, int seat) {
    holders = (holders & ~(15ull << (4 * at))) | static_cast<u64>(seat) << (4 * at);
  }

  TWIN bool is_joker(int at) const { return jokers >> at & 1; }
  TWIN bool takes_joker() const { return kind == SET || fits; }

  TWIN int card(int at) const {
    if (is_joker(at)) return Deck::JOKER;
    if (kind == RUN) return stands(at);
    int suit = 0;
    for (int left = copies; at >= (left & 3); left >>= 2, suit++) at -= left & 3;
    return Deck::RANKS * suit + of;
  }

  // What a card of a run stands for.
  TWIN int stands(int at) const { return Deck::RANKS * of + (low + at) % Deck::RANKS; }

  TWIN int placed_at(int at) const {
    return is_joker(at) && kind == RUN ? Deck::JOKER_AS + stands(at) : card(at);
  }

  TWIN u64 fits_set(bool distinct) const {
    u64 same_rank = Deck::EVERY_SUIT << of;
    if (!distinct) return same_rank;
    for (int suit = 0; suit < 4; suit++)
      if (copies >> (2 * suit) & 3) same_rank &= ~bit(16 * suit + of);
    return same_rank;
  }

  TWIN u64 fits_run() const {
    int high = low + size - 1, ends = 0;
    // Q3: never two aces, so no low ace below a high one and no high ace above a low one.
    if (low > 0 && !(low == 1 && high == 13)) ends |= 1 << (low - 1);
    if (high < 13 && !(high == Deck::KING && low == Deck::ACE)) ends |= 1 << (high + 1) % 13;
    return static_cast<u64>(ends) << (16 * of);
  }

  RARE void lay_off(int seat, int placed, bool distinct) {  // R9
    int at;
    if (kind == SET) {
      bool joker = placed == Deck::JOKER;
      int suit = joker ? 3 : Deck::suit_of(placed);
      at = joker ? size : copies_up_to(copies, suit);
      if (joker) jokers = static_cast<u16>(jokers | 1 << size);
      else jokers = static_cast<u16>(jokers << 1);
      if (!joker) copies = static_cast<u8>(copies + (1 << (2 * suit)));
    } else {
      int joker = placed >= Deck::JOKER_AS, stood = joker ? placed - Deck::JOKER_AS : placed;
      bool below = Deck::rank_of(stood) == low - 1;  // Q3: low, where it fits both ends
      at = below ? 0 : size;
      jokers = static_cast<u16>(below ? jokers << 1 | joker : jokers | joker << size);
      if (below) low--;
    }
    u64 before = bit(4 * at) - 1;
    holders = (holders & before) | (holders & ~before) << 4;
    size++;
    set_holder(at, seat);
    fits = kind == SET ? fits_set(distinct) : fits_run();
  }

  RARE void change_owner(int seat) {  // R18: the owner's cards of a set move in front of the seat
    for (int at = 0; at < size; at++)
      if (holder(at) == owner) set_holder(at, seat);
    owner = static_cast<u8>(seat);
    bring_in_order();
  }

  RARE void change_holder(int at, int seat) {  // R20
    set_holder(at, seat);
    if (kind == SET) bring_in_order();
  }

  // Name the holders of a set's equal cards by seat.
  TWIN void bring_in_order() {
    for (int from = 1; from < size; from++)
      for (int at = from; at > 0 && card(at) == card(at - 1) && holder(at) < holder(at - 1); at--) {
        int seat = holder(at);
        set_holder(at, holder(at - 1));
        set_holder(at - 1, seat);
      }
  }

  TWIN int place_of(int placed, int seat) const {
    int at = 0;
    while (holder(at) != seat || placed_at(at) != placed) at++;
    return at;
  }

  // The cards in front of its owner, as bits from the first.
  TWIN int owners_cards() const {
    int own = 0;
    for (int at = 0; at < size; at++) own |= (holder(at) == owner) << at;
    return own;
  }

  // What the cards in front of its owner are worth (R16).
  TWIN int worth_to_owner() const {
    // What the ranks below each place of a run are worth together, up to the high ace.
    constexpr u8 BELOW[] = {0, 15, 20, 25, 30, 35, 40, 45, 50, 55, 65, 75, 85, 95, 110};
    int joker = Deck::value(Deck::JOKER);
    int points = kind == SET ? size * natural_value(0) : BELOW[low + size] - BELOW[low];
    for (u64 left = jokers; left; left &= left - 1)
      points += joker - natural_value(lowest_bit(left));
    u64 others = holders ^ owner * 0x1111111111111111;  // four bits a card, 0 for the owner's
    others &= bit(4 * size) - 1;  // at most 13 cards
    for (; others; others &= ~(15ull << (lowest_bit(others) & ~3))) {
      int at = lowest_bit(others) / 4;
      points -= is_joker(at) ? joker : natural_value(at);
    }
    return points;
  }

  TWIN int natural_value(int at) const {
    return Deck::value_of_rank(kind == SET ? of : (low + at) % Deck::RANKS);
  }

  // R20: whether the card was laid off, or leaves its owner a legal meld.
  TWIN bool can_spare(int at, int own, int naturals) const {
    if (!(own >> at & 1)) return true;
    if (count_bits(static_cast<u64>(own)) <= MIN_MELD) return false;
    int rest = own & ~(1 << at), unbroken = rest / (rest & -rest) + 1;
    return (kind == SET || !(unbroken & (unbroken - 1))) &&
           count_bits(static_cast<u64>(rest & ~jokers)) >= naturals;
  }
};

}  // namespace meldroom
