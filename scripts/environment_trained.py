"""Trains sb3-contrib's MaskablePPO on a game, and writes what it scores into trained.json.

`python scripts/environment_trained.py thumbs-up --steps 200000` runs the two commands that the page
of the game prints. It needs sb3-contrib.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from meldroom.games import BUILT_IN

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "environments" / "trained.json"
NAME = "MaskablePPO"


def main() -> None:
    """Train, evaluate, and replace the game's entry."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=[game.key for game in BUILT_IN])
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--jobs", type=int, default=1, help="processes that evaluate")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        model = str(Path(folder) / "model.zip")
        training = ["examples/maskable_ppo.py", asked.game, "--steps", str(asked.steps)]
        run([*training, "--save", model])
        scoring = ["evaluate", "maskable_ppo:policy", "--game", asked.game, "--players", "2"]
        result = run(["-m", "meldroom", *scoring, "--jobs", str(asked.jobs), "--json"], MODEL=model)
    write(entry(asked.game, asked.steps, json.loads(result)))


def run(arguments: list[str], **variables: str) -> str:
    """Run Python in the root of the repository, and give what it prints."""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")])
    variables = {**os.environ, "PYTHONPATH": paths, **variables}
    command = [sys.executable, *arguments]
    return subprocess.check_output(command, cwd=ROOT, env=variables, text=True)


def entry(game: str, steps: int, evaluation: dict[str, Any]) -> dict[str, Any]:
    """Describe what was trained, and how to repeat it."""
    return {
        "name": f"{NAME}, {steps:,} steps",
        "about": f"sb3-contrib's {NAME} with its own settings, against `house`, paid in points:",
        "commands": [
            f"python examples/maskable_ppo.py {game} --steps {steps} --save model.zip",
            "MODEL=model.zip PYTHONPATH=examples meldroom evaluate maskable_ppo:policy "
            f"--game {game} --players 2",
        ],
        "evaluation": evaluation,
    }


def write(new: dict[str, Any]) -> None:
    """Put an entry into the file, in place of one of the same name."""
    entries = json.loads(FILE.read_text("utf-8"))
    game = new["evaluation"]["game"]
    others = [one for one in entries.get(game, []) if one["name"] != new["name"]]
    entries[game] = [*others, new]
    FILE.write_text(json.dumps(dict(sorted(entries.items())), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
