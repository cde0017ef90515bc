"""Cards, decks and codes."""

from __future__ import annotations

import pytest

from meldroom.core.cards import BACK, Deck, without


@pytest.fixture
def deck() -> Deck:
    words = {"R.": "red dot", "RV": "red V", "AX": "Axis"}
    return Deck({"R.": 2, "RV": 1, "AX": 3}, words, {"R.": "red"})


def test_a_pack_lies_in_canonical_order_with_copies_together(deck: Deck) -> None:
    assert deck.pack == b"\x00\x00\x01\x02\x02\x02"


def test_two_packs_are_mixed_from_so_many_seats_up() -> None:
    deck = Deck({"R.": 2, "RV": 1}, {"R.": "red dot", "RV": "red V"}, {}, two_packs_from=5)
    assert deck.pack_for(4) == deck.pack == b"\x00\x00\x01"
    assert deck.pack_for(5) == b"\x00\x00\x00\x00\x01\x01"


def test_a_deck_knows_one_pack_and_no_suits_unless_it_is_told(deck: Deck) -> None:
    assert deck.pack_for(8) == deck.pack
    assert deck.suits == ("", "", "")


def test_codes_words_and_inks_go_by_card(deck: Deck) -> None:
    assert deck.codes == ("R.", "RV", "AX")
    assert deck.words == ("red dot", "red V", "Axis")
    assert deck.inks == ("red", "", "")


def test_codes_are_read_and_written(deck: Deck) -> None:
    assert deck.card("AX") == 2
    assert deck.cards("RV R. RV") == b"\x01\x00\x01"
    assert deck.text(b"\x01\x00\x02") == "RV R. AX"
    assert deck.text(b"") == ""


def test_an_unknown_code_is_named(deck: Deck) -> None:
    with pytest.raises(ValueError, match=r"^no card is called 'R-'$"):
        deck.card("R-")


def test_a_back_is_no_card_of_any_deck() -> None:
    assert BACK == 255


def test_cards_are_taken_out_from_nearest_the_top() -> None:
    assert without(b"\x01\x02\x01\x03", b"\x01") == b"\x01\x02\x03"
    assert without(b"\x01\x02\x01\x03", b"\x01\x01") == b"\x02\x03"


def test_a_card_that_is_not_there_cannot_be_taken_out() -> None:
    with pytest.raises(ValueError, match="not found"):
        without(b"\x01\x02", b"\x03")
