"""The moves among which a network chooses, each with the action that it stands for."""

from __future__ import annotations

from meldroom.core.view import view
from meldroom.games.rummy_battle.moves import PICK, RUN, RUNS_OF_SUIT, moves
from tests.games.rummy_battle_positions import GAME, position
from tests.scenario import Scenario


def texts_of_moves(table: Scenario) -> dict[int, str]:
    """Give the moves of seat 0 as the texts of their actions."""
    seen = view(table.state, 0)
    return {move: GAME.text(action) for move, action in moves(seen, GAME.legal(seen)).items()}


def test_pickpocket_takes_from_the_fullest_hand_of_those_the_nearest_to_the_left() -> None:
    options = {"pickpocket": "hand"}
    melds = ["0: 4c 4d 4h"]
    zones = ("hand0: PICK 2c", "hand1: 8d 5c", "hand2: 6h 7h Kd", "hand3: 8s 9s 10d")
    table = position(*zones, melds=melds, options=options, players=4, drawn=True)
    assert texts_of_moves(table)[PICK] == "pick 2"


def test_of_the_runs_of_a_suit_only_the_lowest_have_moves() -> None:
    table = position("hand0: Ac 2c 3c 5c 6c 7c 9c 10c Jc Kd", melds=["0: 4s 4d 4h"], drawn=True)
    runs = [
        text for move, text in texts_of_moves(table).items() if RUN <= move < RUN + RUNS_OF_SUIT
    ]
    assert runs == ["meld Ac 2c 3c", "meld 5c 6c 7c"]
