// Decks and action numbers of the games. Made by `make layout`.
#pragma once
#include "core.h"

namespace meldroom::layout {

struct VictoryRummy {
  static constexpr const char *HASH = "c7a46855bfeb23cf";
  static constexpr int KINDS = 10;
  static TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {10, 4, 4, 10, 4, 4, 10, 4, 4, 9};
    return COPIES[card];
  }
  enum Action { DRAW = 0, TAKE = 1, VICTORY = 2, CAPTURE = 5, DISCARD = 6 };
};

struct ThumbsUp {
  static constexpr const char *HASH = "ba64c2abfcd4a3e6";
  static constexpr int KINDS = 20;
  static TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {5, 2, 2, 1, 5, 2, 2, 1, 5, 2, 2, 1, 5, 2, 2, 1, 5, 2, 2, 1};
    return COPIES[card];
  }
  enum Action { DRAW = 0, TAKE = 1, DISCARD = 2, THUMB = 22, SEEN = 23 };
};

struct RummyBattle {
  static constexpr const char *HASH = "8266253f4082a409";
  static constexpr int KINDS = 58;
  static TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4};
    return COPIES[card];
  }
  enum Action { DRAW = 0, TAKE = 1, HOARD = 109, SECOND = 217, BONUS = 218, DONE = 219, PICK = 220, THIEF = 226, LUCKY = 262, DISCARD = 263 };
};

struct VictorOrVictim {
  static constexpr const char *HASH = "2266e2d2f203b19e";
  static constexpr int KINDS = 25;
  static TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {3, 3, 3, 3, 2, 2, 6, 3, 3, 3, 3, 2, 2, 6, 3, 3, 3, 3, 2, 2, 6, 6, 6, 4, 4};
    return COPIES[card];
  }
  enum Action { PASS = 0, ACQUIRE = 350, DECLINE = 550 };
};

struct Scorzo {
  static constexpr const char *HASH = "c863cdcfe8b99784";
  static constexpr int KINDS = 51;
  static TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 12};
    return COPIES[card];
  }
  enum Action { DRAW = 0, TAKE = 1, DISCARD = 2, CALL = 53, WAIT = 54 };
};

}  // namespace meldroom::layout
