// A program that plays random games with every twin, packing and unpacking each state; run with
// sanitizers by the tests.
#include <stdio.h>

#include "abi.h"
#include "rummy_battle.h"
#include "scorzo.h"
#include "thumbs_up.h"
#include "victor_or_victim.h"
#include "victory_rummy.h"

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

int main() {
  return !(exercise_all<RummyBattle>("rummy-battle", 2, 6) &&
           exercise_all<Scorzo>("scorzo", 2, 6) && exercise_all<ThumbsUp>("thumbs-up", 2, 8) &&
           exercise_all<VictorOrVictim>("victor-or-victim", 2, 8) &&
           exercise_all<VictoryRummy>("victory-rummy", 2, 4));
}
