"""Thumbs Up from hand to hand: who pays, a pool that runs out, ties and the end."""

from __future__ import annotations

from collections import Counter

import pytest

from meldroom.core.options import Setting
from meldroom.core.rng import Rng
from meldroom.core.state import top
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.facts import POOL
from tests.scenario import Scenario, deal

GAME = ThumbsUp()
WINNING = "rack0: R. R. R. R- RV"


def with_options(*zones: str, players: int = 3, **options: Setting) -> Scenario:
    return deal(GAME, *zones, players=players, options=options)


def winning_table(**options: Setting) -> Scenario:
    return with_options(
        WINNING, "rack1: B. B- G. R- KV", "rack2: B. B. B. B. OL", players=3, **options
    )


def test_r12_the_last_to_notice_pays_two_chips_more() -> None:
    table = winning_table().play("thumb")
    assert table.facts.thumb == 0
    assert table.to_act == (1, 2)
    assert table.refuses("1: draw", rule="R12")
    assert table.refuses("1: discard B.", rule="R12")
    assert table.refuses("0: seen", rule="X-1")
    table = table.play("2: seen")
    assert table.to_act == (1,)
    assert table.facts.noticed == (2,)
    table = table.play("1: seen")
    assert table.facts.balances == (275, 150, 175)
    assert table.facts.ledger == ((75, -50, -25),)
    assert table.notes() == [
        ("R9", "{1} pays 40 to {0}"),
        ("R9", "{2} pays 25 to {0}"),
        ("R12", "{1} pays 10 to {0} for being the last to notice the thumb"),
    ]


def test_q4_the_fine_is_ten_points() -> None:
    first = winning_table().play("thumb", "1: seen", "2: seen")
    assert first.facts.balances == (275, 160, 165)


def test_q5_all_others_answer_at_once_and_in_any_order() -> None:
    table = with_options(WINNING, players=5).play("thumb")
    assert table.to_act == (1, 2, 3, 4)
    assert table.play("3: seen", "1: seen").to_act == (2, 4)
    assert table.legal(3) == {"seen"}


def test_q6_two_players_have_no_fine_and_no_seen() -> None:
    table = with_options(WINNING, "rack1: B. B- G. R- KV", players=2).play("thumb")
    assert table.facts.balances == (240, 160)
    assert table.facts.thumb is None


def test_r12_without_a_fine_the_thumb_settles_at_once() -> None:
    table = winning_table(fine="off").play("thumb")
    assert table.facts.balances == (265, 160, 175)


def test_q9_five_of_six_blocks_are_enough_and_the_sixth_has_no_score() -> None:
    table = with_options(
        "rack0: R. R. R. R- KV", "pool: RV", "rack1: B. B. B. B. B.", players=2
    ).play("draw")
    assert "thumb" in table.legal()
    table = table.play("thumb")
    assert table.facts.balances == (200, 200)


def nearly_empty_pool(**options: Setting) -> Scenario:
    """The last block of the pool is about to be drawn; all others lie in the discard pile."""
    table = with_options(players=2, **options)
    zones = list(table.state.zones)
    pool = zones[POOL].cards
    zones[0] = zones[0]._replace(cards=pool[:1])
    zones[1] = zones[1]._replace(cards=pool[1:])
    return table._replace(state=table.state._replace(zones=tuple(zones)))


def run_out(table: Scenario) -> Scenario:
    """Draw, and discard the block drawn, until the pool has run out once more."""
    emptied, voids, ledger = table.facts.emptied, table.facts.voids, table.facts.ledger
    while (table.facts.emptied, table.facts.voids, table.facts.ledger) == (emptied, voids, ledger):
        block = GAME.deck.text(top(table.state, POOL))
        table = table.play("draw", f"discard {block}")
    return table


def test_q11_the_covered_discards_become_the_pool_and_the_top_one_stays() -> None:
    table = nearly_empty_pool()
    block = GAME.deck.text(top(table.state, POOL))
    covered = Counter(table.cards("discard").split())
    before = table.state.rng.calls
    table = table.play("draw", f"discard {block}")
    assert table.cards("discard") == block
    assert Counter(table.cards("pool").split()) == covered
    assert table.state.rng.calls == before + 1
    assert table.facts.emptied == 1
    assert table.notes() == [("Q11", "the pool is empty: the covered discards become the new pool")]
    assert table.state.zones[POOL].known == bytes(sorted(table.state.zones[POOL].cards))


def test_q11_the_second_time_the_hand_is_void_and_played_again() -> None:
    table = run_out(run_out(nearly_empty_pool()))
    assert table.facts.voids == 1
    assert table.facts.ledger == ()
    assert table.facts.emptied == 0
    assert table.facts.turn == table.facts.first
    assert [len(zone.cards) for zone in table.state.zones] == [40, 0, 5, 5]
    assert table.notes() == [("Q11", "the pool is empty: the hand is void and played again")]


def test_q11_with_the_option_void_the_hand_is_void_the_first_time() -> None:
    assert run_out(nearly_empty_pool(pool_empty="void")).facts.voids == 1


def test_q11_a_void_hand_keeps_its_first_player() -> None:
    table = nearly_empty_pool(pool_empty="void")
    assert run_out(table).facts.first == table.facts.first


def test_q19_a_lot_names_the_first_player_then_the_seat_to_the_left_begins() -> None:
    lots = {GAME.start({}, 4, Rng(bytes([n]) * 32)).public.first for n in range(40)}
    assert lots == {0, 1, 2, 3}
    table = winning_table(fine="off")
    first = table.facts.first
    after = table.play("thumb")
    assert after.facts.first == after.facts.turn == (first + 1) % 3


def last_hand(
    rack1: str, rack2: str, balances: tuple[int, int, int], **options: Setting
) -> Scenario:
    racks = (WINNING, f"rack1: {rack1}", f"rack2: {rack2}")
    table = deal(GAME, *racks, options={"fine": "off", **options})
    ledger = ((0, 0, 0),) * (table.state.options.hands - 1)
    public = table.state.public._replace(balances=balances, ledger=ledger)
    return table._replace(state=table.state._replace(public=public))


@pytest.mark.parametrize("hands", [3, 5, 10])
def test_r13_q23_after_the_last_hand_the_most_points_win(hands: int) -> None:
    table = last_hand("B. B. B. B- BV", "G. G. G. G. RL", (200, 210, 190), hands=hands)
    assert table.result is None
    table = table.play("thumb")
    assert table.result is not None
    assert table.result.reason == "TU-23"
    assert table.result.scores == (225, 210, 165)
    assert table.result.places == (1, 2, 3)
    assert table.result.winners == (0,)
    assert table.to_act == ()
    assert table.state.zones[2].shown


def test_q22_with_the_option_share_the_win_is_shared_at_once() -> None:
    table = last_hand("B. B. B. B- BV", "G. G. G. G. RL", (200, 225, 190), tie="share")
    table = table.play("thumb")
    assert table.result is not None
    assert table.result.reason == "TU-22"
    assert table.result.winners == (0, 1)
    assert table.result.places == (1, 1, 3)


def test_q22_a_tie_is_played_off_by_one_more_hand() -> None:
    table = last_hand("B. B. B. B- BV", "G. G. G. G. RL", (200, 225, 190)).play("thumb")
    assert table.result is None
    assert len(table.facts.ledger) == 5
    assert table.notes()[-1] == ("Q22", "a tie for the most points: one more hand")
    assert table.facts.first == 2  # it was seat 1's hand


def tied_after(extra: int) -> Scenario:
    table = last_hand("B. B. B. B- BV", "G. G. G. G. RL", (200, 225, 190))
    ledger = ((0, 0, 0),) * (4 + extra)
    public = table.state.public._replace(ledger=ledger)
    return table._replace(state=table.state._replace(public=public)).play("thumb")


def test_q22_a_game_decided_by_an_extra_hand_ends_by_that_ruling() -> None:
    table = last_hand("B. B. B. B- BV", "G. G. G. G. RL", (200, 200, 190))
    public = table.state.public._replace(ledger=((0, 0, 0),) * 5)
    table = table._replace(state=table.state._replace(public=public)).play("thumb")
    assert table.result is not None
    assert table.result.reason == "TU-22"
    assert table.result.winners == (0,)


def test_q22_there_are_five_extra_hands_at_most() -> None:
    assert tied_after(4).result is None
    shared = tied_after(5).result
    assert shared is not None
    assert shared.winners == (0, 1)
    assert shared.reason == "TU-22"


def test_q25_the_third_void_in_a_row_counts_as_a_hand_and_nobody_pays() -> None:
    table = nearly_empty_pool(pool_empty="void")
    first = table.facts.first
    table = run_out(run_out(table))
    assert table.facts.voids == 2
    table = run_out(table)
    assert table.facts.ledger == ((0, 0),)
    assert table.facts.voids == 0
    assert table.facts.first == 1 - first
    assert table.notes() == [("Q25", "void for the third time: the hand counts, and nobody pays")]


def test_q3_debt_is_allowed_and_what_is_paid_is_won() -> None:
    table = with_options(WINNING, "rack1: BL GL RL KL OL", players=2)
    public = table.state.public._replace(balances=(390, 10))
    table = table._replace(state=table.state._replace(public=public)).play("thumb")
    assert table.facts.balances == (515, -115)


def test_q3_without_debt_a_loser_pays_what_is_left_then_the_fine() -> None:
    table = with_options(
        WINNING, "rack1: B. B- G. R- KV", "rack2: B. B. B. B. OL", players=3, debt="none"
    )
    public = table.state.public._replace(balances=(500, 45, 20))
    table = table._replace(state=table.state._replace(public=public))
    table = table.play("thumb", "2: seen", "1: seen")
    assert table.facts.balances == (565, 0, 0)
    assert table.notes() == [
        ("R9", "{1} pays 40 to {0}"),
        ("R9", "{2} pays 20 to {0}"),
        ("R12", "{1} pays 5 to {0} for being the last to notice the thumb"),
    ]


def test_a_new_hand_begins_with_nothing_left_of_the_old_one() -> None:
    table = winning_table().play("draw", "thumb", "1: seen", "2: seen")
    facts = table.facts
    assert (facts.picked, facts.taken, facts.takes, facts.emptied) == (False, b"", 0, 0)
    assert (facts.thumb, facts.noticed, facts.voids, facts.reason) == (None, (), 0, "")
