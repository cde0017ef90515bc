// `champion`: the legal action that a learned network rates best, of equal ones the lowest. The twin
// of bots/champion.py. It reads the row alone, and so only what the seat sees.
#pragma once
#include "games.h"
#include "network.h"
#include "row.h"

namespace meldroom {

template <class Game>
struct Champion {
  static u64 choose(const typename Game::State &state, const typename Game::Options &options,
                    int seat, const Network &network) {
    auto legal = Row<Game>::legal(state, options, seat);
    int best = legal.lowest();
    if (legal.size() > 1) {
      float row[Row<Game>::SEEN];
      double ratings[MAX_LAYER];
      Row<Game>::write(state, options, seat, row);
      rate_actions(network, row, ratings);
      for (int action = best + 1; action < Row<Game>::ACTIONS; action++)
        if (legal.has(action) && ratings[action] > ratings[best]) best = action;
    }
    return Row<Game>::concrete(state, options, seat, best);
  }
};

// The policies of games in which a seat may have a network.
template <class Game>
struct LearnedPolicies {
  const Network *networks;  // by seat; only those of champions are read

  u64 choose(const typename Game::State &state, const typename Game::Options &options, int seat,
             int policy, Exact &lots) const {
    if (policy == CHAMPION) return Champion<Game>::choose(state, options, seat, networks[seat]);
    return RulePolicies<Game>{}.choose(state, options, seat, policy, lots);
  }
};

}  // namespace meldroom

#define TWIN_CHAMPION(NAME, GAME)                                                                  \
  EXPORT uint64_t NAME##_champion(const void *table, int seat, const void *network) {              \
    auto *on = static_cast<const meldroom::Table<GAME> *>(table);                                  \
    return meldroom::Champion<GAME>::choose(on->state, on->options, seat,                          \
                                            *static_cast<const meldroom::Network *>(network));     \
  }                                                                                                \
  EXPORT int NAME##_play_game(void *table, const uint8_t *policies, const uint8_t *bot_seeds,      \
                              const uint8_t *order_seed, uint8_t *seats, uint64_t *actions,        \
                              uint8_t *stage_ends, int room, const void *networks) {               \
    meldroom::LearnedPolicies<GAME> learned{static_cast<const meldroom::Network *>(networks)};     \
    return meldroom::play_game(static_cast<meldroom::Table<GAME> *>(table),                        \
                               {policies, bot_seeds, order_seed},                                  \
                               {seats, actions, stage_ends, room}, learned);                       \
  }
