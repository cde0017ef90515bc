"""X-4: an action shows somebody a hidden card, or it does not."""

from __future__ import annotations

import pytest

from meldroom.core.disclosure import discloses
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import deal

ALL = (None, 0, 1, 2)


@pytest.mark.parametrize(
    ("text", "eyes", "shows"),
    [
        ("take", ALL, False),
        ("draw", (0,), True),
        ("draw", (None, 1, 2), False),
        ("discard KV", (0,), False),
        ("discard KV", (None, 1, 2), True),
        ("discard R-", (None, 1, 2), False),
    ],
)
def test_x4_a_card_that_was_hidden_from_someone_is_disclosed(
    text: str, eyes: tuple[int | None, ...], shows: bool
) -> None:
    table = deal(ThumbsUp(), "rack0: R. R. G- KV OL", "discard: K. R-")
    if text == "discard R-":  # everyone saw it taken, two turns ago
        table = table.play("take", "discard KV", "draw")
        table = table.play(table.legal().pop(), "draw")
        table = table.play(table.legal().pop(), "draw")
    elif text.startswith("discard"):
        table = table.play("take")
    assert discloses(table.state, table.play(text).state, eyes) is shows


def test_x4_what_is_laid_open_is_disclosed_and_chance_always() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. R. R- RV", players=2)
    assert discloses(table.state, table.play("thumb").state, ())
    table = deal(ThumbsUp(), "rack0: R. R. R. R- RV", options={"hands": 3}, ledger=((0, 0, 0),) * 2)
    table = table.play("thumb", "1: seen")
    before, after = table.state, table.play("2: seen").state
    assert before.rng == after.rng
    assert discloses(before, after, (1,))
    assert not discloses(before, after, ())
