"""How the house plays Thumbs Up."""

from __future__ import annotations

from typing import Any

from meldroom.games.shared.draw_odds import NEVER, share_to_draw
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import Scenario, deal

GAME = ThumbsUp()


def thumbs(*zones: str, **facts: Any) -> Scenario:
    """Deal a position of two players."""
    return deal(GAME, *zones, players=2, **facts)


def test_it_raises_the_thumb_and_a_search_never_looks_past_it() -> None:
    table = thumbs("rack0: R. R. R. R- RV", "discard: K.")
    assert table.advised() == "thumb"
    assert table.advised("novice") == "thumb"
    assert table.looked_at() == set()


def test_it_takes_what_its_colour_lacks_and_leaves_what_it_does_not() -> None:
    assert thumbs("rack0: R. R. R. R- K.", "discard: RV").advised() == "take"
    assert thumbs("rack0: R. R. R. R- K.", "discard: G.").advised() == "draw"


def test_it_throws_the_dear_block_of_another_colour() -> None:
    table = thumbs("rack0: R. R. R- RV KV G.", "discard:", picked=True)
    assert table.advised() == "discard KV"


def test_it_keeps_from_the_neighbour_what_he_was_seen_to_collect() -> None:
    table = thumbs("rack0: R. R. R- RV G. K.", "rack1: B. B- BV G. KV", "discard:", picked=True)
    assert seen_with(table, "G.").advised() == "discard K."
    assert seen_with(table, "KV").advised() == "discard G."


def seen_with(table: Scenario, blocks: str) -> Scenario:
    """Let everyone have seen the neighbour take these blocks."""
    *zones, rack = table.state.zones
    rack = rack._replace(known=GAME.deck.cards(blocks))
    return table._replace(state=table.state._replace(zones=(*zones, rack)))


def test_a_novice_collects_the_colour_that_there_is_most_of() -> None:
    assert thumbs("rack0: R. R. B. R- K.", "discard: RV").advised("novice") == "take"
    assert thumbs("rack0: R. R. B. R- K.", "discard: BV").advised("novice") == "draw"
    table = thumbs("rack0: R. R. R- R- KV R.", "discard:", picked=True)
    assert table.advised("novice") == "discard KV"


def test_a_meld_that_can_no_longer_come_takes_for_ever() -> None:
    assert share_to_draw((1, 1, 0), 0, (3, 0, 1, 0)) == NEVER
    assert share_to_draw((1, 0, 0), 0, (4, 0, 0, 0)) == 0.25
    assert share_to_draw((1, 1, 0), 1, (4, 2, 0, 0)) == 0.25
    assert share_to_draw((1, 1, 0), 0, (4, 4, 0, 1)) < share_to_draw((1, 1, 0), 0, (4, 4, 0, 0))


def test_the_nearer_hand_has_the_better_prospect() -> None:
    table = thumbs("rack0: R. R. R. R- KV", "rack1: B. G. K. O- GV", "discard:")
    assert table.prospect(0) > 0.5 > table.prospect(1)
    assert table.prospect(0) + table.prospect(1) == 1
    rich = thumbs("discard:", balances=(300, 100), ledger=((1, -1),) * 6)
    assert rich.prospect(0) > 0.9


def test_a_rival_with_a_winning_hand_is_doubted_and_takes_tell_a_colour() -> None:
    table = thumbs("rack0: K. K. G- GV OL", "rack1: R. R. R. R- RV", "discard:")
    dull = thumbs("rack0: K. K. G- GV OL", "rack1: R. R. B. G- RV", "discard:")
    assert table.likelihood(0) < 0.1 < dull.likelihood(0) == 1
    assert seen_with(dull, "RV").likelihood(0) > seen_with(dull, "B.").likelihood(0)
