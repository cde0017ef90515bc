"""What the numbers of rows and the choices of networks mean; tests/fast compares the twins."""

from __future__ import annotations

from itertools import islice

import pytest

from meldroom.bots.rows import action_count, has_row, legal_actions, row, row_size
from meldroom.core.game import AnyGame
from meldroom.core.view import view
from meldroom.games import BUILT_IN, SMALL
from meldroom.games.rummy_battle import RummyBattle
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.facts import DISCARDING
from meldroom.games.scorzo.points import points_after_discard
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.victor_or_victim import VictorOrVictim
from meldroom.games.victor_or_victim.game import Acquire
from meldroom.games.victory_rummy import VictoryRummy
from meldroom.testing.random_games import Setup, random_game, seeds, setups
from tests.scenario import Scenario, deal

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.key)
(SEED,) = seeds("rows", 1)


def texts(table: Scenario) -> list[str]:
    """Write the actions that a network chooses from."""
    (seat,) = table.to_act
    return [*map(table.game.text, legal_actions(table.game, view(table.state, seat)).values())]


@GAMES
def test_a_row_has_the_same_size_at_every_table(game: AnyGame) -> None:
    assert has_row(game)
    for setup in setups(game):
        for ply in islice(random_game(setup, SEED), 0, 30, 10):
            assert len(row(game, view(ply.before, ply.seat))) == row_size(game), setup


def test_a_small_variant_has_no_row_and_neither_has_a_game_without_facts() -> None:
    assert not any(map(has_row, SMALL.values()))

    class Unknown(Scorzo):
        """A game of another package, which has no facts for networks."""

        key, name = "unknown", "Unknown"

    game = Unknown()
    with pytest.raises(ValueError, match=r"^Unknown has no rows for networks$"):
        action_count(game)


@GAMES
def test_a_seat_that_may_not_act_has_a_row_and_nothing_to_choose(game: AnyGame) -> None:
    state = game.start({}, 2, next(random_game(Setup(game, 2, {}), SEED)).before.rng)
    (acting,) = game.to_act(state.public)
    seen = view(state, 1 - acting)
    assert len(row(game, seen)) == row_size(game)
    assert legal_actions(game, seen) == {}


def test_scorzo_marks_the_discards_that_leave_the_fewest_points() -> None:
    game, best_flags = Scorzo(), slice(172, 172 + 2 * 51, 2)
    marked = 0
    for ply in random_game(Setup(game, 3, {"rounds": "down"}), SEED, most=300):
        seen = view(ply.before, ply.seat)
        if seen.public.phase == DISCARDING:
            points = points_after_discard(seen, ply.seat)
            best = [card for card in sorted(points) if points[card] == min(points.values())]
            flags = row(game, seen)[best_flags]
            assert [card for card, flag in enumerate(flags) if flag] == best
            marked += 1
    assert marked > 50


def test_victory_rummy_tells_how_many_cards_of_each_meld_are_there() -> None:
    table = deal(VictoryRummy(), "hand0: R. R. R- W. W- WV AX AX AX B.", "discard: BV")
    ready = slice(43 + 82, 43 + 82 + 4 * 5)
    flags = row(table.game, view(table.state, 0))[ready]
    assert [sum(flags[at : at + 5]) for at in range(0, 20, 5)] == [3, 3, 1, 3]


def test_thumbs_up_tells_how_near_each_colour_is_to_a_winning_hand() -> None:
    table = deal(ThumbsUp(), "rack0: R. R. RL G- KV", "discard: R-")
    first, each = 110 + 20 + 9, 6
    numbers = row(table.game, view(table.state, 0))[first : first + 5 * each]
    assert [sum(numbers[at : at + 5]) for at in range(0, 5 * each, each)] == [0, 1, 3, 1, 0]


def test_victor_or_victim_counts_owners_round_from_the_seat() -> None:
    game = VictorOrVictim()
    first, seats, acquired = 252, 5, 0
    for seed in seeds("owners", 3):
        for ply in random_game(Setup(game, seats, {}), seed):
            for number, action in legal_actions(game, view(ply.before, ply.seat)).items():
                if isinstance(action, Acquire):
                    place = (action.owner - ply.seat) % seats
                    assert number == first + 7 * action.letter + place - 1
                    acquired += 1
    assert acquired > 50


class TestMovesOfRummyBattle:
    """A network chooses from few moves, which stand for the best of many actions."""

    def test_whole_sets_and_longest_runs_can_be_melded_and_one_joker_helps_a_pair(self) -> None:
        hand = "hand0: 9c 9d 9h 9s 4h 5h 6h 7h Jk 2c 2d"
        table = deal(RummyBattle(), hand, "stock: HOARD HOARD HOARD HOARD").play("draw")
        melds = [text for text in texts(table) if text.startswith("meld")]
        assert melds == [
            "meld 9c 9d 9h 9s",
            "meld 4h 5h 6h 7h",
            "meld 2c 2d Jk=2",
            "meld Jk=3h 4h 5h",
        ]

    def test_every_kind_of_card_can_be_discarded(self) -> None:
        table = deal(RummyBattle(), "hand0: 9c 9c 4h Jk LUCKY").play("draw")
        discards = {text for text in texts(table) if text.startswith("discard")}
        assert {"discard 9c", "discard 4h", "discard Jk", "discard LUCKY"} <= discards

    def test_there_is_a_move_wherever_there_is_a_legal_action(self) -> None:
        game = RummyBattle()
        for ply in random_game(Setup(game, 3, {"joker_limit": "any"}), SEED, most=500):
            seen = view(ply.before, ply.seat)
            moves = legal_actions(game, seen)
            assert moves
            assert set(moves.values()) <= set(game.legal(seen))
            assert max(moves) < action_count(game)
