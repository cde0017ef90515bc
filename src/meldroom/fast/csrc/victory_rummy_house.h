// Victory Rummy's house: the twin of games/victory_rummy/bot.py, function by function.
#pragma once
#include "draw_odds.h"
#include "policies.h"
#include "victory_rummy.h"

namespace meldroom {

template <>
struct House<VictoryRummy> {
  using Game = VictoryRummy;
  using State = Game::State;
  using Options = Game::Options;
  using Won = Game::Won;

  static constexpr int POINT = 64, MELDS_PER_DEAL = 2, DRAWS_IN_TIME = 3, WHOLE = 64;
  static constexpr int CAUGHT_CHANCE = 16, SPARE_MELD_WEIGHT = 22, GIFT_WEIGHT = 6;
  static constexpr int WINNING_GAIN = 150 * POINT, OUT_GAIN = 12 * POINT, AXIS_POINTS = 10;
  static constexpr int MAX_OUTS = 10, DOTS = 6;  // what two Victories need

  struct Outlook {
    i32 gains[Game::MELDS], gains_to_left[Game::MELDS];
    u8 outs[Game::KINDS];
    DrawOdds<MAX_OUTS, DOTS> odds;
    DrawOdds<MAX_OUTS, Game::MELD_SIZE - 1> odds_to_left;
    int melds;

    // The chances that at least so many of a card come to the seat, and to the next.
    TWIN const i32 *odds_of(int card) const { return odds.of(outs[card]); }
    TWIN const i32 *odds_of_left(int card) const { return odds_to_left.of(outs[card]); }
  };

  template <class Chance>
  static TWIN u64 choose(const State &state, const Options &options, int seat, Chance &) {
    u64 legal = Game::choices(state, options, seat).bits;
    if (!(legal & (legal - 1))) return static_cast<u64>(lowest_bit(legal));
    Outlook outlook;
    outlook.melds = melds_to_come(state, seat);
    gains_of_melds(state, options, seat, outlook.gains);
    if (!state.picked)
      return outlook.gains[Game::meld_of(state.discard.top())] > 0 ? Game::TAKE : Game::DRAW;
    int best = NONE;
    for (int meld = 0; meld < Game::MELDS; meld++) {
      if (!(legal >> (Game::VICTORY + meld) & 1)) continue;
      if (best == NONE || outlook.gains[meld] > outlook.gains[best]) best = meld;
    }
    if (best != NONE && outlook.gains[best] > 0) return static_cast<u64>(Game::VICTORY + best);
    look_ahead(state, options, seat, outlook);
    PackedCounts hand = state.hands[seat];
    int cheapest = NONE;
    i64 least = 0;
    for (int card = 0; card < Game::KINDS; card++) {
      if (!hand.count(card)) continue;
      hand.remove(card);
      i64 cost = gift(card, outlook) - hope(hand, outlook);
      hand.insert(card);
      if (cheapest != NONE && cost >= least) continue;
      cheapest = card;
      least = cost;
    }
    return static_cast<u64>(Game::DISCARD + cheapest);
  }

  static TWIN int melds_to_come(const State &state, int seat) {
    return MELDS_PER_DEAL - state.laid[seat].size / Game::MELD_SIZE;
  }

  static TWIN void gains_of_melds(const State &state, const Options &options, int seat, i32 *gains) {
    Won won = state.won[seat];
    i32 now = promise(won, options.order_bonus);
    i32 out = melds_to_come(state, seat) == 1 ? OUT_GAIN : 0;
    for (int meld = 0; meld < Game::MELDS; meld++) {
      int points = 50;  // R7
      i32 gain = POINT * points;
      if (meld != Game::CAPTURE_MELD) {
        Won after = Game::with(won, meld);
        bool grand = after.colours == Game::ALL_COLOURS;
        points = 10 + (grand ? 25 + 50 * Game::in_order(after, options.order_bonus) : 0);
        // R14: after a Grand Victory everyone begins anew.
        gain = POINT * points + promise(grand ? Won{} : after, options.order_bonus) - now;
      }
      // Q20: the line that reaches the target wins, whatever it spoils.
      bool wins = !options.at_tally && state.scores[seat] + points >= options.target;
      gains[meld] = wins ? WINNING_GAIN : gain + out;
    }
  }

  static TWIN i32 promise(Won won, int order_bonus) {  // Q4
    const int GRAND_VICTORY_CHANCES[4] = {64, 35, 14, 6};
    int missing = 0;
    for (int colour = 0; colour < Game::CAPTURE_MELD; colour++) {
      if (won.colours >> colour & 1) continue;
      won = Game::with(won, colour);
      missing++;
    }
    return GRAND_VICTORY_CHANCES[missing] * (25 + 50 * Game::in_order(won, order_bonus));
  }

  static TWIN void look_ahead(const State &state, const Options &options, int seat,
                              Outlook &outlook) {
    int unseen = state.stock.size, left = seat_to_the_left(seat, options.seats);
    u8 *outs = outlook.outs;
    UNROLL for (int card = 0; card < Game::KINDS; card++)
      outs[card] = static_cast<u8>(Game::copies(card) - state.hands[seat].count(card));
    for (int at = 0; at < state.discard.size; at++) outs[state.discard.cards[at]]--;
    for (int other = 0; other < options.seats; other++) {
      const auto &laid = state.laid[other];
      for (int at = 0; at < laid.size; at++) outs[laid.cards[at]]--;
      if (other != seat) unseen += Game::CARDS_DEALT - laid.size;
    }
    outlook.odds.fill(share_drawn(DRAWS_IN_TIME, unseen));
    outlook.odds_to_left.fill(share_drawn(Game::CARDS_DEALT - state.laid[left].size, unseen));
    gains_of_melds(state, options, left, outlook.gains_to_left);
  }

  static TWIN i64 hope(PackedCounts hand, const Outlook &outlook) {
    const int MELD_DOTS = 3;
    int axis = hand.count(Game::AXIS);
    i32 capture = outlook.odds_of(Game::AXIS)[lacking(Game::MELD_SIZE, axis)];
    i64 hopes[1 + Game::CAPTURE_MELD * MELDS_PER_DEAL];
    int many = 0;
    insert(hopes, many, static_cast<i64>(outlook.gains[Game::CAPTURE_MELD]) * capture);
    for (int meld = 0; meld < Game::CAPTURE_MELD; meld++) {
      int dot = 3 * meld;
      for (int times = 1; times <= outlook.melds; times++) {
        i32 chance = both(both(outlook.odds_of(dot)[lacking(MELD_DOTS * times, hand.count(dot))],
                               outlook.odds_of(dot + 1)[lacking(times, hand.count(dot + 1))]),
                          outlook.odds_of(dot + 2)[lacking(times, hand.count(dot + 2))]);
        i32 gain = outlook.gains[meld] > POINT ? outlook.gains[meld] : POINT;
        if (times > 1) gain = 10 * POINT;  // R11
        insert(hopes, many, static_cast<i64>(gain) * chance);
      }
    }
    i64 hoped = 0, spare = 0;
    for (int at = 0; at < many && at < outlook.melds + 2; at++)
      (at < outlook.melds ? hoped : spare) += hopes[at];
    i64 caught = static_cast<i64>(CAUGHT_CHANCE) * AXIS_POINTS * axis * (CERTAIN - capture);
    return hoped + spare * SPARE_MELD_WEIGHT / WHOLE - caught;  // CAUGHT_CHANCE / WHOLE * POINT
  }

  static TWIN int lacking(int needed, int held) { return needed > held ? needed - held : 0; }

  static TWIN void insert(i64 *hopes, int &many, i64 hope) {
    int at = many++;
    for (; at > 0 && hopes[at - 1] < hope; at--) hopes[at] = hopes[at - 1];
    hopes[at] = hope;
  }

  static TWIN i64 gift(int card, const Outlook &outlook) {
    int meld = Game::meld_of(card), dot = 3 * meld;
    i32 gain = outlook.gains_to_left[meld], chance;
    if (gain <= 0) return 0;
    if (card == Game::AXIS) chance = outlook.odds_of_left(card)[Game::MELD_SIZE - 1];
    else
      chance = both(both(outlook.odds_of_left(dot)[3 - (card == dot)],
                         outlook.odds_of_left(dot + 1)[card != dot + 1]),
                    outlook.odds_of_left(dot + 2)[card != dot + 2]);
    return static_cast<i64>(gain) * chance * GIFT_WEIGHT / WHOLE;
  }
};

}  // namespace meldroom
