"""Pictures of the room for its documents: `python -m tests.web.pictures` writes docs/pictures/."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from meldroom.cli.bench_web import open_browser, open_room
from meldroom.games import GAMES
from tests.web.guest import Guest
from tests.web.known_room import KNOWN_ROOM

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
LESSON_STEP = 5  # the row, with its duty
TURNS = 10  # actions at the most; from the middle on a table is worth a picture


def main() -> None:
    """Walk through the room at both sizes."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    shots: list[Path] = []
    with open_room(KNOWN_ROOM) as room, open_browser() as browser:
        for size, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=size == "phone"
            )
            guest = Guest(context.new_page(), room, "Ada", {"speed": "off"})
            guest.always_gives(f"a picture from the {size}")
            shots += walk(guest, size)
            context.close()
    if small := shutil.which("pngquant"):
        subprocess.run([small, "--force", "--strip", "--ext", ".png", "256", *shots], check=True)


def walk(guest: Guest, size: str) -> list[Path]:
    """Take each picture once; gives where they are."""
    shots: dict[Path, bool] = {}

    def picture(name: str) -> None:
        guest.page.mouse.move(1, 1)
        guest.page.wait_for_timeout(350)
        shot = PICTURES / f"{name}-{size}.png"
        guest.page.screenshot(path=shot)
        shots[shot] = True

    by = "touch" if size == "phone" else "mouse"
    finished = ""
    for key in GAMES:
        guest.open_table(key, seats=min(4, GAMES[key].players[-1]))
        for turn in range(TURNS):
            guest.wait_for_turn()
            if guest.look()["over"]:
                break  # the table is shown as it was before
            if turn >= TURNS // 2:
                picture(f"table-{key}")
            ply = guest.look()["ply"]
            guest.step(by)
            guest.wait_for_turn(ply)
        if size == "phone":
            sheets(guest, key, picture)
        guest.visit(f"/rules/{key}")
        guest.page.wait_for_selector(".rule-text")
        if not finished:
            picture("rules")
            finished = key
    lesson(guest, picture)
    guest.open_table("victor-or-victim", seats=3)
    guest.play_to_the_end(by)
    picture("final")
    guest.page.click("a[href^='/replay/']")
    guest.page.wait_for_selector(".scrub")
    guest.page.fill(".slide", "12")
    guest.page.click(".verify .btn")
    guest.page.wait_for_selector("[data-shuffles]")
    guest.page.evaluate("() => scrollTo(0, 0)")
    picture("replay")
    guest.visit("/")
    guest.page.wait_for_selector(".game .object .card")
    picture("home")
    return list(shots)


def lesson(guest: Guest, picture: Any) -> None:
    """Show a step of a lesson, and its end."""
    guest.visit("/learn/rummy-battle")
    for step in range(1, 20):
        guest.page.wait_for_selector(f".count[aria-label^='Step {step} of'], .learned")
        if guest.page.locator(".learned").count():
            break
        if step == LESSON_STEP:
            picture("lesson")
        while guest.page.locator(f".count[aria-label^='Step {step} of']").count():
            guest.page.wait_for_selector("[data-guide]")
            guest.page.locator("[data-guide]").first.click()
            guest.page.wait_for_timeout(100)
    picture("lesson-end")


def sheets(guest: Guest, key: str, picture: Any) -> None:
    """Hold the score pad up."""
    if guest.look()["over"]:
        return
    guest.page.locator(".bar [data-do=pad]").click()
    guest.page.wait_for_selector("dialog[open]")
    picture(f"pad-{key}")
    guest.page.keyboard.press("Escape")


if __name__ == "__main__":
    main()
