"""Rummy Battle, how a round and a game end."""

from __future__ import annotations

import pytest

from meldroom.core.default_action import default_action, drawn_last
from meldroom.core.event import Moved, Shown, Shuffled
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, below, shuffle
from meldroom.core.view import events, view
from meldroom.games.companions import timing_of
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.facts import ROW, STOCK
from tests.games.rummy_battle_positions import GAME, position
from tests.scenario import Scenario

RESHUFFLE: dict[str, Setting] = {"deck_empty": "reshuffle"}


def test_q19_out_before_the_marker_costs_100_and_the_others_count_their_hands() -> None:
    zones = ("hand0: 2c", "hand1: Kc Ad", "hand2: 3c")
    table = position(*zones, melds=["0: 9c 9d 9h", "1: Kd Kh Ks"], drawn=True).play("discard 2c")
    assert table.facts.ledger == ((-85, 5, -5),)


def test_q20_out_after_the_marker_gets_10() -> None:
    zones = ("hand0: 2c", "hand1: Kc Ad", "hand2: 3c")
    table = position(*zones, melds=["0: 9c 9d 9h"], drawn=True, marker_seen=True)
    table = table.play("discard 2c")
    assert table.facts.ledger == ((25, -25, -5),)
    shown = [event for event in table.state.journal if isinstance(event, Shown)]
    assert [(event.owner, DECK.text(event.cards)) for event in shown] == [(1, "Kc Ad"), (2, "3c")]


def draw_last_card(hand: str = "hand0: 2c 9c", **more: object) -> Scenario:
    """Draw the last card of the stock."""
    facts: dict[str, object] = {"marker_seen": True, **more}
    table = position(hand, "row: 5h 6s", stock="Kd", **facts)  # type: ignore[arg-type]
    return table.play("draw")


def test_q24_a_draw_takes_what_is_left_and_the_empty_stock_ends_the_round() -> None:
    table = draw_last_card()
    assert table.cards("hand0") == "2c 9c Kd"
    assert table.facts.ledger == ()
    table = table.play("discard Kd")
    assert table.facts.ledger == ((-10, -10, -10),)
    assert table.notes()[0] == ("Q24", "the stock is empty: the round ends")


def test_q24_a_bonus_draw_can_empty_the_stock_too() -> None:
    table = position("hand0: 9c 9d 9h 2c", stock="Kd", marker_seen=True, drawn=True)
    table = table.play("meld 9c 9d 9h", "bonus", "discard Kd")
    assert table.facts.ledger == ((10, -10, -10),)


def test_q24_going_out_is_checked_before_the_stock() -> None:
    table = position("hand0: 9c", stock="", marker_seen=True, drawn=True).play("discard 9c")
    assert table.facts.ledger == ((10, -10, -10),)


def test_q24_by_option_the_row_except_its_last_card_is_shuffled() -> None:
    table = draw_last_card(options=RESHUFFLE)
    rng = table.state.rng
    table = table.play("discard Kd")
    assert table.facts.ledger == ()
    assert table.cards("row") == "Kd"
    cards, after = shuffle(rng, DECK.cards("5h 6s"))
    assert table.state.zones[STOCK].cards == cards
    assert table.state.rng == after
    assert table.notes() == [
        ("Q24", "the stock is empty: the row except its last card becomes the stock")
    ]
    assert [type(event) for event in table.state.journal[-2:]] == [Moved, Shuffled]
    assert table.facts.marker_seen
    assert table.to_act == (1,)


def test_q24_by_option_a_row_of_one_card_ends_the_round_after_all() -> None:
    table = position("hand0: 2c 9c", stock="Kd", marker_seen=True, options=RESHUFFLE)
    table = table.play("draw", "discard Kd")
    assert table.facts.ledger == ((-10, -10, -10),)
    assert table.notes()[0] == ("Q24", "the stock is empty: the round ends")
    two = position("hand0: 2c 9c", "row: 5h", stock="Kd", marker_seen=True, options=RESHUFFLE)
    two = two.play("draw", "discard Kd")
    assert (two.cards("stock"), two.cards("row")) == ("5h", "Kd")


def test_q24_q33_nothing_is_shuffled_if_the_round_ends_anyway() -> None:
    table = draw_last_card(options=RESHUFFLE, turns=599)
    table = table.play("discard Kd")
    assert table.facts.ledger == ((-10, -10, -10),)
    assert table.notes()[0] == ("Q33", "the round ends after 200 turns for each player")
    shuffles = [event for event in table.state.journal if isinstance(event, Shuffled)]
    assert len(shuffles) == 1  # that of the next deal


def test_q24_an_empty_stock_is_checked_before_an_endless_round() -> None:
    assert draw_last_card(turns=599).play("discard Kd").notes()[0][0] == "Q24"


def test_q26_used_action_cards_and_an_unused_2nd_chance_score_nothing() -> None:
    table = position("hand0: LUCKY 2c 9s", "hand1: 3c 4c", players=2, chances=(True, True))
    table = table.play("draw", "lucky").play("discard 2c")
    assert table.cards("used") == "LUCKY"
    zones = ("hand0: 9s", "hand1: 3c", "used: THIEF LUCKY")
    table = position(*zones, players=2, chances=(True, True), drawn=True, marker_seen=True)
    assert table.play("discard 9s").facts.ledger == ((10, -5),)


def test_q27_an_action_card_turned_up_first_goes_back_into_the_middle() -> None:
    for number in range(256):
        seed = bytes([number]) * 32
        pack = list(shuffle(Rng(seed, 1), DECK.pack)[0][: 128 - 20])
        if pack[-1] > DECK.card("Jk") and pack[-2] <= DECK.card("Jk"):
            break
    card = pack.pop()
    pack.insert(len(pack) // 2, card)
    state = GAME.start({}, 2, Rng(seed))
    assert state.zones[ROW].cards == bytes([pack.pop()])
    assert state.zones[STOCK].cards == bytes(pack)
    assert pack.index(card, 53) == 53
    assert state.zones[STOCK].known == bytes([card])
    assert state.rng.calls == 2


def test_q27_a_joker_stays_face_up() -> None:
    for number in range(256):
        seed = bytes([number, 1]) * 16
        if shuffle(Rng(seed, 1), DECK.pack)[0][128 - 21] == DECK.card("Jk"):
            break
    assert DECK.text(GAME.start({}, 2, Rng(seed)).zones[ROW].cards) == "Jk"


def test_q30_a_tie_for_the_highest_total_is_broken_by_one_more_round() -> None:
    zones = ("hand0: 2c", "hand1: 3c", "hand2: 4c")
    scores = ((0, 15, 0),) * 2
    table = position(
        *zones,
        options={"rounds": 3},
        ledger=scores,
        totals=(15, 30, 0),
        marker_seen=True,
        drawn=True,
        dealer=1,
    ).play("discard 2c")
    assert table.facts.totals == (25, 25, -5)
    assert table.result is None
    assert table.notes()[-1] == ("Q30", "a tie for the highest total: one more round")
    assert (table.facts.dealer, table.facts.turn) == (2, 0)


@pytest.mark.parametrize(
    ("totals", "places", "winners"),
    [((30, 0, 45), (1, 3, 1), (0, 2)), ((31, 0, 45), (1, 3, 2), (0,))],
)
def test_q30_after_the_extra_round_a_tie_is_shared(
    totals: tuple[int, ...], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    zones = ("hand0: 2c", "hand1: 3c", "hand2: 4c")
    table = position(
        *zones,
        options={"rounds": 3},
        ledger=((0, 0, 0),) * 3,
        totals=totals,
        marker_seen=True,
        drawn=True,
    ).play("discard 2c")
    assert table.result is not None
    assert table.result.scores == (totals[0] + 10, -5, 40)
    assert table.result.places == places
    assert table.result.winners == winners
    assert table.result.reason == "RB-30"


def test_q31_the_first_dealer_is_drawn_by_lot_and_the_player_to_the_left_begins() -> None:
    for number in range(8):
        seed = bytes([number]) * 32
        table = GAME.start({}, 5, Rng(seed)).public
        assert table.dealer == below(Rng(seed), 5)[0]
        assert table.turn == (table.dealer + 1) % 5


@pytest.mark.parametrize(("players", "turns"), [(2, 400), (3, 600)])
def test_q33_an_endless_round_is_scored(players: int, turns: int) -> None:
    hands = [
        f"hand{seat}: 2{suit} 9{suit}" for seat, suit in zip(range(players), "cdh", strict=False)
    ]
    table = position(*hands, players=players, drawn=True, turns=turns - 2).play("discard 2c")
    assert table.facts.ledger == ()
    over = table.play("draw", "discard 2d")
    assert len(over.facts.ledger) == 1
    assert over.facts.ledger[0][0] == -5
    assert over.notes()[0] == ("Q33", "the round ends after 200 turns for each player")


def test_q34_the_game_is_over_when_the_last_round_is_scored() -> None:
    zones = ("hand0: 2c", "hand1: 3c", "hand2: 4c")
    table = position(
        *zones, options={"rounds": 3}, ledger=((0, 0, 0),) * 2, marker_seen=True, drawn=True
    ).play("discard 2c")
    assert table.result is not None
    assert table.result.reason == "RB-34"


def timed_out(table: Scenario, drawn: bytes = b"") -> str:
    """Say what the table does for a seat whose time has run out."""
    [seat] = table.to_act
    drawn = drawn_last(events(table.state, seat), seat, drawn)
    seen = view(table.state, seat)
    verbs = timing_of(GAME).default_verbs(seen)
    return GAME.text(default_action(GAME, seen, drawn, verbs))


def test_q35_the_table_draws_for_a_silent_seat_and_discards_the_card_that_came_last() -> None:
    table = position("hand0: 2c 2d 2h LUCKY Ks", "row: 9s 9h", "stock: 5h Kc")
    assert timed_out(table) == "draw"
    table = table.play("draw")
    assert timed_out(table) == "discard 5h"
    drawn = GAME.deck.cards("5h")
    assert timed_out(table.play("meld 2c 2d 2h"), drawn) == "discard 5h"
    used = position("hand0: 2c 9d", "stock: 5h Kc", chances=(False,) * 3).play("draw")
    assert timed_out(used) == "discard 5h"


def test_q35_under_a_duty_the_first_legal_text_is_played() -> None:
    table = position("hand0: 5h 6h 8h 7c 7d 2c", "row: 7h Kc").play("take 2")
    assert timed_out(table) == min(table.legal()) == "meld 5h 6h 7h"


def test_q35_with_an_empty_hand_the_bonus_is_taken_until_the_marker_is_seen() -> None:
    early = position("hand0: 9c 9d 9h", drawn=True).play("meld 9c 9d 9h")
    assert timed_out(early) == "bonus"
    late = position("hand0: 9c 9d 9h", drawn=True, marker_seen=True).play("meld 9c 9d 9h")
    assert timed_out(late) == "done"
