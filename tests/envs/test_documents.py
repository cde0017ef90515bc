"""What docs/environments.md says of numbers and vectors is what there is."""

from __future__ import annotations

from pathlib import Path

from meldroom.envs.episode import Episode
from meldroom.games import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_page_tells_how_many_numbers_each_game_has() -> None:
    for key in GAMES:
        table = Episode(key)
        size, whole = table.encoding.size, table.encoding.first_word
        figures = (size, whole, size - whole, table.seats, table.observation.size)
        assert f"| `{key}` | {' | '.join(map(str, figures))} |" in PAGE


def test_the_page_lays_out_the_vector_that_it_shows() -> None:
    for part in Episode("thumbs-up", 4).observation.layout:
        assert f"| {part.start} | {part.size} | {part.name} | {part.meaning} |\n" in PAGE
