"""List class names that are defined more than once in the package without a reason.

    python scripts/class_names.py [FOLDER]

One name, one thing: a class name is defined once, unless it plays the same role in each game, or
describes how that thing is sent.
Exits 1 if a name has no reason in ALLOWED, or if a reason is no longer needed.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "meldroom"

ALLOWED = {
    "BoundedFacts": "the public facts of a game at a size that never grows",
    "Discard": "the action of that name in a game",
    "Draw": "the action of that name in a game",
    "Facts": "the public facts of a game",
    "Options": "the options of a game",
    "Take": "the action of that name in a game",
}
SENT = ("room/wire/", "server/http/answers.py", "server/http/personal_answers.py")


def definitions(folder: Path) -> dict[str, list[Path]]:
    """Find the files that define each class name, nested classes included."""
    files: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"), str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                files[node.name].append(path.relative_to(folder))
    return files


def problems(folder: Path, allowed: dict[str, str]) -> list[str]:
    """Describe the repeated names that are not allowed, and the reasons that nothing needs."""
    repeated = {
        name: files
        for name, files in definitions(folder).items()
        if len(files) - any(path.as_posix().startswith(SENT) for path in files) > 1
    }
    clashes = [
        f"{name}: {', '.join(map(str, files))}"
        for name, files in sorted(repeated.items())
        if name not in allowed
    ]
    unused = [
        f"{name}: not repeated, so it needs no reason" for name in allowed if name not in repeated
    ]
    return clashes + unused


def main() -> None:
    """Print the problems, and exit 1 if there are any."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    found = problems(folder, ALLOWED)
    for line in found:
        print(line)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
