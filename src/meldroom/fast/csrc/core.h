// Core of the compiled twins: bits, piles, chance, and packed bytes.
// C++17 without the standard library, so that g++, clang, MSVC and nvcc compile the same text.
#pragma once
#include <stdint.h>

// RARE is for what few steps need: it is not inlined into a kernel, whose code stays small.
#ifdef __CUDACC__
#define TWIN __host__ __device__ inline
#define RARE __host__ __device__ __noinline__
#else
#define TWIN inline
#define RARE inline
#endif

// Before a loop whose every step has constants of its own.
#if defined(__CUDACC__)
#define UNROLL _Pragma("unroll")
#elif defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define UNROLL _Pragma("GCC unroll 32")
#else
#define UNROLL
#endif

// A table that a function looks things up in; g++ would copy it to the stack at every call.
#ifdef __CUDACC__
#define TABLE constexpr
#else
#define TABLE static constexpr
#endif

namespace meldroom {

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;

constexpr int BACK = 255;  // a card that the viewer cannot see
constexpr int NONE = 255;  // no card, or no seat

// -- bits

TWIN int count_bits(u64 bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#elif defined(__POPCNT__)
  return __builtin_popcountll(bits);
#else  // the builtin would be a call on plain x86-64
  bits -= bits >> 1 & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<int>(bits * 0x0101010101010101 >> 56);
#endif
}

TWIN int lowest_bit(u64 bits) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return __builtin_ctzll(bits);
#endif
}

TWIN int highest_bit(u64 bits) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(static_cast<long long>(bits));
#else
  return 63 - __builtin_clzll(bits);
#endif
}

// The place of the n-th bit that is set, from the lowest up. A loop over the bits would end where no
// processor foresees it: count those up to each byte, then within one.
TWIN int nth_bit(u64 bits, int n) {
  const u64 ONES = 0x0101010101010101, TOPS = ONES << 7;
  u64 sums = bits - (bits >> 1 & 0x5555555555555555);
  sums = (sums & 0x3333333333333333) + (sums >> 2 & 0x3333333333333333);
  sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f) * ONES;
  u64 passed = ((static_cast<u64>(n) * ONES | TOPS) - sums) & TOPS;
  int byte = static_cast<int>((passed >> 7) * ONES >> 56) * 8;
  n -= static_cast<int>(sums << 8 >> byte) & 255;
  sums = (bits >> byte & 255) * ONES & 0x8040201008040201;  // a bit in each byte
  sums = ((sums + (TOPS - ONES)) >> 7 & ONES) * ONES;
  passed = ((static_cast<u64>(n) * ONES | TOPS) - sums) & TOPS;
  return byte + static_cast<int>((passed >> 7) * ONES >> 56);
}

// The legal actions of a game with at most 64 of them, as a mask of their numbers.
struct Mask {
  u64 bits;

  TWIN int size() const { return count_bits(bits); }

  // The number of the n-th action, from the lowest up.
  TWIN u64 nth(int n) const { return static_cast<u64>(nth_bit(bits, n)); }
};

TWIN u64 bit(int number) { return 1ull << number; }

// -- cards

TWIN int seat_to_the_left(int seat, int seats) { return seat + 1 == seats ? 0 : seat + 1; }

// Who sees a zone, and whether its cards are in order.
enum class ZoneKind { HIDDEN_PILE, OPEN_PILE, HAND, OPEN_FAN };

// Cards in order: a pile from bottom to top, or a fan kept in canonical order.
template <int SIZE>
struct Cards {
  static constexpr int SMALL = 8;
  u8 cards[SIZE];
  u8 size;
  u8 unordered;  // Lazy chance: no order has been drawn yet

  TWIN u8 top() const { return cards[size - 1]; }
  TWIN void push(int card) { cards[size++] = static_cast<u8>(card); }
  TWIN u8 pop() { return cards[--size]; }

  TWIN void clear() {
    size = 0;
    unordered = 0;
  }

  TWIN bool has(int card) const {
    for (int at = 0; at < size; at++)
      if (cards[at] == card) return true;
    return false;
  }

  TWIN int count(int card) const {
    int many = 0;
    for (int at = 0; at < size; at++) many += cards[at] == card;
    return many;
  }

  // Put a card into a fan. Where it belongs no processor foresees: a small fan is moved whole.
  TWIN void insert(int card) {
    if constexpr (SIZE <= SMALL) {
      int carried = card;
      UNROLL for (int at = 0; at < SIZE; at++) {
        int here = at < size ? cards[at] : BACK;
        cards[at] = static_cast<u8>(here < carried ? here : carried);
        carried = here < carried ? carried : here;
      }
      size++;
    } else {
      int at = size++;
      for (; at > 0 && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
      cards[at] = static_cast<u8>(card);
    }
  }

  TWIN void swap(int at, int other) {
    u8 card = cards[at];
    cards[at] = cards[other];
    cards[other] = card;
  }

  // Put a card above so many.
  TWIN void insert_above(int many, int card) {
    for (int at = size++; at > many; at--) cards[at] = cards[at - 1];
    cards[many] = static_cast<u8>(card);
  }

  // Take the card out that lies nearest the top; false if it is not there.
  TWIN bool remove(int card) {
    if constexpr (SIZE <= SMALL) {
      int found = SIZE;
      UNROLL for (int at = 0; at < SIZE; at++) found = at < size && cards[at] == card ? at : found;
      UNROLL for (int at = 0; at < SIZE - 1; at++) cards[at] = cards[at + (at >= found)];
      size = static_cast<u8>(size - (found < SIZE));
      return found < SIZE;
    } else {
      int at = size - 1;
      while (at >= 0 && cards[at] != card) at--;
      if (at < 0) return false;
      for (size--; at < size; at++) cards[at] = cards[at + 1];
      return true;
    }
  }
};

// Write the cards of whole packs, in canonical order.
template <class Layout, int PACKS>
TWIN constexpr void write_packs(u8 *cards) {
  int size = 0;
  for (int card = 0; card < Layout::KINDS; card++)
    for (int left = PACKS * Layout::copies(card); left > 0; left--)
      cards[size++] = static_cast<u8>(card);
}

template <class Layout, int PACKS>
struct WholePacks {
  u8 cards[PACKS * Layout::PACK];

  constexpr WholePacks() : cards{} { write_packs<Layout, PACKS>(cards); }
};

// Make a pile of whole packs.
template <class Layout, int PACKS = 1, int SIZE>
TWIN void fill(Cards<SIZE> &pile) {
#ifdef __CUDACC__
  write_packs<Layout, PACKS>(pile.cards);
#else
  static constexpr WholePacks<Layout, PACKS> WHOLE;
  for (int at = 0; at < PACKS * Layout::PACK; at++) pile.cards[at] = WHOLE.cards[at];
#endif
  pile.size = PACKS * Layout::PACK;
  pile.unordered = 0;
}

// A fan of few kinds as counts, each of so many bits.
template <int KINDS, int WIDTH>
struct NarrowCounts {
  static_assert(KINDS * WIDTH <= 64, "the counts fit in a word");
  u64 bits;

  TWIN int count(int card) const {
    return static_cast<int>(bits >> (WIDTH * card)) & ((1 << WIDTH) - 1);
  }
  TWIN void clear() { bits = 0; }
  TWIN void insert(int card) { bits += 1ull << (WIDTH * card); }
  TWIN void remove(int card) { bits -= 1ull << (WIDTH * card); }
};

using PackedCounts = NarrowCounts<16, 4>;

// Cards without an order, as counts: a fan, or those that lie hidden though everybody saw them enter
// (X-5; zone.py, `known`).
template <int KINDS>
struct CardCounts {
  u64 held;  // the kinds, as bits
  u8 counts[KINDS];
  u8 total;

  TWIN void clear() {
    for (int card = 0; card < KINDS; card++) counts[card] = 0;
    held = 0;
    total = 0;
  }

  TWIN void add(int card) {
    held |= 1ull << card;
    counts[card]++;
    total++;
  }

  TWIN void remove(int card) {  // without a branch: whether it is there is hard to foresee
    u8 one = counts[card] != 0;
    counts[card] = static_cast<u8>(counts[card] - one);
    total = static_cast<u8>(total - one);
    held &= ~(static_cast<u64>(!counts[card]) << card);
  }

  // One card left unseen: it may have been any (zone.py, `_blurred`).
  TWIN void blur() {
    for (u64 left = held; left; left &= left - 1) remove(lowest_bit(left));
  }
};

// -- chance

// Lazy: a shuffled pile has no order until it is drawn from. For bulk play (sfc32).
struct Lazy {
  u32 a, b, c, counter;

  TWIN void start(u64 seed, u64 stream) {
    a = static_cast<u32>(seed);
    b = static_cast<u32>(seed >> 32) ^ static_cast<u32>(stream >> 32);
    c = static_cast<u32>(stream);
    counter = 1;
    for (int round = 0; round < 12; round++) word();
  }

  TWIN u32 word() {
    u32 sum = a + b + counter++;
    a = b ^ (b >> 9);
    b = c + (c << 3);
    c = ((c << 21) | (c >> 11)) + sum;
    return sum;
  }

  TWIN u32 below(u32 n) { return static_cast<u32>((static_cast<u64>(word()) * n) >> 32); }

  template <int SIZE>
  TWIN void shuffle(Cards<SIZE> &pile) {
    pile.unordered = 1;
  }

  template <int SIZE>
  TWIN u8 draw(Cards<SIZE> &pile) {
    if (!pile.unordered) return pile.pop();
    u32 at = below(pile.size);
    u8 card = pile.cards[at];
    pile.cards[at] = pile.pop();
    return card;
  }

  // Draw the order of a pile now, because a card goes to a certain place in it.
  template <int SIZE>
  TWIN void settle(Cards<SIZE> &pile) {
    for (int at = pile.size - 1; pile.unordered && at > 0; at--)
      pile.swap(at, static_cast<int>(below(static_cast<u32>(at + 1))));
    pile.unordered = 0;
  }
};

// Put a card back anywhere in a pile.
template <class Chance, int SIZE>
TWIN void put_back(Chance &chance, Cards<SIZE> &pile, int card) {
  if (pile.unordered) {
    pile.push(card);
    return;
  }
  int above = static_cast<int>(chance.below(static_cast<u32>(pile.size + 1)));
  pile.insert_above(above, card);
}

// Exact: SHAKE-128 as docs/record.md writes it down. For records, and lockstep with the referee.
struct Exact {
  static constexpr int RATE = 168, SEED_SIZE = 32;
  u8 seed[SEED_SIZE];
  u64 calls;
  u64 lanes[25];
  int at;

  TWIN static u64 rotated(u64 lane, int by) { return (lane << by) | (lane >> (64 - by)); }

  RARE void permute() {  // Keccak-f[1600], FIPS 202
    constexpr u64 ROUND_CONSTANTS[24] = {
        0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000,
        0x000000000000808B, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
        0x000000000000008A, 0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
        0x000000008000808B, 0x800000000000008B, 0x8000000000008089, 0x8000000000008003,
        0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
        0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
    constexpr u8 ROTATIONS[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                              27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};
    constexpr u8 PLACES[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                           15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
    u64 lane[25], column[5];  // unrolled, these stay in registers
    UNROLL for (int at = 0; at < 25; at++) lane[at] = lanes[at];
    for (int round = 0; round < 24; round++) {
      UNROLL for (int x = 0; x < 5; x++)
        column[x] = lane[x] ^ lane[x + 5] ^ lane[x + 10] ^ lane[x + 15] ^ lane[x + 20];
      UNROLL for (int x = 0; x < 5; x++) {
        u64 mixed = column[(x + 4) % 5] ^ rotated(column[(x + 1) % 5], 1);
        UNROLL for (int y = 0; y < 25; y += 5) lane[y + x] ^= mixed;
      }
      u64 moving = lane[1];
      UNROLL for (int step = 0; step < 24; step++) {
        u64 next = lane[PLACES[step]];
        lane[PLACES[step]] = rotated(moving, ROTATIONS[step]);
        moving = next;
      }
      UNROLL for (int y = 0; y < 25; y += 5) {
        UNROLL for (int x = 0; x < 5; x++) column[x] = lane[y + x];
        UNROLL for (int x = 0; x < 5; x++)
          lane[y + x] = column[x] ^ (~column[(x + 1) % 5] & column[(x + 2) % 5]);
      }
      lane[0] ^= ROUND_CONSTANTS[round];
    }
    UNROLL for (int at = 0; at < 25; at++) lanes[at] = lane[at];
  }

  // Begin a chance call: absorb the seed and the number of calls so far.
  TWIN void begin_call() {
    for (int lane = 0; lane < 25; lane++) lanes[lane] = 0;
    for (int byte = 0; byte < SEED_SIZE; byte++)
      lanes[byte / 8] ^= static_cast<u64>(seed[byte]) << (8 * (byte % 8));
    for (int byte = 0; byte < 8; byte++)  // big-endian
      lanes[4] ^= ((calls >> (56 - 8 * byte)) & 255) << (8 * byte);
    lanes[5] ^= 0x1f;
    lanes[20] ^= 0x8000000000000000;
    permute();
    at = 0;
    calls++;
  }

  TWIN u32 word() {
    if (at == RATE) {
      permute();
      at = 0;
    }
    u32 word = static_cast<u32>(lanes[at / 8] >> (8 * (at % 8)));
    at += 4;
    return word << 24 | (word << 8 & 0xff0000) | (word >> 8 & 0xff00) | word >> 24;  // big-endian
  }

  TWIN u32 lot(u32 n) {
    u32 drawn = word();
    // Only the last n words can be above the limit: the division is rarely needed.
    while (drawn >= 0u - n && drawn >= (1ull << 32) - (1ull << 32) % n) drawn = word();
    return drawn % n;
  }

  TWIN u32 below(u32 n) {
    if (n == 1) {  // a chance call all the same
      calls++;
      return 0;
    }
    begin_call();
    return lot(n);
  }

  // Draw the seed of another chance (rng.py, `fresh_seed`).
  TWIN void fresh_seed(Exact &other) {
    begin_call();
    for (int byte = 0; byte < SEED_SIZE; byte++)
      other.seed[byte] = static_cast<u8>(lanes[byte / 8] >> (8 * (byte % 8)));
    other.calls = 0;
  }

  template <int SIZE>
  TWIN void shuffle(Cards<SIZE> &pile) {
    begin_call();
    for (int at = pile.size - 1; at > 0; at--)
      pile.swap(at, static_cast<int>(lot(static_cast<u32>(at + 1))));
  }

  template <int SIZE>
  TWIN u8 draw(Cards<SIZE> &pile) {
    return pile.pop();
  }

  template <int SIZE>
  TWIN void settle(Cards<SIZE> &) {}
};

// -- packed bytes, as pack.py writes them: each zone has its cards, those known, and whether it
// is shown. A game lists its zones and facts once, for Writer and Reader alike.

struct Writer {
  u8 *to;
  int size;

  TWIN void byte(int value) { to[size++] = static_cast<u8>(value); }

  template <class Number>
  TWIN void number(Number value) {  // 32 bits, little-endian
    for (int shift = 0; shift < 32; shift += 8) byte(static_cast<u32>(value) >> shift & 255);
  }

  template <class... Bytes>
  TWIN void bytes(Bytes... values) {
    (byte(values), ...);
  }

  TWIN void list(const u8 *items, int many) {
    byte(many);
    for (int at = 0; at < many; at++) byte(items[at]);
  }

  template <int SIZE>
  TWIN void cards(const Cards<SIZE> &cards) {
    list(cards.cards, cards.size);
  }

  template <int KINDS, int WIDTH>
  TWIN void cards(const NarrowCounts<KINDS, WIDTH> &hand) {
    int start = size++;
    for (int card = 0; card < KINDS; card++)
      for (int copy = 0; copy < hand.count(card); copy++) byte(card);
    to[start] = static_cast<u8>(size - start - 1);
  }

  template <class Hand>  // of a game's own kind
  TWIN void cards(const Hand &hand) {
    u8 listed[16];
    list(listed, hand.list(listed));
  }

  template <int KINDS>
  TWIN void cards(const CardCounts<KINDS> &known) {
    byte(known.total);
    for (int card = 0; card < KINDS; card++)
      for (int copy = 0; copy < known.counts[card]; copy++) byte(card);
  }

  template <class Pile>
  TWIN void open_zone(const Pile &pile) {
    cards(pile);
    bytes(0, 0);
  }

  template <class Pile, class AlsoCards>
  TWIN void hidden_zone(const Pile &pile, const AlsoCards &known, u8 shown = 0) {
    cards(pile);
    cards(known);
    byte(shown);
  }
};

struct Reader {
  const u8 *from;
  int size;

  template <class Byte>
  TWIN void byte(Byte &value) {
    value = static_cast<Byte>(from[size++]);
  }

  template <class Number>
  TWIN void number(Number &value) {
    u32 read = 0;
    for (int shift = 0; shift < 32; shift += 8) read |= static_cast<u32>(from[size++]) << shift;
    value = static_cast<Number>(read);
  }

  template <class... Bytes>
  TWIN void bytes(Bytes &...values) {
    (byte(values), ...);
  }

  TWIN void list(u8 *items, u8 &many) {
    byte(many);
    for (int at = 0; at < many; at++) byte(items[at]);
  }

  template <int SIZE>
  TWIN void cards(Cards<SIZE> &cards) {
    cards.unordered = 0;
    list(cards.cards, cards.size);
  }

  template <class Hand>
  TWIN void cards(Hand &hand) {
    hand.clear();
    for (int left = from[size++]; left > 0; left--) hand.insert(from[size++]);
  }

  template <int KINDS>
  TWIN void cards(CardCounts<KINDS> &known) {
    known.clear();
    for (int left = from[size++]; left > 0; left--) known.add(from[size++]);
  }

  template <class Pile>
  TWIN void open_zone(Pile &pile) {
    cards(pile);
    size += 2;
  }

  template <class Pile, class AlsoCards>
  TWIN void hidden_zone(Pile &pile, AlsoCards &known) {
    cards(pile);
    cards(known);
    size++;
  }

  template <class Pile, class AlsoCards>
  TWIN void hidden_zone(Pile &pile, AlsoCards &known, u8 &shown) {
    cards(pile);
    cards(known);
    byte(shown);
  }
};

}  // namespace meldroom
