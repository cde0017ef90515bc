"""Records: written, replayed, and refused at the first difference."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from meldroom.bots.registry import make_bot
from meldroom.core.options import Setting
from meldroom.core.record import Divergence, record, replay
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import find
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.testing.random_games import Ply, record_moves
from tests.scenario import SEED

GAME = ThumbsUp()
OPTIONS: dict[str, Setting] = {"hands": 3, "fine": "off", "pool_empty": "void"}


def game_of_two(seed: bytes) -> list[Ply]:
    """Let `house` play both seats: a random game would be ten times as long."""
    state, house, plies = (
        GAME.start(OPTIONS, 2, Rng(seed)),
        make_bot(GAME, "house", seed),
        list[Ply](),
    )
    while acting := GAME.to_act(state.public):
        seen = view(state, acting[0])
        action = house.choose(seen, GAME.legal(seen))
        plies.append(Ply(state, acting[0], action, GAME.apply(state, acting[0], action)))
        state = plies[-1].after
    return plies


STEPS = game_of_two(SEED)
LAST = STEPS[-1].after


@pytest.fixture
def form() -> dict[str, Any]:
    return record(GAME, OPTIONS, ["Ada", "Elif"], SEED, record_moves(GAME, STEPS), LAST)


def replayed(form: Any) -> list[Any]:
    return list(replay(form, find))


def test_a_record_has_the_fields_of_the_format(form: dict[str, Any]) -> None:
    assert list(form) == [
        "format", "game", "rules", "options", "players",
        "commit", "seed", "moves", "result", "digest",
    ]  # fmt: skip
    assert form["format"] == "meldroom/1"
    assert form["game"] == "thumbs-up"
    assert form["rules"] == "1"
    assert form["options"] == {
        "hands": 3,
        "fine": "off",
        "debt": "allowed",
        "tie": "extra",
        "pool_empty": "void",
    }
    assert form["players"] == ["Ada", "Elif"]
    assert form["seed"] == SEED.hex()
    assert form["moves"][0] == [STEPS[0].seat, "draw"]
    assert set(form["result"]) == {"scores", "places", "winners", "reason"}


def test_the_commitment_is_the_hash_of_the_seed(form: dict[str, Any]) -> None:
    assert form["commit"] == sha256(SEED).hexdigest()


def test_the_digest_binds_the_record_and_where_every_card_lies(form: dict[str, Any]) -> None:
    told = {name: value for name, value in form.items() if name not in ("commit", "digest")}
    lies = {zone.label: [GAME.deck.codes[c] for c in zone.cards] for zone in LAST.zones}
    text = json.dumps({**told, "final": lies}, sort_keys=True, separators=(",", ":"))
    assert form["digest"] == sha256(text.encode()).hexdigest()


def test_a_record_replays_state_by_state_and_survives_json(form: dict[str, Any]) -> None:
    states = replayed(json.loads(json.dumps(form)))
    assert states[0] == GAME.start(OPTIONS, 2, Rng(SEED))
    assert states[1:] == [step.after for step in STEPS]


def test_commit_and_digest_may_be_absent(form: dict[str, Any]) -> None:
    bare = {name: value for name, value in form.items() if name not in ("commit", "digest")}
    assert replayed(bare)[-1] == LAST


def test_a_running_game_makes_no_record() -> None:
    with pytest.raises(ValueError, match="only a finished game makes a record"):
        record(GAME, {}, ["Ada", "Elif"], SEED, [], GAME.start({}, 2, Rng(SEED)))


def change(path: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    def changed(form: dict[str, Any]) -> Any:
        *steps, last = path.split(".")
        inner: Any = form
        for step in steps:
            inner = inner[int(step) if step.isdecimal() else step]
        inner[int(last) if last.isdecimal() else last] = value
        return form

    return changed


def drop(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda form: {key: value for key, value in form.items() if key != name}


SEAT = STEPS[0].seat


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (lambda form: [form], "not a JSON object"),
        (drop("moves"), "moves is missing"),
        (drop("result"), "result is missing"),
        (change("extra", 1), "'extra' does not belong in a record"),
        (change("format", "meldroom/2"), "format: 'meldroom/2' is not 'meldroom/1'"),
        (change("game", 7), "game: not a name"),
        (change("game", "whist"), "there is no game 'whist'; there are .*"),
        (change("rules", "0"), "rules: '0' is not version '1'"),
        (change("seed", "xyz"), "seed: not hexadecimal"),
        (change("seed", 5), "seed: not hexadecimal"),
        (change("seed", SEED.hex().upper()), "seed: not lower-case hexadecimal without spaces"),
        (change("seed", SEED.hex()[2:]), "seed: 31 bytes, not 32"),
        (change("seed", bytes(32).hex()), "commit: the seed is not the one committed to"),
        (change("commit", "00"), "commit: the seed is not the one committed to"),
        (change("players", "Ada"), "players: not a list of names"),
        (change("players", ["Ada", 2]), "players: not a list of names"),
        (change("players", ["Ada"]), "thumbs-up takes 2 to 8 players, not 1"),
        (change("options", []), "options: not an object"),
        (change("options", {}), "options: not exactly hands, fine, debt, tie, pool_empty"),
        (change("options.more", 1), "options: not exactly hands, fine, debt, tie, pool_empty"),
        (change("options.hands", 4), "thumbs-up: hands is one of 5, 3, 10, not 4"),
        (change("moves", {}), "moves: not a list"),
        (change("moves.0", "draw"), r"move 1: not \[seat, text\]"),
        (change("moves.0", [0, "draw", 1]), r"move 1: not \[seat, text\]"),
        (change("moves.0", ["0", "draw"]), r"move 1: not \[seat, text\]"),
        (change("moves.0", [True, "draw"]), r"move 1: not \[seat, text\]"),
        (change("moves.0", [0, 1]), r"move 1: not \[seat, text\]"),
        (change("moves.0.0", 2), r'move 1, seat 2, "draw": there is no such seat \(X-1\)'),
        (change("moves.0.0", -1), r'move 1, seat -1, "draw": there is no such seat \(X-1\)'),
        (
            change("moves.0.0", 1 - SEAT),
            rf'move 1, seat {1 - SEAT}, "draw": it is not your turn \(X-1\)',
        ),
        (
            change("moves.0.1", "take"),
            rf'move 1, seat {SEAT}, "take": nothing lies face up yet \(Q20\)',
        ),
        (
            change("moves.1.1", "fly"),
            rf"move 2, seat {SEAT}, \"fly\": there is no action 'fly'; .* \(X-3\)",
        ),
        (
            lambda form: {**form, "moves": form["moves"][:-1]},
            f"moves: the game is not over after move {len(STEPS) - 1}",
        ),
        (
            lambda form: {**form, "moves": [*form["moves"], [0, "draw"]]},
            rf'move {len(STEPS) + 1}, seat 0, "draw": the game is over \(X-8\)',
        ),
        (change("result", 1), "result: not an object"),
        (change("result.scores.0", 7), r"result: scores is \[7, .*\], the moves give \[.*\]"),
        (change("result.reason", "TU-1"), "result: reason is 'TU-1', the moves give 'TU-2[23]'"),
        (change("result.more", 1), "result: more is 1, the moves give None"),
        (change("result.winners", [True]), r"result: winners is \[True\], the moves give .*"),
        (change("players.0", "Eve"), "digest: differs"),
        (change("digest", ""), "digest: differs"),
    ],
)
def test_an_altered_record_is_refused_at_the_first_difference(
    form: dict[str, Any], alter: Callable[[dict[str, Any]], Any], why: str
) -> None:
    with pytest.raises(Divergence, match=f"^{why}$"):
        replayed(alter(form))
