// Many tables at once: each step plays one action at every table, and writes what the seats
// observe, their legal actions and their rewards into the caller's arrays. The twin of
// envs/gymnasium.py.
#pragma once
#include "abi.h"
#include "observation.h"
#include "policies.h"
#include "results.h"
#include "spelling.h"

namespace meldroom {

enum RewardKind { PLACE, SCORE, ROUND };  // envs/rewards.py
enum Opponent { CALLER, RANDOM_BOT, HOUSE_BOT };

constexpr int MOST_SEATS = 8, MOST_OPTIONS = 16, LARGEST_OBSERVATION = 1 << 13;

// What all tables of a batch have in common; batch.py has the same structure.
struct BatchSetup {
  i32 seats, reward, max_steps;
  i32 learner;  // the caller's seat; -1: drawn for each game
  i32 observation_size;
  u8 opponents[MOST_SEATS];  // an Opponent for each place, counted from the caller's seat
  u8 chosen[MOST_OPTIONS];
};

// The caller's arrays, with a row for each table.
struct BatchArrays {
  float *observation;
  u8 *mask;
  double *reward, *rewards;
  u8 *terminated, *truncated;
  long long *seat;
  const long long *action;
  long long *advice;  // what house would play; null where nobody asks
};

// The compiled house of a game; one that has none is never asked for it.
template <class Game, class = void>
struct HouseOf : RandomPolicy<Game> {};

template <class Game>
struct HouseOf<Game, decltype(static_cast<void>(sizeof(House<Game>)))> : House<Game> {};

template <class Game>
struct Lane {
  Table<Game> table;
  Exact lots;  // deals, the learner's seat, the bots' seeds, and who of several acts first
  Exact bots[MOST_SEATS];
  double rewards[MOST_SEATS];
  i32 seat;       // the seat that is observed
  i32 to_move;    // the seat to act, NONE when the game is over
  i32 steps;
  u8 playing, opponents[MOST_SEATS];  // by seat
  Spelling<Game> spelling;  // the action of the seat to act
  u64 legal[(Game::ACTIONS + 63) / 64];  // the numbers that it may give, as bits
};

// One table of a batch.
template <class Game>
struct Stepper {
  const BatchSetup &setup;
  const BatchArrays &arrays;
  Lane<Game> &lane;
  long long row;

  using State = typename Game::State;
  using Options = typename Game::Options;

  TWIN State &state() const { return lane.table.state; }
  TWIN const Options &options() const { return lane.table.options; }

  RARE void deal() const {
    do {
      lane.table = Table<Game>{};
      lane.table.options = Game::options(setup.chosen, setup.seats);
      lane.lots.fresh_seed(lane.table.chance);
      Game::opening(state(), options(), lane.table.chance);
      lane.spelling.clear();
      lane.steps = 0;
      lane.playing = 1;
      for (int seat = 0; seat < setup.seats; seat++) lane.rewards[seat] = 0;
      find_seat_to_act();
      seat_bots();
      play_bots();
    } while (lane.to_move == NONE);  // before the learner's first turn
    write(0, false, false);
  }

  TWIN void step() const {
    if (!lane.playing) {
      deal();
      return;
    }
    int actor = lane.to_move;
    lane.steps++;
    for (int seat = 0; seat < setup.seats; seat++) lane.rewards[seat] = 0;
    long long number = arrays.action[row];
    u64 action = 0;
    // An illegal number changes nothing.
    if (is_legal(number) && lane.spelling.take(static_cast<int>(number), action)) {
      play(actor, action);
      play_bots();
    }
    bool terminated = lane.to_move == NONE;
    bool truncated = !terminated && lane.steps == setup.max_steps;
    lane.playing = !terminated && !truncated;
    write(lane.rewards[actor], terminated, truncated);
  }

  TWIN bool is_legal(long long number) const {
    return number >= 0 && number < Game::ACTIONS && lane.legal[number / 64] >> (number % 64) & 1;
  }

  TWIN void find_seat_to_act() const {
    u32 acting = Game::to_act(state(), options());
    int many = count_bits(acting);
    for (u32 skip = many > 1 ? lane.lots.below(static_cast<u32>(many)) : 0; skip; skip--)
      acting &= acting - 1;
    lane.to_move = acting ? lowest_bit(acting) : NONE;
  }

  TWIN void seat_bots() const {
    for (int seat = 0; seat < setup.seats; seat++) lane.opponents[seat] = CALLER;
    lane.seat = lane.to_move == NONE ? 0 : lane.to_move;
    if (setup.opponents[1] == CALLER) return;  // who plays every seat
    u32 seats = static_cast<u32>(setup.seats);
    lane.seat = setup.learner < 0 ? static_cast<i32>(lane.lots.below(seats)) : setup.learner;
    for (int place = 1; place < setup.seats; place++) {
      int seat = (lane.seat + place) % setup.seats;
      lane.opponents[seat] = setup.opponents[place];
      lane.lots.fresh_seed(lane.bots[seat]);
    }
  }

  TWIN void play_bots() const {
    while (lane.to_move != NONE && lane.opponents[lane.to_move] != CALLER)
      play(lane.to_move, chosen_by_bot(lane.to_move));
    if (lane.to_move != NONE) lane.seat = lane.to_move;
  }

  RARE u64 chosen_by_bot(int seat) const {
    if (lane.opponents[seat] == HOUSE_BOT) return chosen_by_house(seat, lane.bots[seat]);
    auto legal = Game::choices(state(), options(), seat);
    u32 lot = lane.bots[seat].below(static_cast<u32>(legal.size()));  // of one action, too
    return legal.nth(static_cast<int>(lot));
  }

  RARE u64 chosen_by_house(int seat, Exact &lots) const {
    auto legal = Game::choices(state(), options(), seat);
    return legal.size() > 1 ? HouseOf<Game>::choose(state(), options(), seat, lots) : legal.nth(0);
  }

  RARE void play(int seat, u64 action) const {
    i32 before[MOST_SEATS];
    standings(before);
    state().ply++;
    Game::carry_out(state(), options(), lane.table.chance, seat, action);
    find_seat_to_act();
    if (setup.reward == ROUND) add_lead_over_others(before);
    else if (lane.to_move == NONE) add_final_rewards();
  }

  TWIN void standings(i32 *by_seat) const {
    if (setup.reward != ROUND) return;
    for (int seat = 0; seat < setup.seats; seat++)
      by_seat[seat] = EnvFacts<Game>::standing(state(), options(), seat);
  }

  // -- rewards.py

  TWIN void add_final_rewards() const {
    const i32 nothing[MOST_SEATS] = {};
    if (setup.reward == SCORE) add_lead_over_others(nothing);
    else
      for (int seat = 0; seat < setup.seats; seat++) lane.rewards[seat] += place_reward(seat);
  }

  TWIN double place_reward(int seat) const {
    int own = place<Game>(state(), options(), seat), tied = -1;
    for (int other = 0; other < setup.seats; other++)
      tied += place<Game>(state(), options(), other) == own;
    return 1 - static_cast<double>(2 * (own - 1) + tied) / (setup.seats - 1);
  }

  TWIN void add_lead_over_others(const i32 *before) const {
    i32 gained[MOST_SEATS], total = 0;
    for (int seat = 0; seat < setup.seats; seat++) {
      gained[seat] = EnvFacts<Game>::standing(state(), options(), seat) - before[seat];
      total += gained[seat];
    }
    for (int seat = 0; seat < setup.seats; seat++) {
      double others = static_cast<double>(total - gained[seat]) / (setup.seats - 1);
      lane.rewards[seat] += gained[seat] - others;
    }
  }

  // -- the caller's arrays

  RARE void write(double reward, bool terminated, bool truncated) const {
    float *numbers = arrays.observation + row * setup.observation_size;
    for (int at = 0; at < setup.observation_size; at++) numbers[at] = 0;
    int size = observe<Game>(state(), options(), lane.seat, numbers);
    lane.spelling.observe(numbers + size - (Game::ACTIONS - Game::FIRST_WORD));
    write_legal(arrays.mask + row * Game::ACTIONS);
    arrays.reward[row] = reward;
    for (int seat = 0; seat < setup.seats; seat++)
      arrays.rewards[row * setup.seats + seat] = lane.rewards[seat];
    arrays.terminated[row] = terminated;
    arrays.truncated[row] = truncated;
    arrays.seat[row] = lane.seat;
    if (arrays.advice) arrays.advice[row] = advice();
  }

  // What house would play for the seat to act: an action that is one number, not spelled.
  RARE long long advice() const {
    if (lane.to_move == NONE) return 0;
    Exact lots = lane.bots[lane.to_move];  // advice changes nothing
    return static_cast<long long>(chosen_by_house(lane.to_move, lots));
  }

  TWIN void write_legal(u8 *mask) const {
    for (int action = 0; action < Game::ACTIONS; action++) mask[action] = 0;
    for (u64 &bits : lane.legal) bits = 0;
    if (lane.to_move == NONE) return;
    lane.spelling.mark(state(), options(), lane.to_move, {mask, lane.legal});
  }
};

// How many numbers a seat observes.
template <class Game>
int observation_size(const BatchSetup *setup) {
  float scratch[LARGEST_OBSERVATION] = {};
  typename Game::State state{};
  return observe<Game>(state, Game::options(setup->chosen, setup->seats), 0, scratch);
}

template <class Game>
void seed_lane(Lane<Game> *lanes, long long row, const u8 *seed, u64 calls) {
  for (int byte = 0; byte < Exact::SEED_SIZE; byte++) lanes[row].lots.seed[byte] = seed[byte];
  lanes[row].lots.calls = calls;
}

// Read the seed of a lane's lots, and give its chance calls.
template <class Game>
u64 chance_of(const Lane<Game> *lanes, long long row, u8 *seed) {
  for (int byte = 0; byte < Exact::SEED_SIZE; byte++) seed[byte] = lanes[row].lots.seed[byte];
  return lanes[row].lots.calls;
}

// Write what a seat observes where zeros are.
template <class Game>
void observe_lane(Lane<Game> *lanes, long long row, int seat, float *to) {
  observe<Game>(lanes[row].table.state, lanes[row].table.options, seat, to);
}

// Deal at the tables from `first` to before `end`, or step them; one that is over deals anew.
template <class Game>
TWIN void run_lanes(const BatchSetup *setup, const BatchArrays *arrays, Lane<Game> *lanes,
                    long long first, long long end, bool deal) {
  for (long long row = first; row < end; row++) {
    Stepper<Game> stepper{*setup, *arrays, lanes[row], row};
    if (deal) stepper.deal();
    else stepper.step();
  }
}

}  // namespace meldroom

#define TWIN_BATCH(NAME, GAME)                                                                     \
  EXPORT int NAME##_lane_size() { return static_cast<int>(sizeof(meldroom::Lane<GAME>)); }        \
  EXPORT int NAME##_observation_size(const void *setup) {                                          \
    return meldroom::observation_size<GAME>(static_cast<const meldroom::BatchSetup *>(setup));     \
  }                                                                                                \
  EXPORT void NAME##_seed_lane(void *lanes, long long row, const uint8_t *seed, uint64_t calls) {  \
    meldroom::seed_lane(static_cast<meldroom::Lane<GAME> *>(lanes), row, seed, calls);             \
  }                                                                                                \
  EXPORT uint64_t NAME##_chance_of(const void *lanes, long long row, uint8_t *seed) {              \
    return meldroom::chance_of(static_cast<const meldroom::Lane<GAME> *>(lanes), row, seed);       \
  }                                                                                                \
  EXPORT void NAME##_observe_lane(void *lanes, long long row, int seat, float *to) {               \
    meldroom::observe_lane(static_cast<meldroom::Lane<GAME> *>(lanes), row, seat, to);             \
  }                                                                                                \
  EXPORT void NAME##_run_lanes(const void *setup, const void *arrays, void *lanes,                 \
                               long long first, long long end, int deal) {                         \
    meldroom::run_lanes(static_cast<const meldroom::BatchSetup *>(setup),                          \
                        static_cast<const meldroom::BatchArrays *>(arrays),                        \
                        static_cast<meldroom::Lane<GAME> *>(lanes), first, end, deal != 0);        \
  }
