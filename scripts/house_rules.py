"""Writes docs/house-rules.md from the options classes of the games.

`python scripts/house_rules.py` writes it; `--check` exits 1 if it is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

from meldroom.core.game import AnyGame
from meldroom.core.options import options_of
from meldroom.games import BUILT_IN

PAGE = Path(__file__).parent.parent / "docs" / "house-rules.md"
INTRODUCTION = """# House rules

Every option of every game, the default in bold. Choose them in the page's set-up form, or on the
command line as `--option hands=3`. The numbers are those of the game's rules page.

<!-- Made by `make house-rules` from the options classes in src/meldroom/games/*/facts.py. -->
"""


def page() -> str:
    """Write the whole page."""
    return "\n".join([INTRODUCTION, *map(section, BUILT_IN)])


def section(game: AnyGame) -> str:
    """Write the options of one game."""
    lines = [f"## {game.name}", ""]
    for option in options_of(game.options):
        rule = f" ({option.rule})" if option.rule else ""
        lines += [f"**`{option.name}`**: {option.about}{rule}.", ""]
        for at, (value, label) in enumerate(option.choices):
            name = f"**`{value}`**" if at == 0 else f"`{value}`"
            lines.append(f"- {name}: {label}")
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Write the page, or check it."""
    if sys.argv[1:] == ["--check"]:
        if PAGE.read_text("utf-8") != page():
            sys.exit("docs/house-rules.md is not current: run make house-rules")
    else:
        PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
