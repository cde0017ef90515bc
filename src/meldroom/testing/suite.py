"""The conformance suite: what every game must pass, whoever wrote it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from meldroom.core.codec import Reader
from meldroom.core.event import Noted
from meldroom.core.game import AnyGame, Game, Refusal, play
from meldroom.core.options import options_of
from meldroom.core.record import Divergence, record, replay
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games.companions import conformance_of, folder_of, package_of, text_beside
from meldroom.games.rulebook import parse, printed_number, rules
from meldroom.testing.checks import (
    check_conserved,
    check_events,
    check_forms,
    check_leaks,
    check_legal,
    check_reading,
    check_to_act,
    check_view,
)
from meldroom.testing.companion_checks import (
    check_consequences,
    check_lesson,
    check_skill,
    check_wording,
)
from meldroom.testing.random_games import Ply, Setup, random_game, record_moves, seeds, setups
from meldroom.testing.twins import TwinGames

OPENING = 24  # plies that are looked at one by one; then every so many, until the end
STRIDE = 149
LONGEST_LOOK = 1500  # plies
LONGEST_TWIN = 450  # plies of a game that is played again in other worlds
ATTRIBUTES = (
    "key", "name", "year", "about", "rules", "prefix", "players", "deck", "actions", "options",
)  # fmt: skip
RULE = re.compile(r"[\"']([RQ]\d+)[\"']")
FRESH_PROCESS = """
import importlib, json, sys
from meldroom.core.record import replay
module, name = sys.argv[1:]
game = getattr(importlib.import_module(module), name)()
for state in replay(json.load(sys.stdin), lambda key: game): pass
print(state.ply)
"""


class Check(NamedTuple):
    """One test of the suite for one set-up: what must hold, and a function that tries it.

    A function that compares worlds returns their number.
    """

    name: str
    run: Callable[[Setup], int | None]


class Checked(NamedTuple):
    """How many checks a game has passed, and in how many pairs of worlds nothing leaked."""

    checks: int
    worlds: int


def check_game(game: AnyGame) -> Checked:
    """Put a game through every check in every set-up; AssertionError says what does not hold."""
    if not isinstance(game, Game):
        raise TypeError(f"check_game wants a game, not {game!r}")
    made = worlds = 0
    for check, setup in cases(game):
        try:
            worlds += check.run(setup) or 0
        except Exception as error:
            raise AssertionError(f"{check.name}[{setup}]: {explained(error)}") from error
        made += 1
    return Checked(made, worlds)


def explained(error: BaseException) -> str:
    """Say what does not hold, or which error the game raised instead of an answer."""
    if isinstance(error, AssertionError):
        return str(error)
    return f"the game raises {type(error).__name__}: {error}"


def cases(game: AnyGame) -> Iterator[tuple[Check, Setup]]:
    """Give every check with the set-ups that it is made in; TypeError if the game lacks a name."""
    missing = [name for name in ATTRIBUTES if not hasattr(game, name)]
    if missing:
        raise TypeError(f"{type(game).__qualname__} does not set {', '.join(missing)}")
    first, *_ = every = list(setups(game))
    # First what the game does ply by ply: its faults would spoil the records too.
    for setup in every:
        for check in SETUP_CHECKS:
            yield check, setup
    for check in GAME_CHECKS:
        yield check, first


def ends_with_every_card_in_place(setup: Setup) -> None:
    """A random game ends, and every card is in just one zone at every ply (X-8)."""
    for seed in seeds(str(setup), 1):
        for ply in random_game(setup, seed):
            with at_ply(setup, ply):
                check_conserved(setup.game, ply.after)


def legal_is_what_check_allows(setup: Setup) -> None:
    """`legal` is exactly what `check` allows, and every action reads back from text and JSON."""
    for ply in looked_at(setup, f"legal {setup}"):
        with at_ply(setup, ply):
            check_to_act(setup.game, ply.after)
            check_legal(setup.game, ply.after)
            check_forms(setup.game, ply.after)


def views_read_back(setup: Setup) -> None:
    """Every view reads back from its JSON."""
    reader = Reader(setup.game, setup.options, setup.seats)
    for ply in looked_at(setup, f"read {setup}"):
        with at_ply(setup, ply):
            check_reading(reader, setup.game, ply.after)


def nothing_leaks(setup: Setup) -> int:
    """No seat and no watcher learns what it cannot know; returns how many worlds were compared."""
    [seed] = seeds(f"leak {setup}", 1)
    twins, compared = TwinGames(setup, seed), 0
    for ply in random_game(setup, seed, most=LONGEST_TWIN):
        rng = Rng(str(setup).encode(), ply.after.ply)
        with at_ply(setup, ply):
            twins.add(ply)
            if is_looked_at(ply) or twins.just_dealt:
                check_view(setup.game, ply.after, rng)
                check_events(ply)
                compared += check_leaks(twins, rng)
    assert compared, "no world could be compared: all cards are open, or told by `reveals`"
    return compared


def companions_answer(setup: Setup) -> None:
    """Wording, timing, bots and environments answer at every turn, with what the game has."""
    for ply in looked_at(setup, f"companions {setup}"):
        with at_ply(setup, ply):
            check_wording(setup.game, ply.after)
            check_skill(setup.game, ply.after)
            check_consequences(setup.game, ply.after)


def lesson_can_be_played(setup: Setup) -> None:
    """Every move of the lesson is legal, and the learner's moves are its steps."""
    check_lesson(setup.game)


def replays_in_a_fresh_process(setup: Setup) -> None:
    """The same seed and moves give the same game in a fresh process (X-6)."""
    form, plies = recorded(setup)
    kind = type(setup.game)
    fresh = subprocess.run(
        [sys.executable, "-c", FRESH_PROCESS, kind.__module__, kind.__qualname__],
        input=json.dumps(form),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    *_, said = ["", *fresh.stderr.splitlines()]
    assert fresh.stdout == f"{len(plies)}\n", f"a record does not replay in a fresh process: {said}"


def wrong_seats_are_refused(setup: Setup) -> None:
    """An action out of turn or after the end is refused and changes nothing (X-1, X-3, X-8)."""
    game = setup.game
    _, plies = recorded(setup)
    first, last = plies[0], plies[-1]
    idle = [seat for seat in range(setup.seats) if seat not in game.to_act(first.before.public)]
    for seat in idle:
        assert _refused(game, first, seat) == "X-1", "an action out of turn is not refused"
    over = last._replace(before=last.after)
    assert _refused(game, over, last.seat) == "X-8", "an action after the end is not refused"


def altered_records_are_refused(setup: Setup) -> None:
    """A record whose moves break a rule is refused at that move, by that rule."""
    game = setup.game
    form, plies = recorded(setup)
    for at in (0, len(plies) // 2, len(plies) - 1):
        seen = view(plies[at].before, plies[at].seat)
        written = conformance_of(game).candidates(seen)
        forbidden = [(a, why) for a in written if (why := game.check(seen, a)) is not None][:1]
        for action, violation in forbidden:
            moves = record_moves(game, plies)
            moves[at] = plies[at].seat, game.text(action)
            refusal = _divergence(game, {**form, "moves": [list(move) for move in moves]})
            named = f"({violation.rule})" in refusal and f"move {at + 1}," in refusal
            assert named, (
                f"an illegal move {at + 1} is not refused by {violation.rule}: {refusal!r}"
            )


def options_explain_themselves(setup: Setup) -> None:
    """Every option and each of its values is explained to a player."""
    for option in options_of(setup.game.options):
        assert option.about, f"{option.name} has no sentence"
        assert all(choice.label for choice in option.choices), f"{option.name} has a bare value"


def rules_are_on_the_page(setup: Setup) -> None:
    """Every rule that the code cites is on the rules page, and no number stands there twice."""
    game = setup.game
    assert package_of(game), f"{type(game).__qualname__} must be in a package, beside its RULES.md"
    page = text_beside(game, "RULES.md")
    assert page is not None, f"there is no RULES.md in {folder_of(game)}"
    numbers = [rule.number for rule in parse(page)]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    assert not twice, f"a rule has two paragraphs: {', '.join(twice)}"
    cited = {
        rule
        for source in folder_of(game).glob("*.py")
        for rule in RULE.findall(source.read_text("utf-8"))
    }
    _, plies = recorded(setup)
    cited |= {e.rule for ply in plies for e in ply.after.journal if isinstance(e, Noted)}
    result = game.result(plies[-1].after)
    cited |= {printed_number(game, result.reason)} if result else set()
    missing = sorted(cited - set(rules(game)))
    assert not missing, f"cited, but not on the page: {', '.join(missing)}"


GAME_CHECKS = tuple(
    Check(function.__name__, function)
    for function in (
        options_explain_themselves,
        rules_are_on_the_page,
        replays_in_a_fresh_process,
        wrong_seats_are_refused,
        altered_records_are_refused,
        lesson_can_be_played,
    )
)
SETUP_CHECKS = tuple(
    Check(function.__name__, function)
    for function in (
        ends_with_every_card_in_place,
        legal_is_what_check_allows,
        views_read_back,
        nothing_leaks,
        companions_answer,
    )
)


@contextmanager
def at_ply(setup: Setup, ply: Ply) -> Iterator[None]:
    """Say after which move something does not hold."""
    try:
        yield
    except Exception as error:
        move = f"after move {ply.after.ply}, {setup.game.text(ply.action)!r} by seat {ply.seat}"
        raise AssertionError(f"{move}: {explained(error)}") from error


def looked_at(setup: Setup, name: str) -> Iterator[Ply]:
    """Give the plies of a random game that are looked at closely."""
    for seed in seeds(name, 1):
        for ply in random_game(setup, seed, most=LONGEST_LOOK):
            if is_looked_at(ply):
                yield ply


def is_looked_at(ply: Ply) -> bool:
    """Whether a ply is looked at closely."""
    return ply.after.ply < OPENING or ply.after.ply % STRIDE == 0


def recorded(setup: Setup) -> tuple[dict[str, object], list[Ply]]:
    """Play a random game and write its record."""
    [seed] = seeds(f"fresh {setup.game.key}", 1)
    plies = list(random_game(setup, seed))
    names = [f"seat {seat}" for seat in range(setup.seats)]
    moves = record_moves(setup.game, plies)
    form = record(setup.game, setup.options, names, seed, moves, plies[-1].after)
    return form, plies


def _divergence(game: AnyGame, form: dict[str, object]) -> str:
    try:
        list(replay(form, lambda _: game))
    except Divergence as error:
        return str(error)
    return ""


def _refused(game: AnyGame, ply: Ply, seat: int) -> str:
    before = view(ply.before, seat)
    try:
        play(game, ply.before, seat, ply.action)
    except Refusal as refusal:
        assert view(ply.before, seat) == before, "a refused action changed the state"
        return refusal.violation.rule
    return ""
