// How likely cards come in time: the twin of games/shared/draw_odds.py.
#pragma once
#include "core.h"

namespace meldroom {

constexpr int CERTAIN_BITS = 15, CERTAIN = 1 << CERTAIN_BITS;  // the chance 1

// The chance of each unseen card to be among so many that are drawn.
TWIN i32 share_drawn(int draws, int unseen) {
  return draws < unseen ? CERTAIN * draws / unseen : CERTAIN;
}

// The chance that two things happen which have nothing to do with each other.
TWIN i32 both(i32 one, i32 other) { return one * other >> CERTAIN_BITS; }

// The chances that at least 0, 1, ... MOST of some cards come, if each has the same chance: for all
// numbers of cards up to OUTS at once. Padded, so that no lookup needs a branch: fewer than none
// come surely, and more than there are never.
template <int OUTS, int MOST, int PADDING = 0>
struct DrawOdds {
  i32 chances[OUTS + 1][PADDING + MOST + 1 + PADDING];

  TWIN const i32 *of(int outs) const { return chances[outs] + PADDING; }

  TWIN void fill(i32 each, int outs = OUTS) {
    for (int row = 0; row <= outs; row++) {
      i32 *at_least = chances[row] + PADDING;
      for (int fewer = -PADDING; fewer <= 0; fewer++) at_least[fewer] = CERTAIN;
      for (int many = 1; many <= MOST + PADDING; many++) at_least[many] = 0;
      if (!row) continue;
      const i32 *one_less = chances[row - 1] + PADDING;
      for (int many = 1; many <= MOST; many++)
        at_least[many] = one_less[many] + both(one_less[many - 1] - one_less[many], each);
    }
  }
};

}  // namespace meldroom
