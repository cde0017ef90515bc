// Victor or Victim: the twin of prospect in games/victor_or_victim/bot.py.
#pragma once
#include "skill.h"
#include "victor_or_victim.h"

namespace meldroom {

template <>
struct Skill<VictorOrVictim> {
  using Game = VictorOrVictim;
  using State = Game::State;
  using Options = Game::Options;
  static constexpr bool WEIGHS_WORLDS = false;
  static constexpr double PASSABLE = 3, NOT_IN_DECK = 0.5, SWING = 1.2;

  static TWIN u32 stage(const State &) { return 0; }
  static TWIN double likely(const State &, const Options &, int) { return 1; }

  static TWIN double prospect(const State &state, const Options &options, int seat) {
    double ratings[Game::MAX_SEATS];
    int many = 0, mine = -1;
    u32 in_deck = letters_in_deck(state, options);
    for (int before = 0; before < options.seats; before++) {
      if (Game::is_fallen(state, before)) continue;
      int other = Game::following(state, options, before);
      if (other == seat) mine = many;
      ratings[many++] = rating(state, before, other, in_deck);
    }
    return mine < 0 ? 0 : chance_to_win(ratings, many, mine, SWING);
  }

  static TWIN u32 letters_in_deck(const State &state, const Options &options) {
    u8 on_table[Game::KINDS] = {};
    for (int at = 0; at < state.discard.size; at++) on_table[state.discard.cards[at]]++;
    u32 letters = 0;
    for (int letter = 0; letter < Game::LETTERS; letter++) {
      for (int seat = 0; seat < options.seats; seat++)
        on_table[letter] = static_cast<u8>(on_table[letter] + state.letters[seat].count(letter));
      letters |= static_cast<u32>(on_table[letter] < Game::copies(letter)) << letter;
    }
    return letters;
  }

  // Hope less fear, with what the seat before can pass.
  static TWIN double rating(const State &state, int before, int seat, u32 in_deck) {
    const double HOPE[7] = {9, 1.2, 0.5, 0.22, 0.09, 0.03, 0};
    const double FEAR[7] = {9, 1.1, 0.4, 0.15, 0.05, 0.02, 0};
    const u8 VICTOR[Game::PER_COLOUR] = {1, 1, 1, 0, 1, 1, 1};  // V C T M O R I
    const u8 VICTIM[Game::PER_COLOUR] = {1, 1, 1, 1, 0, 0, 2};
    double hopes = 0, fears = 0;
    for (int colour = 0; colour < Game::COLOURS; colour++) {
      int first = Game::PER_COLOUR * colour, lacking = 0;
      Game::Letters held{state.letters[seat].bits >> 3 * first};
      int missing = missing_letters(held, VICTOR, lacking);
      bool left = in_deck >> (first + lacking) & 1;
      hopes += HOPE[missing] * (missing == 1 && !left ? NOT_IN_DECK : 1);
      missing = missing_letters(held, VICTIM, lacking);
      left = in_deck >> (first + lacking) & 1;
      fears += FEAR[missing] * (missing == 1 && !left ? NOT_IN_DECK : 1);
      if (missing == 1 && state.letters[before].count(first + lacking)) fears += PASSABLE;
    }
    return hopes - fears;
  }

  // How many letters of a word are missing, and the last one of them.
  static TWIN int missing_letters(Game::Letters held, const u8 *word, int &lacking) {
    int missing = 0;
    for (int letter = 0; letter < Game::PER_COLOUR; letter++)
      for (int copy = held.count(letter); copy < word[letter]; copy++) {
        missing++;
        lacking = letter;
      }
    return missing;
  }
};

}  // namespace meldroom
