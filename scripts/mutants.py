"""Run mutmut on one part of the project with the tests of that part.

`scripts/mutants.py server run`, `… server results`, `… server show NAME`: all that follows the part
is for mutmut. Use a quiet machine: a mutant that makes tests slow counts as killed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from mutmut.__main__ import cli
from mutmut.configuration import config

OUTPUT = Path("mutants")
PART_FILE = OUTPUT / "part"

# The tests of each part. Most fault tests, random tables and searching bots would kill more, but
# are too slow to run for each; what measures real time fails now and then in a mutated server.
TESTS = {
    "rules": ("core", "games"),
    "bots": ("bots",),
    "envs": ("envs",),
    "server": (
        "server/http", "server/storage", "server/tables", "server/ws", "server/test_app.py",
        "server/test_administration.py", "server/test_faults_damage.py",
        "server/test_faults_rules.py", "server/test_faults_seats.py",
        "server/test_logging_setup.py", "server/test_monitoring.py", "server/test_rate_limit.py",
    ),
}  # fmt: skip
LEFT_OUT = {"server": "random or master or test_16 or test_19"}


def main(part: str, arguments: list[str]) -> None:
    """Pass arguments to mutmut; pyproject.toml configures it for the rules."""
    if part not in TESTS:
        sys.exit(f"there is no part {part!r}; choose from {', '.join(TESTS)}")
    if arguments[:1] == ["run"]:
        if OUTPUT.exists() and not (PART_FILE.exists() and PART_FILE.read_text("utf-8") == part):
            shutil.rmtree(OUTPUT)  # mutants of another part
        OUTPUT.mkdir(exist_ok=True)
        PART_FILE.write_text(part, "utf-8")
    if part != "rules":
        settings = config()
        settings.only_mutate = [f"src/meldroom/{part}/*"]
        settings.pytest_add_cli_args_test_selection = [f"tests/{path}" for path in TESTS[part]]
        if part in LEFT_OUT:
            settings.pytest_add_cli_args += ["-k", f"not ({LEFT_OUT[part]})"]
    cli(arguments)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
