"""Why not: the rule that forbids an action and the nearest legal one, from the seat's own view."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.cards import BACK, Seat
from meldroom.core.game import AnyGame, Refusal
from meldroom.core.rng import Rng, below
from meldroom.core.view import AnyView, resample, view
from meldroom.games import find
from meldroom.games.rulebook import printed_number
from meldroom.room import messages
from meldroom.room.explain import explain
from meldroom.room.log_entries import PauseChanged
from meldroom.room.table import Table
from meldroom.testing.random_games import Setup, random_game, seeds
from tests.conformance.tables import EVERY_GAME
from tests.games.rummy_battle_positions import position
from tests.server.local_room import open_room, table_in_play
from tests.server.test_faults_network import started_table

MAX_PLIES = 90
STRIDE = 7


def ask(table: Table, seat: Seat, **fields: Any) -> dict[str, Any]:
    """Ask why something cannot be done."""
    return explain(table, seat, messages.Why("q", **fields))


def tables_at_random(game: AnyGame, name: str) -> Iterator[tuple[Table, Rng]]:
    """Give positions of random games, each at a table."""
    for number, seed in enumerate(seeds(name, 3)):
        setup = Setup(game, game.players[number % len(game.players)], {})
        table = started_table(setup, seed)
        for ply in random_game(setup, seed, MAX_PLIES):
            if ply.before.ply % STRIDE == number:
                table.current_match.state = ply.before
                yield table, Rng(seed, ply.before.ply)


def questions(table: Table, seen: AnyView, rng: Rng) -> Iterator[dict[str, Any]]:
    """Ask for each verb without cards, and with one to four that the seat sees."""
    codes = [
        table.game.deck.codes[card]
        for zone in seen.zones
        if zone.owner == seen.seat
        for card in zone.cards
        if card != BACK
    ]
    for verb in dict.fromkeys(action.verb for action in table.game.actions):
        yield {"verb": verb}
        for many in range(1, 5):
            if codes:
                at, rng = below(rng, len(codes))
                yield {"verb": verb, "cards": [*codes, *codes][at : at + many]}


@EVERY_GAME
def test_each_answer_names_the_rule_by_which_the_referee_refuses(game: AnyGame) -> None:
    refused = legal = 0
    for table, rng in tables_at_random(game, f"why {game.key}"):
        for seat in range(len(table.seats)):
            seen = table.current_match.view(seat)
            allowed = {game.text(action) for action in game.legal(seen)}
            for question in questions(table, seen, rng):
                answer = ask(table, seat, **question)
                if answer["instead"] is not None:
                    assert answer["instead"] in allowed
                    assert answer["instead"].split(" ")[0] == question["verb"]
                if not answer["text"]:
                    assert answer["rule"].startswith("X-")
                    continue
                action = game.parse(answer["text"])
                assert action.verb == question["verb"]
                violation = game.check(seen, action)
                if violation is None:
                    legal += 1
                    assert (answer["rule"], answer["why"]) == ("", "")
                    assert answer["instead"] == answer["text"]
                else:
                    refused += 1
                    assert answer["rule"] == printed_number(game, violation.rule)
                    assert answer["why"]
    assert refused > 100
    assert legal > 10


@EVERY_GAME
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_answer(game: AnyGame) -> None:
    worlds = 0
    for table, rng in tables_at_random(game, f"why leaks {game.key}"):
        match = table.current_match
        for seat in range(len(table.seats)):
            seen = match.view(seat)
            other, twin = copy.copy(table), copy.copy(match)
            other.match = twin
            twin.state = resample(seen, game.deck.pack_for(len(table.seats)), rng)
            if twin.state.zones == match.state.zones:
                continue
            worlds += 1
            assert view(twin.state, seat) == seen
            for question in questions(table, seen, rng):
                assert ask(other, seat, **question) == ask(table, seat, **question)
    assert worlds > 20 or game.key == "victor-or-victim"  # where only the deck is hidden


def at_table(state: Any, players: int = 3) -> Table:
    """Put a position of Rummy Battle on a table."""
    table = started_table(Setup(find("rummy-battle"), players, {}), bytes(32))
    table.current_match.state = state
    return table


def test_a_run_with_a_gap_names_the_missing_card_and_the_joker_that_fills_it() -> None:
    table = at_table(position("hand0: 5h 6h 8h Jk 2s", drawn=True).state)
    answer = ask(table, 0, verb="meld", cards=["8h", "5h", "6h"])
    assert answer == {
        "is": "why",
        "id": "q",
        "rule": "R6",
        "why": "a run has no gaps, and the seven of hearts is missing",
        "text": "meld 5h 6h 8h",
        "lacking": ["Jk"],
        "instead": "meld 5h 6h Jk=7h 8h",
    }


@pytest.mark.parametrize(
    ("cards", "rule", "instead", "lacking"),
    [
        ("9c 9d", "R6", "meld 9c 9d 9h", ["9h"]),
        ("9c 9d 9h 2s", "R6", "meld 9c 9d 9h", []),
        ("9c 2s", "R6", "meld 9c 9d 9h", ["9d", "9h"]),
        ("9c 4d Kh", "R6", None, []),
        ("9c 9d 9h", "", "meld 9c 9d 9h", []),
        ("Qh Kh Ah", "", "meld Qh Kh Ah", []),
        ("THIEF 9c 9d", "X-3", "meld 9c 9d 9h", ["9h"]),
    ],
)
def test_the_nearest_move_keeps_most_cards_and_then_adds_the_fewest(
    cards: str, rule: str, instead: str | None, lacking: list[str]
) -> None:
    hand = "hand0: 9c 9d 9h 2s 4d Qh Kh Ah THIEF"
    table = at_table(position(hand, drawn=True).state)
    answer = ask(table, 0, verb="meld", cards=cards.split())
    assert (answer["rule"], answer["instead"], answer["lacking"]) == (rule, instead, lacking)


def test_a_card_without_a_target_is_explained_without_choosing_one() -> None:
    shut = at_table(position("hand0: THIEF 2s", drawn=True, melds=["1: 9c 9d 9h"]).state)
    assert ask(shut, 0, verb="thief")["rule"] == "Q15"
    runs = ["0: 3c 4c 5c", "1: 7h 8h 9h"]
    safe = at_table(position("hand0: THIEF 2s", drawn=True, melds=runs).state)
    answer = ask(safe, 0, verb="thief")
    assert (answer["rule"], answer["why"]) == ("R18", "there is nothing to use it on")
    with_set = at_table(
        position("hand0: THIEF 2s", drawn=True, melds=["0: 4c 4d 4h", "1: 9c 9d 9h"]).state
    )
    assert ask(with_set, 0, verb="thief")["instead"] == "thief #2"


def test_an_action_can_be_asked_for_by_its_text() -> None:
    table = at_table(position("hand0: 5h 6h 2s", "row: 7h 3c").state)
    assert ask(table, 0, text="take 2")["rule"] == ""
    assert ask(table, 0, text="take 1")["rule"] == "Q7"
    with pytest.raises(Refusal, match="P-1"):
        ask(table, 0, text="take it easy")


def test_out_of_turn_and_in_a_pause_the_answer_says_so() -> None:
    table = at_table(position("hand0: 5h 6h 2s").state)
    assert (ask(table, 1, verb="discard", cards=["5h"])["rule"]) == "X-1"
    assert (ask(table, 1, verb="discard"))["why"] == "it is not your turn"
    table.apply(PauseChanged(on=True), 0)
    answer = ask(table, 0, verb="draw")
    assert (answer["rule"], answer["why"]) == ("P-5", "the game is paused")


async def test_only_the_player_who_asks_is_answered_and_nothing_is_written(tmp_path: Path) -> None:
    async with open_room(tmp_path / "room.db") as room:
        live, clients, _ = await table_in_play(room, 2, game="scorzo")
        seq, rows = live.table.seq, room.log.read(live.table.key)
        received = [len(client.received) for client in clients]
        for client in clients:
            answer = await client.request("why", id="w1", verb="discard", cards=["WW"])
            assert (answer["is"], answer["id"]) == ("why", "w1")
            assert answer["rule"] in ("R7", "X-1")
        assert [len(client.received) for client in clients] == [n + 1 for n in received]
        assert live.table.seq == seq
        assert room.log.read(live.table.key) == rows
        assert not room.refusals
        watcher = clients[0].__class__(room)
        await watcher.request("hello", table=live.table.key, code=live.table.opened.code)
        refusal = await watcher.request("why", id="w2", verb="discard")
        assert (refusal["is"], refusal["rule"]) == ("refusal", "P-3")
