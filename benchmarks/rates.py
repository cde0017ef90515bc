"""Rates of several contenders, measured in turn in one run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import click

REPEATS = 3


class Rate(NamedTuple):
    """The best of a few measurements of one contender."""

    name: str
    seats: int
    per_second: float


class Contender(NamedTuple):
    """Something to measure; `run` plays at random for a number of seconds and returns its rate."""

    name: str
    seats: int
    run: Callable[[float], float]


seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help=f"Duration of each of {REPEATS} measurements.",
)


def cpu_contender(name: str, seats: int, work: Callable[[], Iterator[int]]) -> Contender:
    """Return a contender whose rate is the sum of what its work counts, per second of CPU time."""

    def run(seconds: float) -> float:
        total, began = 0, time.process_time()
        for count in work():
            total += count
            if (spent := time.process_time() - began) >= seconds:
                return total / spent
        raise AssertionError("the work must not end")

    return Contender(name, seats, run)


def best_of_all(contenders: list[Contender], seconds: float) -> list[Rate]:
    """Measure all in turn, three times, so that a busy moment does not hurt one alone."""
    rates: list[list[float]] = [[] for _ in contenders]
    turns = [number for _ in range(REPEATS) for number in range(len(contenders))]
    with click.progressbar(
        turns,
        label="measuring",
        item_show_func=lambda number: "" if number is None else contenders[number].name,
        file=sys.stderr,
    ) as bar:
        for number in bar:
            rates[number].append(contenders[number].run(seconds))
    return [Rate(one.name, one.seats, max(own)) for one, own in zip(contenders, rates, strict=True)]
