"""What every game of the registry is put through; a new game has only to register."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from meldroom.core.codec import Reader
from meldroom.core.game import AnyGame, Refusal, play
from meldroom.core.record import Divergence, record, replay
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import GAMES, find
from meldroom.games.companions import conformance_of
from tests.conformance.golden import golden_file
from tests.conformance.perft import perft_counts, perft_file
from tests.conformance.tables import EVERY_GAME, EVERY_SETUP, Setup, setups
from tests.conformance.trials import (
    check_conserved,
    check_events,
    check_forms,
    check_leaks,
    check_legal,
    check_reading,
    check_to_act,
    check_view,
    random_game,
    record_moves,
    seeds,
)
from tests.conftest import Figure

OPENING = 24  # plies that are looked at one by one; then every so many, until the end
STRIDE = 149


@EVERY_SETUP
def test_x8_a_random_game_ends_with_every_card_where_it_belongs(setup: Setup) -> None:
    for seed in seeds(str(setup), 1):
        for step in random_game(setup, seed):
            check_conserved(setup.game, step.after)


@EVERY_SETUP
def test_legal_is_exactly_what_check_lets_through_and_reads_back(setup: Setup) -> None:
    for seed in seeds(f"legal {setup}", 1):
        for step in random_game(setup, seed, most=1500):
            if step.after.ply < OPENING or step.after.ply % STRIDE == 0:
                check_to_act(setup.game, step.after)
                check_legal(setup.game, step.after)
                check_forms(setup.game, step.after)


@EVERY_SETUP
def test_every_view_reads_back_from_its_json(setup: Setup) -> None:
    reader = Reader(setup.game, setup.options, setup.seats)
    for seed in seeds(f"read {setup}", 1):
        for step in random_game(setup, seed, most=1500):
            if step.after.ply < OPENING or step.after.ply % STRIDE == 0:
                check_reading(reader, setup.game, step.after)


@pytest.mark.slow
@EVERY_SETUP
def test_every_view_of_whole_games_reads_back_from_its_json(setup: Setup) -> None:
    reader = Reader(setup.game, setup.options, setup.seats)
    for seed in seeds(f"slow read {setup}", 1):
        for step in random_game(setup, seed):
            check_reading(reader, setup.game, step.after)


@EVERY_SETUP
def test_no_seat_and_no_watcher_learns_what_it_cannot_know(setup: Setup) -> None:
    compared = 0
    for seed in seeds(f"leak {setup}", 1):
        for step in random_game(setup, seed, most=1500):
            if step.after.ply < OPENING or step.after.ply % STRIDE == 0:
                rng = Rng(seed, step.after.ply)
                check_view(setup.game, step.after, rng)
                check_events(setup.game, step)
                compared += check_leaks(setup.game, step, rng)
    assert compared >= 30, "the leak test had hardly two worlds to compare"


@pytest.mark.slow
@EVERY_GAME
def test_no_seat_learns_what_it_cannot_know_at_any_ply(game: AnyGame) -> None:
    for setup in setups(game):
        for seed in seeds(f"slow leak {setup}", 1):
            for step in random_game(setup, seed, most=1200):
                check_view(game, step.after, Rng(seed, step.after.ply))
                check_events(game, step)
                check_leaks(game, step, Rng(seed, step.after.ply))


@pytest.mark.slow
@EVERY_GAME
def test_5_random_games_end_with_every_invariant_on(
    game: AnyGame, random_games: int, figure: Figure
) -> None:
    tables, plies = list(setups(game)), 0
    for at, seed in enumerate(seeds(f"many {game.key}", random_games)):
        for step in random_game(tables[at % len(tables)], seed):
            check_conserved(game, step.after)
            plies += 1
            if step.after.ply % 50 == 0:
                check_to_act(game, step.after)
    figure(f"5: {game.key}: {random_games} random games, {plies} states checked, 0 violations")


@EVERY_GAME
def test_x6_the_same_seed_and_moves_give_the_same_game_in_a_fresh_process(game: AnyGame) -> None:
    setup = Setup(game, game.players[0], {})
    [seed] = seeds(f"fresh {game.key}", 1)
    steps = list(random_game(setup, seed))
    names = [f"seat {seat}" for seat in range(setup.seats)]
    form = record(game, {}, names, seed, record_moves(game, steps), steps[-1].after)
    assert list(replay(form, find))[-1] == steps[-1].after
    program = (
        "import json, sys\n"
        "from meldroom.core.record import replay\n"
        "from meldroom.games import find\n"
        "for state in replay(json.load(sys.stdin), find): pass\n"
        "print(state.ply)\n"
    )
    source = str(Path(sys.modules["meldroom"].__path__[0]).parent)
    fresh = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(form),
        env={"PYTHONPATH": source, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert fresh.stdout == f"{len(steps)}\n"


@EVERY_GAME
def test_x1_x3_an_action_out_of_turn_or_after_the_end_is_refused(
    game: AnyGame,
) -> None:
    [seed] = seeds(f"refuse {game.key}", 1)
    setup = Setup(game, game.players[-1], {})
    steps = list(random_game(setup, seed))
    first = steps[0]
    before = view(first.before, first.seat)
    idle = next(s for s in range(setup.seats) if s not in game.to_act(first.before.public))
    with pytest.raises(Refusal) as refusal:
        play(game, first.before, idle, first.action)
    assert refusal.value.violation.rule == "X-1"
    assert view(first.before, first.seat) == before
    last = steps[-1]
    with pytest.raises(Refusal) as refusal:
        play(game, last.after, last.seat, last.action)
    assert refusal.value.violation.rule == "X-8"
    assert game.legal(view(last.after, last.seat)) == ()


@EVERY_GAME
def test_positions_are_counted_as_on_file(game: AnyGame) -> None:
    assert json.loads(perft_file(game).read_text()) == perft_counts(game)


@EVERY_GAME
def test_golden_records_replay(game: AnyGame) -> None:
    records = [json.loads(line) for line in golden_file(game).read_text().splitlines()]
    assert len(records) >= 2
    for form in records:
        *_, last = replay(form, find)
        assert last.ply == len(form["moves"])


@EVERY_GAME
def test_a_record_made_elsewhere_replays_and_an_altered_one_is_refused_with_ply_and_rule(
    game: AnyGame,
) -> None:
    form = json.loads(golden_file(game).read_text().splitlines()[0])
    del form["commit"], form["digest"]
    states = list(replay(form, find))
    for ply in (0, len(states) // 2, len(states) - 2):
        seat, text = form["moves"][ply]
        seen = view(states[ply], seat)
        forbidden = next(
            a for a in conformance_of(game).candidates(seen) if game.check(seen, a) is not None
        )
        violation = game.check(seen, forbidden)
        assert violation is not None
        form["moves"][ply][1] = game.text(forbidden)
        why = f'move {ply + 1}, seat {seat}, "{game.text(forbidden)}": {violation.why} '
        with pytest.raises(Divergence, match=re.escape(f"{why}({violation.rule})")):
            list(replay(form, find))
        form["moves"][ply][1] = text
    assert list(replay(form, find)) == states


def test_a_key_that_is_not_registered_is_refused_with_those_that_are() -> None:
    with pytest.raises(
        ValueError, match="there is no game 'whist'; there are " + next(iter(GAMES))
    ):
        find("whist")
