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
  using Rating = House<VictoryRummy>;
  static constexpr double UNLAID_WEIGHT = 0.25, DEAL_SWING = 30;
  static constexpr i32 MAX_EXPECTED_GAIN = 100 * Rating::POINT;

  static TWIN u32 stage(const State &state) { return state.deal; }

  static TWIN double prospect(const State &state, const Options &options, int seat) {
    double scores[Game::MAX_SEATS], best = 0;
    expected_scores(state, options, scores);
    for (int other = 0; other < options.seats; other++)
      if (!other || scores[other] > best) best = scores[other];
    double to_target = best < options.target ? options.target - best : 0;
    return chance_to_win(scores, options.seats, seat, 0.5 * DEAL_SWING + 0.3 * to_target);
  }

  static TWIN void expected_scores(const State &state, const Options &options, double *scores) {
    Rating::Outlook outlook;
    int outs[Game::KINDS] = {};
    for (int at = 0; at < state.stock.size; at++) outs[state.stock.cards[at]]++;
    i32 each = share_drawn(Rating::DRAWS_IN_TIME, state.stock.size);
    for (int card = 0; card < Game::KINDS; card++) {
      if (card % 3 == 0) chances<Rating::DOTS>(outs[card], each, outlook.odds[card]);
      else chances<Rating::OTHERS>(outs[card], each, outlook.odds[card]);
    }
    for (int seat = 0; seat < options.seats; seat++) {
      Rating::gains_of_melds(state, options, seat, outlook.gains);
      for (i32 &gain : outlook.gains)
        if (gain > MAX_EXPECTED_GAIN) gain = MAX_EXPECTED_GAIN;
      outlook.melds = Rating::melds_to_come(state, seat);
      double hand = static_cast<double>(Rating::hope(state.hands[seat], outlook)) / CERTAIN;
      double pad = Rating::promise(state.won[seat], options.order_bonus);
      scores[seat] = state.scores[seat] + (hand + pad) / Rating::POINT;
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
