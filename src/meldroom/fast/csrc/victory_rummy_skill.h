// Victory Rummy: the twin of stage, prospect and likely in games/victory_rummy/bot.py.
#pragma once
#include "skill.h"
#include "victory_rummy_house.h"

namespace meldroom {

template <>
struct Skill<VictoryRummy> {
  using Game = VictoryRummy;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr bool WEIGHS_WORLDS = true;
  static constexpr double UNLAID_WEIGHT = 0.25, DEAL_SWING = 30;
  static constexpr int MAX_EXPECTED_GAIN = 100 * House<Game>::POINT;

  static TWIN u32 stage(const State &state) { return state.deal; }

  static TWIN double prospect(const State &state, const Options &options, int seat) {
    double scores[Game::MAX_SEATS], best = 0;
    expected_scores(state, options, scores);
    for (int other = 0; other < options.seats; other++)
      if (!other || scores[other] > best) best = scores[other];
    double to_target = options.target > best ? options.target - best : 0;
    return chance_to_win(scores, options.seats, seat, 0.5 * DEAL_SWING + 0.3 * to_target);
  }

  static TWIN void expected_scores(const State &state, const Options &options, double *scores) {
    using Known = House<Game>;
    Known::Outlook outlook;
    for (u8 &outs : outlook.outs) outs = 0;
    for (int at = 0; at < state.stock.size; at++) outlook.outs[state.stock.cards[at]]++;
    outlook.odds.fill(share_drawn(Known::DRAWS_IN_TIME, state.stock.size));
    for (int seat = 0; seat < options.seats; seat++) {
      outlook.melds = Known::melds_to_come(state, seat);
      Known::gains_of_melds(state, options, seat, outlook.gains);
      for (i32 &gain : outlook.gains)
        if (gain > MAX_EXPECTED_GAIN) gain = MAX_EXPECTED_GAIN;
      double hand_hope = static_cast<double>(Known::hope(state.hands[seat], outlook)) / CERTAIN;
      double pad_hope = Known::promise(state.won[seat], options.order_bonus);
      scores[seat] = state.scores[seat] + (hand_hope + pad_hope) / Known::POINT;
    }
  }

  static TWIN double likely(const State &world, const Options &options, int viewer) {
    double weight = 1;
    for (int seat = 0; seat < options.seats; seat++)
      for (int meld = 0; meld < Game::MELDS && seat != viewer; meld++)
        if (Game::holds(world.hands[seat], meld)) weight *= UNLAID_WEIGHT;
    return weight;
  }
};

}  // namespace meldroom
