"""What each action card of Rummy Battle can act on, what that gains, and what is safe from it."""

from __future__ import annotations

from meldroom.core.effect import Effect, Safe, Spot
from meldroom.core.game import play
from meldroom.core.rng import Rng, below
from meldroom.core.view import view
from meldroom.games.companions import wording_of
from meldroom.games.rummy_battle.deck import DECK, value
from meldroom.games.rummy_battle.facts import TABLE
from tests.games.rummy_battle_positions import GAME, position
from tests.scenario import SEED, Scenario

MELDS = ["0: 3c 3d 3h", "1: 9c 9d 9h", "1: 4s 5s 6s 7s", "2: Jc Jd Jh Js, 1: Jk", "0: Kc Kd Kh"]
ACTION_CARD_VERBS = {"hoard", "pick", "thief", "switch", "lucky"}


def effects(table: Scenario) -> dict[str, Effect]:
    """Give the effects that the seat on turn can choose from, by card."""
    seen = view(table.state, table.to_act[0])
    found = wording_of(GAME).effects(seen, GAME.legal(seen))
    return {DECK.codes[effect.card]: effect for effect in found}


def targets(table: Scenario, card: str) -> dict[str, tuple[tuple[Spot, ...], int | None]]:
    """Give the targets and the gain of each use of a card, by the action's text."""
    return {GAME.text(use.action): (use.targets, use.gain) for use in effects(table)[card].uses}


def meld(owner: int, number: int) -> Spot:
    return Spot("melds", owner, number)


def test_r18_thief_can_take_every_set_of_an_opponent_and_gains_its_owners_cards() -> None:
    table = position("hand0: THIEF", melds=MELDS)
    assert targets(table, "THIEF") == {
        "thief #2": ((meld(1, 2),), 15),
        "thief #4": ((meld(2, 4),), 40),
    }
    assert effects(table)["THIEF"].safe == (Safe(meld(1, 3), "run: safe"),)


def test_r19_switcheroo_chooses_your_set_and_then_theirs_with_the_difference() -> None:
    assert targets(position("hand0: SWITCH", melds=MELDS), "SWITCH") == {
        "switch #1 #2": ((meld(0, 1), meld(1, 2)), 0),
        "switch #1 #4": ((meld(0, 1), meld(2, 4)), 25),
        "switch #5 #2": ((meld(0, 5), meld(1, 2)), -15),
        "switch #5 #4": ((meld(0, 5), meld(2, 4)), 10),
    }


def test_r20_pickpocket_takes_a_card_or_any_of_a_set_whose_cards_count_the_same() -> None:
    table = position("hand0: PICK", melds=MELDS)
    assert targets(table, "PICK") == {
        "pick 4s #3 1": ((Spot("melds", 1, 3, "4s"),), 5),
        "pick 7s #3 1": ((Spot("melds", 1, 3, "7s"),), 5),
        "pick Jk #4 1": ((Spot("melds", 1, 4, "Jk"),), 20),
        **{f"pick J{suit} #4 2": ((meld(2, 4),), 10) for suit in "cdhs"},
    }
    assert effects(table)["PICK"].safe == (Safe(meld(1, 2), "needs all three"),)


def test_r20_pickpocket_by_the_option_chooses_a_player() -> None:
    options = {"pickpocket": "hand"}
    table = position("hand0: PICK", "hand1: 2c 2d", "hand2: 2h", melds=MELDS, options=options)
    assert targets(table, "PICK") == {"pick 1": ((Spot("hand", 1),), None)}
    assert effects(table)["PICK"].safe == ()


def test_r17_hoard_chooses_the_oldest_card_of_the_row_that_it_takes_newest_first() -> None:
    table = position("hand0: HOARD", "row: 2c 9d Ks")
    assert [(GAME.text(use.action), use.targets) for use in effects(table)["HOARD"].uses] == [
        ("hoard 1", (Spot("row", at=2),)),
        ("hoard 2", (Spot("row", at=1),)),
        ("hoard 3", (Spot("row", at=0),)),
    ]


def test_r21_lucky_day_has_no_target() -> None:
    assert targets(position("hand0: LUCKY"), "LUCKY") == {"lucky": ((), None)}


def test_a_card_that_cannot_be_played_has_no_effect() -> None:
    assert effects(position("hand0: THIEF SWITCH PICK HOARD 2c")) == {}


def test_effects_name_every_legal_action_of_an_action_card_and_what_it_really_gains() -> None:
    rng, gained = Rng(SEED, 9), 0
    for _ in range(6):
        table = Scenario(GAME, GAME.start({"rounds": 3}, 4, rng))
        for _ in range(260):
            if table.result:
                break
            seat = table.to_act[0]
            seen = view(table.state, seat)
            legal = GAME.legal(seen)
            uses = [use for effect in effects(table).values() for use in effect.uses]
            assert {GAME.text(use.action) for use in uses} == {
                GAME.text(action) for action in legal if action.verb in ACTION_CARD_VERBS
            }
            for use in uses:
                if use.gain is not None and not gained % 7:
                    after = play(GAME, table.state, seat, use.action)
                    if after.public.ledger == table.facts.ledger:
                        before = value(table.state.zones[TABLE[seat]].cards)
                        assert value(after.zones[TABLE[seat]].cards) - before == use.gain
                gained += use.gain is not None
            melds = [action for action in legal if action.verb == "meld"] or legal
            lot, rng = below(rng, len(melds))
            table = table._replace(state=play(GAME, table.state, seat, melds[lot]))
    assert gained > 300
