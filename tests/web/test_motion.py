"""Animation: cards that move in quick succession, and dialogs that open meanwhile."""

from __future__ import annotations

import pytest

from tests.levels import few
from tests.web.browser_user import NewUser

MOVE_TWICE = """async () => {
  const { animateMoves } = await import("/client/motion.js");
  const app = document.getElementById("app");
  const zones = ["stock", "hand", "discard"].map((name) => ({name, owner: null, cards: []}));
  const places = zones.map((zone, index) => {
    const place = document.createElement("div");
    place.dataset.zone = index;
    return place;
  });
  const card = document.createElement("i");
  card.className = "card";
  card.textContent = "7";
  places[0].append(card);
  app.replaceChildren(...places);
  const move = (source, target) => {
    const owners = {source_owner: null, target_owner: null};
    const event = {event: "moved", cards: ["7"], source, target, ...owners};
    const place = places[zones.findIndex((zone) => zone.name === target)];
    animateMoves([event], {zones}, {zones}, () => place.append(card));
  };
  move("stock", "hand");
  move("hand", "discard");
  const shown = card.parentElement.dataset.zone; // the first move is seen before the second begins
  while (card.parentElement !== places[2]) await new Promise(requestAnimationFrame);
  return shown;
}"""
FLYING = """() => document.getAnimations()
  .filter(({effect}) => effect.pseudoElement?.startsWith("::view-transition")).length"""


def test_two_moves_in_succession_never_share_a_transition_name(new_user: NewUser) -> None:
    user = new_user(speed="fast")
    user.visit("/settings")
    user.page.wait_for_selector(".samples .card")
    assert user.page.evaluate(MOVE_TWICE) == "1"
    user.page.wait_for_function("() => !document.querySelector('[style*=moves]')")
    assert user.errors == []


@pytest.mark.long
@pytest.mark.parametrize("size", few(["desk", "phone"], keep=1))
def test_no_card_flies_over_a_dialog(size: str, new_user: NewUser) -> None:
    user = new_user(size=size, speed="slow")
    user.open_table("victory-rummy", seats=2)
    user.wait_for_turn()
    user.page.evaluate(
        """() => { const real = document.startViewTransition.bind(document);
        document.startViewTransition = (update) => {
          const transition = real(update);
          transition.ready.then(() => document.querySelector("[data-command=menu]").click());
          return transition;
        }; }"""
    )
    user.act("mouse")
    user.page.wait_for_selector("dialog[open]")
    assert user.page.evaluate(FLYING) == 0
