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

// The chances that at least 0, 1, ... MOST of some cards come, if each has the same chance.
template <int MOST>
TWIN void chances(int outs, i32 each, i32 *at_least) {
  at_least[0] = CERTAIN;
  for (int many = 1; many <= MOST; many++) at_least[many] = 0;
  for (int card = 0; card < outs; card++)
    for (int many = MOST; many > 0; many--)
      at_least[many] += both(at_least[many - 1] - at_least[many], each);
}

}  // namespace meldroom
