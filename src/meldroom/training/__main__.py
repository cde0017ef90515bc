"""`python -m meldroom.training GAME`: `meldroom train` with nothing installed but PyTorch."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from meldroom.games import find
from meldroom.training.settings import described


def parser() -> ArgumentParser:
    """Declare the options that `meldroom train` has."""
    made = ArgumentParser(
        "python -m meldroom.training", description="Train a network by self-play."
    )
    made.add_argument("game")
    for each in described():
        more: dict[str, Any] = {"type": each.kind, "default": each.default}
        if each.kind is bool:
            more = {"action": "store_true"}
        made.add_argument(each.flag, help=each.about.replace("%", "%%"), **more)
    return made


def main() -> None:
    """Train; bad input gives one line."""
    values = vars(parser().parse_args())
    try:
        from meldroom.training.run import train

        train(find(values.pop("game")), values, lambda line: print(line, flush=True))
    except (ImportError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
