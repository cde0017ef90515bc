"""Measures what docs/review.md says of reviews, in several processes; stops and resumes anywhere.

    PYTHONPATH=src:. python -m tests.reviews.figures ordering --games 100 --jobs 16 --out FILE

Each line of the file is one measured game. A second run with the same file does only what is
missing; `--seconds` ends a run early. `tests.reviews.figures_report` makes tables and plots of it.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from hashlib import sha256
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any, NamedTuple
from unittest.mock import patch

from meldroom.bots.levels import levels_of, make_level
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.record import replay
from meldroom.core.rng import SEED_SIZE
from meldroom.core.skill import Bot
from meldroom.core.view import AnyView, view
from meldroom.fast import binding, playouts, win_chances
from meldroom.games import GAMES, find
from meldroom.games.companions import skill_of
from meldroom.match.match import Match
from meldroom.match.simulation import simulated_game
from meldroom.reviews import (
    Effort,
    PricedDecision,
    Review,
    costliest_first,
    price_decision,
    review,
    turn_numbers,
)

Form = dict[str, Any]

RUN_SEED = sha256(b"figures of reviews").digest()
LEVELS = ("random", "novice", "house", "champion", "master")
MASTER_ROLLOUTS = 2_000  # for each decision: about what it has time for in a game
BLUNDER = 0.10  # what a planted decision costs at least
FINDING = Effort(96, 384)  # to find the worst legal action and to price it
DECISIONS_OF_GAME = 8  # that are looked at, where not all are
SEATS_REVIEWED = 4  # for times and for luck and skill


class Unit(NamedTuple):
    """One thing to measure: a figure of a game, by its number."""

    figure: str
    game: str
    number: int


# Ordering: what the levels lose.


def measure_ordering(unit: Unit) -> Form:
    """Ask every level for its choice in the same positions, and price it."""
    game, lots = find(unit.game), Random(f"{unit.game} ordering {unit.number}")
    positions = _positions(game, _played(game, ["house", "house"], unit.number))
    levels = [level for level in LEVELS if level in levels_of(game)]
    bots = {level: _bot(game, level, lots.randbytes(SEED_SIZE)) for level in levels}
    losses: dict[str, list[float]] = {level: [] for level in levels}
    for seen, legal, _ in lots.sample(positions, min(DECISIONS_OF_GAME, len(positions))):
        priced: dict[Action, float] = {}
        for level, bot in bots.items():
            action = bot.choose(seen, legal)
            if action not in priced:
                loss = price_decision(game, seen, legal, action, Effort.usual(game)).loss
                priced[action] = round(loss, 5)
            losses[level].append(priced[action])
    return {"losses": losses}


# Planted blunders.


def measure_blunder(unit: Unit) -> Form:
    """Play the worst legal action once in a game of `house`, and see whether it is named."""
    game, lots = find(unit.game), Random(f"{unit.game} blunder {unit.number}")
    seat = unit.number % 2
    match = Match(game, dict(skill_of(game).short), 2, lots.randbytes(SEED_SIZE))
    bots = [make_level(game, "house", lots.randbytes(SEED_SIZE), None) for _ in range(2)]
    planted, cost, patience = -1, 0.0, lots.randrange(12)
    while match.to_act:
        actor = match.to_act[0] if len(match.to_act) == 1 else lots.choice(match.to_act)
        seen, legal = match.view(actor), match.legal(actor)
        action = bots[actor].choose(seen, legal)
        if actor == seat and len(legal) > 1 and planted < 0:
            patience -= 1
            if patience < 0:
                worst, loss = _worst(game, seen, legal, action)
                if loss >= BLUNDER:
                    planted, cost, action = len(match.moves), loss, worst
        match.apply_legal(actor, action)
    if planted < 0:
        return {"planted": None}
    decisions = _decisions_of(game, match.record(["Ada", "Bruno"]), seat)
    plies = [each.ply for each in costliest_first(decisions, turn_numbers(match.moves))]
    [found] = [each for each in decisions if each.ply == planted]
    return {
        "planted": planted,
        "cost": round(cost, 4),
        "loss": round(found.loss, 4),
        "error": round(found.best.error, 4),
        "word": found.word,
        "rank": plies.index(planted) + 1 if planted in plies else None,
    }


def _worst(
    game: AnyGame, seen: AnyView, legal: Sequence[Action], usual: Action
) -> tuple[Action, float]:
    """Find the worst legal action and by how much the usual one leads, in worlds of their own."""
    effort = FINDING.times(skill_of(game).review_effort)
    seed, horizon = sha256(b"the worst").digest(), skill_of(game).review_horizon
    worth = playouts(game, seen, effort.choosing, "house", legal, horizon, seed).sums
    worst = legal[min(range(len(legal)), key=worth.__getitem__)]
    return worst, _lead(game, seen, [worst, usual], effort.pricing)[0]


# Calibration: the same prices in other worlds.


def measure_calibration(unit: Unit) -> Form:
    """Price some decisions, and compare the lead with that in twice as many other worlds."""
    game, lots = find(unit.game), Random(f"{unit.game} calibration {unit.number}")
    record = _played(game, ["novice", "house"], unit.number)
    positions = _positions(game, record)
    pairs = []
    for seen, legal, _ in lots.sample(positions, min(DECISIONS_OF_GAME, len(positions))):
        effort = Effort.usual(game)
        decision = price_decision(game, seen, legal, lots.choice(legal), effort)
        if not decision.chosen:
            continue
        candidates = [decision.played.action, decision.best.action]
        lead, error = _lead(game, seen, candidates, 2 * effort.pricing)
        pairs.append([decision.loss, decision.best.error, lead, error])
    return {"pairs": [[round(number, 5) for number in pair] for pair in pairs]}


def _lead(
    game: AnyGame, seen: AnyView, candidates: Sequence[Action], worlds: int
) -> tuple[float, float]:
    """Measure the lead of the second candidate over the first, in worlds that no review uses."""
    seed = sha256(f"other worlds {seen.ply}".encode()).digest()
    horizon = skill_of(game).review_horizon
    played = playouts(game, seen, worlds, "house", candidates, horizon, seed)
    lead = (played.sums[1] - played.sums[0]) / worlds
    return lead, sqrt(max(0.0, played.lead_squares[1] / worlds - lead * lead) / worlds)


# Luck and skill with once and twice the worlds.


def measure_review(unit: Unit) -> Form:
    """Review a game of four with once and twice the worlds."""
    game = find(unit.game)
    seats = min(SEATS_REVIEWED, game.players[-1])
    record = _played(game, ["house", "novice", "house", "novice"][:seats], unit.number)
    once, twice = review(record), review(record, 2.0)
    winners = record["result"]["winners"]
    results = [(seat in winners) / len(winners) for seat in range(seats)]
    return {
        "results": results,
        "once": _balances(once),
        "twice": _balances(twice),
        "prices": [
            [round(number, 5) for number in (*one.best[2:], *_price_of(two, one.best.action))]
            for one, two in zip(once.decisions, twice.decisions, strict=True)
            if one.chosen and any(price.action == one.best.action for price in two.prices)
        ],
    }


def _price_of(decision: PricedDecision, action: Action) -> tuple[float, float]:
    return next((price.lead, price.error) for price in decision.prices if price.action == action)


def _balances(found: Review) -> list[list[float]]:
    return [[round(share, 5) for share in balance] for balance in found.balances]


# Times of whole games, with and without the compiled twins.


def measure_time(unit: Unit) -> Form:
    """Time the review of a game of four with the usual options."""
    record = _whole_game(find(unit.game), unit.number)
    began = process_time()
    found = review(record)
    seconds = process_time() - began
    return {
        "seconds": round(seconds, 3),
        "moves": len(found.moves),
        "decisions": len(found.decisions),
    }


def measure_without_twins(unit: Unit) -> Form:
    """Time a decision and a point of the line by the referee alone."""
    game, lots = find(unit.game), Random(f"{unit.game} times {unit.number}")
    record = _whole_game(game, unit.number)
    positions = _positions(game, record)
    states = list(replay(record, find))
    seen, legal, played = lots.choice(positions)
    effort = Effort.of_review(game, len(record["moves"]))
    began = process_time()
    price_decision(game, seen, legal, played, effort)
    decided = process_time()
    win_chances(game, states[seen.ply], effort.line, RUN_SEED)
    ended = process_time()
    return {
        "decision": round(decided - began, 3),
        "point": round(ended - decided, 3),
        "decisions": len(positions),
        "moves": len(states) - 1,
    }


def forget_twins() -> None:
    """Play everything by the referees from now on, in this process."""
    binding.library.cache_clear()
    patch.object(binding, "library_path", lambda: Path("no library")).start()


# What all of them need.


def _whole_game(game: AnyGame, number: int) -> dict[str, Any]:
    """Play a game of four with the usual options."""
    seats = min(SEATS_REVIEWED, game.players[-1])
    return _played(game, ["house", "novice", "house", "novice"][:seats], number, {})


def _played(
    game: AnyGame, levels: Sequence[str], number: int, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Play a game of these levels, a short one by default; the same number is the same deal."""
    options = dict(skill_of(game).short if options is None else options)

    def seat_bot(seat: Seat, seed: bytes) -> Bot:
        return _bot(game, levels[seat], seed)

    return simulated_game(game, options, len(levels), RUN_SEED, number, seat_bot)


def _bot(game: AnyGame, level: str, seed: bytes) -> Bot:
    return make_level(game, level, seed, None, MASTER_ROLLOUTS)


def _positions(
    game: AnyGame, record: dict[str, Any], seat: Seat | None = None
) -> list[tuple[AnyView, Sequence[Action], Action]]:
    """Give the views of a record with a choice, the legal actions and what was played."""
    found = []
    for state, (actor, text) in zip(replay(record, find), record["moves"], strict=False):
        seen = view(state, actor)
        if seat in (None, actor) and len(legal := game.legal(seen)) > 1:
            found.append((seen, legal, game.parse(text)))
    return found


def _decisions_of(game: AnyGame, record: dict[str, Any], seat: Seat) -> list[PricedDecision]:
    """Price the decisions of one seat as its review does."""
    effort = Effort.usual(game)
    return [
        price_decision(game, seen, legal, played, effort)
        for seen, legal, played in _positions(game, record, seat)
    ]


WITHOUT_TWINS = "without-twins"
FIGURES: dict[str, Callable[[Unit], Form]] = {
    "ordering": measure_ordering,
    "blunders": measure_blunder,
    "calibration": measure_calibration,
    "reviews": measure_review,
    "times": measure_time,
    WITHOUT_TWINS: measure_without_twins,
}


def measured(unit: Unit) -> Form:
    """Measure a unit; gives a line of the file."""
    began = process_time()
    found = FIGURES[unit.figure](unit)
    return {"unit": list(unit), "cpu": round(process_time() - began, 3), **found}


def stored(path: Path) -> list[Form]:
    """Read the whole lines of a file."""
    lines = path.read_text("ascii").splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def run(units: Iterator[Unit], jobs: int, end: float, twins: bool) -> Iterator[Form]:
    """Measure units in processes until the time is over, in any order."""
    with ProcessPoolExecutor(jobs, initializer=None if twins else forget_twins) as pool:
        waiting: set[Future[Form]] = set()
        while True:
            if monotonic() < end:
                waiting |= {pool.submit(measured, unit) for unit in islice(units, jobs)}
            if not waiting:
                return
            ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ended:
                yield future.result()


def main() -> None:
    """Measure one figure."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("figure", choices=FIGURES)
    parser.add_argument("--game", action="append", choices=list(GAMES), help="default: all")
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start none after")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    end, twins = monotonic() + given.seconds, given.figure != WITHOUT_TWINS
    if twins and binding.library() is None:
        parser.error(f"{binding.why_missing()}: python src/meldroom/fast/build.py")
    done = {tuple(form["unit"]) for form in stored(given.out)}
    units = (
        Unit(given.figure, key, number)
        for number in range(given.games)
        for key in given.game or GAMES
        if (given.figure, key, number) not in done
    )
    with given.out.open("a", encoding="ascii") as out:
        for form in run(units, given.jobs, end, twins):
            out.write(json.dumps(form) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
