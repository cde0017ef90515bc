"""The numbers and layouts in docs/environments.md are up to date."""

from __future__ import annotations

from pathlib import Path

from meldroom.envs.episode import Episode
from meldroom.games import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_page_lists_the_sizes_of_every_game() -> None:
    for key in GAMES:
        episode = Episode(key)
        size, whole = episode.encoding.size, episode.encoding.first_word
        sizes = (size, whole, size - whole, episode.seats, episode.observation.size)
        assert f"| `{key}` | {' | '.join(map(str, sizes))} |" in PAGE


def test_the_page_shows_the_layout_of_a_vector() -> None:
    for part in Episode("thumbs-up", 4).observation.layout:
        assert f"| {part.start} | {part.size} | {part.name} | {part.meaning} |\n" in PAGE
