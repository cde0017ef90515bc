"""Cards that are played for their effect: their targets light up on the table, one click each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from meldroom.core.effect import Effect
from meldroom.core.options import Setting
from meldroom.core.view import view
from meldroom.games.companions import wording_of
from meldroom.presentation import effects_form
from tests.conftest import Figure
from tests.games.rummy_battle_positions import position
from tests.levels import as_long, covering
from tests.scenario import Scenario
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.still_table import StillTable

MIN_TARGET_PX = 44
SETS = ["0: 4c 4d 4h", "1: 9c 9d 9h 9s", "2: Kc Kd Kh Ks", "3: Qc Qd Qh"]
RUN = "1: 5h 6h 7h"
CARDS = {"THIEF": 3, "SWITCH": 3, "PICK": 2, "HOARD": 3, "LUCKY": 1}  # and how many uses
WAYS = [("desk", "mouse"), ("desk", "keys"), ("phone", "touch")]
TARGETS = """() => [...document.querySelectorAll("[data-target]")].map((e) => {
  const box = e.getBoundingClientRect();
  const chip = e.querySelector(".target-chip").textContent;
  return { number: Number(e.dataset.target), act: e.dataset.act ?? "", chip,
    name: e.getAttribute("aria-label"), width: box.width, height: box.height };
}).sort((a, b) => a.number - b.number)"""


class Table:
    """A table of Rummy Battle at which the user can play a card on several targets."""

    def __init__(
        self,
        user: BrowserUser,
        card: str,
        *melds: str,
        options: Mapping[str, Setting] | None = None,
    ) -> None:
        self.user, self.card = user, card
        shown = position(
            f"hand0: {card} 2s 7d 8d 10c Jk",
            "row: 3c 6d 8s",
            melds=melds or SETS,
            drawn=card != "HOARD",
            players=4,
            options=options,
        )
        self.still = StillTable(shown, options=options)
        self.still.show(user)
        form = effects_form(shown.game, effects_of(shown))
        effects = {effect["card"]: effect for effect in json.loads(json.dumps(form))}
        self.uses = effects[card]["uses"]
        self.safe = effects[card]["safe"]
        assert len(self.uses) >= CARDS[card]

    @property
    def sent(self) -> list[str]:
        """The actions that the page sent."""
        return self.still.acts

    def select(self, by: str = "mouse") -> None:
        """Select the card in the hand."""
        slot = self.user.page.locator(f".hand [data-code={self.card}]").first
        self.user.pick(str(slot.get_attribute("data-slot")), by)

    def targets(self) -> list[dict[str, Any]]:
        """Read the targets that are lit."""
        targets: list[dict[str, Any]] = self.user.page.evaluate(TARGETS)
        return targets

    def reachable(self) -> set[str]:
        """Name the actions that targets offer, through every first step."""
        found = {target["act"] for target in self.targets()} - {""}
        for first in [target["number"] for target in self.targets() if not target["act"]]:
            self.user.choose_target(first, "mouse")
            found |= {target["act"] for target in self.targets()}
            self.user.page.keyboard.press("Escape")
            self.select()
        return found

    def wait_until_played(self) -> None:
        """Wait until the action is done."""
        self.user.page.wait_for_selector(".board:not([data-ply='0'])")

    def distinct_uses(self) -> dict[str, dict[str, Any]]:
        """Give the first use of those with the same targets, by its action."""
        distinct: dict[str, dict[str, Any]] = {}
        for use in reversed(self.uses):
            distinct[json.dumps(use["targets"])] = use
        return {use["text"]: use for use in distinct.values()}


def effects_of(shown: Scenario) -> tuple[Effect, ...]:
    """Name the effects for which cards can be played."""
    seen = view(shown.state, 0)
    return wording_of(shown.game).effects(seen, shown.game.legal(seen))


@pytest.mark.parametrize(
    ("card", "size", "by"),
    [
        ("PICK", "phone", "touch"),
        *(as_long((card, *WAYS[at % 3])) for at, card in enumerate(CARDS)),
    ],
)
def test_an_action_card_is_played_by_selecting_it_and_one_choice_for_each_target(
    card: str, size: str, by: str, new_user: NewUser
) -> None:
    table = Table(new_user(size=size), card)
    table.select(by)
    if card == "LUCKY":
        main = table.user.page.locator(".acts .primary")
        assert main.get_attribute("data-act") == "lucky"
        table.user.press_button("lucky", by)
    else:
        assert table.user.page.locator(".acts .primary").count() == 0
        table.user.choose_targets(by)
    table.wait_until_played()
    assert table.sent == [table.uses[0]["text"]]


@pytest.mark.long
def test_targets_show_their_key_and_what_they_gain_and_what_is_safe_says_why(
    user: BrowserUser,
) -> None:
    table = Table(user, "THIEF", *SETS, RUN)
    assert table.targets() == []
    table.select()
    lit = table.targets()
    assert [target["act"] for target in lit] == [use["text"] for use in table.uses]
    for number, (target, use) in enumerate(zip(lit, table.uses, strict=True), 1):
        assert target["chip"] == f"{number}Steal, +{use['gain']}"
        assert target["name"].endswith(f", plus {use['gain']}")
        assert min(target["width"], target["height"]) >= MIN_TARGET_PX
    pale = user.page.locator(".meld.target-safe figcaption").all_inner_texts()
    assert len(pale) == len(table.safe) > 0
    assert set(pale) == {"run: safe"}
    first = lit[0]["name"]
    assert f"Thief. {len(lit)} sets. 1: {first}." in user.page.inner_text("#announcer")
    assert "Tap the set you want to steal" in user.page.inner_text(".prompt")
    user.page.keyboard.press("Escape")
    assert table.targets() == []


@pytest.mark.long
def test_enter_and_arrows_go_through_the_targets_and_never_discard(user: BrowserUser) -> None:
    table = Table(user, "THIEF")
    table.select("keys")
    focused = "() => document.activeElement.dataset.target ?? ''"
    user.page.keyboard.press("Enter")
    assert user.page.evaluate(focused) == "1"
    user.page.keyboard.press("ArrowRight")
    user.page.keyboard.press("ArrowRight")
    assert user.page.evaluate(focused) == "3"
    assert table.sent == []
    user.page.keyboard.press("Enter")
    table.wait_until_played()
    assert table.sent == [table.uses[2]["text"]]


@pytest.mark.long
def test_switcheroo_is_a_choice_of_your_set_and_then_of_theirs(user: BrowserUser) -> None:
    table = Table(user, "SWITCH", *SETS[:3], "0: 3d 3h 3s")
    table.select()
    own = {use["targets"][0]["meld"] for use in table.uses}
    assert len(table.targets()) == len(own) == 2
    assert user.page.locator(".own-melds [data-target]").count() == len(own)
    user.choose_target(1, "mouse")
    chosen = user.page.locator(".own-melds .meld.target-chosen")
    assert chosen.locator("figcaption").inner_text().endswith("you give")
    theirs = table.targets()
    assert len(theirs) * len(own) == len(table.uses)
    assert user.page.locator(".acts [data-act]").count() <= 1  # to discard it
    user.choose_target(2, "mouse")
    table.wait_until_played()
    assert table.sent == [theirs[1]["act"]]


@pytest.mark.long
@pytest.mark.parametrize(("card", "size"), covering(CARDS, ["desk", "phone"]))
def test_every_use_of_an_action_card_can_be_found_on_the_table(
    card: str, size: str, new_user: NewUser, figure: Figure
) -> None:
    user = new_user(size=size)
    table = Table(user, card)
    table.select()
    found = table.reachable() | set(user.observe()["acts"])
    wanted = table.distinct_uses()
    figure(
        f"{card} at a {size}: {len(found & wanted.keys())} of {len(wanted)} uses found on the table"
    )
    assert wanted.keys() <= found


@pytest.mark.long
def test_pickpocket_by_the_option_is_played_on_a_player(user: BrowserUser) -> None:
    table = Table(user, "PICK", options={"pickpocket": "hand"})
    table.select()
    plates = user.page.locator("button.name-plate.target")
    assert plates.count() == len(table.uses)
    plates.nth(1).click()
    table.wait_until_played()
    assert table.sent == [table.uses[1]["text"]]
