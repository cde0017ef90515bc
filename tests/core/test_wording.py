"""A game that brings nothing but rules is told, timed and tested by the defaults."""

from __future__ import annotations

from meldroom.core.conformance import Conformance
from meldroom.core.env_facts import EnvFacts
from meldroom.core.timing import Race, Timing
from meldroom.core.view import view
from meldroom.core.wording import CardHelp, Column, Group, PadRow, Wording, score_columns
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.game import DRAW
from tests.scenario import deal

GAME = ThumbsUp()
WORDING = Wording(GAME)


def test_the_prompt_tells_whose_turn_it_is() -> None:
    state = deal(GAME).state
    assert WORDING.prompt(view(state, 0)) == "It is your turn."
    assert WORDING.prompt(view(state, 1)) == ""
    assert WORDING.prompt(view(state, None)) == ""


def test_the_hand_is_all_own_cards_in_one_group() -> None:
    state = deal(GAME, "rack0: R. R. G- KV OL").state
    assert WORDING.hand(view(state, 0)) == (Group("loose", state.zones[2].cards),)
    assert WORDING.hand(view(state, None)) == ()


def test_open_cards_worth_effects_and_display_are_left_out() -> None:
    seen = view(deal(GAME).state, 0)
    assert WORDING.effects(seen, GAME.legal(seen)) == ()
    assert WORDING.melds(seen, 0) == ()
    assert WORDING.worth(seen) == ""
    assert WORDING.display(seen) == {}
    assert WORDING.card_help(0) == CardHelp()


def test_the_pad_shows_the_scores_once_there_are_any() -> None:
    running = WORDING.pad(deal(GAME, players=2).state)
    assert running.columns == (Column("label"), Column("score", seat=0), Column("score", seat=1))
    assert running.rows == (PadRow("total", ("score", "", "")),)
    over = deal(GAME, players=2, reason="TU-23", balances=(210, 190)).state
    assert WORDING.pad(over).rows == (PadRow("total", ("score", "210", "190")),)
    assert score_columns("hand", 1) == (Column("label", "hand"), Column("score", seat=0))


def test_there_are_no_default_verbs_and_no_race_of_its_own() -> None:
    assert Timing().default_verbs(view(deal(GAME).state, 0)) == ()
    assert Timing().race == Race()


def test_every_seat_may_still_have_to_decide_something() -> None:
    facts = deal(GAME, players=3).state.public
    assert not any(Timing().is_out(facts, seat) for seat in range(3))


def test_standings_are_level_before_the_end() -> None:
    facts = EnvFacts(GAME)
    running = deal(GAME, players=2).state
    over = deal(GAME, players=2, reason="TU-23", balances=(210, 190)).state
    assert facts.standings(running) == (0, 0)
    assert facts.standings(over) == (210, 190)
    assert facts.bounded(view(running, 0)) == running.public


def test_everything_that_can_be_written_is_a_candidate() -> None:
    seen = view(deal(GAME).state, 0)
    texts = [GAME.text(action) for action in Conformance(GAME).candidates(seen)]
    assert texts[:3] == ["draw", "take", "discard B."]
    assert len(texts) == 4 + 20


def test_an_action_reveals_nothing_unless_the_rules_say_so() -> None:
    assert Conformance(GAME).reveals(deal(GAME).state, 0, DRAW) is None
