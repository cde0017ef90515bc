"""A person in front of the page: sits down, looks, and plays by mouse, by keys or by touch."""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from typing import Any

from meldroom.core.fair_deal import SHARE_SIZE

MOMENT = 2_000  # milliseconds in which a card that may be touched can be
WINNING = ("thumb", "victory", "capture", "call")  # said whenever they can be
LOOK = """() => {
  const all = (where) => [...document.querySelectorAll(where)];
  const of = (where, name) => all(where).map((e) => e.getAttribute(name));
  return {
    over: Boolean(document.querySelector(".final")),
    turn: Boolean(document.querySelector(".mine.turn")),
    acts: of(".acts [data-act]:not(:disabled)", "data-act"),
    lit: of(".hand .card.legal", "data-slot"),
    fits: of(".hand .card.fits", "data-slot"),
    hand: of(".hand .card", "data-slot"),
    picked: of(".hand .card.sel", "data-slot"),
    open: of(".seats button.card.legal, .centre button.card.legal", "data-slot"),
    ply: Number(document.querySelector(".board")?.dataset.ply),
  };
}"""
READY = """(ply) => {
  const board = document.querySelector(".board");
  if (!board || document.querySelector(".final")) return Boolean(board);
  const there = (where) => Boolean(document.querySelector(where));
  if (ply >= 0 && there(".raised") && there("[data-do=race]")) return true;
  return there(".mine.turn") && board.dataset.busy === "no" && Number(board.dataset.ply) > ply;
}"""


class Guest:
    """One browser page; `troubles` is what went wrong on it."""

    def __init__(self, page: Any, room: str, name: str, settings: dict[str, str]) -> None:
        self.page, self.room, self.name = page, room, name
        self.troubles: list[str] = []
        self.lossy = False  # a broken line is part of the test
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        kept = json.dumps({"name": name, **settings})
        page.add_init_script(
            f"if (location.protocol === 'http:' && !localStorage.getItem('meldroom-settings'))"
            f" localStorage.setItem('meldroom-settings', {json.dumps(kept)});"
        )

    def always_gives(self, what: str) -> None:
        """Give the same share to the deal of each game."""
        share = list(sha256(what.encode()).digest()[:SHARE_SIZE])
        self.page.add_init_script(
            f"""{{const random = crypto.getRandomValues.bind(crypto), share = {share};
            crypto.getRandomValues = (to) =>
              to.length === share.length ? (to.set(share), to) : random(to);}}"""
        )

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and not self.lossy:
            self.troubles.append(message.text)

    def visit(self, path: str) -> None:
        """Open a page of the room."""
        self.page.goto(self.room + path)

    def open_table(self, game: str, seats: int = 2, **wish: Any) -> str:
        """Open a table and sit down at it; gives the address with the code."""
        self.visit("/settings")
        told = self.page.evaluate(
            """async (wish) => (await fetch("/api/tables", {method: "POST",
            headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish)})).json()""",
            {"game": game, "seats": seats, "name": self.name, **wish},
        )
        address = f"/t/{told['table']}#{told['code']}"
        self.visit(address)
        self.page.wait_for_selector(".mine .hand .card, .mine.wait")
        return address

    def look(self) -> dict[str, Any]:
        """See what can be done."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def wait_for_turn(self, after: int = -1) -> None:
        """Wait until something can be done after a ply, or the game is over."""
        self.page.wait_for_function(READY, arg=after)

    # -- the three ways of playing

    def press_button(self, act: str, by: str) -> None:
        """Do an action by its button."""
        if by == "keys":
            acts = self.look()["acts"]
            self.page.keyboard.press(str(acts.index(act) + 1))
            return
        button = self.page.locator(f'.acts [data-act="{act}"]')
        (button.tap if by == "touch" else button.click)()

    def pick(self, slot: str, by: str) -> None:
        """Choose a card of the hand, or one on the table, unless the game goes on before."""
        card = self.page.locator(f'[data-slot="{slot}"]')
        if by != "keys":
            from playwright.sync_api import TimeoutError as Gone

            with suppress(Gone):  # a card that fits no longer cannot be touched
                (card.tap if by == "touch" else card.click)(timeout=MOMENT)
            return
        hand = self.look()["hand"]
        if slot not in hand:
            card.focus()
            self.page.keyboard.press("Enter")
            return
        self.page.keyboard.press("h")
        at = self.page.evaluate("() => document.activeElement.dataset.slot")
        steps = hand.index(slot) - hand.index(at)
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        self.page.keyboard.press("Space")

    def drag(self, start: tuple[float, float], *way: tuple[float, float]) -> None:
        """Drag what lies at one point of the page over others, and let go at the last."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for point in way:
            self.page.mouse.move(*point, steps=4)
        self.page.mouse.up()

    def step(self, by: str) -> bool:
        """Do one action, a plausible one; False when the game is over."""
        seen = self.look()
        if seen["over"]:
            return False
        if not seen["turn"]:
            self.race(by)
            return True
        winning = [act for act in seen["acts"] if act.split()[0] in WINNING]
        if winning or (seen["acts"] and not seen["lit"]):
            self.press_button((winning or seen["acts"])[0], by)
        else:
            self._with_cards(seen, by)
        return True

    def _with_cards(self, seen: dict[str, Any], by: str) -> None:
        if not seen["picked"]:
            self.pick((seen["lit"] or seen["open"])[-1], by)
        for _ in range(14):
            seen = self.look()
            if seen["acts"]:
                break
            fitting = seen["fits"] or seen["lit"] or seen["open"]
            if not fitting:
                return  # the game has gone on
            self.pick(fitting[-1], by)
        thrown = [act for act in seen["acts"] if act.startswith("discard")]
        if by == "keys" and not thrown:
            self.page.keyboard.press("Enter")
        else:
            self.press_button((thrown or seen["acts"])[0], by)

    def race(self, by: str) -> None:
        """Say the raced word."""
        if by == "keys":
            self.page.keyboard.press("Space")
        else:
            button = self.page.locator("[data-do=race]")
            (button.tap if by == "touch" else button.click)()
        self.page.wait_for_function("() => !document.querySelector('.raised')")

    def play_to_the_end(self, by: str, most: int = 900) -> None:
        """Play until the final table stands there."""
        for _ in range(most):
            self.wait_for_turn()
            ply = self.look()["ply"]
            if not self.step(by):
                return
            self.wait_for_turn(ply)
        raise AssertionError("the game did not end")


def play_until_told(ada: Guest, bruno: Guest, what: str) -> Any:
    """Let two play on, neither racing for the second's eyes, until his page tells something."""
    for _ in range(600):
        for guest in (ada, bruno):
            seen = guest.look()
            if seen["turn"] and (seen["acts"] or seen["lit"]):
                guest.step("mouse")
                guest.page.wait_for_function(
                    "(ply) => Number(document.querySelector('.board').dataset.ply) > ply",
                    arg=seen["ply"],
                )
        told = bruno.page.evaluate(f"() => {what} ?? null")
        if told is not None:
            return told
        if ada.page.locator(".raised").count():
            ada.race("mouse")
    raise AssertionError("nothing was told")


def sit_down(guest: Guest, address: str) -> None:
    """Take a seat at somebody's table."""
    guest.visit(address)
    guest.page.fill("input[name=name]", guest.name)
    guest.page.click("form.sit button")
    guest.page.wait_for_selector(".mine .hand .card")
