"""Run mutmut on one part of the project with the tests of that part.

`scripts/mutants.py server run`, `… server results`, `… server show NAME`: all that follows the part
is for mutmut. Use a quiet machine: a mutant that makes tests slow counts as killed.
`scripts/mutants.py server sample 300` runs mutants that are chosen at random, the same ones each
time, and estimates how many of all the tests kill; `… sample 300 7` chooses others by the seed 7,
to which no test was fitted. An interrupted run (`timeout -s INT 1h …`) estimates from what it has
done. Results in mutants/ are kept, so that a run can be continued: delete that folder when the
tests have changed.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from hashlib import sha256
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import mutmut.__main__ as mutmut
from mutmut.configuration import config
from mutmut.stats import status_by_exit_code

OUTPUT = Path("mutants")
PART_FILE = OUTPUT / "part"

# The tests of each part. Most fault tests, random tables and searching bots would kill more, but
# are too slow to run for each; what measures real time fails now and then in a mutated server.
TESTS = {
    "rules": ("core", "games"),
    "fast": ("fast", "bots/test_champion.py", "bots/test_network.py", "envs/test_compiled.py"),
    "bots": ("bots", "fast/test_games.py"),
    "envs": ("envs",),
    "room": ("room", "server/tables", "server/test_faults_rules.py", "server/test_faults_seats.py"),
    "server": (
        "server/http", "server/people", "server/storage", "server/tables", "server/ws",
        "server/test_app.py", "server/test_addresses.py", "server/test_administration.py",
        "server/test_control.py",
        "server/test_faults_damage.py", "server/test_faults_intrusion.py",
        "server/test_faults_rules.py", "server/test_faults_seats.py",
        "server/test_logging_setup.py", "server/test_monitoring.py",
        "server/test_run.py",
    ),
}  # fmt: skip
SELECTED = {
    # A simulated card is for long tests only, but without any card much of fast/ is not reached.
    "fast": ("-m", "not slow", "-k", "not long or simulated and not 200"),
    "envs": ("-m", "not slow", "-k", "not long or test_picture"),  # drawn for long tests only
    "server": (
        "-k",
        "not (random or master or test_16_idle or test_16_a_request or test_16_a_peer or test_19)",
    ),
}
# Alembic loads migrations by their path, under a name by which mutmut cannot switch a mutant on.
NOT_MUTATED = {"server": ["src/meldroom/server/storage/migrations/*"]}
KILLED = ("killed", "timeout", "segfault")
status_by_exit_code[-6] = "segfault"  # aborted by the C++ library
NOT_DONE = ("not checked", "check was interrupted by user")


def main(part: str, arguments: list[str]) -> None:
    """Pass arguments to mutmut; pyproject.toml configures it for the rules."""
    if part not in TESTS:
        sys.exit(f"there is no part {part!r}; choose from {', '.join(TESTS)}")
    if arguments[:1] in (["run"], ["sample"]):
        if OUTPUT.exists() and not (PART_FILE.exists() and PART_FILE.read_text("utf-8") == part):
            shutil.rmtree(OUTPUT)  # mutants of another part
        OUTPUT.mkdir(exist_ok=True)
        PART_FILE.write_text(part, "utf-8")
    if part != "rules":
        settings = config()
        settings.only_mutate = [f"src/meldroom/{part}/*"]
        settings.do_not_mutate = NOT_MUTATED.get(part, [])
        settings.pytest_add_cli_args_test_selection = [f"tests/{path}" for path in TESTS[part]]
        settings.pytest_add_cli_args += ["-p", Path(__file__).stem]  # for the hook below
        settings.pytest_add_cli_args += SELECTED.get(part, ())
    os.register_at_fork(after_in_child=forget_fork_server)
    if arguments[:1] == ["sample"]:
        run_sample(int(arguments[1]), *arguments[2:])
    else:
        mutmut.cli(arguments)


def forget_fork_server() -> None:
    """Let tests in a forked process start a fork server: that of the parent is not their child."""
    # Otherwise every test with worker processes fails, and each mutant that it reaches is "killed".
    forkserver._forkserver._forkserver_pid = None  # type: ignore[attr-defined]


def pytest_runtest_setup() -> None:
    """Let no test find in a cache what was made by another, or without the mutant."""
    for name, module in list(sys.modules.items()):
        if name.startswith("meldroom."):
            for found in vars(module).values():
                if hasattr(found, "cache_clear"):
                    found.cache_clear()


def run_sample(size: int, seed: str = "") -> None:
    """Run mutants that are chosen at random, and print how many of them the tests kill."""
    collect = mutmut.collect_source_file_mutation_data
    chosen: list[tuple[Any, str, int | None]] = []
    order: dict[str, float] = {}

    def place(mutant: tuple[Any, str, int | None]) -> bytes:
        return sha256(f"{seed}{mutant[1]}".encode()).digest()

    def collect_some(*, mutant_names: Any) -> Any:
        mutants, data = collect(mutant_names=mutant_names)
        chosen[:] = sorted(mutants, key=place)[:size]
        order.update((name, at) for at, (_, name, _) in enumerate(chosen))
        return chosen, data

    mutmut.collect_source_file_mutation_data = collect_some
    # Not the quick ones first: those that an interrupted run has done must be a sample, too.
    mutmut.estimated_worst_case_time = lambda mutant_name: order[mutant_name]
    mutmut.cli(["run", "--max-children", "1"], standalone_mode=False)
    found = [(status_by_exit_code[data.exit_code_by_key[name]], name) for data, name, _ in chosen]
    done = [(status, name) for status, name in found if status not in NOT_DONE]
    for status, name in sorted(done):
        if status not in KILLED:
            print(f"{status}: {name}")
    from meldroom.arena.intervals import estimate  # not before mutmut has put its copy on the path

    print(Counter(status for status, _ in found))
    killed = estimate([status in KILLED for status, _ in done], share=True)
    print(f"killed: {killed.mean:.1%}, of all mutants {killed.low:.1%} to {killed.high:.1%} (95 %)")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
