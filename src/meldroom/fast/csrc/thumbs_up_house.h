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
  using Blocks = NarrowCounts<Game::KINDS, 3>;

  static constexpr int SYMBOLS = 4, DOTS_NEEDED = 3, DRAWS_IN_TIME = 4, RIVAL_DRAWS = 1;
  static constexpr int DRAW_WORTH = 2, PRIZE = 150, GIFT_POINTS = 160, WANTED_POINTS = 4;
  static constexpr int MAX_LIBERTIES = 2, DOTS = 5, MAX_DOTS = 2 * DOTS;  // in one and two packs

  using Odds = DrawOdds<MAX_DOTS, DOTS_NEEDED, MAX_LIBERTIES>;

  // What may still come, and each colour's chance and bill with the blocks of a rack.
  struct Outlook {
    u8 outs[Game::KINDS];
    int unseen, packs;
    Odds odds;
    Blocks held;
    i32 colours[Game::COLOURS];
    int all, spared[Game::COLOURS];  // prices; spared has the number of blocks above eight bits
  };

  template <class Chance>
  static TWIN u64 choose(const State &state, const Options &options, int seat, Chance &) {
    u64 legal = Game::choices(state, options, seat).bits;
    if (legal >> Game::THUMB & 1) return Game::THUMB;
    if (!(legal & (legal - 1))) return static_cast<u64>(lowest_bit(legal));
    Outlook outlook;
    outs_left(state, options, seat, outlook);
    return state.picked ? discard(state, options, seat, legal, outlook)
                        : pick(state.racks[seat], state.discard.top(), outlook);
  }

  static TWIN u64 pick(const Rack &mine, int block, Outlook &outlook) {
    Blocks blocks = counted(mine);
    look_ahead(blocks, DRAWS_IN_TIME + DRAW_WORTH, outlook);
    i64 drawn = rating(outlook);
    blocks.insert(block);
    look_ahead(blocks, DRAWS_IN_TIME, outlook);
    for (int at = 0; at < mine.size; at++) {
      int other = mine.cards[at];
      if (other == block || (at && mine.cards[at - 1] == other)) continue;
      if (rating_without(other, outlook) > drawn) return Game::TAKE;
    }
    return Game::DRAW;
  }

  static TWIN u64 discard(const State &state, const Options &options, int seat, u64 legal,
                          Outlook &outlook) {
    const Rack &known = state.known[seat_to_the_left(seat, options.seats)];
    look_ahead(counted(state.racks[seat]), DRAWS_IN_TIME, outlook);
    Rival rival;
    rival.known = counted(known);
    rival.colour = NONE;
    int hidden = Game::RACK_SIZE - known.size;
    rival.odds.fill(share_drawn(hidden + RIVAL_DRAWS, outlook.unseen), DOTS * outlook.packs);
    int chosen = NONE;
    i64 best = 0;
    for (u64 left = legal >> Game::DISCARD; left; left &= left - 1) {
      int block = lowest_bit(left);
      i64 value = rating_without(block, outlook) - gift(block, outlook, rival);
      if (chosen != NONE && value <= best) continue;
      chosen = block;
      best = value;
    }
    return static_cast<u64>(Game::DISCARD + chosen);
  }

  static TWIN Blocks counted(const Rack &rack) {
    Blocks blocks{0};
    for (int at = 0; at < rack.size; at++) blocks.insert(rack.cards[at]);
    return blocks;
  }

  // The counts of one colour, and of one symbol among them.
  static TWIN u32 of_colour(Blocks blocks, int colour) {
    return static_cast<u32>(blocks.bits >> 3 * SYMBOLS * colour) & 07777;
  }
  static TWIN int of_symbol(u32 counts, int symbol) {
    return static_cast<int>(counts >> 3 * symbol & 7);
  }

  static TWIN void outs_left(const State &state, const Options &options, int seat,
                             Outlook &outlook) {
    outlook.packs = options.seats >= Game::TWO_PACKS_FROM ? 2 : 1;
    outlook.unseen = state.pool.size;
    UNROLL for (int block = 0; block < Game::KINDS; block++)
      outlook.outs[block] = static_cast<u8>(Game::copies(block) * outlook.packs);
    for (int at = 0; at < state.discard.size; at++) outlook.outs[state.discard.cards[at]]--;
    for (int other = 0; other < options.seats; other++) {
      const Rack &in_sight = other == seat ? state.racks[other] : state.known[other];
      for (int at = 0; at < in_sight.size; at++) outlook.outs[in_sight.cards[at]]--;
      if (other != seat) outlook.unseen += state.racks[other].size - in_sight.size;
    }
  }

  static TWIN void look_ahead(Blocks blocks, int draws, Outlook &outlook) {
    outlook.odds.fill(share_drawn(draws, outlook.unseen), DOTS * outlook.packs);
    outlook.held = blocks;
    outlook.all = 0;
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      u32 held = of_colour(blocks, colour);
      outlook.colours[colour] = outlook.spared[colour] = 0;
      if (!held) continue;
      outlook.colours[colour] =
          chance_of_colour(held, outlook.outs + SYMBOLS * colour, outlook.odds);
      for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        outlook.all += of_symbol(held, symbol) * Game::price(symbol);
        outlook.spared[colour] += of_symbol(held, symbol) * spared_with(symbol);
      }
    }
  }

  static TWIN int spared_with(int symbol) {  // R11
    return 1 << 8 | (symbol == Game::LIBERTY ? 0 : Game::price(symbol));
  }

  // The rating of a rack without one of its blocks; only one colour's chance changes.
  static TWIN i64 rating_without(int block, Outlook &outlook) {
    int colour = block / SYMBOLS, symbol = block % SYMBOLS;
    i32 chance = outlook.colours[colour];
    u32 held = of_colour(outlook.held, colour) - (1u << 3 * symbol);
    outlook.colours[colour] =
        held ? chance_of_colour(held, outlook.outs + SYMBOLS * colour, outlook.odds) : 0;
    outlook.all -= Game::price(symbol);
    outlook.spared[colour] -= spared_with(symbol);
    i64 rated = rating(outlook);
    outlook.colours[colour] = chance;
    outlook.all += Game::price(symbol);
    outlook.spared[colour] += spared_with(symbol);
    return rated;
  }

  static TWIN i64 rating(const Outlook &outlook) {
    int spared = 0;  // by the colour with most blocks, and of these the dearest (Q14)
    for (int colour = 0; colour < Game::COLOURS; colour++)
      if (outlook.spared[colour] > spared) spared = outlook.spared[colour];
    int bill = outlook.all - (spared & 255);
    i32 complete = chance_to_complete(outlook.colours);
    return static_cast<i64>(complete) * PRIZE - static_cast<i64>(CERTAIN - complete) * bill;
  }

  static TWIN i32 chance_to_complete(const i32 *colours) {
    i32 best = 0, second = 0;
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      i32 chance = colours[colour], worse = best < chance ? best : chance;
      if (chance > best) best = chance;
      if (worse > second) second = worse;
    }
    return best + both(CERTAIN - best, second);
  }

  static TWIN i32 chance_of_colour(u32 held, const u8 *outs, const Odds &odds) {  // R8
    int dots = of_symbol(held, 0), lacking = dots < DOTS_NEEDED ? DOTS_NEEDED - dots : 0;
    i32 dash = of_symbol(held, 1) ? CERTAIN : odds.of(outs[1])[1];
    i32 v = of_symbol(held, 2) ? CERTAIN : odds.of(outs[2])[1];
    i32 none_missing = both(dash, v), both_missing = both(CERTAIN - dash, CERTAIN - v);
    i32 one_missing = CERTAIN - none_missing - both_missing, total = 0;
    int liberties = of_symbol(held, Game::LIBERTY), most = liberties + outs[Game::LIBERTY];
    const i32 *dots_come = odds.of(outs[0]) + lacking;
    const i32 *liberties_come = odds.of(outs[Game::LIBERTY]) - liberties;
    for (int missing = 0; missing <= lacking && missing <= most; missing++) {
      i32 just_so_many = dots_come[-missing] - (missing ? dots_come[1 - missing] : 0);
      i32 others = both(none_missing, liberties_come[missing]) +
                   both(one_missing, liberties_come[missing + 1]) +
                   both(both_missing, liberties_come[missing + 2]);
      total += both(just_so_many, others);
    }
    return total;
  }

  // What the next player may collect, and of the colour looked at last.
  struct Rival {
    Blocks known;
    Odds odds;
    int colour, taken;
    i32 before;
  };

  static TWIN i64 gift(int block, const Outlook &outlook, Rival &rival) {
    int colour = block / SYMBOLS;
    u32 held = of_colour(rival.known, colour);
    const u8 *outs = outlook.outs + SYMBOLS * colour;
    if (rival.colour != colour) {
      rival.colour = colour;
      rival.before = chance_of_colour(held, outs, rival.odds);
      rival.taken = 0;
      for (int symbol = 0; symbol < SYMBOLS; symbol++) rival.taken += of_symbol(held, symbol);
    }
    held += 1u << 3 * (block % SYMBOLS);
    i32 gained = chance_of_colour(held, outs, rival.odds) - rival.before;
    return static_cast<i64>(WANTED_POINTS * rival.taken) * CERTAIN +
           static_cast<i64>(GIFT_POINTS) * gained;
  }
};

}  // namespace meldroom
