"""The small variants keep the rules, end soon, and are offered to nobody."""

from __future__ import annotations

import pytest

from meldroom.bots.simulation import simulated_games
from meldroom.core.game import AnyGame
from meldroom.core.record import replay
from meldroom.fast import available
from meldroom.games import GAMES, SMALL, find, find_offered
from meldroom.testing.suite import cases
from tests.levels import only

SEED = bytes(32)
EVERY_VARIANT = pytest.mark.parametrize("game", SMALL.values(), ids=list(SMALL))


@EVERY_VARIANT
def test_a_small_variant_is_found_by_its_key_but_not_listed_or_offered(game: AnyGame) -> None:
    assert find(game.key) is game
    assert game.key not in GAMES
    with pytest.raises(ValueError, match=f"there is no game '{game.key}'"):
        find_offered(game.key)
    with pytest.raises(ValueError, match=r"there are victory-rummy, thumbs-up, [^_]*scorzo$"):
        find("no-game")


@EVERY_VARIANT
def test_a_small_variant_has_no_twin_and_is_played_by_the_referee(game: AnyGame) -> None:
    assert not available(game)


@pytest.mark.parametrize("key", only(SMALL, ["scorzo-tiny"]))
def test_a_small_variant_conforms_as_every_game_does(key: str) -> None:
    # The lesson is that of the whole game.
    checks = [(check, setup) for check, setup in cases(SMALL[key]) if "lesson" not in check.name]
    assert len(checks) > 10
    for check, setup in checks:
        check.run(setup)


def test_one_hand_of_thumbs_up_is_the_whole_game() -> None:
    for record in simulated_games(find("thumbs-up-one-hand"), {}, ["house"] * 3, SEED, range(5)):
        *_, last = replay(record, find)
        assert len(last.public.ledger) == 1
        assert record["result"]["reason"] in ("TU-22", "TU-23")


def test_one_round_of_scorzo_is_the_whole_game_and_a_tie_is_shared() -> None:
    shared = 0
    game = find("scorzo-one-round")
    for record in simulated_games(game, {}, ["random"] * 2, SEED, range(44, 52)):
        *_, last = replay(record, find)
        assert len(last.public.ledger) == 1
        assert record["result"]["reason"] == "SZ-23"
        shared += len(record["result"]["winners"]) == 2
    assert shared, "the game with number 48 is a tie"


def test_tiny_scorzo_has_eight_cards_and_one_turn_each_and_a_last_one_after_a_call() -> None:
    game = find("scorzo-tiny")
    for record in simulated_games(game, {}, ["random"] * 2, SEED, range(60)):
        first, *_, last = replay(record, find)
        assert sum(len(zone.cards) for zone in first.zones) == 8
        assert len(last.public.ledger) == 1
        turns = [seat for seat, text in record["moves"] if text.startswith("discard")]
        called = [seat for seat, text in record["moves"] if text == "call"]
        assert len(set(turns)) == 2
        assert len(turns) == 2 + (called == turns[1:2])
