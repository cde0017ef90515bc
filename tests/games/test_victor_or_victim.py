"""Victor or Victim, the printed rules one by one."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from meldroom.core.event import Moved, Shuffled
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, below, shuffle
from meldroom.core.view import view
from meldroom.games.victor_or_victim import VictorOrVictim
from meldroom.games.victor_or_victim.facts import LEFT, RIGHT, Facts
from tests.scenario import SEED, Scenario, deal

GAME = VictorOrVictim()
HARMLESS = "LOSE RM BM"  # a deck that a test does not care about


def at_table(
    *zones: str,
    drawn: str,
    deck: str = HARMLESS,
    players: int = 3,
    options: dict[str, Setting] | None = None,
    **facts: Any,
) -> Scenario:
    """Set up seat 0's turn with just these letters, and a deck of just these cards."""
    named = {zone.partition(":")[0] for zone in zones}
    bare = [f"letters{seat}:" for seat in range(players) if f"letters{seat}" not in named]
    if "discard" not in named:
        bare.append("discard:")
    facts["drawn"] = GAME.deck.cards(drawn)
    table = deal(GAME, *zones, *bare, players=players, options=options, **facts)
    pile, *rest = table.state.zones
    laid = (pile._replace(cards=GAME.deck.cards(deck)), *rest)
    return table._replace(state=table.state._replace(zones=laid))


def refusal(table: Scenario, text: str) -> tuple[str, str] | None:
    """Say by which rule and why the referee refuses an action of the seat on turn."""
    return GAME.check(view(table.state, table.facts.turn), GAME.parse(text))


def moves(table: Scenario) -> list[tuple[str, str, int | None]]:
    """Name the cards that moved with the last action, and where they went."""
    moved = [event for event in table.state.journal if isinstance(event, Moved)]
    return [(GAME.deck.text(e.cards), e.target, e.target_owner) for e in moved]


def test_the_published_deal_comes_out() -> None:
    table = Scenario(GAME, GAME.start({}, 4, Rng(SEED)))
    assert table.to_act == (3,)
    assert table.state.rng.calls == 6
    assert [table.cards(f"letters{seat}") for seat in range(4)] == [
        "YV YT YI",
        "RI RI BI",
        "BC BR YM",
        "BV BT BM BR",
    ]
    assert len(table.state.zones[0].cards) == 73
    assert table.facts == Facts(
        turn=3,
        direction=LEFT,
        drawn=GAME.deck.cards("BV"),
        recycled=0,
        fallen=(),
        winner=None,
        reason="",
    )


def test_r1_66_letters_and_20_specials() -> None:
    count = Counter(GAME.deck.codes[card] for card in GAME.deck.pack_for(8))
    for colour in "RBY":
        assert [count[colour + letter] for letter in "VCTMORI"] == [3, 3, 3, 3, 2, 2, 6]
    assert [count[code] for code in ("ACQ", "TWO", "DIR", "LOSE")] == [6, 6, 4, 4]
    assert len(GAME.deck.pack_for(2)) == 86
    assert " ".join(GAME.deck.codes) == (
        "RV RC RT RM RO RR RI BV BC BT BM BO BR BI YV YC YT YM YO YR YI ACQ TWO DIR LOSE"
    )


def test_r1_cards_are_called_by_colour_and_letter() -> None:
    assert GAME.deck.words[7:9] == ("blue V", "blue C")
    assert GAME.deck.words[21:] == ("Acquisition", "Pass Two", "Change Direction", "Lose a Turn")
    assert GAME.deck.inks[6:8] == ("red", "blue")
    assert GAME.deck.inks[20:] == ("yellow", "", "", "", "")


@pytest.mark.parametrize("seats", range(2, 9))
def test_r2_everyone_has_three_open_letters_before_the_first_draw(seats: int) -> None:
    state = GAME.start({}, seats, Rng(SEED))
    labels = [zone.label for zone in state.zones]
    assert labels == ["deck", "discard", *(f"letters{seat}" for seat in range(seats))]
    assert [zone.open_to(None) for zone in state.zones] == [False, *[True] * (seats + 1)]
    last = state.journal[-1]
    assert isinstance(last, Moved)
    for seat, zone in enumerate(state.zones[2:]):
        drew = last.target == "letters" and last.target_owner == seat
        assert len(zone.cards) == 3 + drew
        assert max(zone.cards) < GAME.deck.card("ACQ")


def test_r3_the_next_seat_has_drawn_and_shown_its_card_when_it_is_asked() -> None:
    table = at_table("letters0: RV RI", drawn="RV", deck="BC BT YO").play("pass RI")
    assert table.to_act == (1,)
    assert table.facts.drawn == GAME.deck.cards("YO")
    assert table.cards("letters1") == "RI YO"
    assert table.cards("deck") == "BC BT"
    assert moves(table) == [("RI", "letters", 1), ("YO", "letters", 1)]
    assert table.notes() == []


def test_r4_after_a_letter_any_one_letter_is_passed() -> None:
    table = at_table("letters0: RV RI RI YM", "letters1: BC", drawn="RI")
    assert table.legal() == {"pass RV", "pass RI", "pass YM"}
    after = table.play("pass RI")
    assert after.cards("letters0") == "RV RI YM"
    assert after.cards("letters1") == "RI BC BM"


def test_r4_a_letter_you_do_not_have_and_a_second_one_are_refused() -> None:
    table = at_table("letters0: RV RI", "letters1: BC", drawn="RI")
    assert refusal(table, "pass BC") == ("R4", "you have no blue C")
    assert refusal(table, "pass TWO") == ("R4", "you have no Pass Two")
    assert refusal(table, "pass RV RI") == ("R4", "after drawing a letter you pass just one")
    assert refusal(table, "pass RV") is None


def test_r5_an_acquisition_takes_a_letter_from_anybody() -> None:
    table = at_table("letters0: RV", "letters1: BC BC YI", "letters2: BC", drawn="ACQ")
    assert table.legal() == {"decline", "acquire BC 1", "acquire YI 1", "acquire BC 2"}
    after = table.play("acquire BC 2")
    assert after.cards("letters0") == "RV BC"
    assert after.cards("letters1") == "BC BC BM YI"
    assert after.cards("letters2") == ""
    assert after.to_act == (1,)


def test_r5_the_letter_goes_to_whoever_is_on_turn() -> None:
    table = at_table("letters1: BC YI", "letters2: RV", drawn="ACQ", turn=2).play("acquire BC 1")
    assert table.cards("letters1") == "YI"
    assert table.cards("letters2") == "RV BC"
    assert table.to_act == (0,)


def test_r5_a_drawn_acquisition_lies_on_the_discard_pile_before_the_choice() -> None:
    table = at_table("letters0: RV", "discard: DIR", drawn="RV", deck="ACQ").play("pass RV")
    assert table.to_act == (1,)
    assert table.cards("discard") == "DIR ACQ"
    assert table.facts.drawn == GAME.deck.cards("ACQ")
    assert table.notes() == [("R5", "{1} draws Acquisition")]


def test_r5_without_an_acquisition_nothing_is_taken_or_declined() -> None:
    for drawn in ("RV", "TWO"):
        table = at_table("letters0: RV", "letters1: BC", drawn=drawn)
        for text in ("acquire BC 1", "decline"):
            assert refusal(table, text) == ("R5", "you drew no Acquisition: pass instead")


def test_r6_pass_two_passes_two_letters() -> None:
    table = at_table("letters0: RV RI RI YM", drawn="TWO", deck="BC")
    assert table.legal() == {
        "pass RV RI",
        "pass RV YM",
        "pass RI RI",
        "pass RI YM",
    }
    after = table.play("pass RI RI")
    assert after.cards("letters0") == "RV YM"
    assert after.cards("letters1") == "RI RI BC"


def test_r6_a_drawn_pass_two_lies_on_the_discard_pile_before_the_choice() -> None:
    table = at_table("letters0: RV", drawn="RV", deck="TWO").play("pass RV")
    assert table.to_act == (1,)
    assert table.cards("discard") == "TWO"
    assert table.facts.drawn == GAME.deck.cards("TWO")
    assert table.notes() == [("R6", "{1} draws Pass Two")]


def test_r7_change_direction_turns_play_round() -> None:
    table = at_table("letters0: RV", drawn="RV", deck="BC DIR", players=4).play("pass RV")
    assert table.cards("discard") == "DIR"
    assert table.facts.direction == RIGHT
    assert table.to_act == (0,)
    assert table.notes() == [
        ("R7", "{1} draws Change Direction"),
        ("Q11", "play goes to the right"),
    ]
    assert table.cards("letters1") == "RV"


def test_r7_a_second_change_turns_it_back() -> None:
    table = at_table("letters0: RV", drawn="RV", deck="BC DIR DIR", players=4).play("pass RV")
    assert table.facts.direction == LEFT
    assert table.to_act == (1,)
    assert table.notes()[2:] == [
        ("R7", "{0} draws Change Direction"),
        ("Q11", "play goes to the left"),
    ]


def test_r8_lose_a_turn_ends_the_turn() -> None:
    table = at_table("letters0: RV", drawn="RV", deck="BC LOSE").play("pass RV")
    assert table.cards("discard") == "LOSE"
    assert table.to_act == (2,)
    assert table.cards("letters1") == "RV"
    assert table.cards("letters2") == "BC"
    assert table.notes() == [("R8", "{1} draws Lose a Turn")]


def test_r9_who_draws_the_last_letter_of_victor_wins_in_that_instant() -> None:
    table = at_table("letters0: BC", "letters1: RV RI RC RT RO", drawn="BC", deck="BI RR")
    after = table.play("pass BC")
    assert after.to_act == ()
    assert after.legal(1) == set()
    assert after.notes() == [("R9", "{1} spells VICTOR in red and wins")]
    assert after.cards("deck") == "BI"
    assert after.result == ((1, 2, 1), (2, 1, 2), (1,), "VV-21")


def test_r9_who_acquires_the_last_letter_of_victor_wins() -> None:
    table = at_table("letters0: YV YI YC YT YO", "letters2: YR", drawn="ACQ")
    after = table.play("acquire YR 2")
    assert after.notes() == [("R9", "{0} spells VICTOR in yellow and wins")]
    assert after.facts.winner == 0
    assert after.cards("deck") == HARMLESS


def test_r10_who_draws_the_last_letter_of_victim_is_out() -> None:
    table = at_table("letters0: YC", "letters1: RV RI RC RT RI", drawn="YC", deck="BO RM")
    after = table.play("pass YC")
    assert after.facts.fallen == (1,)
    assert after.result is None
    assert after.notes()[0] == ("R10", "{1} spells VICTIM in red and is out")
    assert after.cards("letters1") == ""
    assert after.to_act == (2,)


def test_r11_the_letters_of_a_victim_are_shuffled_into_the_deck() -> None:
    table = at_table(
        "letters0: YM YC", "letters1: YI YV YI YT YC BO", "discard: DIR TWO", drawn="YM"
    )
    after = table.play("pass YM")
    pile, rng = shuffle(table.state.rng, GAME.deck.cards(HARMLESS + " BO YV YC YT YM YI YI"))
    assert after.cards("letters1") == ""
    assert after.cards("discard").startswith("DIR TWO")
    drawn = len(pile) - len(after.state.zones[0].cards)
    assert drawn >= 1
    assert after.state.zones[0].cards == pile[:-drawn]
    assert after.state.rng == rng
    assert [event.zone for event in after.state.journal if isinstance(event, Shuffled)] == ["deck"]


def test_r12_the_last_survivor_wins() -> None:
    table = at_table(
        "letters0: BM BV", "letters1: BV BI BC BT BI", drawn="BM", players=3, fallen=(2,)
    )
    after = table.play("pass BM")
    assert after.to_act == ()
    assert after.notes() == [
        ("R10", "{1} spells VICTIM in blue and is out"),
        ("Q16", "{0} is the last survivor and wins"),
    ]
    assert after.result == ((2, 1, 0), (1, 2, 3), (0,), "VV-16")


def test_r13_at_first_play_and_letters_go_to_the_left() -> None:
    state = GAME.start({}, 5, Rng(SEED))
    first, _ = below(Rng(SEED), 5)
    assert state.public.direction == LEFT
    assert state.public.turn == first
    table = Scenario(GAME, state)
    letter = GAME.deck.text(state.zones[2 + first].cards[:1])
    assert moves(table.play(f"pass {letter}"))[0] == (letter, "letters", (first + 1) % 5)
