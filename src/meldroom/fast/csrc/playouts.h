// Playouts: every candidate is played out in the same sampled worlds with the same chance to come.
// The twin of fast/rollouts.py, which says in which order chance is drawn.
#pragma once
#include "policies.h"
#include "results.h"
#include "skill.h"
#include "worlds.h"

namespace meldroom {

constexpr int WORLDS_PER_SAMPLE = 3, CALLS_PER_SAMPLE = WORLDS_PER_SAMPLE + 2;
constexpr u32 LOT_SIZE = 1 << 20;

struct Outcomes {
  double *sums, *squares, *lead_squares;  // by candidate; leads are those over the first
  u64 *counts;                            // rollouts, plies
};

// A number below n from one chance call of a seed.
TWIN u32 lot_of(const Exact &, const u8 *seed, u64 call, u32 n) {
  Exact source{};
  for (int byte = 0; byte < Exact::SEED_SIZE; byte++) source.seed[byte] = seed[byte];
  source.calls = call;
  return source.below(n);
}

TWIN u32 lot_of(const Eager &, const u8 *seed, u64 call, u32 n) {
  Eager source;
  renew(source, seed, call);
  return source.below(n);
}

// Sample a world that the seat cannot rule out, likelier ones more often.
template <class Game, class Chance>
TWIN void sample(typename Game::State &world, const typename Game::Options &options,
                 const PackedView &seen, int seat, const u8 *seed, u64 number, Chance &to_come) {
  Chance chance;
  u64 call = number * CALLS_PER_SAMPLE;
  if (!Skill<Game>::WEIGHS_WORLDS) {
    renew(chance, seed, call);
    resample<Game>(world, options, seen, chance, to_come);
    return;
  }
  typename Game::State worlds[WORLDS_PER_SAMPLE];
  Chance chances[WORLDS_PER_SAMPLE];
  double weights[WORLDS_PER_SAMPLE], total = 0;
  for (int at = 0; at < WORLDS_PER_SAMPLE; at++) {
    worlds[at] = world;
    renew(chance, seed, call + static_cast<u64>(at));
    resample<Game>(worlds[at], options, seen, chance, chances[at]);
    total += weights[at] = Skill<Game>::likely(worlds[at], options, seat);
  }
  double remaining = total * lot_of(chance, seed, call + WORLDS_PER_SAMPLE, LOT_SIZE) / LOT_SIZE;
  int chosen = 0;
  for (; chosen < WORLDS_PER_SAMPLE - 1; chosen++) {
    remaining -= weights[chosen];
    if (remaining < 0) break;
  }
  world = worlds[chosen];
  to_come = chances[chosen];
}

// Play on to the end of the stage or the horizon.
template <class Game, class Policy, class Chance>
TWIN void play_on(typename Game::State &state, const typename Game::Options &options,
                  Chance &chance, Chance &lots, u32 stage, u32 last_ply) {
  while (u32 acting = Game::to_act(state, options)) {
    if (state.ply >= last_ply || Skill<Game>::stage(state) != stage) return;
    int many = count_bits(acting);
    int actor = static_cast<int>(
        Mask{acting}.nth(many > 1 ? static_cast<int>(lots.below(static_cast<u32>(many))) : 0));
    u64 action = Policy::choose(state, options, actor, lots);
    state.ply++;
    Game::carry_out(state, options, chance, actor, action);
  }
}

// Rate where a rollout ended: the seat's share of the win, or its prospect if the game goes on.
template <class Game>
TWIN double value(const typename Game::State &state, const typename Game::Options &options,
                  int seat) {
  return Game::to_act(state, options) ? Skill<Game>::prospect(state, options, seat)
                                      : win_share<Game>(state, options, seat);
}

template <class Game, class Policy, class Chance>
void playouts(const PackedView &seen, const typename Game::Options &options, int seat,
              const u8 *seed, u64 first, u64 worlds, const u64 *candidates, int many, u32 horizon,
              Outcomes outcomes) {
  typename Game::State facts, world, state;
  read_facts<Game>(facts, options, seen);
  u32 stage = Skill<Game>::stage(facts);
  for (u64 number = first; number < first + worlds; number++) {
    Chance to_come, lots;
    world = facts;
    sample<Game>(world, options, seen, seat, seed, number, to_come);
    renew(lots, seed, number * CALLS_PER_SAMPLE + WORLDS_PER_SAMPLE + 1);
    double favourite = 0;
    for (int at = 0; at < many; at++) {
      Chance chance = to_come, own_lots = lots;
      state = world;
      state.ply++;
      Game::carry_out(state, options, chance, seat, candidates[at]);
      play_on<Game, Policy>(state, options, chance, own_lots, stage, facts.ply + horizon);
      double worth = value<Game>(state, options, seat);
      if (at == 0) favourite = worth;
      outcomes.sums[at] += worth;
      outcomes.squares[at] += worth * worth;
      outcomes.lead_squares[at] += (worth - favourite) * (worth - favourite);
      outcomes.counts[0]++;
      outcomes.counts[1] += state.ply - facts.ply;
    }
  }
}

struct Chances {
  double *sums, *squares, *change_sums, *change_squares;  // by seat; changes where an action is given
};

// Play worlds on from a position, and add up what it is worth to every seat. Where the action of a
// seat is given, add up how much it changes that, world by world.
template <class Game, class Policy, class Chance>
void win_chances(const PackedView &seen, const typename Game::Options &options, const u8 *seed,
                 u64 first, u64 worlds, int actor, u64 action, u32 horizon, Chances chances) {
  typename Game::State facts, world, changed;
  read_facts<Game>(facts, options, seen);
  u32 stage = Skill<Game>::stage(facts), last_ply = facts.ply + horizon;
  for (u64 number = first; number < first + worlds; number++) {
    Chance to_come, lots;
    world = facts;
    sample<Game>(world, options, seen, NONE, seed, number, to_come);
    renew(lots, seed, number * CALLS_PER_SAMPLE + WORLDS_PER_SAMPLE + 1);
    if (actor != NONE) {
      Chance chance = to_come, own_lots = lots;
      changed = world;
      changed.ply++;
      Game::carry_out(changed, options, chance, actor, action);
      play_on<Game, Policy>(changed, options, chance, own_lots, stage, last_ply);
    }
    play_on<Game, Policy>(world, options, to_come, lots, stage, last_ply);
    for (int seat = 0; seat < options.seats; seat++) {
      double worth = value<Game>(world, options, seat);
      chances.sums[seat] += worth;
      chances.squares[seat] += worth * worth;
      if (actor == NONE) continue;
      double change = value<Game>(changed, options, seat) - worth;
      chances.change_sums[seat] += change;
      chances.change_squares[seat] += change * change;
    }
  }
}

// Rate a packed state for tests: its prospect and how likely it is as a world of this seat.
template <class Game>
void rate(const Table<Game> *table, int seat, double *ratings) {
  ratings[0] = Skill<Game>::prospect(table->state, table->options, seat);
  ratings[1] = Skill<Game>::likely(table->state, table->options, seat);
  ratings[2] = Skill<Game>::stage(table->state);
}

}  // namespace meldroom

#define TWIN_PLAYOUTS(NAME, GAME, POLICY, POLICY_NAME)                                             \
  EXPORT void NAME##_playouts_##POLICY_NAME(                                                       \
      int seats, const uint8_t *chosen, const uint8_t *data, const uint8_t *sights, int zones,     \
      const uint8_t *unseen, int unseen_size, int seat, const uint8_t *seed, int exact,            \
      uint64_t first, uint64_t worlds, const uint64_t *candidates, int many, uint32_t horizon,     \
      double *sums, double *squares, double *lead_squares, uint64_t *counts) {                     \
    meldroom::PackedView seen{data, sights, zones, unseen, unseen_size};                           \
    auto options = GAME::options(chosen, seats);                                                   \
    auto play = exact ? meldroom::playouts<GAME, POLICY<GAME>, meldroom::Exact>                    \
                      : meldroom::playouts<GAME, POLICY<GAME>, meldroom::Eager>;                   \
    play(seen, options, seat, seed, first, worlds, candidates, many, horizon,                      \
         {sums, squares, lead_squares, counts});                                                   \
  }

#define TWIN_WIN_CHANCES(NAME, GAME)                                                               \
  EXPORT void NAME##_win_chances(                                                                  \
      int seats, const uint8_t *chosen, const uint8_t *data, const uint8_t *sights, int zones,     \
      const uint8_t *unseen, int unseen_size, const uint8_t *seed, int exact, uint64_t first,      \
      uint64_t worlds, int actor, uint64_t action, uint32_t horizon, double *sums,                 \
      double *squares, double *change_sums, double *change_squares) {                              \
    meldroom::PackedView seen{data, sights, zones, unseen, unseen_size};                           \
    auto options = GAME::options(chosen, seats);                                                   \
    auto play = exact ? meldroom::win_chances<GAME, meldroom::House<GAME>, meldroom::Exact>        \
                      : meldroom::win_chances<GAME, meldroom::House<GAME>, meldroom::Eager>;       \
    play(seen, options, seed, first, worlds, actor, action, horizon,                               \
         {sums, squares, change_sums, change_squares});                                            \
  }

#define TWIN_SKILL(NAME, GAME)                                                                     \
  EXPORT void NAME##_rate(const void *table, int seat, double *ratings) {                          \
    meldroom::rate(static_cast<const meldroom::Table<GAME> *>(table), seat, ratings);              \
  }
