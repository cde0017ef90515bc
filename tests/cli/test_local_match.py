"""A match at one terminal: bots play, people act on their turn, and every step is kept."""

from __future__ import annotations

import pytest

from meldroom.bots.registry import make_bot
from meldroom.cli.local_match import LocalMatch
from meldroom.cli.names import player_names
from meldroom.core.game import AnyGame, Refusal, full_options
from meldroom.core.options import Setting
from meldroom.core.record import replay
from meldroom.games import find
from meldroom.match.derived_seed import derived_seed
from meldroom.match.simulation import DEFAULT_NAMES
from tests.conformance.tables import SOME_GAMES

SEED = bytes(range(32))


def new_match(
    game: AnyGame,
    seats: int,
    people: int = 0,
    seed: bytes = SEED,
    level: str = "house",
    **options: Setting,
) -> LocalMatch:
    """Make a match with people in the first seats and bots in the others."""
    bots = {
        seat: make_bot(game, level, derived_seed(seed, f"bot {seat}"))
        for seat in range(people, seats)
    }
    return LocalMatch(game, full_options(game, options), player_names(seats), seed, bots)


@SOME_GAMES
def test_bots_alone_play_to_an_end_that_replays(game: AnyGame) -> None:
    local = new_match(game, game.players[0])
    assert local.let_bots_play() is None
    assert local.turn is None
    form = local.record()
    assert list(replay(form, find)) == [step.state for step in local.steps]
    assert form["players"] == ["Ada", "Bruno"][: game.players[0]]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    first, again, other = (new_match(find("thumbs-up"), 3, seed=s) for s in (SEED, SEED, bytes(32)))
    for local in (first, again, other):
        local.let_bots_play()
    assert first.record() == again.record()
    assert first.record()["moves"] != other.record()["moves"]


def test_a_person_acts_on_their_turn() -> None:
    local = new_match(find("thumbs-up"), 4, people=1)
    assert local.let_bots_play() == 0
    before = len(local.steps)
    local.play(local.game.parse("draw"))
    assert (local.steps[-1].seat, local.steps[-1].text) == (0, "draw")
    assert len(local.steps) == before + 1
    assert local.turn == 0


def test_x3_a_refused_action_changes_nothing() -> None:
    local = new_match(find("thumbs-up"), 4, people=1)
    local.let_bots_play()
    steps = list(local.steps)
    with pytest.raises(Refusal, match=r"pick a block first \(R5\)"):
        local.play(local.game.parse("discard R."))
    assert local.steps == steps
    assert local.turn == 0


def test_in_a_race_chance_decides_whether_a_person_or_a_bot_is_first() -> None:
    firsts = set[str]()
    for number in range(100):
        local = new_match(find("thumbs-up"), 3, people=1, seed=bytes([number] * 32))
        while len(firsts) < 2 and local.let_bots_play() is not None:
            if len(local.match.to_act) > 1 or local.steps[-1].text == "thumb":
                firsts.add("person")
            elif local.legal()[0] == local.game.parse("seen"):
                firsts.add("bot")
            local.play(local.legal()[0])
    assert firsts == {"person", "bot"}


def test_an_unfinished_game_has_no_record() -> None:
    local = new_match(find("thumbs-up"), 2, people=1)
    local.let_bots_play()
    with pytest.raises(ValueError, match="only a finished game"):
        local.record()


def test_given_names_come_first_and_all_differ() -> None:
    assert player_names(3) == ["Ada", "Bruno", "Chidi"]
    assert player_names(3, ["Chidi"]) == ["Chidi", "Ada", "Bruno"]
    assert len(set(player_names(8, ["Dora", "Ada"]))) == 8
    assert len({name[0] for name in DEFAULT_NAMES}) == len(DEFAULT_NAMES)
