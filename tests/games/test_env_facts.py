"""What environments ask of the games: standings, and public facts of bounded size."""

from __future__ import annotations

from meldroom.core.action import kinds
from meldroom.core.view import view
from meldroom.games import find
from meldroom.games.companions import env_facts_of
from meldroom.games.rummy_battle.actions import MakeMeld
from meldroom.games.rummy_battle.env import summary
from meldroom.games.rummy_battle.melds import new_meld
from meldroom.games.victory_rummy.pad import PadLine, ScorePad
from tests.scenario import deal


def test_points_are_given_so_that_the_highest_is_best() -> None:
    thumbs = deal(find("thumbs-up"), balances=(190, 230, 180))
    assert env_facts_of(thumbs.game).standings(thumbs.state) == (190, 230, 180)
    victory = deal(find("victory-rummy"), pad=ScorePad((10, 0, 60)))
    assert env_facts_of(victory.game).standings(victory.state) == (10, 0, 60)
    scorzo = deal(find("scorzo"), totals=(12, 0, 7))
    assert env_facts_of(scorzo.game).standings(scorzo.state) == (-12, 0, -7)
    battle = deal(find("rummy-battle"), totals=(15, -40, 100))
    assert env_facts_of(battle.game).standings(battle.state) == (15, -40, 100)


def test_all_seats_stand_at_0_until_the_end_in_a_game_without_points() -> None:
    table = deal(find("victor-or-victim"))
    assert env_facts_of(table.game).standings(table.state) == (0, 0, 0)
    over = table.state._replace(public=table.facts._replace(winner=1, reason="VV-21"))
    assert env_facts_of(table.game).standings(over)[1] == 2


def test_the_bounded_facts_are_the_public_facts_if_these_never_grow() -> None:
    table = deal(find("thumbs-up"))
    assert env_facts_of(table.game).bounded(view(table.state, 0)) is table.facts


def test_q21_the_bounded_facts_give_the_colours_of_this_period_in_order() -> None:
    entries = [
        (0, "R", 10), (0, "W", 10), (0, "B", 10), (0, "G", 25), (0, "X", 50),
        (1, "W", 10), (2, "C", 50), (1, "R", 10), (1, "W", 10), (2, "B", 10), (1, "A", 30),
    ]  # fmt: skip
    lines = [PadLine(*line) for line in entries]
    table = deal(
        find("victory-rummy"), pad=ScorePad((105, 60, 60), tuple(lines)), deal=4, emptied=2
    )
    bounded = env_facts_of(table.game).bounded(view(table.state, 1))
    assert bounded.scores == (105, 60, 60)
    assert bounded.won == ("", "WR", "B")
    facts = table.facts
    assert bounded[:6] == (facts.dealer, 0, False, b"", 4, 2)
    assert bounded.reason == ""


def test_a_meld_in_short_says_what_fits_and_what_it_is_worth_to_its_owner() -> None:
    table = deal(
        find("rummy-battle"),
        "hand0: 7h 8h 9h 3c",
        "hand1: 10h Kc Kd Ks",
        "melds0:",
        "row: 2c",
        drawn=True,
    )
    table = table.play("meld 7h 8h 9h")
    bounded = env_facts_of(table.game).bounded(view(table.state, 2))
    [run] = map(summary, bounded.melds)
    assert run.owner == 0
    assert run.run
    assert (sorted(run.ranks), sorted(run.suits)) == (["10", "6"], ["h"])
    assert run.worth == 15
    facts = table.facts
    assert bounded[:12] == facts[:12]
    assert (bounded.totals, bounded.rounds, bounded.reason) == (facts.totals, 0, "")
    kings = table.game.deck.cards("Kc Kd Ks")
    a_set = summary(new_meld(1, 1, kings, distinct=False))
    assert (a_set.run, a_set.worth) == (False, 30)


def test_the_words_of_a_new_meld_are_all_that_it_can_be_written_in() -> None:
    [field] = [kind for _, kind in kinds(MakeMeld)]
    words = set(field.vocabulary(find("rummy-battle").deck, 6))
    assert field.countless
    assert {"Ac", "10h", "Jk=9", "Jk=9h"} <= words
    assert len(words) == 52 + 52 + 13
