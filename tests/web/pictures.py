"""Screenshots for the documentation: `python -m tests.web.pictures` writes docs/pictures/."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from meldroom.games import GAMES
from tests.web.browser_user import BrowserUser
from tests.web.chromium import open_browser
from tests.web.picture_server import PICTURE_SERVER
from tests.web.room_process import open_room

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
LESSON_STEP = 5  # taking from the row
MAX_STEPS = 20  # of a lesson
REVIEW_MS = 180_000  # the longest that a review may take
MAX_ACTIONS = 10  # before the picture of a table; from the middle on one is taken after each


def main() -> None:
    """Take all pictures at both sizes."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    with open_room(PICTURE_SERVER) as server_url, open_browser() as browser:
        for size, (width, height) in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=size == "phone"
            )
            user = BrowserUser(context.new_page(), server_url, "Ada", {"speed": "off"})
            user.fix_share(f"a picture from the {size}")
            files += take_pictures(user, size)
            context.close()
    if pngquant := shutil.which("pngquant"):
        subprocess.run([pngquant, "--force", "--strip", "--ext", ".png", "256", *files], check=True)


def take_pictures(user: BrowserUser, size: str) -> list[Path]:
    """Visit every page; gives the files written."""
    files: dict[Path, None] = {}

    def picture(name: str) -> None:
        user.page.mouse.move(1, 1)
        user.page.wait_for_timeout(350)
        file = PICTURES / f"{name}-{size}.png"
        user.page.screenshot(path=file)
        files[file] = None

    by = "touch" if size == "phone" else "mouse"
    for number, key in enumerate(GAMES):
        user.open_table(key, seats=min(4, GAMES[key].players[-1]))
        for action in range(MAX_ACTIONS):
            user.wait_for_turn()
            if user.observe()["over"]:
                break  # the picture before shows a table
            if action >= MAX_ACTIONS // 2:
                picture(f"table-{key}")
            ply = user.observe()["ply"]
            user.act(by)
            user.wait_for_turn(ply)
        if size == "phone":
            score_pad(user, key, picture)
        user.visit(f"/rules/{key}")
        user.page.wait_for_selector(".rule-text")
        if not number:
            picture("rules")
    for key in GAMES:
        user.open_table(key, seats=min(4, GAMES[key].players[-1]))
        user.play_to_the_end_of_a_hand()
        user.page.wait_for_timeout(1_000)  # the hands turn over
        picture(f"showdown-{key}")
    beside_the_table(user, picture)
    before_a_game(user, picture)
    lesson(user, picture)
    finished_game(user, by, picture)
    user.visit("/settings")
    user.page.wait_for_selector(f".samples .fan:nth-child({len(GAMES)}) .card")
    picture("settings")
    user.visit("/")
    user.page.wait_for_selector(".game .game-art .card")
    picture("home")
    return list(files)


def beside_the_table(user: BrowserUser, picture: Any) -> None:
    """Show the rules and the chat beside a table."""
    user.open_table("scorzo", seats=4)
    user.wait_for_turn()
    for command, selector in (("rules", ".ru-sheet"), ("people", "dialog[open]")):
        user.page.locator(f".top-bar [data-command={command}]").click()
        user.page.wait_for_selector(selector)
        picture(command)
        user.page.keyboard.press("Escape")


def before_a_game(user: BrowserUser, picture: Any) -> None:
    """Show the set-up sheet, and the waiting room that it leads to."""
    user.visit("/")
    user.page.click(".game[data-game=rummy-battle] button:has-text('Set up')")
    user.page.wait_for_selector("dialog.setup[open] h2:focus")
    picture("setup")
    user.open_table("rummy-battle", seats=4, fill="people")
    picture("waiting")


def finished_game(user: BrowserUser, by: str, picture: Any) -> None:
    """Show the final standings, the replay with its deal verified, and the review."""
    user.open_table("victor-or-victim", seats=3)
    user.play_game(by)
    picture("final")
    user.page.click("a[href^='/replay/']")
    user.page.wait_for_selector(".playback")
    user.page.fill(".slider", "12")
    user.page.click(".deal-check .btn")
    user.page.wait_for_selector("[data-shuffles]")
    user.page.evaluate("() => scrollTo(0, 0)")
    picture("replay")
    user.page.click("[data-command=review]")
    user.page.wait_for_selector(".review-panel", timeout=REVIEW_MS)
    decision = user.page.locator(".review-list .btn")
    if decision.count():
        decision.first.click()
        user.page.wait_for_selector(".review-list > .is-current")
    user.page.evaluate("() => scrollTo(0, 0)")
    picture("review")


def lesson(user: BrowserUser, picture: Any) -> None:
    """Show a step of a lesson, and its end."""
    user.visit("/learn/rummy-battle")
    for step in range(1, MAX_STEPS):
        user.page.wait_for_selector(f".step-count[aria-label^='Step {step} of'], .lesson-over")
        if user.page.locator(".lesson-over").count():
            break
        if step == LESSON_STEP:
            picture("lesson")
        while user.page.locator(f".step-count[aria-label^='Step {step} of']").count():
            user.page.wait_for_selector("[data-pointer]")
            user.page.locator("[data-pointer]").first.click()
            user.page.wait_for_timeout(100)
    picture("lesson-end")


def score_pad(user: BrowserUser, key: str, picture: Any) -> None:
    """Show the dialog with the score pad."""
    if user.observe()["over"]:
        return
    user.page.locator(".top-bar [data-command=pad]").click()
    user.page.wait_for_selector("dialog[open]")
    picture(f"pad-{key}")
    user.page.keyboard.press("Escape")


if __name__ == "__main__":
    main()
