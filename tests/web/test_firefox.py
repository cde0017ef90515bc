"""One whole game in Firefox; skipped where Playwright has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser_user import BrowserUser
from tests.web.test_games import short_options

GAME = "victor-or-victim"


@pytest.mark.long
def test_a_whole_game_is_played_in_firefox(driver: Any, server_url: str) -> None:
    if not Path(driver.firefox.executable_path).exists():
        pytest.skip("there is no Firefox here: playwright install firefox")
    browser = driver.firefox.launch()
    user = BrowserUser(browser.new_page(), server_url, "Ada", {"speed": "fast"})
    user.open_table(GAME, seats=2, options=short_options(GAME))
    user.play_game("mouse")
    assert user.page.locator(".standings tbody tr").count() == 2
    assert user.errors == []
    browser.close()
