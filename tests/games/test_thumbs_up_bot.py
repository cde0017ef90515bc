"""How bots play Thumbs Up; `it` is the level house."""

from __future__ import annotations

from typing import Any

from meldroom.games.companions import skill_of
from meldroom.games.shared.draw_odds import CERTAIN
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.bot import chance_of_colour
from tests.scenario import Scenario, deal

GAME = ThumbsUp()


def at_table(*zones: str, **facts: Any) -> Scenario:
    """Deal a position for two players."""
    return deal(GAME, *zones, players=2, **facts)


def test_it_raises_the_thumb_and_a_search_looks_at_nothing_else() -> None:
    table = at_table("rack0: R. R. R. R- RV", "discard: K.")
    assert table.advised() == "thumb"
    assert table.advised("novice") == "thumb"
    assert table.looked_at() == set()


def test_it_takes_what_its_colour_needs_and_leaves_the_rest() -> None:
    assert at_table("rack0: R. R. R. R- K.", "discard: RV").advised() == "take"
    assert at_table("rack0: R. R. R. R- K.", "discard: G.").advised() == "draw"


def test_it_discards_the_dearest_block_of_another_colour() -> None:
    table = at_table("rack0: R. R. R- RV KV G.", "discard:", picked=True)
    assert table.advised() == "discard KV"


def test_it_gives_the_neighbour_no_colour_that_they_were_seen_to_take() -> None:
    table = at_table("rack0: R. R. R- RV G. K.", "rack1: B. B- BV G. KV", "discard:", picked=True)
    assert having_taken(table, "G.").advised() == "discard K."
    assert having_taken(table, "KV").advised() == "discard G."


def test_it_feeds_no_colour_that_the_neighbour_is_about_to_complete() -> None:
    table = at_table("rack0: R. R. R- G- GV B-", "rack1: G. G. G. KV K.", "discard:", picked=True)
    assert table.advised() == "discard GV"
    assert having_taken(table, "G. G.").advised() in ("discard R-", "discard B-")


def having_taken(table: Scenario, blocks: str) -> Scenario:
    """Let everyone have seen seat 1 take these blocks."""
    *zones, rack = table.state.zones
    rack = rack._replace(known=GAME.deck.cards(blocks))
    return table._replace(state=table.state._replace(zones=(*zones, rack)))


def test_a_novice_collects_the_colour_with_most_blocks() -> None:
    assert at_table("rack0: R. R. B. R- K.", "discard: RV").advised("novice") == "take"
    assert at_table("rack0: R. R. B. R- K.", "discard: BV").advised("novice") == "draw"
    table = at_table("rack0: R. R. R- R- KV R.", "discard:", picked=True)
    assert table.advised("novice") == "discard KV"


def test_a_hand_is_a_stage_also_a_void_one() -> None:
    facts = at_table().facts
    after = [facts, facts._replace(ledger=((5, -5),)), facts._replace(voids=1)]
    assert len({skill_of(GAME).stage(each) for each in after}) == 3
    assert skill_of(GAME).stage(facts._replace(picked=True)) == skill_of(GAME).stage(facts)


def test_a_colour_of_which_a_block_is_gone_can_no_longer_be_completed() -> None:
    each = CERTAIN // 4
    assert chance_of_colour((3, 1, 0, 0), (2, 1, 0, 0), each) == 0
    assert chance_of_colour((3, 1, 0, 0), (2, 1, 0, 1), each) == each
    assert chance_of_colour((3, 1, 0, 1), (2, 1, 0, 0), each) == CERTAIN


def test_the_nearer_hand_has_the_better_prospect() -> None:
    table = at_table("rack0: R. R. R. R- KV", "rack1: B. G. K. O- GV", "discard:")
    assert table.prospect(0) > 0.5 > table.prospect(1)
    assert table.prospect(0) + table.prospect(1) == 1
    rich = at_table("discard:", balances=(300, 100), ledger=((1, -1),) * 6)
    assert rich.prospect(0) > 0.9


def test_a_silent_winning_hand_is_unlikely_and_a_taken_colour_is_likely() -> None:
    table = at_table("rack0: K. K. G- GV OL", "rack1: R. R. R. R- RV", "discard:")
    dull = at_table("rack0: K. K. G- GV OL", "rack1: R. R. B. G- RV", "discard:")
    assert table.likelihood(0) < 0.1 < dull.likelihood(0) == 1
    assert having_taken(dull, "RV").likelihood(0) > having_taken(dull, "B.").likelihood(0)
