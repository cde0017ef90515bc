"""What everyone is shown when a hand is over, in a known deal of each game."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.core.cards import Cards, without
from meldroom.core.event import Noted
from meldroom.core.game import AnyGame
from meldroom.core.showdown import HandEnd, Showdown
from meldroom.core.state import AnyState
from meldroom.core.view import events, view
from meldroom.core.wording import Wording
from meldroom.games import GAMES
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import rules
from meldroom.games.scorzo import Scorzo
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.deck import bill
from meldroom.games.thumbs_up.settlement import blocks_to_pay, price
from meldroom.games.victor_or_victim import VictorOrVictim
from meldroom.games.victory_rummy import VictoryRummy
from meldroom.games.victory_rummy.pad import PadLine, ScorePad, blank_pad, with_line
from meldroom.match.match import Match
from meldroom.match.showdown import HandResult, hand_result, totals
from tests.games import rummy_battle_positions as rummy_battle
from tests.match.positions import default_text
from tests.scenario import Scenario, deal


def ended_by(table: Scenario, last: str) -> HandResult:
    """Give how the hand ends by the last action."""
    result = hand_result(table.game, table.state, table.state, [table.play(last).state])
    assert result is not None
    return result


def groups(game: AnyGame, shown: Showdown, seat: int) -> list[tuple[str, str, int | None]]:
    """Give the groups of a seat's hand: cards, label, points."""
    [hand] = [hand for hand in shown.hands if hand.seat == seat]
    return [(text(game, group.cards), group.label, group.points) for group in hand.groups]


def text(game: AnyGame, cards: Cards) -> str:
    return game.deck.text(cards)


# -- Thumbs Up


def thumb_raised() -> Scenario:
    racks = ("rack0: B. B. B. B- BL", "rack1: R. R. R- RL G-", "rack2: K. K. KV B. O-")
    return deal(ThumbsUp(), *racks).play("thumb", "1: seen")


def test_thumbs_up_says_who_pays_for_which_block_by_which_rule() -> None:
    shown, standing, new_rows, _ = ended_by(thumb_raised(), "2: seen")
    assert shown.sentence == "{0} wins the hand with blue."
    assert shown.winners == (0,)
    assert [(hand.seat, hand.points) for hand in shown.hands] == [(0, 60), (1, -35), (2, -25)]
    assert groups(ThumbsUp(), shown, 1) == [
        ("R. R. R-", "collected red", None),
        ("G-", "green dash", -10),
        ("RL", "red Liberty", -25),
    ]
    assert [group.rule for group in shown.hands[1].groups] == ["", "R9", "R11"]
    assert [(line.source, line.amount, line.rule, line.label) for line in shown.lines] == [
        (1, 35, "R9", ""),
        (2, 15, "R9", ""),
        (2, 10, "R12", "last to notice"),
    ]
    assert [(row.seat, row.points, row.place) for row in standing] == [
        (0, 260, 1),
        (2, 175, 2),
        (1, 165, 3),
    ]
    assert new_rows == (0,)


def test_thumbs_up_without_a_race_the_thumb_ends_the_hand() -> None:
    racks = ("rack0: B. B. B. B- BV", "rack1: R. R. R- RL G-")
    shown = ended_by(deal(ThumbsUp(), *racks, players=2), "thumb").showdown
    assert shown.winners == (0,)
    assert [line.rule for line in shown.lines] == ["R9"]
    assert "notice" not in shown.detail


def test_thumbs_up_shows_the_sixth_block_of_the_winner_apart() -> None:
    racks = ("rack0: B. B. B. B- B- BV", "rack1: R. R. R- RL G-")
    shown = ended_by(deal(ThumbsUp(), *racks, players=2, picked=True), "thumb").showdown
    assert groups(ThumbsUp(), shown, 0) == [
        ("B. B. B. B- BV", "the winning hand", None),
        ("B-", "spare", None),
    ]


def test_thumbs_up_a_loser_without_debt_pays_what_is_left() -> None:
    racks = ("rack0: B. B. B. B- BV", "rack1: R. R. R- RL G-")
    options = {"debt": "none"}
    table = deal(ThumbsUp(), *racks, players=2, options=options, balances=(380, 20))
    shown = ended_by(table, "thumb").showdown
    assert [line.amount for line in shown.lines] == [20]


def test_thumbs_up_the_blocks_to_pay_are_what_the_bill_adds_up() -> None:
    game = ThumbsUp()
    for seed in range(40):
        racks = Match(game, {}, 4, bytes([seed]) * 32).state.zones[2:]
        for rack in racks:
            assert sum(map(price, blocks_to_pay(rack.cards))) == bill(rack.cards)


def test_a_void_hand_shows_only_why() -> None:
    table = deal(ThumbsUp(), "pool:", "discard: B.", options={"pool_empty": "void"}, picked=True)
    table = table._replace(state=_with_empty_pool(table.state))
    discard = next(text for text in sorted(table.legal()) if text.startswith("discard"))
    shown = ended_by(table, discard).showdown
    assert (shown.sentence, shown.rules, shown.hands) == ("The hand is void.", ("Q11",), ())
    assert shown.detail == "The pool is empty: the hand is void and played again."


def _with_empty_pool(state: AnyState) -> AnyState:
    pool, discard, *racks = state.zones
    discard = discard._replace(cards=pool.cards + discard.cards)
    return state._replace(zones=(pool._replace(cards=b""), discard, *racks))


# -- Scorzo


def test_scorzo_lays_out_melds_and_what_is_left_with_the_fewest_points_first() -> None:
    hands = ("hand0: T2 T3 T4 C1 Q9 H10", "hand1: S6 S7 S8 Q4 C4 H4", "hand2: H7 H8 H9 S1 S2 C1")
    table = deal(Scorzo(), *hands, "stock: H9", caller=1).play("draw")
    zones = [zone._replace(shown=zone.owner == 1) for zone in table.state.zones]  # Q11
    table = table._replace(state=table.state._replace(zones=tuple(zones)))
    shown, standing, *_ = ended_by(table, "discard H9")
    assert shown.sentence == "{1} called. Nothing left over."
    assert [(hand.seat, hand.points) for hand in shown.hands] == [(1, 0), (2, 4), (0, 20)]
    assert groups(Scorzo(), shown, 1) == [
        ("S6 S7 S8", "run of stars", None),
        ("Q4 C4 H4", "set of fours", None),
    ]
    assert groups(Scorzo(), shown, 2) == [
        ("H7 H8 H9", "run of hearts", None),
        ("S1 S2 C1", "left: 1 + 2 + 1", 4),
    ]
    assert [row.seat for row in standing] == [1, 2, 0]


def test_scorzo_names_a_meld_of_wilds_alone() -> None:
    hands = ("hand0: WW WW WW", "hand1: S6 S7 S8", "hand2: H7 C1 Q4")
    table = deal(Scorzo(), *hands, "stock: H9", caller=1, options={"all_wild_melds": "yes"})
    shown = ended_by(table.play("draw"), "discard H9").showdown
    assert groups(Scorzo(), shown, 0) == [("WW WW WW", "wilds", None)]


# -- Rummy Battle


def test_rummy_battle_counts_the_table_for_and_the_hand_against() -> None:
    zones = ("hand0: 2c", "hand1: Kc Ad", "hand2: 3c")
    melds = ["0: 9c 9d 9h, 1: 9s", "0: 4h 5h 6h"]
    table = rummy_battle.position(*zones, melds=melds, drawn=True, marker_seen=True)
    shown = ended_by(table, "discard 2c").showdown
    assert shown.sentence == "{0} is out, after the Marker."
    assert [(hand.seat, hand.points) for hand in shown.hands] == [(0, 40), (2, -5), (1, -20)]
    assert groups(table.game, shown, 0) == [("9c 9d 9h", "", 15), ("4h 5h 6h", "", 15)]
    assert groups(table.game, shown, 1) == [("9s", "", 5), ("Kc Ad", "in hand", -25)]
    assert [(line.target, line.amount, line.rule) for line in shown.lines] == [(0, 10, "Q20")]
    assert shown.rules == ("Q20", "R16")


def test_rummy_battle_shows_the_meld_of_the_last_action_too() -> None:
    table = rummy_battle.position(
        "hand0: 4h 5h 6h", "hand1: Kc", "hand2: 3c", melds=["0: 9c 9d 9h"], drawn=True
    )
    table = table.play("meld 4h 5h 6h")
    shown = ended_by(table, "done").showdown
    assert groups(table.game, shown, 0) == [("9c 9d 9h", "", 15), ("4h 5h 6h", "", 15)]
    assert [(line.amount, line.rule) for line in shown.lines] == [(-100, "Q19")]
    assert shown.sentence == "{0} is out, before the Marker."


def test_rummy_battle_shows_a_last_card_that_was_laid_off() -> None:
    table = rummy_battle.position(
        "hand0: 9s", "hand1: Kc", "hand2: 3c", melds=["0: 9c 9d 9h"], drawn=True, marker_seen=True
    )
    shown = ended_by(table, "lay 9s #1").showdown
    assert groups(table.game, shown, 0) == [("9c 9d 9h", "", 15), ("9s", "", 5)]


def test_rummy_battle_shows_what_the_last_action_took_with_its_new_owner() -> None:
    table = rummy_battle.position(
        "hand0: THIEF",
        "hand1: Kc",
        "hand2: 3c",
        melds=["0: 4c 4d 4h", "1: 5h 6h 7h", "1: 9c 9d 9h", "1: 2c 2d 2s"],
        drawn=True,
        marker_seen=True,
    )
    shown = ended_by(table, "thief #3").showdown
    assert groups(table.game, shown, 0) == [("4c 4d 4h", "", 15), ("9c 9d 9h", "", 15)]
    assert groups(table.game, shown, 1) == [
        ("5h 6h 7h", "", 15),
        ("2c 2d 2s", "", 15),
        ("Kc", "in hand", -10),
    ]


def test_rummy_battle_takes_one_of_two_equal_cards_out_of_the_meld_that_can_spare_it() -> None:
    table = rummy_battle.position(
        "hand0: PICK",
        "hand1: Kc",
        "hand2: 3c",
        melds=["0: 4c 4d 4h", "1: 9c 10c Jc Qc", "1: 9c 9d 9h"],
        drawn=True,
        marker_seen=True,
    )
    shown = ended_by(table, "pick 9c #2 1").showdown
    assert groups(table.game, shown, 0) == [("4c 4d 4h", "", 15), ("9c", "", 5)]
    assert groups(table.game, shown, 1)[:2] == [("10c Jc Qc", "", 30), ("9c 9d 9h", "", 15)]


# -- Victory Rummy


def test_victory_rummy_scores_the_deal_and_keeps_the_hands_hidden() -> None:
    game = VictoryRummy()
    zones = ("hand0: R. R. R. R- RV B.", "hand1: AX AX W.", "hand2: AX B.")
    start = deal(game, *zones, picked=True)
    before = start.play("victory R")
    after = before.play("discard B.")
    result = hand_result(game, start.state, before.state, [after.state])
    assert result is not None
    shown = result.showdown
    assert shown.sentence == "{0} goes out."
    assert groups(game, shown, 0) == [("R. R. R. R- RV", "a Victory in red", 10)]
    assert groups(game, shown, 1) == []
    assert [(line.target, line.amount, line.rule) for line in shown.lines] == [(0, 30, "R9")]
    assert shown.hands[0].points == 40
    assert [(row.points_before, row.points) for row in result.standing] == [(0, 40), (0, 0), (0, 0)]


def victory_rummy_table(pad: ScorePad, **facts: Any) -> Scenario:
    """Set up a table for two where seat 0 has laid a Victory down, and one card is in the pack."""
    game = VictoryRummy()
    zones = ("stock: AX", "laid0: R. R. R. R- RV", "hand0: AX AX AX AX B.", "hand1: W. W.")
    lying = game.deck.cards(" ".join(zone.partition(":")[2] for zone in zones))
    covered = game.deck.text(without(game.deck.pack, lying))
    return deal(game, *zones, f"discard: {covered}", players=2, pad=pad, **facts)


RED_VICTORY = PadLine(0, "R", 10)


def test_victory_rummy_shows_what_was_scored_before_a_deal_became_void() -> None:
    start = victory_rummy_table(blank_pad(2))
    before = victory_rummy_table(with_line(blank_pad(2), RED_VICTORY), emptied=2)
    after = before.play("draw")
    result = hand_result(before.game, start.state, before.state, [after.state])
    assert result is not None
    shown = result.showdown
    assert (shown.sentence, shown.winners) == ("The deal is void.", ())
    assert shown.detail.startswith("The pack is empty for the third time")
    assert shown.rules == ("Q15",)
    assert groups(before.game, shown, 0) == [("R. R. R. R- RV", "a Victory in red", 10)]
    assert [(hand.seat, hand.points) for hand in shown.hands] == [(0, 10), (1, 0)]


def test_victory_rummy_a_void_deal_without_a_score_shows_only_why() -> None:
    shown = ended_by(victory_rummy_table(blank_pad(2), emptied=2), "draw").showdown
    assert (shown.sentence, shown.hands) == ("The deal is void.", ())


def test_victory_rummy_names_who_wins_without_going_out() -> None:
    table = victory_rummy_table(ScorePad((450, 490))).play("draw")
    shown = ended_by(table, "capture").showdown
    assert (shown.sentence, shown.winners) == ("{0} wins the game.", (0,))
    assert shown.rules == ("R7", "Q12")
    assert shown.hands[0].points == 50


def test_victory_rummy_names_all_who_share_the_win_after_the_last_deal() -> None:
    start = victory_rummy_table(ScorePad((50, 60)), deal=200)
    pad = with_line(ScorePad((50, 60)), RED_VICTORY)
    before = victory_rummy_table(pad, deal=200, emptied=2)
    result = hand_result(before.game, start.state, before.state, [before.play("draw").state])
    assert result is not None
    assert result.showdown.sentence == "{0} and {1} win the game."
    assert result.showdown.winners == (0, 1)


# -- Victor or Victim


def test_victor_or_victim_shows_the_word_of_who_fell() -> None:
    game = VictorOrVictim()
    zones = ("letters0: YM YC", "letters1: YI YV YI YT YC BO", "letters2: RV")
    table = deal(game, *zones, drawn=game.deck.cards("YM"))
    shown, standing, *_ = ended_by(table, "pass YM")
    assert "{1} spells VICTIM in yellow and is out." in (shown.sentence, shown.detail)
    assert groups(game, shown, 1)[0] == ("YV YI YC YT YI YM", "VICTIM in yellow", None)
    assert standing == ()


# -- every game


@pytest.mark.parametrize("key", GAMES)
def test_a_showdown_tells_a_watcher_nothing_that_the_rules_hide(key: str) -> None:
    """What is worked out from a watcher's view alone is the very same."""
    game, ends = GAMES[key], 0
    match = Match(game, {}, 2, bytes([7]) * 32)
    while match.to_act and ends < 3:
        start, before = match.hand_start, match.state
        match.play(match.to_act[0], default_text(match, match.to_act[0]))
        wording = wording_of(game)
        if wording.ends_hand(before, match.state):
            ends += 1
            watched = HandEnd(*(as_watched(state) for state in (start, before, match.state)))
            assert wording.showdown(watched) == wording.showdown(
                HandEnd(start, before, match.state)
            )
            assert set(wording.showdown(watched).rules) <= rules(game).keys()
    assert ends


def as_watched(state: AnyState) -> AnyState:
    return state._replace(zones=view(state, None).zones, journal=events(state, None))


def test_a_game_without_a_wording_shows_the_cards_that_lie_open() -> None:
    table = thumb_raised()
    after = table.play("2: seen").state
    shown = Wording(table.game).showdown(HandEnd(table.state, table.state, after))
    assert shown.sentence == "The hand is over."
    assert groups(table.game, shown, 2) == [("B. K. K. KV O-", "rack", None)]
    assert shown.rules == tuple(
        dict.fromkeys(event.rule for event in after.journal if isinstance(event, Noted))
    )


def test_a_pad_without_points_has_no_totals() -> None:
    wording = Wording(ThumbsUp())
    assert totals(wording.pad(deal(ThumbsUp(), players=2).state)) == ()
    over = deal(ThumbsUp(), players=2, reason="TU-23", balances=(210, 190))
    assert totals(wording.pad(over.state)) == (210, 190)


def test_no_hand_ends_while_the_same_cards_are_played() -> None:
    table = thumb_raised()
    assert hand_result(table.game, table.state, table.state, [table.state]) is None
