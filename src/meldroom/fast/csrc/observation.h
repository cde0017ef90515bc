// The vector that a seat observes, as envs/observation.py and envs/features.py make it.
#pragma once
#include "core.h"

namespace meldroom {

// What environments ask of a game besides its rules, as games/GAME/env.py does; specialised in
// GAME_env.h.
template <class Game>
struct EnvFacts;

constexpr int FINE = 10, COARSE = 200;  // features.py: the scales of a number
constexpr int TOP_CARDS = 8;            // observation.py: cards of an open pile whose depth counts

// Python divides doubles and then rounds; for such small numbers that gives the same float.
TWIN float ratio(int part, int whole) {
  return static_cast<float>(part) / static_cast<float>(whole);
}

template <class Game>
TWIN int packs_for(int seats) {
  return Game::TWO_PACKS_FROM && seats >= Game::TWO_PACKS_FROM ? 2 : 1;
}

// Writes numbers one after the other where zeros are; one method for each class of features.py.
template <class Game>
struct Features {
  float *to;
  int seat, seats, packs;

  TWIN void put(float number) { *to++ = number; }

  // The seat at this place, counted from the observer; without a division, which takes long.
  TWIN int seat_at(int place) const { return seat + place - (seat + place < seats ? 0 : seats); }
  TWIN int place_of(int other) const { return other - seat + (other < seat ? seats : 0); }

  TWIN void zeros(int many) { to += many; }

  // One of so many numbers; those beyond them are left out.
  TWIN void put_at(int place, int many, float number) {
    if (place < many) to[place] = number;
    to += many;
  }

  TWIN void flag(bool fact) { put(fact); }

  TWIN void number(int fact) {
    int size = fact < 0 ? -fact : fact;
    put(ratio(fact, FINE + size));
    put(ratio(fact, COARSE + size));
  }

  TWIN void choice(int fact, int values) { put_at(fact, values, 1); }

  TWIN void choices(int fact, int values) {
    for (u64 left = static_cast<u64>(fact); left; left &= left - 1) to[lowest_bit(left)] = 1;
    to += values;
  }

  TWIN void one_seat(int fact) { choice(fact == NONE ? NONE : place_of(fact), seats); }

  TWIN void seat_set(u32 fact) {
    for (int place = 0; place < seats; place++) flag(fact >> seat_at(place) & 1);
  }

  TWIN void seat_order(const u8 *fact, int many) {
    for (int at = 0; at < many; at++)
      to[place_of(fact[at])] = at < seats ? ratio(at + 1, seats) : 1;
    to += seats;
  }

  TWIN void card(int fact) {
    put_at(fact, Game::KINDS, fact == NONE ? 0 : ratio(1, packs * Game::copies(fact)));
  }

  TWIN void flag_per_seat(const u8 *fact) {
    for (int place = 0; place < seats; place++) flag(fact[seat_at(place)]);
  }

  template <class Numbers>
  TWIN void number_per_seat(const Numbers *fact) {
    for (int place = 0; place < seats; place++) number(fact[seat_at(place)]);
  }
};

// Encodes the zones where zeros are: passed through `Game::zones` as a Writer is, which lists the
// shared ones, then those of each seat.
template <class Game>
struct ZoneFeatures {
  static constexpr int KINDS = Game::KINDS;
  static constexpr int SHARED = Game::SHARED_ZONES, PER_SEAT = Game::ZONES_PER_SEAT;
  float *to;  // where this zone's numbers begin
  int seat, seats, packs, pack;
  float *of_seats;
  int zone, owner;  // the zone of an owner; NONE while it is shared

  static constexpr TWIN int size_of(int zone) {
    return Game::zone_kind(zone) == ZoneKind::OPEN_PILE ? 2 * KINDS + 1 : KINDS + 2;
  }

  static constexpr TWIN int size_of_all(int first, int end) {
    int size = 0;
    for (int zone = first; zone < end; zone++) size += size_of(zone);
    return size;
  }

  static constexpr int SIZE_OF_SHARED = size_of_all(0, SHARED);
  static constexpr int SIZE_OF_SEAT = size_of_all(SHARED, SHARED + PER_SEAT);

  TWIN ZoneFeatures(float *to, int seat, int seats, int packs)
      : to(to), seat(seat), seats(seats), packs(packs), pack(packs * Game::PACK),
        of_seats(to + SIZE_OF_SHARED), zone(0), owner(NONE) {}

  TWIN int size() const { return SIZE_OF_SHARED + seats * SIZE_OF_SEAT; }

  // The order: shared zones, the observer's own, then from the left on.
  TWIN void next() {
    to += size_of(zone++);
    if (zone != SHARED && zone != SHARED + PER_SEAT) return;
    owner = owner == NONE ? 0 : owner + 1;
    zone = SHARED;
    to = of_seats + (owner - seat + (owner < seat ? seats : 0)) * SIZE_OF_SEAT;
  }

  TWIN void put(float *numbers, int card, int count) const {
    if constexpr (shares_add_up()) {
      constexpr Shares SHARES = shares();
      numbers[card] = static_cast<float>(count) * SHARES.of[card] / static_cast<float>(packs);
    } else {
      numbers[card] = ratio(count, packs * Game::copies(card));
    }
  }

  // Write the share of each card's copies, and give the number of cards.
  template <int SIZE>
  TWIN int put(float *numbers, const Cards<SIZE> &cards) const {
    if constexpr (shares_add_up()) {
      constexpr Shares SHARES = shares();
      const float part = 1 / static_cast<float>(packs);
      for (int at = 0; at < cards.size; at++)
        numbers[cards.cards[at]] += SHARES.of[cards.cards[at]] * part;
    } else {
      u8 counts[KINDS] = {};
      for (int at = 0; at < cards.size; at++)
        put(numbers, cards.cards[at], ++counts[cards.cards[at]]);
    }
    return cards.size;
  }

  // Halves and quarters are added without rounding, thirds are not.
  static constexpr TWIN bool shares_add_up() {
    for (int card = 0; card < KINDS; card++)
      if (Game::copies(card) & (Game::copies(card) - 1)) return false;
    return true;
  }

  // The share of a card's copies that one is.
  struct Shares {
    float of[KINDS];
  };

  static constexpr TWIN Shares shares() {
    Shares each{};
    for (int card = 0; card < KINDS; card++)
      each.of[card] = 1 / static_cast<float>(Game::copies(card));
    return each;
  }

  template <int COUNTED, int WIDTH>
  TWIN int put(float *numbers, const NarrowCounts<COUNTED, WIDTH> &cards) const {
    int total = 0;
    for (u64 left = cards.bits; left;) {
      int card = lowest_bit(left) / WIDTH, count = cards.count(card);
      put(numbers, card, count);
      total += count;
      left &= ~(((1ull << WIDTH) - 1) << (WIDTH * card));
    }
    return total;
  }

  template <class Hand>  // of a game's own kind
  TWIN int put(float *numbers, const Hand &hand) const {
    return put(numbers, as_cards(hand));
  }

  TWIN int put(float *numbers, const CardCounts<KINDS> &cards) const {
    for (u64 left = cards.held; left; left &= left - 1)
      put(numbers, lowest_bit(left), cards.counts[lowest_bit(left)]);
    return cards.total;
  }

  template <int SIZE>
  static TWIN int size_of_cards(const Cards<SIZE> &cards) { return cards.size; }
  static TWIN int size_of_cards(const CardCounts<KINDS> &cards) { return cards.total; }
  template <int COUNTED, int WIDTH>
  static TWIN int size_of_cards(const NarrowCounts<COUNTED, WIDTH> &cards) {
    int total = 0;
    for (u64 left = cards.bits; left; left >>= WIDTH)
      total += static_cast<int>(left & ((1ull << WIDTH) - 1));
    return total;
  }
  template <class Hand>
  static TWIN int size_of_cards(const Hand &hand) { return as_cards(hand).size; }

  template <class Hand>
  static TWIN Cards<16> as_cards(const Hand &hand) {
    Cards<16> cards;
    cards.size = static_cast<u8>(hand.list(cards.cards));
    return cards;
  }

  template <int SIZE>
  TWIN void nearness(float *numbers, const Cards<SIZE> &pile) const {
    constexpr float NEARNESS[TOP_CARDS] = {1.f, 1 / 2.f, 1 / 3.f, 1 / 4.f, 1 / 5.f, 1 / 6.f,
                                           1 / 7.f, 1 / 8.f};
    for (int above = (pile.size < TOP_CARDS ? pile.size : TOP_CARDS) - 1; above >= 0; above--)
      numbers[pile.cards[pile.size - 1 - above]] = NEARNESS[above];
  }

  template <class Pile>
  TWIN void nearness(float *, const Pile &) const {}  // a fan has no order

  template <class Pile>
  TWIN void open_zone(const Pile &pile) {
    int total = put(to, pile);
    bool ordered = Game::zone_kind(zone) == ZoneKind::OPEN_PILE;
    if (ordered) nearness(to + KINDS, pile);
    to[ordered ? 2 * KINDS : KINDS] = ratio(total, pack);
    next();
  }

  template <class Pile, class AlsoCards>
  TWIN void hidden_zone(const Pile &pile, const AlsoCards &known, u8 shown = 0) {
    int total = size_of_cards(pile), seen = total;
    if (shown || (Game::zone_kind(zone) == ZoneKind::HAND && owner == seat)) put(to, pile);
    else seen = put(to, known);
    to[KINDS] = ratio(total, pack);
    to[KINDS + 1] = ratio(total - seen, pack);
    next();
  }
};

// Write what a seat observes where zeros are, no word being spelled; gives how many numbers it is.
template <class Game>
TWIN int observe(typename Game::State &state, const typename Game::Options &options, int seat,
                 float *to) {
  int seats = options.seats, packs = packs_for<Game>(seats);
  Features<Game> features{to, seat, seats, packs};
  for (int number = 0; number < seats; number++) features.flag(number == seat);
  features.seat_set(Game::to_act(state, options));
  ZoneFeatures<Game> zones(features.to, seat, seats, packs);
  Game::zones(zones, state, options);
  features.to += zones.size();
  EnvFacts<Game>::bounded(features, state, options);
  features.zeros(Game::ACTIONS - Game::FIRST_WORD);
  return static_cast<int>(features.to - to);
}

}  // namespace meldroom
