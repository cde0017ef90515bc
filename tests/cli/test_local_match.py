"""A sitting drives people and bots to the end, and gives each no more than their view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from meldroom.bots.levels import make_bot
from meldroom.bots.rule_bots import Bot, RandomBot
from meldroom.cli.local_match import LocalMatch, own_chance
from meldroom.cli.names import DEFAULT_NAMES, player_names
from meldroom.core.action import Action
from meldroom.core.game import Game, Refusal
from meldroom.core.record import replay
from meldroom.core.view import View
from meldroom.games import find
from tests.conformance.tables import EVERY_GAME

SEED = bytes(range(32))


class Watching:
    """A bot that notes the views it is given, and plays the first legal action."""

    def __init__(self) -> None:
        self.seen: list[tuple[View[Any], Sequence[Action]]] = []

    def choose(
        self, view: View[Any], legal: Sequence[Action], budget: float | None = None
    ) -> Action:
        """Play the first."""
        self.seen.append((view, legal))
        return legal[0]


def sit(
    game: Game[Any], seats: int, people: int = 0, seed: bytes = SEED, level: str = "house"
) -> LocalMatch:
    """Seat people first, then bots as they usually sit down."""
    bots = {
        seat: make_bot(game, level, own_chance(seed, f"bot {seat}"))
        for seat in range(people, seats)
    }
    return LocalMatch(game, game.settled({}), player_names(seats), seed, bots)


@EVERY_GAME
def test_bots_alone_play_to_an_end_that_replays(game: Game[Any]) -> None:
    sitting = sit(game, game.players[0])
    assert sitting.let_bots_play() is None
    assert sitting.turn is None
    form = sitting.record()
    assert list(replay(form, find))[-1] == sitting.state
    assert form["players"] == ["Ada", "Bruno"][: game.players[0]]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    first, again, other = (sit(find("thumbs-up"), 3, seed=s) for s in (SEED, SEED, bytes(32)))
    for sitting in (first, again, other):
        sitting.let_bots_play()
    assert first.record() == again.record()
    assert first.record()["moves"] != other.record()["moves"]


def test_a_person_is_waited_for_and_then_acts() -> None:
    sitting = sit(find("thumbs-up"), 4, people=1)
    assert sitting.let_bots_play() == 0
    before = len(sitting.steps)
    sitting.play(sitting.game.parse("draw"))
    assert (sitting.steps[-1].seat, sitting.steps[-1].text) == (0, "draw")
    assert len(sitting.steps) == before + 1
    assert sitting.turn == 0


def test_x3_a_refused_action_changes_nothing() -> None:
    sitting = sit(find("thumbs-up"), 4, people=1)
    sitting.let_bots_play()
    steps = list(sitting.steps)
    with pytest.raises(Refusal, match=r"pick a block first \(R5\)"):
        sitting.play(sitting.game.parse("discard R."))
    assert sitting.steps == steps
    assert sitting.turn == 0


def test_bots_are_given_their_own_views_and_their_legal_actions() -> None:
    game = find("thumbs-up")
    watching = Watching()
    bots: dict[int, Bot] = {0: RandomBot(bytes(32)), 1: watching, 2: RandomBot(SEED)}
    sitting = LocalMatch(game, game.settled({"hands": 3}), player_names(3), SEED, bots)
    sitting.let_bots_play()
    assert watching.seen
    for seen, legal in watching.seen:
        assert type(seen) is View
        assert seen.seat == 1
        assert list(legal) == list(game.legal(seen))


def test_where_several_may_act_at_once_a_lot_says_who_is_first() -> None:
    firsts: Counter[int | None] = Counter()
    for number in range(5):
        sitting = sit(find("thumbs-up"), 4, seed=bytes([number] * 32))
        sitting.let_bots_play()
        thumbs = [at for at, step in enumerate(sitting.steps) if step.text == "thumb"]
        for at in thumbs:
            answers = [step.seat for step in sitting.steps[at + 1 : at + 4]]
            left = (sitting.steps[at].seat or 0) + 1
            firsts[((answers[0] or 0) - left) % 4] += 1
            assert sorted([*answers, sitting.steps[at].seat], key=str) == [0, 1, 2, 3]
    assert set(firsts) == {0, 1, 2}


def test_a_game_that_runs_makes_no_record() -> None:
    sitting = sit(find("thumbs-up"), 2, people=1)
    sitting.let_bots_play()
    with pytest.raises(ValueError, match="only a finished game"):
        sitting.record()


def test_chance_of_one_s_own_does_not_tell_the_seed() -> None:
    assert own_chance(SEED, "bot 1") != own_chance(SEED, "bot 2") != SEED
    assert len(own_chance(SEED, "bot 1")) == 32


def test_names_are_given_first_and_never_twice() -> None:
    assert player_names(3) == ["Ada", "Bruno", "Chidi"]
    assert player_names(3, ["Chidi"]) == ["Chidi", "Ada", "Bruno"]
    assert len(set(player_names(8, ["Dora", "Ada"]))) == 8
    assert len({name[0] for name in DEFAULT_NAMES}) == len(DEFAULT_NAMES)
