// Thumbs Up's house: the twin of games/thumbs_up/bot.py, function by function.
#pragma once
#include "draw_odds.h"
#include "policies.h"
#include "thumbs_up.h"

namespace meldroom {

template <>
struct House<ThumbsUp> {
  using Game = ThumbsUp;
  using State = Game::State;
  using Options = Game::Options;
  using Rack = Cards<Game::RACK_SIZE + 1>;

  static constexpr int MAX_LIBERTIES = 2, RACK = Game::RACK_SIZE;
  static constexpr int SYMBOLS = 4, DOTS_NEEDED = 3, DRAWS_IN_TIME = 4, RIVAL_DRAWS = 1;
  static constexpr int DRAW_WORTH = 2, PRIZE = 150, GIFT_POINTS = 160, WANTED_POINTS = 4;

  // The chances that blocks of a colour come in time. Padded, so that no lookup needs a branch.
  struct Odds {
    i32 dots[DOTS_NEEDED + 1];               // at least so many
    i32 exactly[2 * DOTS_NEEDED];            // so many dots, from -3 on
    i32 dash, v;
    i32 liberties[MAX_LIBERTIES + RACK + 1];  // at least so many, from -2 on
  };

  // What may still come, and each colour's chance with the blocks of a rack.
  struct Outlook {
    int outs[Game::KINDS], unseen;
    int held[Game::KINDS];
    Odds odds[Game::COLOURS];
    i32 colours[Game::COLOURS];
  };

  template <class Chance>
  static TWIN u64 choose(const State &state, const Options &options, int seat, Chance &) {
    u64 legal = Game::choices(state, options, seat).bits;
    if (legal >> Game::THUMB & 1) return Game::THUMB;
    if (!(legal & (legal - 1))) return static_cast<u64>(lowest_bit(legal));
    Outlook outlook;
    outs_left(state, options, seat, outlook);
    return state.picked ? discard(state, options, seat, legal, outlook)
                        : pick(state, state.racks[seat], outlook);
  }

  static TWIN u64 pick(const State &state, Rack mine, Outlook &outlook) {
    int block = state.discard.top();
    look_ahead(mine, DRAWS_IN_TIME + DRAW_WORTH, outlook);
    i64 drawn = rating(mine, outlook);
    Rack with_block = mine;
    with_block.insert(block);
    look_ahead(with_block, DRAWS_IN_TIME, outlook);
    for (int at = 0; at < mine.size; at++) {
      int other = mine.cards[at];
      if (other == block || (at && mine.cards[at - 1] == other)) continue;
      if (rating_without(with_block, other, outlook) > drawn) return Game::TAKE;
    }
    return Game::DRAW;
  }

  static TWIN u64 discard(const State &state, const Options &options, int seat, u64 legal,
                          Outlook &outlook) {
    const Rack &mine = state.racks[seat], &known = state.known[seat_to_the_left(seat, options.seats)];
    i32 held = share_drawn(Game::RACK_SIZE - known.size + RIVAL_DRAWS, outlook.unseen);
    look_ahead(mine, DRAWS_IN_TIME, outlook);
    Rival rival;
    rival.colour = NONE;
    int chosen = NONE;
    i64 best = 0;
    for (int block = 0; block < Game::KINDS; block++) {
      if (!(legal >> (Game::DISCARD + block) & 1)) continue;
      if (rival.colour != block / SYMBOLS)
        look_at_rival(block / SYMBOLS, known, outlook, held, rival);
      i64 value = rating_without(mine, block, outlook) - gift(block, rival);
      if (chosen != NONE && value <= best) continue;
      chosen = block;
      best = value;
    }
    return static_cast<u64>(Game::DISCARD + chosen);
  }

  static TWIN void outs_left(const State &state, const Options &options, int seat,
                             Outlook &outlook) {
    int packs = options.seats >= Game::TWO_PACKS_FROM ? 2 : 1;
    outlook.unseen = state.pool.size;
    for (int block = 0; block < Game::KINDS; block++) outlook.outs[block] = packs * Game::copies(block);
    for (int at = 0; at < state.discard.size; at++) outlook.outs[state.discard.cards[at]]--;
    for (int other = 0; other < options.seats; other++) {
      const Rack &in_sight = other == seat ? state.racks[other] : state.known[other];
      for (int at = 0; at < in_sight.size; at++) outlook.outs[in_sight.cards[at]]--;
      if (other != seat) outlook.unseen += state.racks[other].size - in_sight.size;
    }
  }

  static TWIN void look_ahead(const Rack &blocks, int draws, Outlook &outlook) {
    i32 each = share_drawn(draws, outlook.unseen);
    for (int &held : outlook.held) held = 0;
    for (int at = 0; at < blocks.size; at++) outlook.held[blocks.cards[at]]++;
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      if (has(outlook, colour))
        outlook.odds[colour] = odds_of(outlook.outs + SYMBOLS * colour, each);
      outlook.colours[colour] = chance_if_held(outlook, colour);
    }
  }

  static TWIN bool has(const Outlook &outlook, int colour) {
    const int *held = outlook.held + SYMBOLS * colour;
    return held[0] | held[1] | held[2] | held[3];
  }

  static TWIN i32 chance_if_held(const Outlook &outlook, int colour) {
    if (!has(outlook, colour)) return 0;
    return chance_of_colour(outlook.held + SYMBOLS * colour, outlook.odds[colour]);
  }

  // The rating of a rack without one of its blocks; only one colour's chance changes.
  static TWIN i64 rating_without(Rack blocks, int block, Outlook &outlook) {
    i32 &of_colour = outlook.colours[block / SYMBOLS], before = of_colour;
    blocks.remove(block);
    outlook.held[block]--;
    of_colour = chance_if_held(outlook, block / SYMBOLS);
    i64 rated = rating(blocks, outlook);
    outlook.held[block]++;
    of_colour = before;
    return rated;
  }

  static TWIN i64 rating(const Rack &blocks, const Outlook &outlook) {
    i32 complete = chance_to_complete(outlook.colours);
    return static_cast<i64>(complete) * PRIZE -
           static_cast<i64>(CERTAIN - complete) * Game::bill(blocks);
  }

  static TWIN i32 chance_to_complete(const i32 *colours) {
    i32 best = 0, second = 0;
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      i32 chance = colours[colour];
      if (chance > best) {
        second = best;
        best = chance;
      } else if (chance > second) {
        second = chance;
      }
    }
    return best + both(CERTAIN - best, second);
  }

  static TWIN Odds odds_of(const int *outs, i32 each) {
    Odds odds;
    i32 one[2];
    chances<DOTS_NEEDED>(outs[0], each, odds.dots);
    for (int many = 0; many < DOTS_NEEDED; many++) {
      odds.exactly[many] = 0;
      odds.exactly[DOTS_NEEDED + many] = odds.dots[many] - odds.dots[many + 1];
    }
    chances<1>(outs[1], each, one);
    odds.dash = one[1];
    chances<1>(outs[2], each, one);
    odds.v = one[1];
    for (i32 &chance : odds.liberties) chance = 0;
    for (int spare = 0; spare < MAX_LIBERTIES; spare++) odds.liberties[spare] = CERTAIN;
    chances<MAX_LIBERTIES>(outs[Game::LIBERTY], each, odds.liberties + MAX_LIBERTIES);
    return odds;
  }

  static TWIN i32 chance_of_colour(const int *held, const Odds &odds) {  // R8
    int lacking = held[0] < DOTS_NEEDED ? DOTS_NEEDED - held[0] : 0;
    i32 dash = held[1] ? CERTAIN : odds.dash, v = held[2] ? CERTAIN : odds.v;
    i32 none_missing = both(dash, v), both_missing = both(CERTAIN - dash, CERTAIN - v);
    i32 one_missing = CERTAIN - none_missing - both_missing, total = 0;
    const i32 *exactly = odds.exactly + DOTS_NEEDED + lacking;
    const i32 *liberties = odds.liberties + MAX_LIBERTIES - held[Game::LIBERTY];
    for (int missing = 0; missing <= DOTS_NEEDED; missing++) {
      i32 just_so_many = missing ? exactly[-missing] : odds.dots[lacking];
      i32 others = both(none_missing, liberties[missing]) +
                   both(one_missing, liberties[missing + 1]) +
                   both(both_missing, liberties[missing + 2]);
      total += both(just_so_many, others);
    }
    return total;
  }

  // What the next player may collect of one colour.
  struct Rival {
    int colour, held[SYMBOLS], taken;
    Odds odds;
    i32 before;
  };

  static TWIN void look_at_rival(int colour, const Rack &known, const Outlook &outlook, i32 each,
                                 Rival &rival) {
    rival.colour = colour;
    rival.taken = 0;
    for (int &held : rival.held) held = 0;
    for (int at = 0; at < known.size; at++) {
      if (known.cards[at] / SYMBOLS != colour) continue;
      rival.held[known.cards[at] % SYMBOLS]++;
      rival.taken++;
    }
    rival.odds = odds_of(outlook.outs + SYMBOLS * colour, each);
    rival.before = chance_of_colour(rival.held, rival.odds);
  }

  static TWIN i64 gift(int block, Rival &rival) {
    rival.held[block % SYMBOLS]++;
    i32 gained = chance_of_colour(rival.held, rival.odds) - rival.before;
    rival.held[block % SYMBOLS]--;
    return static_cast<i64>(WANTED_POINTS * rival.taken) * CERTAIN +
           static_cast<i64>(GIFT_POINTS) * gained;
  }
};

}  // namespace meldroom
