"""What seats have by now, and the facts in a form that does not grow, for those who learn."""

from __future__ import annotations

from meldroom.core.view import view
from meldroom.games import find
from meldroom.games.victory_rummy.pad import Line, ScorePad
from tests.table_talk import deal


def test_points_are_given_so_that_the_highest_is_best() -> None:
    thumbs = deal(find("thumbs-up"), balances=(190, 230, 180))
    assert thumbs.game.standings(thumbs.state) == (190, 230, 180)
    victory = deal(find("victory-rummy"), pad=ScorePad((10, 0, 60)))
    assert victory.game.standings(victory.state) == (10, 0, 60)
    scorzo = deal(find("scorzo"), totals=(12, 0, 7))
    assert scorzo.game.standings(scorzo.state) == (-12, 0, -7)


def test_where_nothing_is_booked_before_the_end_all_have_nothing_until_then() -> None:
    table = deal(find("victor-or-victim"))
    assert table.game.standings(table.state) == (0, 0, 0)
    over = table.state._replace(public=table.facts._replace(winner=1, reason="VV-21"))
    assert table.game.standings(over)[1] == 2


def test_the_outline_is_the_public_facts_where_these_do_not_grow() -> None:
    table = deal(find("thumbs-up"))
    assert table.game.outline(view(table.state, 0)) is table.facts


def test_q21_the_outline_of_the_pad_tells_the_colours_of_this_period_in_order() -> None:
    lines = [
        Line(0, "R", 10), Line(0, "W", 10), Line(0, "B", 10), Line(0, "G", 25), Line(0, "X", 50),
        Line(1, "W", 10), Line(2, "C", 50), Line(1, "R", 10), Line(1, "W", 10), Line(2, "B", 10),
        Line(1, "A", 30),
    ]  # fmt: skip
    table = deal(
        find("victory-rummy"), pad=ScorePad((105, 60, 60), tuple(lines)), deal=4, emptied=2
    )
    outline = table.game.outline(view(table.state, 1))
    assert outline.scores == (105, 60, 60)
    assert outline.won == ("", "WR", "B")
    facts = table.facts
    assert outline[:6] == (facts.dealer, 0, False, b"", 4, 2)
    assert outline.reason == ""
