"""Every game can be played to its end: by mouse, by keyboard alone, and by touch on a phone."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from tests.levels import few
from tests.short_options import short_options
from tests.web.browser_user import NewUser
from tests.web.conftest import QUICKEST

INPUTS = ["keys", "mouse", "touch"]
QUICK = [(QUICKEST, by) for by in INPUTS]
OTHERS = [(key, INPUTS[at % 3]) for at, key in enumerate(key for key in GAMES if key != QUICKEST)]


@pytest.mark.parametrize(("key", "by"), few([*QUICK, *OTHERS], keep=1))
def test_a_whole_game_is_played(key: str, by: str, new_user: NewUser) -> None:
    user = new_user(size="phone" if by == "touch" else "desk")
    user.open_table(key, seats=3 if by == "mouse" else 2, options=short_options(key))
    user.play_game(by)
    rows = user.page.locator(".standings tbody tr")
    assert rows.count() == (3 if by == "mouse" else 2)
    assert user.page.locator("[data-command=rematch]").is_visible()
    user.page.click(".game-over a.rule-link")
    user.page.wait_for_selector(".rule-text.target")


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_played_against_the_champion(key: str, new_user: NewUser) -> None:
    user = new_user()
    user.open_table(key, options=short_options(key), bots=[None, "champion"])
    user.play_game("mouse")
    assert user.page.locator(".standings tbody tr").count() == 2
