// Decks, action numbers and zones of the games. Made by `make layout`.
#pragma once
#include "core.h"

namespace meldroom::layout {

struct VictoryRummy {
  static constexpr const char *HASH = "c7a46855bfeb23cf";
  static constexpr int KINDS = 10;
  static constexpr TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {10, 4, 4, 10, 4, 4, 10, 4, 4, 9};
    return COPIES[card];
  }
  static constexpr int PACK = 63, ACTIONS = 16;
  static constexpr int TWO_PACKS_FROM = 0;
  enum Action { DRAW = 0, TAKE = 1, VICTORY = 2, CAPTURE = 5, DISCARD = 6 };
  static constexpr int FIRST_WORD = 16;
  static constexpr int SHARED_ZONES = 2, ZONES_PER_SEAT = 2;
  static constexpr TWIN ZoneKind zone_kind(int zone) {
    constexpr ZoneKind ZONES[] = {ZoneKind::HIDDEN_PILE, ZoneKind::OPEN_PILE, ZoneKind::HAND, ZoneKind::OPEN_PILE};
    return ZONES[zone];
  }
};

struct ThumbsUp {
  static constexpr const char *HASH = "ba64c2abfcd4a3e6";
  static constexpr int KINDS = 20;
  static constexpr TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {5, 2, 2, 1, 5, 2, 2, 1, 5, 2, 2, 1, 5, 2, 2, 1, 5, 2, 2, 1};
    return COPIES[card];
  }
  static constexpr int PACK = 50, ACTIONS = 24;
  static constexpr int TWO_PACKS_FROM = 5;
  enum Action { DRAW = 0, TAKE = 1, DISCARD = 2, THUMB = 22, SEEN = 23 };
  static constexpr int FIRST_WORD = 24;
  static constexpr int SHARED_ZONES = 2, ZONES_PER_SEAT = 1;
  static constexpr TWIN ZoneKind zone_kind(int zone) {
    constexpr ZoneKind ZONES[] = {ZoneKind::HIDDEN_PILE, ZoneKind::OPEN_PILE, ZoneKind::HAND};
    return ZONES[zone];
  }
};

struct RummyBattle {
  static constexpr const char *HASH = "8266253f4082a409";
  static constexpr int KINDS = 58;
  static constexpr TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4};
    return COPIES[card];
  }
  static constexpr int PACK = 128, ACTIONS = 486;
  static constexpr int TWO_PACKS_FROM = 0;
  enum Action { DRAW = 0, TAKE = 1, HOARD = 109, SECOND = 217, BONUS = 218, DONE = 219, PICK = 220, THIEF = 226, LUCKY = 262, DISCARD = 263 };
  static constexpr int FIRST_WORD = 321;
  struct Word { enum Number { MELD = 321, LAY = 439, PICK = 477, SWITCH = 484, STOP = 485 }; };
  static constexpr int SHARED_ZONES = 3, ZONES_PER_SEAT = 3;
  static constexpr TWIN ZoneKind zone_kind(int zone) {
    constexpr ZoneKind ZONES[] = {ZoneKind::HIDDEN_PILE, ZoneKind::OPEN_PILE, ZoneKind::OPEN_PILE, ZoneKind::HAND, ZoneKind::HAND, ZoneKind::OPEN_PILE};
    return ZONES[zone];
  }
};

struct VictorOrVictim {
  static constexpr const char *HASH = "2266e2d2f203b19e";
  static constexpr int KINDS = 25;
  static constexpr TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {3, 3, 3, 3, 2, 2, 6, 3, 3, 3, 3, 2, 2, 6, 3, 3, 3, 3, 2, 2, 6, 6, 6, 4, 4};
    return COPIES[card];
  }
  static constexpr int PACK = 86, ACTIONS = 551;
  static constexpr int TWO_PACKS_FROM = 0;
  enum Action { PASS = 0, ACQUIRE = 350, DECLINE = 550 };
  static constexpr int FIRST_WORD = 551;
  static constexpr int SHARED_ZONES = 2, ZONES_PER_SEAT = 1;
  static constexpr TWIN ZoneKind zone_kind(int zone) {
    constexpr ZoneKind ZONES[] = {ZoneKind::HIDDEN_PILE, ZoneKind::OPEN_PILE, ZoneKind::OPEN_FAN};
    return ZONES[zone];
  }
};

struct Scorzo {
  static constexpr const char *HASH = "c863cdcfe8b99784";
  static constexpr int KINDS = 51;
  static constexpr TWIN int copies(int card) {
    constexpr u8 COPIES[KINDS] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 12};
    return COPIES[card];
  }
  static constexpr int PACK = 112, ACTIONS = 55;
  static constexpr int TWO_PACKS_FROM = 0;
  enum Action { DRAW = 0, TAKE = 1, DISCARD = 2, CALL = 53, WAIT = 54 };
  static constexpr int FIRST_WORD = 55;
  static constexpr int SHARED_ZONES = 2, ZONES_PER_SEAT = 1;
  static constexpr TWIN ZoneKind zone_kind(int zone) {
    constexpr ZoneKind ZONES[] = {ZoneKind::HIDDEN_PILE, ZoneKind::OPEN_PILE, ZoneKind::HAND};
    return ZONES[zone];
  }
};

}  // namespace meldroom::layout
