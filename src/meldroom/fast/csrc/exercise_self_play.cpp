// A program that plays lanes for training with every twin, at random and against house; run with
// sanitizers by the tests.
#include <stdio.h>

#include "rummy_battle_house.h"
#include "rummy_battle_row.h"
#include "scorzo_row.h"
#include "self_play.h"
#include "thumbs_up_house.h"
#include "thumbs_up_row.h"
#include "victor_or_victim_house.h"
#include "victor_or_victim_row.h"
#include "victory_rummy_house.h"
#include "victory_rummy_row.h"

using namespace meldroom;

template <class Game>
bool exercise(const char *name, int least, int most) {
  constexpr int LANES = 2, STEPS = 1000;
  static SelfPlayLane<Game> lanes[LANES];
  alignas(8) static Bfloat16 rows[LANES * Row<Game>::WHOLE];
  static u8 mask[LANES * Row<Game>::ACTIONS], done[LANES];
  static float rewards[LANES * Game::MAX_SEATS];
  i64 actions[LANES], games = 0;
  i32 turn[LANES], plies[LANES];
  Lazy chance;
  chance.start(7, 0);
  for (int seats = least; seats <= most; seats++)
    for (u8 value = 0; value < 2; value++) {
      SelfPlaySetup setups[LANES] = {{static_cast<u8>(seats), 0, {}, {}},
                                     {static_cast<u8>(seats), 0xfe, {}, {}}};
      for (SelfPlaySetup &setup : setups)
        for (u8 &option : setup.chosen) option = value;
      u64 seeds[LANES] = {static_cast<u64>(seats), value};
      for (int at = 0; at < LANES; at++) SelfPlay<Game>::start(lanes, at, setups, seeds);
      for (int step = 0; step < STEPS; step++)
        for (int at = 0; at < LANES; at++) {
          SelfPlay<Game>::observe(lanes, at, rows, mask, turn);
          auto legal = Row<Game>::legal(lanes[at].state, lanes[at].options, turn[at]);
          if (legal.size() < 2) return false;
          do actions[at] = chance.below(Row<Game>::ACTIONS);
          while (!mask[at * Row<Game>::ACTIONS + actions[at]]);
          SelfPlay<Game>::step(lanes, at, actions, rewards, done, 1);
          SelfPlay<Game>::ends(lanes, at, rewards, plies);
          games += done[at];
        }
    }
  printf("%s: %lld games\n", name, static_cast<long long>(games));
  return true;
}

int main() {
  return !(exercise<RummyBattle>("rummy-battle", 2, 6) && exercise<Scorzo>("scorzo", 2, 6) &&
           exercise<ThumbsUp>("thumbs-up", 2, 8) &&
           exercise<VictorOrVictim>("victor-or-victim", 2, 8) &&
           exercise<VictoryRummy>("victory-rummy", 2, 4));
}
