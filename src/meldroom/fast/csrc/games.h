// Whole games by policies with exact chance: the same moves as bots of the same seeds make.
#pragma once
#include "policies.h"
#include "results.h"
#include "skill.h"

namespace meldroom {

enum PolicyNumber { RANDOM, HOUSE, CHAMPION };

struct Seating {
  const u8 *policies;    // by seat
  const u8 *bot_seeds;   // by seat
  const u8 *order_seed;  // who is first where several may act
};

struct Moves {
  u8 *seats;
  u64 *actions;
  u8 *stage_ends;  // whether the stage ended and another followed
  int room;
};

TWIN void seed_lots(Exact &lots, const u8 *seed) {
  for (int byte = 0; byte < Exact::SEED_SIZE; byte++) lots.seed[byte] = seed[byte];
  lots.calls = 0;
}

// A lot below n; one that can only be 0 is a chance call all the same.
TWIN u32 draw_lot(Exact &lots, int n) {
  if (n > 1) return lots.below(static_cast<u32>(n));
  lots.calls++;
  return 0;
}

// The policies that need nothing but the game.
template <class Game>
struct RulePolicies {
  u64 choose(const typename Game::State &state, const typename Game::Options &options, int seat,
             int policy, Exact &lots) const {
    if (policy == HOUSE) return House<Game>::choose(state, options, seat, lots);
    auto choices = Game::choices(state, options, seat);
    return choices.nth(static_cast<int>(draw_lot(lots, choices.size())));
  }
};

// Play the table's game to its end; gives the plies, of which no more are written than fit.
template <class Game, class Policies>
int play_game(Table<Game> *table, const Seating &seating, const Moves &moves,
              const Policies &policies) {
  auto &state = table->state;
  auto &options = table->options;
  Exact lots[Game::MAX_SEATS], order;
  for (int seat = 0; seat < options.seats; seat++)
    seed_lots(lots[seat], seating.bot_seeds + Exact::SEED_SIZE * seat);
  seed_lots(order, seating.order_seed);
  u32 stage = Skill<Game>::stage(state);
  int ply = 0;
  for (u32 acting = Game::to_act(state, options); acting; ply++) {
    int many = count_bits(acting);
    int seat = static_cast<int>(
        Mask{acting}.nth(many > 1 ? static_cast<int>(order.below(static_cast<u32>(many))) : 0));
    u64 action = policies.choose(state, options, seat, seating.policies[seat], lots[seat]);
    apply(table, seat, action);
    acting = Game::to_act(state, options);
    u32 before = stage;
    stage = Skill<Game>::stage(state);
    if (ply >= moves.room) continue;
    moves.seats[ply] = static_cast<u8>(seat);
    moves.actions[ply] = action;
    moves.stage_ends[ply] = acting && stage != before;
  }
  return ply;
}

// Play whole games by one policy with fast chance; gives all steps, and adds up the first places.
template <class Game, class Policy>
u64 policy_games(u64 seed, u64 games, int seats, const u8 *chosen, u64 *wins) {
  typename Game::Options options = Game::options(chosen, seats);
  Lazy chance;
  chance.start(seed, 1);
  typename Game::State state;
  u64 steps = 0;
  for (u64 game = 0; game < games; game++) {
    Game::opening(state, options, chance);
    while (u32 acting = Game::to_act(state, options)) {
      int seat = lowest_bit(acting);
      u64 action = Policy::choose(state, options, seat, chance);
      state.ply++;
      Game::carry_out(state, options, chance, seat, action);
      steps++;
    }
    for (u32 first = winners<Game>(state, options); first; first &= first - 1)
      wins[lowest_bit(first)]++;
  }
  return steps;
}

// Give each seat's score and place, and the reason, of a game that is over.
template <class Game>
int read_result(const Table<Game> *table, i32 *scores, i32 *places) {
  for (int seat = 0; seat < table->options.seats; seat++) {
    scores[seat] = score<Game>(table->state, table->options, seat);
    places[seat] = place<Game>(table->state, table->options, seat);
  }
  return table->state.reason;
}

}  // namespace meldroom

#define TWIN_GAMES(NAME, GAME)                                                                     \
  EXPORT int NAME##_result(const void *table, int32_t *scores, int32_t *places) {                  \
    return meldroom::read_result(static_cast<const meldroom::Table<GAME> *>(table), scores,        \
                                 places);                                                          \
  }

#define TWIN_BULK(NAME, GAME, POLICY, POLICY_NAME)                                                 \
  EXPORT uint64_t NAME##_##POLICY_NAME##_games(uint64_t seed, uint64_t games, int seats,           \
                                               const uint8_t *chosen, uint64_t *wins) {            \
    return meldroom::policy_games<GAME, POLICY<GAME>>(seed, games, seats, chosen, wins);           \
  }
