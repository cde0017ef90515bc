"""Play many seeds on all cores: `python -m tests.server.simulation --seeds 10000`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.server.simulation.runner import outcomes
from tests.server.simulation.world import simulate


def main() -> int:
    """Play seeds and print what was found; 1 if an invariant does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1_000, help="how many to play (%(default)s)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first (%(default)s)")
    parser.add_argument("--jobs", type=int, help="processes; all cores by default")
    parser.add_argument("--seed", type=int, help="replay this one only")
    parser.add_argument("--trace", action="store_true", help="with --seed: print all that happens")
    arguments = parser.parse_args()
    if arguments.seed is not None:
        outcome = simulate(arguments.seed, arguments.trace)
        print(f"seed {outcome.seed}: trace {outcome.trace}, {outcome.seconds:.0f} s simulated")
        print("\n".join(outcome.violations) or "every invariant holds")
        return bool(outcome.violations)
    return _play_many(arguments.first, arguments.seeds, arguments.jobs)


def _play_many(first: int, seeds: int, jobs: int | None) -> int:
    began, played, hours = time.monotonic(), 0, 0.0
    counts: Counter[str] = Counter()
    failed: list[int] = []
    for outcome in outcomes(range(first, first + seeds), jobs):
        played += 1
        hours += outcome.seconds / 3600
        counts.update(outcome.counts)
        if outcome.violations:
            failed.append(outcome.seed)
            print(f"seed {outcome.seed}: {outcome.violations[0]}")
        if played % 100 == 0 or played == seeds:
            seconds = time.monotonic() - began
            print(f"{played} of {seeds} in {seconds:.0f} s, {len(failed)} failed", file=sys.stderr)
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    print(f"{played} seeds, {hours:.0f} hours simulated, {len(failed)} failed")
    if failed:
        print(f"replay: python -m tests.server.simulation --seed {min(failed)} --trace")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
