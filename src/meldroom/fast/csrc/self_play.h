// Games that networks play for training, in lanes: one table each, on a processor or a graphics
// card. The caller chooses for the seats of the network; forced moves and the seats of `house` are
// played here.
#pragma once
#include "results.h"
#include "row.h"

namespace meldroom {

// Paired: the n-th deal of a seed is the same whatever was played before, so that two policies can be
// compared on the same deals. So is the n-th time that cards are shuffled anew within a deal.
struct Paired {
  u64 seed;
  u32 lots;
  u16 deals, reshuffles;
  u8 pack;  // how many cards a deal shuffles

  TWIN void start(u64 from) {
    seed = from;
    lots = deals = reshuffles = pack = 0;
  }

  TWIN u32 below(u32 n) {
    Lazy stream;
    stream.start(seed, lots++);
    return stream.below(n);
  }

  template <int SIZE>
  TWIN void shuffle(Cards<SIZE> &pile) {
    if (pile.size >= pack) {
      pack = pile.size;
      deals++;
      reshuffles = 0;
    } else {
      reshuffles++;
    }
    Lazy stream;
    stream.start(seed, (static_cast<u64>(deals) << 16 | reshuffles) << 32);
    pile.unordered = 1;
    stream.settle(pile);
  }

  template <int SIZE>
  TWIN u8 draw(Cards<SIZE> &pile) {
    return pile.pop();
  }

  template <int SIZE>
  TWIN void settle(Cards<SIZE> &) {}
};

// Another seed that follows from this one (splitmix64).
TWIN u64 next_seed(u64 seed) {
  seed += 0x9e3779b97f4a7c15;
  seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9;
  seed = (seed ^ seed >> 27) * 0x94d049bb133111eb;
  return seed ^ seed >> 31;
}

// What is played in a lane; training/lanes.py has the same structure.
struct SelfPlaySetup {
  u8 seats;
  u8 house;  // the seats that `house` plays, as bits
  u8 unused[6];
  u8 chosen[16];  // the place of each option's value among those offered
};

// A lane begins as a Table does: whatever reads only a table's state and options takes a lane too.
template <class Game>
struct SelfPlayLane {
  typename Game::State state;
  typename Game::Options options;
  Paired chance;
  u8 house;
  u8 turn;  // the seat to choose; NONE when the game is over

  // A game that `house` alone ends is dealt anew no more often than this at a time.
  static constexpr int MAX_DEALS = 16;

  TWIN void start(const SelfPlaySetup &setup, u64 seed) {
    options = Game::options(setup.chosen, setup.seats);
    house = setup.house;
    deal(seed);
  }

  TWIN void deal(u64 seed) {
    chance.start(seed);
    Game::opening(state, options, chance);
    play_on();
  }

  TWIN bool is_over() const { return turn == NONE; }

  TWIN void play(int choice) {
    apply(turn, Row<Game>::concrete(state, options, turn, choice));
    play_on();
  }

  TWIN void reopen() {
    for (int deals = 0; is_over() && deals < MAX_DEALS; deals++) deal(next_seed(chance.seed));
  }

  TWIN void apply(int seat, u64 action) {
    state.ply++;
    Game::carry_out(state, options, chance, seat, action);
  }

  // Play on to the next seat that has a choice.
  TWIN void play_on() {
    for (;;) {
      u32 acting = Game::to_act(state, options);
      turn = acting ? static_cast<u8>(first_to_act(acting)) : NONE;
      if (!acting) return;
      auto legal = Row<Game>::Actions::legal(state, options, turn);
      if (legal.size() == 1)
        apply(turn, Row<Game>::concrete(state, options, turn, legal.lowest()));
      else if (house >> turn & 1)
        apply(turn, House<Game>::choose(state, options, turn, chance));
      else return;
    }
  }

  // Where several may act, lots say who is first.
  TWIN int first_to_act(u32 acting) {
    int many = count_bits(acting);
    return nth_bit(acting, many > 1 ? static_cast<int>(chance.below(static_cast<u32>(many))) : 0);
  }

  // Play the choice and give each seat its reward: its share of the win, less what an even game
  // gives. Gives whether the game is over.
  TWIN bool step(int choice, float *rewards, bool deals_anew) {
    for (int seat = 0; seat < Game::MAX_SEATS; seat++) rewards[seat] = 0;
    if (!is_over()) {
      play(choice);
      if (!is_over()) return false;
      write_shares(rewards);
      float even = 1.0f / static_cast<float>(options.seats);
      for (int seat = 0; seat < options.seats; seat++) rewards[seat] -= even;
    }
    if (deals_anew) reopen();
    return true;
  }

  // The whole row and the legal choices of the seat to choose. A game that is over has an empty row
  // and one choice, so that it can stay among the others.
  TWIN void observe(Bfloat16 *row, u8 *mask, i32 *to_choose) const {
    typename Row<Game>::Actions::Set legal;
    if (is_over()) {
      legal.clear();
      legal.add(0);
      RowWriter<Bfloat16> to{row, 0, 0};
      to.zeros(Row<Game>::WHOLE);
    } else {
      legal = Row<Game>::Actions::legal(state, options, turn);
      Row<Game>::write_whole(state, options, turn, legal, row);
    }
    for (int action = 0; action < Row<Game>::ACTIONS; action++) mask[action] = legal.has(action);
    *to_choose = is_over() ? 0 : turn;
  }

  // Each seat's share of first place; 0 while the game runs.
  TWIN void write_shares(float *shares) const {
    int winners = 0;
    for (int seat = 0; seat < Game::MAX_SEATS; seat++) {
      bool first = is_over() && seat < options.seats && place<Game>(state, options, seat) == 1;
      shares[seat] = first;
      winners += first;
    }
    for (int seat = 0; seat < Game::MAX_SEATS; seat++)
      if (shares[seat] > 0) shares[seat] = 1.0f / static_cast<float>(winners);
  }
};

// -- one lane of many, by its number: a loop on a processor, a thread on a graphics card

template <class Game>
struct SelfPlay {
  using Lane = SelfPlayLane<Game>;
  static constexpr i64 SEATS = Game::MAX_SEATS;

  static TWIN void start(Lane *lanes, i64 at, const SelfPlaySetup *setups, const u64 *seeds) {
    lanes[at].start(setups[at], seeds[at]);
  }

  static TWIN void step(Lane *lanes, i64 at, const i64 *actions, float *rewards, u8 *done,
                        int reopen) {
    done[at] = lanes[at].step(static_cast<int>(actions[at]), rewards + SEATS * at, reopen != 0);
  }

  static TWIN void observe(const Lane *lanes, i64 at, Bfloat16 *rows, u8 *mask, i32 *turn) {
    lanes[at].observe(rows + Row<Game>::WHOLE * at, mask + Row<Game>::ACTIONS * at, turn + at);
  }

  static TWIN void ends(const Lane *lanes, i64 at, float *shares, i32 *plies) {
    lanes[at].write_shares(shares + SEATS * at);
    plies[at] = static_cast<i32>(lanes[at].state.ply);
  }
};

}  // namespace meldroom

// The functions by their names, each with its parameters and what it does in one lane. FUNCTION
// makes a loop of it in the library, and a kernel in self_play_kernels.h.
#define SELF_PLAY_FUNCTIONS(FUNCTION, NAME, GAME)                                                  \
  FUNCTION(NAME##_self_play_start,                                                                 \
           (void *lanes, int64_t many, const void *setups, const uint64_t *seeds),                 \
           meldroom::SelfPlay<GAME>::start(                                                        \
               static_cast<meldroom::SelfPlayLane<GAME> *>(lanes), at,                             \
               static_cast<const meldroom::SelfPlaySetup *>(setups), seeds))                       \
  FUNCTION(NAME##_self_play_step,                                                                  \
           (void *lanes, int64_t many, const int64_t *actions, float *rewards, uint8_t *done,      \
            int reopen),                                                                           \
           meldroom::SelfPlay<GAME>::step(static_cast<meldroom::SelfPlayLane<GAME> *>(lanes), at,  \
                                          actions, rewards, done, reopen))                         \
  FUNCTION(NAME##_self_play_observe,                                                               \
           (const void *lanes, int64_t many, uint16_t *rows, uint8_t *mask, int32_t *turn),        \
           meldroom::SelfPlay<GAME>::observe(                                                      \
               static_cast<const meldroom::SelfPlayLane<GAME> *>(lanes), at, rows, mask, turn))    \
  FUNCTION(NAME##_self_play_ends,                                                                  \
           (const void *lanes, int64_t many, float *shares, int32_t *plies),                       \
           meldroom::SelfPlay<GAME>::ends(                                                         \
               static_cast<const meldroom::SelfPlayLane<GAME> *>(lanes), at, shares, plies))

#define SELF_PLAY_LOOP(NAME, PARAMETERS, IN_LANE)                                                  \
  EXPORT void NAME PARAMETERS {                                                                    \
    for (int64_t at = 0; at < many; at++) IN_LANE;                                                 \
  }

#define TWIN_SELF_PLAY(NAME, GAME)                                                                 \
  EXPORT int NAME##_self_play_lane_size() {                                                        \
    return static_cast<int>(sizeof(meldroom::SelfPlayLane<GAME>));                                 \
  }                                                                                                \
  SELF_PLAY_FUNCTIONS(SELF_PLAY_LOOP, NAME, GAME)
