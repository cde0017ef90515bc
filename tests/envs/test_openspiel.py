"""OpenSpiel plays every game: its random test, its search, and no leaks."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from tests import missing

pytest.importorskip("pyspiel", reason=missing.OPENSPIEL)

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from meldroom.core.options import offered
from meldroom.core.view import events, view
from meldroom.envs.compiled import CompiledEpisode
from meldroom.envs.openspiel import (
    DEAL_OUTCOME,
    GAME_CLASSES,
    RANDOM_SEED,
    openspiel_type,
    short_name,
)
from meldroom.fast import available
from meldroom.games import GAMES, SMALL
from tests.envs.episodes import EVERY_KEY, EVERY_KEY_TO_THE_END, EVERY_SETUP, TO_THE_END, shortest
from tests.envs.worlds import Door, assert_no_leak, resampled_for
from tests.levels import only


def load(key: str, **more: Any) -> Any:
    """Load a short game of two players with a seed."""
    params = {"players": 2, "seed": 1, **shortest(key), **more}
    return pyspiel.load_game(short_name(key), params)


def dealt(game: Any) -> Any:
    state = game.new_initial_state()
    state.apply_action(DEAL_OUTCOME)
    return state


def test_a_negative_number_of_deals_is_refused() -> None:
    with pytest.raises(ValueError, match="deals is how many deals there are, or 0 to sample"):
        load("scorzo", deals=-1)


@EVERY_KEY_TO_THE_END
def test_openspiel_plays_every_game_at_random(key: str) -> None:
    pyspiel.random_sim_test(load(key), num_sims=1, serialize=False, verbose=False)


@EVERY_KEY
def test_a_serialized_state_continues_as_the_original(key: str) -> None:
    game = load(key)
    state = game.new_initial_state()
    rng = np.random.RandomState(4)
    for _ in range(40):
        restored = game.deserialize_state(state.serialize())
        assert str(restored) == str(state)
        assert restored.history() == state.history()
        assert restored.returns() == state.returns()
        if state.is_terminal():
            break
        assert restored.legal_actions() == state.legal_actions()
        number = int(rng.choice(state.legal_actions()))
        expected = [state.observation_string(player) for player in range(2)]
        assert [restored.observation_string(player) for player in range(2)] == expected
        if state.is_chance_node():  # the deal comes from the game's generator, which moves on
            state.apply_action(number)
            continue
        state.apply_action(number)
        restored.apply_action(number)
        assert restored.episode.state == state.episode.state
        state = restored


@EVERY_KEY
def test_information_state_tensors_are_equal_exactly_where_the_strings_are(key: str) -> None:
    rng, first = np.random.RandomState(1), dealt(load(key))
    found: dict[tuple[float, ...], str] = {}
    for _ in range(3):
        state = first.clone()
        for _ in range(6):
            state.apply_action(int(rng.choice(state.legal_actions()[:2])))
            for player in range(2):
                tensor = tuple(state.information_state_tensor(player))
                seen = tuple(state.observation_tensor(player))
                assert tensor[: len(seen)] == seen
                text = state.information_state_string(player)
                assert found.setdefault(tensor, text) == text
    assert len(found) == len(set(found.values()))


@EVERY_KEY
def test_the_twin_and_the_referee_give_openspiel_the_same(key: str) -> None:
    if not available(GAMES[key]):
        pytest.skip(missing.COMPILER)
    both = [dealt(load(key, compiled=compiled)) for compiled in (True, False)]
    assert [isinstance(state.episode, CompiledEpisode) for state in both] == [True, False]
    rng = np.random.RandomState(7)
    for step in range(30):
        numbers, *others = [
            (
                state.current_player(),
                state.legal_actions(),
                state.returns(),
                [state.observation_tensor(player) for player in range(2)],
                [state.information_state_string(player) for player in range(2)],
            )
            for state in both
        ]
        assert others == [numbers]
        if both[0].is_terminal():
            break
        number = int(rng.choice(both[0].legal_actions()))
        if step % 5 == 0:
            both = [state.clone() for state in both]
        for state in both:
            state.apply_action(number)


@pytest.mark.parametrize("key", only([*GAMES, *SMALL], ["thumbs-up", "scorzo-tiny"]))
def test_with_a_list_of_deals_openspiel_serializes_game_and_state(key: str) -> None:
    few = shortest(key) if key in GAMES else {}
    game = pyspiel.load_game(short_name(key), {"players": 2, "seed": 3, "deals": 5, **few})
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(deal, 0.2) for deal in range(5)]
    assert game.max_chance_outcomes() == 5
    first = [state.child(deal).observation_string(0) for deal in range(5)]
    assert len(set(first)) == 5
    state.apply_action(4)
    state.apply_action(state.legal_actions()[0])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    for player in range(2):
        assert again.observation_string(player) == state.observation_string(player)
        mine = state.information_state_string(player)
        assert again.information_state_string(player) == mine
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_openspiel_tests_a_small_variant_with_serialization() -> None:
    game = pyspiel.load_game("meldroom_scorzo_tiny(players=2,seed=1,deals=3)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.long  # docs/environments.md has a shorter run, which is always made
def test_cfr_solves_the_tiny_variant() -> None:
    game = pyspiel.load_game("meldroom_scorzo_tiny(players=2,seed=1,deals=8)")
    solver = cfr.CFRPlusSolver(game)
    begun = exploitability.exploitability(game, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    reached = exploitability.exploitability(game, solver.average_policy())
    print(f"exploitability {begun:.4f}, after 20 iterations {reached:.4f}")
    assert reached < 0.015 < begun


def test_openspiel_cannot_serialize_the_generator_of_sampled_deals() -> None:
    game = load("thumbs-up")
    with pytest.raises(pyspiel.SpielError, match="GetRNGState unimplemented"):
        pyspiel.serialize_game_and_state(game, dealt(game))


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "simulations", "decisions"), [("victor-or-victim", 10, 200), ("scorzo", 3, 5)]
)
def test_openspiel_searches_worlds_that_the_player_cannot_rule_out(
    key: str, simulations: int, decisions: int
) -> None:
    game = load(key)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(
        game, evaluator, 2.0, simulations, use_observation_string=True, random_state=rng
    )
    state = dealt(game)
    made = 0
    while not state.is_terminal() and made < decisions:
        number = bot.step(state)
        assert number in state.legal_actions()
        state.apply_action(number)
        made += 1
    assert made >= 5
    assert sum(state.returns()) == 0


@EVERY_KEY
def test_a_resampled_state_looks_the_same_to_the_player_but_has_other_hidden_cards(
    key: str,
) -> None:
    state = dealt(load(key))
    rng = np.random.RandomState(2)
    differed = 0
    for _ in range(30):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        differed += other.episode.state != state.episode.state
        with pytest.raises(ValueError, match="is to act, not"):
            state.resample_from_infostate(1 - player)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert differed > 5


@EVERY_KEY
def test_information_states_are_equal_exactly_where_a_player_was_told_the_same(key: str) -> None:
    rng, first = np.random.RandomState(1), dealt(load(key))
    found: dict[tuple[int, str], str] = {}
    for _ in range(4):
        state = first.clone()
        told: list[list[Any]] = [[], []]
        for _ in range(8):
            actor, before = state.current_player(), state.episode.state
            number = int(rng.choice(state.legal_actions()[:2]))
            state.apply_action(number)
            told[actor].append(number)
            after = state.episode.state
            for player in range(2):
                if after is not before:
                    told[player].append((view(after, player), events(after, player)))
                known = repr(told[player])
                text = state.information_state_string(player)
                assert found.setdefault((player, text), known) == known
    assert len(found) == len({(player, known) for (player, _), known in found.items()})


def test_a_player_cannot_tell_by_the_information_state_what_another_drew() -> None:
    state = dealt(load("thumbs-up", compiled=False))
    drawer = state.current_player()
    other = state.clone()
    other.episode = resampled_for(state.episode, 1 - drawer, 1)
    for world in (state, other):
        world.episode._go_to(world.episode.state)
        world.apply_action(world.legal_actions()[0])
    assert state.episode.view(drawer) != other.episode.view(drawer)
    assert state.information_state_string(drawer) != other.information_state_string(drawer)
    mine = state.information_state_string(1 - drawer)
    assert mine == other.information_state_string(1 - drawer)


def test_information_states_remember_what_an_observation_forgets() -> None:
    game = load("thumbs-up")
    first = game.new_initial_state()
    assert first.information_state_string(0) == ""
    state = dealt(game)
    rng = np.random.RandomState(5)
    texts: list[str] = []
    while not state.is_terminal() and len(texts) < 30:
        player = state.current_player()
        texts.append(state.information_state_string(player))
        told, now = json.loads(texts[-1])
        [seen, _] = json.loads(state.observation_string(player))
        assert now == seen
        own = [number for number in told if isinstance(number, int)]
        played = [
            n
            for seat, n in zip(seats_of(state), state.history()[1:], strict=True)
            if seat == player
        ]
        assert own == played
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert len(set(texts)) == len(texts)


def seats_of(state: Any) -> list[int]:
    """Give the player of every action after the deal."""
    return [action.player for action in state.full_history()[1:]]


def test_a_sampled_world_has_the_past_of_its_player_only() -> None:
    state = dealt(load("thumbs-up"))
    player = state.current_player()
    other = state.resample_from_infostate(player)
    assert other.information_state_string(player) == state.information_state_string(player)
    for _ in range(2):
        with pytest.raises(Exception, match="use observation_string"):
            other.information_state_string(1 - player)
        other.apply_action(other.legal_actions()[0])


def door(key: str, players: int) -> Door[Any]:
    """Return all that a player observes and remembers."""

    def deal(compiled: bool) -> Any:
        return dealt(load(key, players=players, compiled=compiled))

    def sent(state: Any, player: int) -> object:
        return (
            state.observation_string(player),
            state.observation_tensor(player),
            state.information_state_string(player),
            state.information_state_tensor(player),
            state.legal_actions(player),
            state.returns(),
        )

    return Door(deal, lambda state, number: state.apply_action(number), sent)


@EVERY_SETUP
def test_worlds_that_a_player_cannot_tell_apart_are_observed_and_remembered_alike(
    key: str, players: int
) -> None:
    assert_no_leak(door(key, players), 15)


@pytest.mark.slow
@EVERY_SETUP
def test_no_observation_leaks_from_the_deal_to_the_end(key: str, players: int) -> None:
    assert assert_no_leak(door(key, players), TO_THE_END).is_terminal()


def test_without_a_seed_every_game_deals_by_other_chance() -> None:
    seeds = [pyspiel.load_game("meldroom_scorzo(players=2)").rng.seed for _ in range(2)]
    assert seeds[0] != seeds[1]
    fixed = [load("scorzo", seed=4) for _ in range(2)]
    assert fixed[0].rng.seed == fixed[1].rng.seed
    assert fixed[0].deal_seed(0) != fixed[0].deal_seed(0), "the next deal"
    listed = load("scorzo", seed=4, deals=5)
    assert listed.deal_seed(0) == listed.deal_seed(0) != listed.deal_seed(1)
    assert (listed.min_utility(), listed.max_utility()) == (-1, 1)


def test_openspiel_is_told_what_kind_of_game_it_is() -> None:
    kind = openspiel_type(GAMES["scorzo"], pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)
    assert (kind.short_name, kind.long_name) == ("meldroom_scorzo", "Meldroom Scorzo")
    assert (kind.min_num_players, kind.max_num_players) == (2, GAMES["scorzo"].players[-1])
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    assert kind.provides_information_state_string
    assert kind.provides_information_state_tensor
    assert kind.provides_observation_string
    assert kind.provides_observation_tensor
    usual = kind.parameter_specification
    assert (usual["seed"], usual["deals"], usual["compiled"]) == (RANDOM_SEED, 0, True)
    assert usual["players"] == pyspiel.load_game("meldroom_scorzo").num_players()
    assert usual["rounds"] == offered(GAMES["scorzo"].options)["rounds"][0]


def test_a_clone_is_independent() -> None:
    state = dealt(load("thumbs-up"))
    clone = state.clone()
    before = str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def test_a_seed_gives_the_same_games_and_actions_have_our_texts() -> None:
    first, again = dealt(load("thumbs-up")), dealt(load("thumbs-up"))
    assert first.observation_string(0) == again.observation_string(0)
    assert dealt(load("thumbs-up", seed=2)).observation_string(0) != first.observation_string(0)
    player = first.current_player()
    assert first.action_to_string(player, first.legal_actions()[0]) == "draw"
    before = load("thumbs-up").new_initial_state()
    assert before.action_to_string(pyspiel.PlayerId.CHANCE, DEAL_OUTCOME) == "deal"
    assert before.chance_outcomes() == [(DEAL_OUTCOME, 1.0)]
    assert before.get_game().max_chance_outcomes() == 1
    assert before.observation_string(0) == ""
    assert not any(before.observation_tensor(0))
    assert str(before) == "before the deal"


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    state = dealt(load("thumbs-up"))
    with pytest.raises(Exception, match="Q20"):
        state._apply_action(1)
    with pytest.raises(ValueError, match="takes 2 to 8 players, not 9"):
        GAME_CLASSES["thumbs-up"]({"players": 9})


def test_only_the_player_to_act_has_legal_actions_and_sees_what_they_spell() -> None:
    state = dealt(load("rummy-battle"))
    rng = np.random.RandomState(3)
    spelled = 0
    for _ in range(100):
        player = state.current_player()
        assert state.legal_actions(player)
        assert state.legal_actions(1 - player) == []
        _, own = json.loads(state.observation_string(player))
        _, others = json.loads(state.observation_string(1 - player))
        assert (own, others) == (list(state.episode.spelled), [])
        spelled += len(own)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert spelled
