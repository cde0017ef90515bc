"""One whole game in Firefox; skipped where there is none."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import missing
from tests.short_options import short_options
from tests.web import firefox_proxy
from tests.web.browser_user import BrowserUser

GAME = "victor-or-victim"
FIREFOX = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)


def launch(driver: Any, folder: Path) -> Any:
    """Start Playwright's own Firefox, or the one that is installed."""
    if Path(driver.firefox.executable_path).exists():
        return driver.firefox.launch()
    if FIREFOX is None:
        pytest.skip(missing.FIREFOX)
    proxy = folder / "firefox"
    proxy.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{firefox_proxy.__file__}" "$@"\n')
    proxy.chmod(0o755)
    return driver.firefox.launch(
        channel="moz-firefox",
        executable_path=proxy,
        env={**os.environ, firefox_proxy.FIREFOX: FIREFOX},
    )


@pytest.mark.long
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_whole_game_is_played_in_firefox(
    by: str, driver: Any, server_url: str, tmp_path: Path
) -> None:
    browser = launch(driver, tmp_path)
    user = BrowserUser(browser.new_page(), server_url, "Ada", {"speed": "fast"})
    user.open_table(GAME, seats=2, options=short_options(GAME))
    user.errors.clear()  # Firefox names what it was loading when the page before was left
    user.play_game(by)
    assert user.page.locator(".standings tbody tr").count() == 2
    assert user.errors == []
    browser.close()
