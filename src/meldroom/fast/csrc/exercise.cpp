// A program that plays random games with every twin, packing and unpacking each state, and in
// batches, and lets every house play; run with sanitizers by the tests.
#include <stdio.h>

#include "abi.h"
#include "batch.h"
#include "rummy_battle_env.h"
#include "rummy_battle_spelling.h"
#include "scorzo_env.h"
#include "scorzo_house.h"
#include "thumbs_up_env.h"
#include "thumbs_up_house.h"
#include "victor_or_victim_env.h"
#include "victory_rummy_env.h"
#include "victory_rummy_house.h"

using namespace meldroom;

template <class Game>
u64 exercise(int seats, u8 value, u32 lots) {
  u8 seed[Exact::SEED_SIZE] = {static_cast<u8>(seats), value};
  u8 chosen[16];
  for (u8 &option : chosen) option = value;
  Table<Game> table;
  static u8 packed[1 << 14];
  u64 plies = 0;
  Lazy chance;
  chance.start(lots, 0);
  start(&table, seed, seats, chosen);
  while (u32 acting = Game::to_act(table.state, table.options)) {
    int seat = lowest_bit(acting);
    auto legal = Game::choices(table.state, table.options, seat);
    apply(&table, seat, legal.nth(static_cast<int>(chance.below(static_cast<u32>(legal.size())))));
    int size = pack(&table, packed);
    if (unpack(&table, seed, seats, chosen, packed) != size) return 0;
    plies++;
  }
  return plies;
}

// Step two tables with any legal action; gives whether every number is from -1 to 1.
template <class Game>
bool exercise_batch(int seats, u8 value) {
  constexpr int LANES = 2, STEPS = 2000;
  BatchSetup setup{seats, value, 500, -1, 0, {}, {}};
  for (u8 &opponent : setup.opponents) opponent = value ? RANDOM_BOT : CALLER;
  for (u8 &option : setup.chosen) option = value;
  setup.observation_size = observation_size<Game>(&setup);
  static Lane<Game> lanes[LANES];
  static float observation[LANES * LARGEST_OBSERVATION];
  static u8 mask[LANES * Game::ACTIONS], terminated[LANES], truncated[LANES];
  double reward[LANES], rewards[LANES * MOST_SEATS];
  long long seat[LANES], action[LANES];
  BatchArrays arrays{observation, mask, reward, rewards, terminated, truncated, seat, action, nullptr};
  const u8 seed[Exact::SEED_SIZE] = {value};
  for (int lane = 0; lane < LANES; lane++) seed_lane(lanes, lane, seed, 0);
  run_lanes(&setup, &arrays, lanes, 0, LANES, true);
  Lazy chance;
  chance.start(value, 1);
  for (int step = 0; step < STEPS; step++) {
    for (int lane = 0; lane < LANES; lane++) {
      int tries = 0;
      do action[lane] = chance.below(Game::ACTIONS);
      while (!mask[lane * Game::ACTIONS + action[lane]] && ++tries < 10 * Game::ACTIONS);
    }
    run_lanes(&setup, &arrays, lanes, 0, LANES, false);
  }
  for (int at = 0; at < LANES * setup.observation_size; at++)
    if (!(observation[at] >= -1 && observation[at] <= 1)) return false;
  return true;
}

template <class Game>
bool exercise_batches(int least, int most) {
  for (int seats = least; seats <= most; seats++)
    for (u8 value = 0; value < 2; value++)
      if (!exercise_batch<Game>(seats, value)) return false;
  return true;
}

template <class Game>
bool exercise_all(const char *name, int least, int most) {
  u64 plies = 0;
  for (int seats = least; seats <= most; seats++)
    for (u8 value = 0; value < 2; value++) {
      u64 played = exercise<Game>(seats, value, static_cast<u32>(seats));
      if (!played) return false;
      plies += played;
    }
  printf("%s: %llu plies\n", name, static_cast<unsigned long long>(plies));
  return true;
}

// Let house play every seat; gives whether all that it chose was legal.
template <class Game>
bool exercise_house(int least, int most) {
  for (int seats = least; seats <= most; seats++)
    for (u8 value = 0; value < 2; value++) {
      u8 chosen[16];
      for (u8 &option : chosen) option = value;
      auto options = Game::options(chosen, seats);
      typename Game::State state;
      Lazy chance;
      chance.start(static_cast<u64>(seats), value);
      Game::opening(state, options, chance);
      while (u32 acting = Game::to_act(state, options)) {
        int seat = lowest_bit(acting);
        u64 action = House<Game>::choose(state, options, seat, chance);
        if (!(Game::choices(state, options, seat).bits >> action & 1)) return false;
        state.ply++;
        Game::carry_out(state, options, chance, seat, action);
      }
    }
  return true;
}

int main() {
  return !(exercise_all<RummyBattle>("rummy-battle", 2, 6) &&
           exercise_all<Scorzo>("scorzo", 2, 6) && exercise_all<ThumbsUp>("thumbs-up", 2, 8) &&
           exercise_all<VictorOrVictim>("victor-or-victim", 2, 8) &&
           exercise_all<VictoryRummy>("victory-rummy", 2, 4) &&
           exercise_batches<RummyBattle>(2, 6) && exercise_batches<Scorzo>(2, 6) &&
           exercise_batches<ThumbsUp>(2, 8) && exercise_batches<VictorOrVictim>(2, 8) &&
           exercise_batches<VictoryRummy>(2, 4) && exercise_house<Scorzo>(2, 6) &&
           exercise_house<ThumbsUp>(2, 8) && exercise_house<VictoryRummy>(2, 4));
}
