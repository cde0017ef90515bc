"""Replay, and verification of the deal in JavaScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from meldroom.games import GAMES
from meldroom.server.http.tables_api import MAX_POSITIONS, ReplayPositions
from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.conftest import QUICKEST

GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_every_shuffle_of_a_game_is_recomputed(key: str, user: BrowserUser) -> None:
    record = json.loads((GOLDEN / f"{key}.jsonl").read_text("utf-8").splitlines()[0])
    positions = ReplayPositions(record)
    shots = [
        shot
        for at in range(0, len(positions.states), MAX_POSITIONS)
        for shot in positions.positions(at, at + MAX_POSITIONS, None)
    ]
    user.visit("/settings")
    verdict = user.page.evaluate(
        """async ([record, shots, order]) =>
        (await import("/client/verify.js")).verify(record, shots, order)""",
        [record, json.loads(msgspec.json.encode(shots)), list(GAMES[key].deck.codes)],
    )
    assert verdict["good"]
    assert verdict["shuffles"]


def open_replay(user: BrowserUser, path: str) -> None:
    """Open a replay and wait until it is drawn."""
    user.visit(path)
    user.page.wait_for_selector(".playback")


@pytest.mark.long
def test_a_finished_game_can_be_replayed_and_its_deal_verified(
    user: BrowserUser, replay_path: str
) -> None:
    open_replay(user, replay_path)
    page = user.page
    last = int(page.get_attribute(".slider", "max") or 0)
    assert last > 0
    for _ in range(2):
        page.click("[aria-label='Next move']")
    page.wait_for_function("() => location.hash === '#2'")
    page.fill(".slider", str(last))
    page.wait_for_function(f"() => location.hash === '#{last}'")
    page.reload()
    page.wait_for_selector(f".move-text:has-text('move {last} of {last}')")
    page.locator(".viewpoint label").nth(1).click()
    page.click(".deal-check .btn")
    page.wait_for_selector(".verdict:not(.bad):has-text('Verified: fair deal')")
    equal, _, rest = page.inner_text("[data-shuffles]").partition(" of ")
    assert int(equal) == int(rest.split()[0]) >= 1


@pytest.mark.long
@pytest.mark.parametrize(
    "what", few(["seed", "secret", "commit", "contributions", "commitments"], keep=1)
)
def test_an_altered_record_does_not_verify(what: str, user: BrowserUser, replay_path: str) -> None:
    def altered(route: Any) -> None:
        record = route.fetch().json()
        value = record[what] if isinstance(record[what], str) else record[what][0]
        value = value[:-1] + ("0" if value[-1] != "0" else "1")
        record[what] = value if isinstance(record[what], str) else [value, *record[what][1:]]
        route.fulfill(json=record)

    user.page.route("**/records/1", altered)
    open_replay(user, replay_path)
    user.page.click(".deal-check .btn")
    user.page.wait_for_selector(".verdict.bad:has-text('Not verified')")


@pytest.mark.long
def test_a_finished_game_can_be_played_on_from_a_move_and_verification_says_so(
    user: BrowserUser, replay_path: str
) -> None:
    open_replay(user, replay_path)
    page = user.page
    page.fill(".slider", "3")
    page.wait_for_function("() => location.hash === '#3'")
    page.locator(".viewpoint label").nth(2).click()
    page.wait_for_selector("[data-command=play-on]:has-text('Continue as Wren')")
    page.click("[data-command=play-on]")
    page.wait_for_url("**/t/*")
    user.wait_for_turn()
    assert user.observe()["ply"] >= 3
    assert "continued from move 3" in page.inner_text(".top-bar")
    assert "Robin" in page.inner_text(".seats"), "a bot has taken the seat of the first player"
    user.play_game("mouse")
    page.click("a[href^='/replay/']")
    page.wait_for_selector(".playback")
    assert "Continued from move 3 of another game" in page.inner_text(".deal-check")
    page.click(".deal-check .btn")
    page.wait_for_selector(".verdict:not(.bad):has-text('Recomputed, not committed to')")
    assert "fair deal" not in page.inner_text(".deal-check")


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_replay_with_all_cards_names_the_next_card_of_the_pack_but_does_not_turn_it(
    size: str, new_user: NewUser, replay_path: str
) -> None:
    user = new_user(size=size)
    open_replay(user, replay_path)
    pack = user.page.locator(".pile", has_text="Deck")
    assert pack.locator(".card").get_attribute("data-code") == ""
    assert "next: " in pack.inner_text()
    user.page.locator(".viewpoint label").nth(1).click()
    user.page.wait_for_selector(".pile:not(:has-text('next: '))")
    assert pack.locator(".card").get_attribute("data-code") == ""


@pytest.mark.long
def test_the_last_position_offers_no_playing_on(user: BrowserUser, replay_path: str) -> None:
    open_replay(user, replay_path)
    page = user.page
    assert page.locator("[data-command=play-on]").is_visible()
    last = page.get_attribute(".slider", "max") or ""
    page.fill(".slider", last)
    page.wait_for_function(f"() => location.hash === '#{last}'")
    page.wait_for_selector("[data-command=play-on]", state="detached")


@pytest.mark.long
def test_the_end_of_each_hand_is_shown_in_the_replay(user: BrowserUser, replay_path: str) -> None:
    open_replay(user, replay_path)
    page = user.page
    assert page.locator(".showdown").count() == 0
    last = page.get_attribute(".slider", "max") or ""
    page.fill(".slider", last)
    page.wait_for_selector(".showdown h2")
    assert page.locator(".showdown [data-command=continue]").count() == 0
    scene, controls = (page.locator(one).bounding_box() for one in (".showdown", ".playback"))
    assert scene["y"] + scene["height"] <= controls["y"] + 1
    page.click("[aria-label='Previous move']")
    page.wait_for_selector(".showdown", state="detached")
    page.wait_for_selector(".all-seats")


@pytest.mark.long
def test_a_refusal_to_play_on_is_shown(user: BrowserUser, replay_path: str) -> None:
    open_replay(user, replay_path)
    user.expects_errors = True
    user.page.route(
        "**/branches",
        lambda route: route.fulfill(
            status=422, json={"title": "refused", "status": 422, "detail": "not now"}
        ),
    )
    user.page.click("[data-command=play-on]")
    user.page.wait_for_selector("[role=alert]:has-text('Not now.')")


OLD_RULES = "this table plays a game by rules 1; this version has rules 2"


@pytest.mark.long
def test_a_game_by_rules_that_this_version_lacks_shows_its_score_and_moves(
    user: BrowserUser, replay_path: str
) -> None:
    user.expects_errors = True
    refusal = {"title": "refused", "status": 409, "detail": OLD_RULES, "rule": "P-13"}
    user.page.route("**/plies?*", lambda route: route.fulfill(status=409, json=refusal))
    user.visit(replay_path)
    user.page.wait_for_selector(f".archived:has-text('{OLD_RULES[1:]}')")
    assert user.page.locator(".archived ol").first.locator("li").count() == 2
    assert user.page.locator(".archived table tbody tr").count() > 0
    download = user.page.get_attribute(".archived a[download]", "href") or ""
    moves = user.page.request.get(user.server_url + download).json()["moves"]
    assert user.page.locator(".archived ol").last.locator("li").count() == len(moves)


@pytest.mark.long
def test_the_host_is_offered_to_end_a_table_by_rules_that_this_version_lacks(
    user: BrowserUser,
) -> None:
    path = user.open_table(QUICKEST)
    user.expects_errors = True

    def refuse(socket: Any) -> None:
        refusal = {"is": "refusal", "id": "", "rule": "P-13", "why": OLD_RULES}
        socket.on_message(
            lambda _: (socket.send(json.dumps(refusal)), socket.close(code=4003, reason=OLD_RULES))
        )

    user.page.route_web_socket("**/socket", refuse)
    user.visit("/")
    user.visit(path)
    user.page.click("[data-command=end-archived]")
    user.page.wait_for_selector(".notice:has-text('This table can be played')")
    assert user.page.locator("[data-command=end-archived]").count() == 0
