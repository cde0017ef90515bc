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

// Writes numbers one after the other; one method for each class of features.py.
template <class Game>
struct Features {
  float *to;
  int seat, seats, packs;

  TWIN void put(float number) { *to++ = number; }

  // The seat at this place, counted from the observer.
  TWIN int seat_at(int place) const { return (seat + place) % seats; }
  TWIN int place_of(int other) const { return (other + seats - seat) % seats; }

  TWIN void zeros(int many) {
    for (int at = 0; at < many; at++) put(0);
  }

  TWIN void flag(bool fact) { put(fact); }

  TWIN void number(int fact) {
    int size = fact < 0 ? -fact : fact;
    put(ratio(fact, FINE + size));
    put(ratio(fact, COARSE + size));
  }

  TWIN void choice(int fact, int values) {
    for (int value = 0; value < values; value++) put(value == fact);
  }

  TWIN void choices(int fact, int values) {
    for (int value = 0; value < values; value++) put(fact >> value & 1);
  }

  TWIN void one_seat(int fact) { choice(fact == NONE ? NONE : place_of(fact), seats); }

  TWIN void seat_set(u32 fact) {
    for (int place = 0; place < seats; place++) put(fact >> seat_at(place) & 1);
  }

  TWIN void seat_order(const u8 *fact, int many) {
    float *start = to;
    zeros(seats);
    for (int at = 0; at < many; at++)
      start[place_of(fact[at])] = at < seats ? ratio(at + 1, seats) : 1;
  }

  TWIN void card(int fact) {
    float *start = to;
    zeros(Game::KINDS);
    if (fact != NONE) start[fact] = ratio(1, packs * Game::copies(fact));
  }

  TWIN void flag_per_seat(const u8 *fact) {
    for (int place = 0; place < seats; place++) flag(fact[seat_at(place)]);
  }

  template <class Numbers>
  TWIN void number_per_seat(const Numbers *fact) {
    for (int place = 0; place < seats; place++) number(fact[seat_at(place)]);
  }
};

// Encodes the zones: passed through `Game::zones` as a Writer is, which lists the shared ones, then
// those of each seat.
template <class Game>
struct ZoneFeatures {
  static constexpr int KINDS = Game::KINDS;
  static constexpr int SHARED = Game::SHARED_ZONES, PER_SEAT = Game::ZONES_PER_SEAT;
  float *to;
  int seat, seats, packs, pack, next;

  static constexpr TWIN int size_of(int zone) {
    return Game::zone_kind(zone) == ZoneKind::OPEN_PILE ? 2 * KINDS + 1 : KINDS + 2;
  }

  static constexpr TWIN int size_of_all(int first, int end) {
    int size = 0;
    for (int zone = first; zone < end; zone++) size += size_of(zone);
    return size;
  }

  TWIN int size() const {
    return size_of_all(0, SHARED) + seats * size_of_all(SHARED, SHARED + PER_SEAT);
  }

  TWIN int owner() const { return next < SHARED ? NONE : (next - SHARED) / PER_SEAT; }
  TWIN int zone() const { return next < SHARED ? next : SHARED + (next - SHARED) % PER_SEAT; }

  // Where this zone's numbers begin: shared zones, the observer's own, then from the left on.
  TWIN float *start() const {
    if (next < SHARED) return to + size_of_all(0, next);
    int place = (owner() + seats - seat) % seats;
    return to + size_of_all(0, SHARED) + place * size_of_all(SHARED, SHARED + PER_SEAT) +
           size_of_all(SHARED, zone());
  }

  TWIN void put(float *numbers, int card, int count) const {
    numbers[card] = ratio(count, packs * Game::copies(card));
  }

  // Write the share of each card's copies, and give the number of cards.
  template <int SIZE>
  TWIN int put(float *numbers, const Cards<SIZE> &cards) const {
    u8 counts[KINDS] = {}, kinds[KINDS];
    int many = 0;
    for (int card = 0; card < KINDS; card++) numbers[card] = 0;
    for (int at = 0; at < cards.size; at++)
      if (!counts[cards.cards[at]]++) kinds[many++] = cards.cards[at];
    for (int at = 0; at < many; at++) put(numbers, kinds[at], counts[kinds[at]]);
    return cards.size;
  }

  template <int COUNTED, int WIDTH>
  TWIN int put(float *numbers, const NarrowCounts<COUNTED, WIDTH> &cards) const {
    int total = 0;
    for (int card = 0; card < KINDS; card++) numbers[card] = 0;
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
    for (int card = 0; card < KINDS; card++) numbers[card] = 0;
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
    for (int card = 0; card < KINDS; card++) numbers[card] = 0;
    int from = pile.size > TOP_CARDS ? pile.size - TOP_CARDS : 0;
    for (int at = from; at < pile.size; at++) numbers[pile.cards[at]] = ratio(1, pile.size - at);
  }

  template <class Pile>
  TWIN void nearness(float *, const Pile &) const {}  // a fan has no order

  template <class Pile>
  TWIN void open_zone(const Pile &pile) {
    float *numbers = start();
    int total = put(numbers, pile);
    if (Game::zone_kind(zone()) == ZoneKind::OPEN_PILE) {
      nearness(numbers + KINDS, pile);
      numbers[2 * KINDS] = ratio(total, pack);
    } else {
      numbers[KINDS] = ratio(total, pack);
      numbers[KINDS + 1] = 0;
    }
    next++;
  }

  template <class Pile, class AlsoCards>
  TWIN void hidden_zone(const Pile &pile, const AlsoCards &known, u8 shown = 0) {
    float *numbers = start();
    int total = size_of_cards(pile), seen = total;
    if (shown || (Game::zone_kind(zone()) == ZoneKind::HAND && owner() == seat)) put(numbers, pile);
    else seen = put(numbers, known);
    numbers[KINDS] = ratio(total, pack);
    numbers[KINDS + 1] = ratio(total - seen, pack);
    next++;
  }
};

// Write what a seat observes, no word being spelled; gives how many numbers it is.
template <class Game>
TWIN int observe(typename Game::State &state, const typename Game::Options &options, int seat,
                 float *to) {
  int seats = options.seats, packs = packs_for<Game>(seats);
  Features<Game> features{to, seat, seats, packs};
  for (int number = 0; number < seats; number++) features.flag(number == seat);
  features.seat_set(Game::to_act(state, options));
  ZoneFeatures<Game> zones{features.to, seat, seats, packs, packs * Game::PACK, 0};
  Game::zones(zones, state, options);
  features.to += zones.size();
  EnvFacts<Game>::bounded(features, state, options);
  features.zeros(Game::ACTIONS - Game::FIRST_WORD);
  return static_cast<int>(features.to - to);
}

}  // namespace meldroom
