"""The tables in which Scorzo looks melds up, counted out again by the letter of the rules."""

from __future__ import annotations

from meldroom.games.scorzo.melds import MAX_HAND, highest_values, runs_by_wilds

MASKS = range(1024)


def numbers(mask: int) -> list[int]:
    """Name the numbers of a mask, 1 being its lowest bit."""
    return [number for number in range(1, 11) if mask & 1 << number - 1]


def mask_of(held: list[int]) -> int:
    return sum(1 << number - 1 for number in held)


def test_q6_the_highest_numbers_of_a_hand_are_worth_what_they_add_up_to() -> None:
    tables = highest_values()
    assert len(tables) == 6
    for many, worth in enumerate(tables):
        assert worth == [sum(sorted(numbers(mask))[::-1][:many]) for mask in MASKS]


def test_q4_the_runs_searched_are_all_of_two_naturals_or_more_up_to_five_cards() -> None:
    tables = runs_by_wilds()
    assert len(tables) == MAX_HAND + 1
    for mask in MASKS:
        held = numbers(mask)
        whole = [
            [number for number in held if low <= number <= high]
            for low in held
            for high in held
            if low < high < low + 5
        ]
        costs = [(max(3, run[-1] - run[0] + 1) - len(run), mask_of(run)) for run in whole]
        for wilds, runs in enumerate(tables):
            assert sorted(runs[mask]) == sorted(each for each in costs if each[0] <= wilds)
