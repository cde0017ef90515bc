"""A person in a browser: opens pages, takes a seat, and plays by mouse, keyboard or touch."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from meldroom.core.fair_deal import SHARE_SIZE

ORIGIN_ONLY = "/style/icon.svg"  # a picture: runs no scripts, but may call the server
WORKER_BLOCKED = "Service Worker registration blocked by Playwright"
MAX_PICKS = 14  # for one action
ALWAYS_PLAYED = ("thumb", "victory", "capture", "call")  # verbs that are played whenever legal
OBSERVE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const attributes = (selector, name) => all(selector).map((e) => e.getAttribute(name));
  return {
    over: Boolean(document.querySelector(".game-over")),
    showdown: Boolean(document.querySelector(".showdown")),
    turn: Boolean(document.querySelector(".own-side.on-turn")),
    acts: attributes(".acts [data-act]:not(:disabled)", "data-act"),
    legal: attributes(".hand .card.legal", "data-slot"),
    fits: attributes(".hand .card.fits", "data-slot"),
    hand: attributes(".hand .card", "data-slot"),
    picked: attributes(".hand .card.picked", "data-slot"),
    targets: attributes("[data-target]", "data-target"),
    legal_on_table:
      attributes(".seats button.card.legal, .centre button.card.legal", "data-slot"),
    ply: Number(document.querySelector(".board")?.dataset.ply),
  };
}"""
CAN_ACT = """(ply) => {
  const board = document.querySelector(".board");
  if (!board || document.querySelector(".game-over")) return Boolean(board);
  const exists = (selector) => Boolean(document.querySelector(selector));
  if (exists(".showdown [data-command=continue]:not(:disabled)")) return true;
  if (ply >= 0 && exists(".tu-raised-thumb") && exists("[data-command=race]")) return true;
  const ready = exists(".own-side.on-turn") && board.dataset.busy === "no";
  return ready && Number(board.dataset.ply) > ply;
}"""

HAS_CONTINUED = """(ply) =>
  !document.querySelector(".showdown [data-command=continue]:not(:disabled)") ||
  Number(document.querySelector(".board").dataset.ply) > ply"""


class BrowserUser:
    """One browser page; `errors` are those on its console."""

    def __init__(self, page: Any, server_url: str, name: str, settings: dict[str, str]) -> None:
        self.page, self.server_url, self.name = page, server_url, name
        self.errors: list[str] = []
        self.expects_errors = False  # as when the test breaks the connection
        page.on("console", self._record_error)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        stored = json.dumps({"name": name, **settings})
        page.add_init_script(
            f"if (location.protocol === 'http:' && !localStorage.getItem('meldroom-settings'))"
            f" localStorage.setItem('meldroom-settings', {json.dumps(stored)});"
        )

    def fix_share(self, text: str) -> None:
        """Add the same share to the deal of each game, so that the cards are known."""
        share = list(sha256(text.encode()).digest()[:SHARE_SIZE])
        self.page.add_init_script(
            f"""{{const random = crypto.getRandomValues.bind(crypto), share = {share};
            crypto.getRandomValues = (to) =>
              to.length === share.length ? (to.set(share), to) : random(to);}}"""
        )

    def _record_error(self, message: Any) -> None:
        if message.text == WORKER_BLOCKED:
            return
        if message.type in ("error", "warning") and not self.expects_errors:
            self.errors.append(message.text)

    def visit(self, path: str) -> None:
        """Open a page."""
        self.page.goto(self.server_url + path)

    def open_table(self, game: str, seats: int = 2, **fields: Any) -> str:
        """Open a table and take a seat; gives the path with the invite code."""
        self.visit(ORIGIN_ONLY)
        created = self.page.evaluate(
            """async (fields) => (await fetch("/api/tables", {method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify(fields)})).json()""",
            {"game": game, "seats": seats, "name": self.name, **fields},
        )
        path = f"/t/{created['table']}#{created['code']}"
        self.visit(path)
        self.page.wait_for_selector(".own-side .hand .card, .own-side.waiting")
        return path

    def observe(self) -> dict[str, Any]:
        """Read what can be done from the page."""
        seen: dict[str, Any] = self.page.evaluate(OBSERVE)
        return seen

    def wait_for_turn(self, after: int = -1, by: str = "mouse") -> None:
        """Wait until something can be done after a ply, or the game is over.

        After each hand that ends meanwhile the user goes on to the next.
        """
        self.page.wait_for_function(CAN_ACT, arg=after)
        while self.observe()["showdown"]:
            self.continue_after_hand(by)
            self.page.wait_for_function(CAN_ACT, arg=after)

    def wait_for_ply(self, ply: int) -> None:
        """Wait until so many moves are shown."""
        self.page.wait_for_function(
            "(ply) => Number(document.querySelector('.board')?.dataset.ply) >= ply", arg=ply
        )

    def continue_after_hand(self, by: str = "mouse") -> None:
        """Say that the end of the hand was looked at; the next hand may end at once."""
        ply = self.observe()["ply"]
        if by == "keys":
            self.page.wait_for_selector(".showdown[data-keys=on]")
            self.page.keyboard.press("Enter")
        else:
            button = self.page.locator("[data-command=continue]")
            (button.tap if by == "touch" else button.click)()
        self.page.wait_for_function(HAS_CONTINUED, arg=ply)

    # -- playing by mouse, by keys or by touch

    def press_button(self, act: str, by: str) -> None:
        """Do an action by its button."""
        if by == "keys":
            acts = self.observe()["acts"]
            self.page.keyboard.press(str(acts.index(act) + 1))
            return
        button = self.page.locator(f'.acts [data-act="{act}"]')
        (button.tap if by == "touch" else button.click)()

    def pick(self, slot: str, by: str) -> None:
        """Pick a card of the hand or on the table."""
        card = self.page.locator(f'[data-slot="{slot}"]')
        if by != "keys":
            (card.tap if by == "touch" else card.click)()
            return
        hand = self.observe()["hand"]
        if slot not in hand:
            card.focus()
            self.page.keyboard.press("Enter")
            return
        self.page.keyboard.press("h")
        focused = self.page.evaluate("() => document.activeElement.dataset.slot")
        steps = hand.index(slot) - hand.index(focused)
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        self.page.keyboard.press("Space")

    def drag(self, start: tuple[float, float], *path: tuple[float, float]) -> None:
        """Drag from one point of the page over others, and let go at the last."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for point in path:
            self.page.mouse.move(*point, steps=4)
        self.page.mouse.up()

    def choose_target(self, number: int, by: str) -> None:
        """Choose a target of the card that is picked."""
        target = self.page.locator(f'[data-target="{number}"]').first
        if by == "keys" and number <= 9:
            self.page.keyboard.press(str(number))
        else:
            (target.tap if by == "touch" else target.click)()

    def choose_targets(self, by: str) -> None:
        """Choose the first target at each step."""
        two_steps = self.page.locator("[data-target]:not([data-act])").count()
        self.choose_target(1, by)
        if two_steps:
            self.page.wait_for_selector("[data-target][data-act]")
            self.choose_target(1, by)

    def act(self, by: str) -> bool:
        """Do one plausible action; False when the game is over."""
        seen = self.observe()
        if seen["over"]:
            return False
        if not seen["turn"]:
            self.race(by)
            return True
        best = [act for act in seen["acts"] if act.split()[0] in ALWAYS_PLAYED]
        if best or (seen["acts"] and not seen["legal"]):
            self.press_button((best or seen["acts"])[0], by)
        else:
            self._act_with_cards(seen, by)
        return True

    def act_and_wait(self, by: str = "mouse") -> None:
        """Do one plausible action and wait until something can be done again."""
        ply = self.observe()["ply"]
        if self.act(by):
            self.wait_for_turn(ply, by)

    def _act_with_cards(self, seen: dict[str, Any], by: str) -> None:
        if not seen["picked"]:
            self.pick((seen["legal"] or seen["legal_on_table"])[-1], by)
        for _ in range(MAX_PICKS):
            seen = self.observe()
            if seen["acts"] or seen["targets"]:
                break
            self.pick((seen["fits"] or seen["legal"] or seen["legal_on_table"])[-1], by)
        discards = [act for act in seen["acts"] if act.startswith("discard")]
        if seen["targets"]:
            self.choose_targets(by)
        elif by == "keys" and not discards:
            self.page.keyboard.press("Enter")
        else:
            self.press_button((discards or seen["acts"])[0], by)

    def race(self, by: str) -> None:
        """Do the action that is raced for, unless the others were faster and the hand is over."""
        if by == "keys":
            self.page.keyboard.press("Space")
        else:
            button = self.page.locator("[data-command=race], .showdown h2").first
            (button.tap if by == "touch" else button.click)()
        self.page.wait_for_function("() => !document.querySelector('.tu-raised-thumb')")

    def play_game(self, by: str, max_actions: int = 900) -> None:
        """Play until the final standings are shown."""
        for _ in range(max_actions):
            self.wait_for_turn(by=by)
            ply = self.observe()["ply"]
            if not self.act(by):
                return
            self.wait_for_turn(ply, by)
        raise AssertionError("the game did not end")

    def play_to_the_end_of_a_hand(self) -> None:
        """Play until the first hand is over, and leave its end on the page."""
        ply = -1
        for _ in range(600):
            self.page.wait_for_function(CAN_ACT, arg=ply)
            seen = self.observe()
            if seen["showdown"]:
                return
            ply = seen["ply"]
            assert self.act("mouse"), "the game is over"
        raise AssertionError("no hand ended")


NewUser = Callable[..., BrowserUser]  # the fixture new_user


def ask_for_seat(user: BrowserUser, path: str) -> None:
    """Ask for the first seat of a bot at somebody's table."""
    user.visit(path)
    user.page.fill("input[name=name]", user.name)
    user.page.locator("form.sit-form button").first.click()


def take_seat(user: BrowserUser, path: str, *players: BrowserUser) -> None:
    """Take a bot's seat at a table where everybody who plays agrees."""
    ask_for_seat(user, path)
    for player in players:
        player.page.click("[data-command=allow]")
    user.page.wait_for_selector(".own-side .hand .card")
