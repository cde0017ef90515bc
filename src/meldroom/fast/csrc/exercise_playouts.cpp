// A program that samples worlds, plays candidates out and plays whole games with every twin; run
// with sanitizers by the tests.
#include <stdio.h>

#include "games.h"
#include "playouts.h"
#include "rummy_battle_house.h"
#include "rummy_battle_skill.h"
#include "scorzo_house.h"
#include "scorzo_skill.h"
#include "thumbs_up_house.h"
#include "thumbs_up_skill.h"
#include "victor_or_victim_skill.h"
#include "victory_rummy_house.h"
#include "victory_rummy_skill.h"

using namespace meldroom;

constexpr int MAX_ZONES = 64, MAX_MOVES = 1 << 15;

// Hide the first zone, which is a pile in every game; gives its cards as the unseen ones.
int hide_first_zone(u8 *data, u8 *unseen) {
  u8 *cards = data + 9;
  int many = data[8];
  for (int at = 0; at < many; at++) {
    unseen[at] = cards[at];
    cards[at] = BACK;
  }
  sort(unseen, many);
  return many;
}

template <class Game, class Policy, class Chance>
u64 search(Table<Game> *table, int seat, int zones) {
  static u8 data[1 << 14];
  u8 unseen[MAX_UNSEEN], sights[MAX_ZONES] = {HIDDEN_PILE}, seed[Exact::SEED_SIZE] = {7};
  pack(table, data);
  PackedView seen{data, sights, zones, unseen, hide_first_zone(data, unseen)};
  auto legal = Game::choices(table->state, table->options, seat);
  u64 candidates[2] = {legal.nth(0), legal.nth(legal.size() - 1)}, counts[2] = {};
  double sums[2] = {}, squares[2] = {}, lead_squares[2] = {};
  playouts<Game, Policy, Chance>(seen, table->options, seat, seed, 0, 2, candidates, 2, 12,
                                 {sums, squares, lead_squares, counts});
  return counts[1];
}

template <class Game>
bool exercise(const char *name, int least, int most, int shared_zones, int zones_per_seat) {
  static u8 seats_moved[MAX_MOVES], stage_ends[MAX_MOVES];
  static u64 actions[MAX_MOVES];
  u64 plies = 0;
  for (int seats = least; seats <= most; seats++)
    for (u8 value = 0; value < 2; value++) {
      u8 seed[Exact::SEED_SIZE] = {static_cast<u8>(seats), value}, chosen[16], policies[8] = {0, 1};
      u8 bot_seeds[8 * Exact::SEED_SIZE] = {value};
      for (u8 &option : chosen) option = value;
      Table<Game> table;
      start(&table, seed, seats, chosen);
      int many = play_game(&table, {policies, bot_seeds, seed},
                           {seats_moved, actions, stage_ends, MAX_MOVES}, RulePolicies<Game>{});
      if (many > MAX_MOVES) return false;
      start(&table, seed, seats, chosen);
      for (int ply = 0; ply < many; ply++) {
        if (ply % 16 == 0) {
          int zones = shared_zones + seats * zones_per_seat;
          plies += search<Game, House<Game>, Eager>(&table, seats_moved[ply], zones);
          plies += search<Game, RandomPolicy<Game>, Exact>(&table, seats_moved[ply], zones);
        }
        apply(&table, seats_moved[ply], actions[ply]);
      }
    }
  printf("%s: %llu plies\n", name, static_cast<unsigned long long>(plies));
  return true;
}

int main() {
  return !(exercise<RummyBattle>("rummy-battle", 2, 6, 3, 3) &&
           exercise<Scorzo>("scorzo", 2, 6, 2, 1) &&
           exercise<ThumbsUp>("thumbs-up", 2, 8, 2, 1) &&
           exercise<VictorOrVictim>("victor-or-victim", 2, 8, 2, 1) &&
           exercise<VictoryRummy>("victory-rummy", 2, 4, 2, 2));
}
