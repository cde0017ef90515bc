"""OpenSpiel plays our games: its own random test, its search, and worlds that cannot be told."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pyspiel", reason='needs the extra: pip install "meldroom[openspiel]"')

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from meldroom.envs.openspiel import DEAL, SPIELS, short_name
from tests.envs.tables import EVERY_KEY, EVERY_TABLE, TO_THE_END, shortest
from tests.envs.worlds import twin_of


def loaded(key: str, **more: Any) -> Any:
    """Load a short game of two, from a seed."""
    given = {"players": 2, "seed": 1, **shortest(key), **more}
    return pyspiel.load_game(short_name(key), given)


def begun(game: Any) -> Any:
    state = game.new_initial_state()
    state.apply_action(DEAL)
    return state


@EVERY_KEY
def test_openspiel_plays_every_game_at_random(key: str) -> None:
    pyspiel.random_sim_test(loaded(key), num_sims=1, serialize=False, verbose=False)


@EVERY_KEY
def test_a_game_that_was_written_down_goes_on_as_if_it_had_not_been(key: str) -> None:
    game = loaded(key)
    state = game.new_initial_state()
    lots = np.random.RandomState(4)
    for _ in range(150):
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.returns() == state.returns()
        if state.is_terminal():
            break
        assert again.legal_actions() == state.legal_actions()
        number = int(lots.choice(state.legal_actions()))
        told = [state.observation_string(player) for player in range(2)]
        assert [again.observation_string(player) for player in range(2)] == told
        if state.is_chance_node():  # the deal comes from the game, which does not go back
            state.apply_action(number)
            continue
        state.apply_action(number)
        again.apply_action(number)
        assert again.table.state == state.table.state
        state = again


def test_openspiel_asks_the_chance_of_a_game_where_python_cannot_answer() -> None:
    game = loaded("thumbs-up")
    with pytest.raises(pyspiel.SpielError, match="GetRNGState unimplemented"):
        pyspiel.serialize_game_and_state(game, begun(game))


@pytest.mark.parametrize(
    ("key", "simulations", "decisions"), [("victor-or-victim", 10, 200), ("scorzo", 3, 5)]
)
def test_openspiel_searches_worlds_that_the_player_cannot_rule_out(
    key: str, simulations: int, decisions: int
) -> None:
    game = loaded(key)
    lots = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, lots)
    bot = ismcts.ISMCTSBot(
        game, evaluator, 2.0, simulations, use_observation_string=True, random_state=lots
    )
    state = begun(game)
    made = 0
    while not state.is_terminal() and made < decisions:
        number = bot.step(state)
        assert number in state.legal_actions()
        state.apply_action(number)
        made += 1
    assert made >= 5
    assert sum(state.returns()) == 0


@EVERY_KEY
def test_a_resampled_game_looks_the_same_to_the_player_and_hides_other_cards(key: str) -> None:
    state = begun(loaded(key))
    lots = np.random.RandomState(2)
    others = 0
    for _ in range(30):
        if state.is_terminal():
            break
        player = state.current_player()
        twin = state.resample_from_infostate(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
        others += twin.table.state != state.table.state
        with pytest.raises(ValueError, match="is asked, not"):
            state.resample_from_infostate(1 - player)
        state.apply_action(int(lots.choice(state.legal_actions())))
    assert others > 5


def tells_every_player_alike(state: Any, steps: int) -> None:
    """Play on, and compare at every step what each player is told in a world like this one."""
    lots = np.random.RandomState(3)
    for step in range(steps):
        twin = state.clone()
        for player in range(state.num_players()):
            twin.table = twin_of(state.table, player, step)
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            assert twin.legal_actions(player) == state.legal_actions(player)
        if state.is_terminal():
            break
        state.apply_action(int(lots.choice(state.legal_actions())))


@EVERY_TABLE
def test_worlds_that_a_player_cannot_tell_apart_are_told_alike(key: str, players: int) -> None:
    tells_every_player_alike(begun(loaded(key, players=players)), 15)


@pytest.mark.slow
@EVERY_TABLE
def test_no_player_is_told_too_much_from_the_deal_to_the_end(key: str, players: int) -> None:
    state = begun(loaded(key, players=players))
    tells_every_player_alike(state, TO_THE_END)
    assert state.is_terminal()


def test_a_clone_goes_its_own_way() -> None:
    state = begun(loaded("thumbs-up"))
    clone = state.clone()
    before = str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def test_a_seed_gives_the_same_games_and_texts_are_our_own() -> None:
    first, again = begun(loaded("thumbs-up")), begun(loaded("thumbs-up"))
    assert first.observation_string(0) == again.observation_string(0)
    assert begun(loaded("thumbs-up", seed=2)).observation_string(0) != first.observation_string(0)
    player = first.current_player()
    assert first.action_to_string(player, first.legal_actions()[0]) == "draw"
    before = loaded("thumbs-up").new_initial_state()
    assert before.action_to_string(pyspiel.PlayerId.CHANCE, DEAL) == "deal"
    assert before.observation_string(0) == ""
    assert not any(before.observation_tensor(0))
    assert str(before) == "before the deal"


def test_what_is_illegal_is_refused_by_its_rule() -> None:
    state = begun(loaded("thumbs-up"))
    with pytest.raises(Exception, match="Q20"):
        state._apply_action(1)
    with pytest.raises(ValueError, match="takes 2 to 8 players, not 9"):
        SPIELS["thumbs-up"]({"players": 9})
