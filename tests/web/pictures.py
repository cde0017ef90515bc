"""Pictures of the room for its documents: `python -m tests.web.pictures` writes docs/pictures/."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from meldroom.cli.page import open_browser, open_room
from meldroom.games import GAMES
from tests.web.guest import Guest

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
LESSON_STEP = 5  # the row, with its duty
TURNS = 9  # so many actions are done before a table is worth a picture


def main() -> None:
    """Walk through the room at both sizes."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with open_room() as room, open_browser() as browser:
        for size, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=size == "phone"
            )
            guest = Guest(context.new_page(), room, "Ada", {"speed": "off"})
            walk(guest, size)
            context.close()
    if small := shutil.which("pngquant"):
        shots = sorted(map(str, PICTURES.glob("*.png")))
        subprocess.run([small, "--force", "--strip", "--ext", ".png", "256", *shots], check=True)


def walk(guest: Guest, size: str) -> None:
    """Take each picture once."""

    def picture(name: str) -> None:
        guest.page.mouse.move(1, 1)
        guest.page.wait_for_timeout(350)
        guest.page.screenshot(path=PICTURES / f"{name}-{size}.png")

    by = "touch" if size == "phone" else "mouse"
    finished = ""
    for key in GAMES:
        guest.open_table(key, seats=min(4, GAMES[key].players[-1]))
        for _ in range(TURNS):
            guest.wait_for_turn()
            ply = guest.look()["ply"]
            if not guest.step(by):
                break
            guest.wait_for_turn(ply)
        picture(f"table-{key}")
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
