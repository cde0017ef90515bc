"""Checkpoints: all that a run needs to go on where it stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meldroom.training.extra import torch

NAME = "checkpoint.pt"


def save(folder: Path, form: dict[str, Any]) -> None:
    """Write the checkpoint of a run; the last one is replaced only by a whole one."""
    unfinished = folder / f"{NAME}.part"
    torch.save(form, unfinished)
    unfinished.replace(folder / NAME)


def load(folder: Path, game: str) -> dict[str, Any]:
    """Read the checkpoint in a folder; ValueError if there is none of this game."""
    path = folder / NAME
    if not path.exists():
        raise ValueError(f"there is no run to resume: {path} is missing")
    form: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    if form["game"] != game:
        raise ValueError(f"{path} is a run of {form['game']}, not of {game}")
    return form
