// Rummy Battle: actions as numbers, as games/rummy_battle/packing.py gives them.
#pragma once
#include "layout.h"

namespace meldroom {

// What core/encoding.py numbers whole keeps its number. What it spells is packed: the kind above
// 32 bits, and the fields below, so that ascending numbers are an order.
struct RummyBattleActions : layout::RummyBattle {
  enum Packed { WHOLE, MELD_RUN, MELD_SET, LAY_OFF, PICK_CARD, SWITCH };

  static TWIN Packed kind_of(u64 action) { return static_cast<Packed>(action >> 32); }

  static TWIN u64 packed(Packed kind, int fields) {
    return static_cast<u64>(kind) << 32 | static_cast<u32>(fields);
  }

  // Jokers are bits, from the lowest card on.
  static TWIN u64 meld_run(int length, int suit, int low, int jokers) {
    return packed(MELD_RUN, length << 19 | suit << 17 | low << 13 | jokers);
  }

  // Copies are two bits for each suit.
  static TWIN u64 meld_set(int rank, int copies, int jokers) {
    return packed(MELD_SET, rank << 11 | copies << 3 | jokers);
  }

  static TWIN u64 lay_off(int meld, int placed) { return packed(LAY_OFF, meld << 7 | placed); }

  static TWIN u64 pick_card(int meld, int placed, int victim) {
    return packed(PICK_CARD, meld << 10 | placed << 3 | victim);
  }

  static TWIN u64 switcheroo(int own, int other) { return packed(SWITCH, own << 6 | other); }

  // A field of an action: so many bits above so many.
  static TWIN int field(u64 action, int above, int bits) {
    return static_cast<int>(action >> above) & ((1 << bits) - 1);
  }
};

}  // namespace meldroom
