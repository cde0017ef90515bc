"""How the house plays Scorzo."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.core.rng import Rng, seed_from
from meldroom.core.skill import Lots
from meldroom.core.state import lay_open
from meldroom.core.view import view
from meldroom.games.companions import skill_of
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.bot import WILD_WORTH, related, worth
from meldroom.games.scorzo.deck import WILD
from meldroom.games.scorzo.facts import ANSWERING, DISCARDING, PICKING, hand
from meldroom.games.scorzo.game import TAKE, Discard
from tests.levels import few
from tests.scenario import Scenario, deal

GAME = Scorzo()


def scorzo(*zones: str, **facts: Any) -> Scenario:
    """Deal a position of two players."""
    return deal(GAME, *zones, players=2, **{"phase": PICKING, **facts})


def test_it_takes_a_wild_and_what_makes_a_meld() -> None:
    mine = "hand0: S1 S2 Q9 T7 C5"
    assert scorzo(mine, "discard: WW").advised() == "take"
    assert scorzo(mine, "discard: S3").advised() == "take"
    assert scorzo(mine, "discard: H8").advised() == "draw"
    assert scorzo(mine, "discard: WW").advised("novice") == "take"
    assert scorzo(mine, "discard: H3").advised("novice") == "draw"
    assert scorzo(mine, "discard: H8").looked_at() == {"draw", "take"}


def test_it_discards_the_high_card_that_meets_nothing() -> None:
    table = scorzo("hand0: S1 S2 S3 Q5 Q6 T10", phase=DISCARDING)
    assert table.advised() == "discard T10"
    assert table.advised("novice") == "discard T10"
    assert "discard T10" in table.looked_at()


def test_it_keeps_two_cards_that_wait_for_a_third() -> None:
    table = scorzo("hand0: S1 S2 S3 Q8 Q9 T9 C7", "discard: H2", phase=DISCARDING)
    assert table.advised() == "discard C7"


def test_it_calls_at_once_and_a_search_does_not_doubt_it() -> None:
    table = scorzo("hand0: S1 S2 S3", phase=ANSWERING)
    assert table.advised() == "call"
    assert table.advised("novice") == "call"
    assert table.looked_at() == set()


def test_after_a_call_only_the_deadwood_of_this_turn_counts() -> None:
    table = scorzo("hand0: S1 S2 S3 Q8 T8 C4", phase=DISCARDING, caller=1)
    assert table.advised() in ("discard Q8", "discard T8")


def test_a_wild_that_nothing_can_use_is_not_taken_on_the_last_turn() -> None:
    table = scorzo("hand0: S1 Q4 T7", "discard: WW", caller=1)
    assert table.advised() == "draw"


def test_the_last_take_must_better_the_average_draw() -> None:
    mine = "hand0: S1 Q1 T9"
    assert scorzo(mine, "discard: C8", caller=1).advised() == "draw"
    assert scorzo(mine, "discard: C2", caller=1).advised() == "take"
    assert scorzo(mine, "discard: C1", caller=1).advised() == "take"


def test_the_last_take_counts_what_can_be_laid_off() -> None:
    zones = "hand0: S9 Q9 T3", "hand1: S4 Q4 T4", "discard: C4"
    for lay_off, pick in (("no", "draw"), ("yes", "take")):
        table = deal(GAME, *zones, players=2, options={"lay_off": lay_off}, caller=1)
        table = table._replace(state=lay_open(table.state, hand(1)))
        assert table.advised() == pick


@pytest.mark.parametrize("seed", few(range(40), keep=3))
def test_it_never_throws_back_what_it_took(seed: int) -> None:
    skill, lot = skill_of(GAME), Lots(seed_from(seed))
    state = GAME.start({"rounds": "down"}, 2 + seed % 3, Rng(seed_from(seed)))
    taken, takes = b"", 0
    while to_act := GAME.to_act(state.public):
        seen = view(state, to_act[0])
        action = skill.house(seen, GAME.legal(seen), lot)
        assert not taken or action != Discard(taken[0])
        state = GAME.apply(state, to_act[0], action)
        taken = state.public.taken
        takes += action == TAKE
    assert takes


def test_related_cards_share_a_number_or_stand_near_in_a_suit() -> None:
    cards = GAME.deck.cards("S4 S5 S6 S8 Q5 WW")
    assert related(GAME.deck.card("S6"), cards) == 4  # S4 S5 S6 S8
    assert related(WILD, cards) == 6


def test_a_card_is_worth_what_it_may_still_meet() -> None:
    cards = GAME.deck.cards("S4 S5 S6 S8 Q5 WW")
    live = [2] * 51
    assert worth(WILD, cards, live) == WILD_WORTH
    assert worth(GAME.deck.card("S8"), cards, live) == 2 * 8  # S7, for its own value
    lone = GAME.deck.cards("S1 Q5")
    assert worth(lone[0], lone, live) == 0
    live[GAME.deck.card("S7")] = 0
    assert worth(GAME.deck.card("S8"), cards, live) == 0


def test_the_prospect_counts_totals_and_part_of_the_deadwood() -> None:
    table = scorzo("hand0: S1 S2 S3 Q1", "hand1: S9 Q8 T10 C7", totals=(10, 30))
    assert table.prospect(0) > 0.7
    tied = deal(GAME, players=3, playing=(0, 1))
    assert tied.prospect(2) == 0


def test_a_rival_who_would_have_called_is_doubted_and_taken_cards_expect_company() -> None:
    whole = scorzo("hand0: S1 Q5 T9", "hand1: S4 S5 S6")
    part = scorzo("hand0: S1 Q5 T9", "hand1: S4 S5 C9")
    assert whole.likelihood(0) < part.likelihood(0) == 1
    *zones, theirs = part.state.zones
    known = [theirs._replace(known=GAME.deck.cards(card)) for card in ("S4", "C9")]
    worlds = [part.state._replace(zones=(*zones, zone)) for zone in known]
    met, lone = (part._replace(state=world).likelihood(0) for world in worlds)
    assert met > lone


def test_a_round_is_a_stage() -> None:
    first, second = scorzo(), scorzo(ledger=((0, 7),))
    assert skill_of(GAME).stage(first.facts) != skill_of(GAME).stage(second.facts)
