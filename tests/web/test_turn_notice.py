"""The notification that it is the player's turn."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from meldroom.games import GAMES
from tests import missing
from tests.web.browser_user import BrowserUser
from tests.web.chromium import CHROMIUM_FLAGS
from tests.web.conftest import TIMEOUT_MS
from tests.web.test_pages import accessibility_faults
from tests.web.test_shell import WORKER_READY

ANY = next(iter(GAMES))
MAX_ACTIONS = 8  # until the others have played
IN_BACKGROUND = "Object.defineProperty(document, 'hidden', {get: () => window.inBackground})"
NOTICES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({title, body, data}) => [title, body, data])"""
NOTICES_CHANGED = """async (many) => {
  const registration = await navigator.serviceWorker.ready;
  for (let tries = 0; (await registration.getNotifications()).length !== many; tries += 1) {
    if (tries > 500) throw new Error("nothing changes");
    await new Promise((done) => setTimeout(done, 20));
  }
}"""
CLICK_NOTICE = """async () => {
  WindowClient.prototype.focus = async function () { self.focused = new URL(this.url).pathname; };
  const [notification] = await registration.getNotifications();
  const work = [];
  const click = new NotificationEvent("notificationclick", {notification});
  click.waitUntil = (promise) => work.push(promise);
  dispatchEvent(click);
  await Promise.all(work);
  return self.focused;
}"""


@pytest.fixture
def notified(driver: Any, server_url: str) -> Iterator[BrowserUser]:
    """A user whose browser allows notifications, which the headless shell never does."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip(missing.CHROMIUM_WITH_NOTIFICATIONS)
    browser = driver.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
    context = browser.new_context()
    context.set_default_timeout(TIMEOUT_MS)
    context.grant_permissions(["notifications"])
    user = BrowserUser(context.new_page(), server_url, "Ada", {"speed": "off"})
    user.expects_errors = True  # of the missing /favicon.ico of a text file, which a window wants
    user.fix_share("notice")
    user.page.add_init_script(IN_BACKGROUND)
    yield user
    errors = user.errors
    browser.close()
    assert errors == []


def play_until_notified(user: BrowserUser) -> None:
    """Look elsewhere, and play until the others have played too."""
    user.page.evaluate("() => { window.inBackground = true; }")
    for _ in range(MAX_ACTIONS):
        user.act_and_wait()
        if user.page.evaluate(NOTICES):
            return


@pytest.mark.long
def test_a_player_who_looks_elsewhere_is_notified_of_their_turn(notified: BrowserUser) -> None:
    page = notified.page
    notified.visit("/settings")
    page.locator("label:has(input[name=notify][value=on])").click()
    page.wait_for_selector("input[name=notify][value=on]:checked", state="attached")
    page.evaluate(WORKER_READY)
    path = notified.open_table(ANY).partition("#")[0]
    notified.wait_for_turn()
    for _ in range(MAX_ACTIONS // 2):
        notified.act_and_wait()
    assert page.evaluate(NOTICES) == []  # the player looks at the table
    play_until_notified(notified)
    page.evaluate(NOTICES_CHANGED, 1)
    [[title, body, about]] = page.evaluate(NOTICES)
    assert (title, about) == (f"Your turn in {GAMES[ANY].name}", path)
    assert body.startswith("With ")
    page.evaluate("() => dispatchEvent(new Event('focus'))")
    page.evaluate(NOTICES_CHANGED, 0)


@pytest.mark.long
def test_a_click_on_the_notice_shows_the_table(notified: BrowserUser) -> None:
    notified.visit("/settings")
    notified.page.locator("label:has(input[name=notify][value=on])").click()
    notified.page.evaluate(WORKER_READY)
    path = notified.open_table(ANY).partition("#")[0]
    notified.wait_for_turn()
    play_until_notified(notified)
    notified.page.evaluate(NOTICES_CHANGED, 1)
    [worker] = notified.page.context.service_workers
    assert worker.evaluate(CLICK_NOTICE) == path
    notified.page.evaluate(NOTICES_CHANGED, 0)


@pytest.mark.long
def test_a_browser_that_does_not_allow_notices_says_so(user: BrowserUser) -> None:
    user.page.add_init_script("Notification.requestPermission = async () => 'denied'")
    user.visit("/settings")
    user.page.locator("label:has(input[name=notify][value=on])").click()
    user.page.wait_for_selector("[role=alert]:has-text('does not allow notifications')")
    user.page.wait_for_selector("input[name=notify][value=off]:checked", state="attached")
    assert accessibility_faults(user) == []
