"""Replay and verification: what the browser recomputes, in JavaScript of its own."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from meldroom.core.rng import Rng, below, shuffle
from meldroom.games import GAMES
from meldroom.server.http.replays import MAX_POSITIONS, ReplayPositions
from tests.web.guest import Guest

QUICKEST = "victor-or-victim"
GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"
segno = pytest.importorskip("segno")


@pytest.mark.parametrize("size", [0, 1, 40, 167, 168, 169, 400])
def test_shake_128_is_what_fips_202_says(size: int, guest: Guest) -> None:
    guest.visit("/settings")
    told = guest.page.evaluate(
        """async (size) => { const {shake128} = await import("/client/shake128.js");
        const stream = shake128(Uint8Array.from({length: size}, (_, i) => (7 * i) & 255));
        return Array.from({length: 400}, () => stream.next().value); }""",
        size,
    )
    message = bytes(7 * i & 255 for i in range(size))
    assert bytes(told) == hashlib.shake_128(message).digest(400)


def test_chance_is_the_same_in_the_browser(guest: Guest) -> None:
    guest.visit("/settings")
    seed = bytes(range(32))
    told = guest.page.evaluate(
        """async () => { const {drawn, shuffled} = await import("/client/verify.js");
        const seed = Uint8Array.from({length: 32}, (_, i) => i);
        const cards = Array.from({length: 104}, (_, i) => i);
        return [[0, 1, 2, 3].map((k) => drawn(seed, k, 1000)), shuffled(seed, 4, cards)]; }"""
    )
    rng, drawn = Rng(seed), []
    for _ in range(4):
        value, rng = below(rng, 1000)
        drawn.append(value)
    assert told == [drawn, list(shuffle(rng, bytes(range(104)))[0])]


@pytest.mark.parametrize("length", [14, 26, 62, 122, 213])  # full: encoders may pad as they like
def test_the_qr_code_is_what_another_encoder_draws(length: int, guest: Guest) -> None:
    guest.visit("/settings")
    text = ("http://127.0.0.1:8000/t/abc#" + "Ab3_" * 60)[:length]
    for mask in range(8):
        drawn = guest.page.evaluate(
            """async ([text, mask]) => (await import("/client/qr.js")).qr(text, mask)""",
            [text, mask],
        )
        other = segno.make(text, error="m", mode="byte", mask=mask, boost_error=False, micro=False)
        assert [[int(dark) for dark in row] for row in drawn] == [list(row) for row in other.matrix]


@pytest.mark.parametrize("key", list(GAMES))
def test_every_shuffle_of_a_game_is_recomputed(key: str, guest: Guest) -> None:
    record = json.loads((GOLDEN / f"{key}.jsonl").read_text("utf-8").splitlines()[0])
    film = ReplayPositions(record)
    shots = [
        shot
        for at in range(0, len(film.states), MAX_POSITIONS)
        for shot in film.positions(at, at + MAX_POSITIONS, None)
    ]
    guest.visit("/settings")
    verdict = guest.page.evaluate(
        """async ([record, shots, order]) =>
        (await import("/client/verify.js")).verify(record, shots, order)""",
        [record, json.loads(msgspec.json.encode(shots)), list(GAMES[key].deck.codes)],
    )
    assert verdict["good"]
    assert verdict["shuffles"]


def finished(guest: Guest) -> str:
    guest.open_table(QUICKEST)
    guest.play_to_the_end("keys")
    guest.page.click("a[href^='/replay/']")
    guest.page.wait_for_selector(".scrub")
    return str(guest.page.url)


def test_a_finished_game_is_watched_again_and_its_deal_verified(guest: Guest) -> None:
    finished(guest)
    page = guest.page
    last = int(page.get_attribute(".slide", "max") or 0)
    assert last > 0
    for _ in range(2):
        page.click("[aria-label='On one move']")
    page.wait_for_function("() => location.hash === '#2'")
    page.fill(".slide", str(last))
    page.wait_for_function(f"() => location.hash === '#{last}'")
    page.reload()
    page.wait_for_selector(f".at:has-text('move {last} of {last}')")
    page.locator(".eyes label").nth(1).click()
    page.click(".verify .btn")
    page.wait_for_selector(".seal:not(.bad):has-text('As promised')")
    good, _, many = page.inner_text("[data-shuffles]").partition(" of ")
    assert int(good) == int(many.split()[0]) >= 1


@pytest.mark.parametrize("what", ["seed", "secret", "commit", "contributions"])
def test_an_altered_record_does_not_verify(what: str, guest: Guest) -> None:
    def altered(route: Any) -> None:
        record = route.fetch().json()
        value = record[what] if isinstance(record[what], str) else record[what][0]
        value = value[:-1] + ("0" if value[-1] != "0" else "1")
        record[what] = value if isinstance(record[what], str) else [value, *record[what][1:]]
        route.fulfill(json=record)

    url = finished(guest)
    guest.page.route("**/records/1", altered)
    guest.page.goto("about:blank")
    guest.page.goto(url)
    guest.page.click(".verify .btn")
    guest.page.wait_for_selector(".seal.bad:has-text('Not as promised')")


def test_a_finished_game_is_played_on_from_a_move_and_says_so_when_verified(
    guest: Guest,
) -> None:
    finished(guest)
    page = guest.page
    page.fill(".slide", "3")
    page.wait_for_function("() => location.hash === '#3'")
    page.locator(".eyes label").nth(2).click()
    page.wait_for_selector("[data-do=onward]:has-text('Play on as Wren')")
    page.click("[data-do=onward]")
    page.wait_for_url("**/t/*")
    guest.wait_for_turn()
    assert guest.look()["ply"] >= 3
    assert "played on from move 3" in page.inner_text(".bar")
    assert "Robin" in page.inner_text(".seats"), "a bot has taken the seat of the first player"
    guest.play_to_the_end("mouse")
    page.click("a[href^='/replay/']")
    page.wait_for_selector(".scrub")
    assert "Played on from move 3 of another game" in page.inner_text(".verify")
    page.click(".verify .btn")
    page.wait_for_selector(".seal:not(.bad):has-text('Recomputed, not promised')")
    assert "As promised" not in page.inner_text(".verify")


def test_the_end_of_a_game_offers_no_playing_on(guest: Guest) -> None:
    finished(guest)
    page = guest.page
    assert page.locator("[data-do=onward]").is_visible()
    last = page.get_attribute(".slide", "max") or ""
    page.fill(".slide", last)
    page.wait_for_function(f"() => location.hash === '#{last}'")
    page.wait_for_selector("[data-do=onward]", state="detached")


def test_what_cannot_be_played_on_is_said_in_words(guest: Guest) -> None:
    finished(guest)
    guest.lossy = True
    guest.page.route(
        "**/branches",
        lambda route: route.fulfill(
            status=422, json={"title": "refused", "status": 422, "detail": "not now"}
        ),
    )
    guest.page.click("[data-do=onward]")
    guest.page.wait_for_selector("[role=alert]:has-text('Not now.')")
