"""Inviting people: the link, its QR code, and a second machine in the local network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.levels import few
from tests.missing import needs
from tests.web.browser_user import BrowserUser, NewUser, ask_for_seat
from tests.web.chromium import CHROMIUM_FLAGS
from tests.web.conftest import CHROMIUM, SIZES, TIMEOUT_MS
from tests.web.fixed_deal_server import FIXED_DEAL_SERVER

ANY = next(iter(GAMES))
ROOM, PHONE = "192.168.77.1", "192.168.77.2"  # in namespaces of their own


def open_invite(user: BrowserUser, size: str) -> None:
    """Open the sheet with the link."""
    if size == "phone":
        user.page.click(".top-bar [data-command=menu]")
        user.page.click("dialog [data-command=invite]")
    else:
        user.page.click(".top-bar [data-command=invite]")


@pytest.mark.long
@pytest.mark.parametrize("size", few(["phone", "desk"], keep=1))
def test_a_link_for_this_computer_alone_has_no_qr_code_and_says_how_to_let_phones_in(
    size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    user.open_table(ANY)
    open_invite(user, size)
    sheet = user.page.locator("dialog")
    sheet.locator(".invite-bad").wait_for()
    text = sheet.inner_text()
    assert "Only this computer can open it." in text
    assert "./play --lan" in text
    assert sheet.locator(".qr-code").count() == 0


@pytest.mark.parametrize(
    ("scope", "words"), few([("network", "same house"), ("internet", "anywhere")], keep=1)
)
def test_the_link_and_its_qr_code_hold_the_address_that_works_for_others(
    scope: str, words: str, new_user: NewUser
) -> None:
    user = new_user()
    first = {"url": "http://192.168.1.20:8000", "scope": scope}
    user.page.route("**/api/addresses", lambda route: route.fulfill(json=[first]))
    path = user.open_table(ANY)
    open_invite(user, "desk")
    user.page.wait_for_selector("dialog .qr-code")
    sheet = user.page.locator("dialog")
    assert f"192.168.1.20:8000{path}" in re.sub(r"\s", "", sheet.inner_text())
    assert words in sheet.inner_text()
    user.page.evaluate(
        "() => document.addEventListener('copy', () => { window.copied = `${getSelection()}`; })"
    )
    user.page.click("dialog .invite-copy")
    user.page.wait_for_selector("dialog .btn:has-text('Copied')")
    assert user.page.evaluate("() => window.copied") == f"http://192.168.1.20:8000{path}"


# -- two machines, as namespaces with a cable between them


def ip(*arguments: str) -> None:
    """Run `ip`; CalledProcessError if it fails."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True, timeout=10)


@contextmanager
def two_machines() -> Iterator[tuple[str, str]]:
    """Make two network namespaces that reach each other and nothing else."""
    names = [f"meldlan{os.getpid()}{end}" for end in "ab"]
    with ExitStack() as stack:
        try:
            for name in names:
                ip("netns", "add", name)
                stack.callback(ip, "netns", "del", name)
            cables = [f"mld{os.getpid()}{end}"[-15:] for end in "ab"]
            ip("link", "add", cables[0], "type", "veth", "peer", "name", cables[1])
            for name, cable, address in zip(names, cables, (ROOM, PHONE), strict=True):
                ip("link", "set", cable, "netns", name)
                ip("-n", name, "addr", "add", f"{address}/24", "dev", cable)
                ip("-n", name, "link", "set", cable, "up")
                ip("-n", name, "link", "set", "lo", "up")
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("network namespaces cannot be made here")
        yield names[0], names[1]


@contextmanager
def lan_server(namespace: str, database: Path) -> Iterator[list[str]]:
    """Run a server for the local network on a machine; gives the lines that it prints."""
    serve = [sys.executable, "-u", "-m", FIXED_DEAL_SERVER, "serve", "--hurry", "--lan"]
    serve += ["--port", "0", "--database", f"sqlite:///{database}"]
    with subprocess.Popen(
        ["ip", "netns", "exec", namespace, *serve], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield [server.stdout.readline() for _ in range(3)]
        finally:
            server.terminate()


@contextmanager
def browser_on(namespace: str, chromium: Any, folder: Path) -> Iterator[Any]:
    """Start Chromium on a machine."""
    program = folder / f"browser-{namespace}"
    program.write_text(f'#!/bin/sh\nexec ip netns exec {namespace} {CHROMIUM} "$@"\n')
    program.chmod(0o700)
    browser = chromium.launch(executable_path=str(program), args=CHROMIUM_FLAGS)
    try:
        yield browser
    finally:
        browser.close()


def new_page(browser: Any, size: str, url: str, name: str) -> BrowserUser:
    """Open a page for a user of a server."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(TIMEOUT_MS)
    return BrowserUser(context.new_page(), url, name, {"speed": "off"})


@pytest.mark.long
@needs("ip", "iproute2")
def test_a_phone_in_the_local_network_joins_by_the_link_and_plays(
    browser: Any, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        room, phone = stack.enter_context(two_machines())
        lines = stack.enter_context(lan_server(room, tmp_path / "db"))
        url = lines[0].split()[-1]
        assert url.startswith(f"http://{ROOM}:")
        assert "not encrypted" in lines[1]
        chromium = browser.browser_type
        at_home = stack.enter_context(browser_on(room, chromium, tmp_path))
        on_phone = stack.enter_context(browser_on(phone, chromium, tmp_path))
        ada = new_page(at_home, "desk", url.replace(ROOM, "127.0.0.1"), "Ada")
        path = ada.open_table(ANY)
        open_invite(ada, "desk")
        ada.page.wait_for_selector("dialog .qr-code")
        link = re.sub(r"\s", "", ada.page.inner_text("dialog code"))
        assert f"http://{link}" == url + path
        ada.page.keyboard.press("Escape")
        mika = new_page(on_phone, "phone", url, "Mika")
        ask_for_seat(mika, path)
        ada.page.click("[data-command=allow]")
        mika.page.wait_for_selector(".own-side .hand .card")
        mika.page.reload()  # the seat is remembered without https
        mika.page.wait_for_selector(".own-side .hand .card")
        open_invite(mika, "phone")
        mika.page.click("dialog .invite-copy")
        mika.page.wait_for_selector("dialog .btn:has-text('Copied')")
        assert (ada.errors, mika.errors) == ([], [])
