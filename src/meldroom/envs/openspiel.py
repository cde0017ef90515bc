"""Every game as an OpenSpiel game: sequential, sampled stochastic, zero-sum by places.

Importing this module registers them: `pyspiel.load_game("meldroom_<key>(players=3)")`.
"""

from __future__ import annotations

from hashlib import sha256
from secrets import token_bytes
from typing import Any

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError(
        'this needs an extra: pip install "meldroom[openspiel]"', name=error.name
    ) from None

from meldroom.core.codec import canonical, plain_view
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, usual_players
from meldroom.core.options import offered
from meldroom.core.rng import SEED_SIZE, Rng, fresh_seed
from meldroom.envs.episode import Episode
from meldroom.envs.history import History
from meldroom.games import GAMES

MAX_GAME_LENGTH = 1_000_000  # actions; every game has its own guard against endless play
DEAL_OUTCOME = 0  # the only outcome of the only chance node; other chance is inside the actions
RANDOM_SEED = -1  # the value of `seed` that gives different deals every time


def short_name(key: str) -> str:
    """Give the name of a game in OpenSpiel's style."""
    return f"meldroom_{key.replace('-', '_')}"


class MeldroomState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; before the deal it is a chance node."""

    def __init__(self, game: MeldroomGame) -> None:
        super().__init__(game)
        self.episode = game.new_episode()
        self.history_told = History()
        self.dealt = False
        self.final_rewards = self.episode.no_rewards

    def current_player(self) -> int:
        """Give the seat to act, or the chance player before the deal."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.episode.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.dealt and self.episode.seat is None

    def returns(self) -> list[float]:
        """Give the rewards of the places; zeros before the end."""
        return list(self.final_rewards)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the one outcome of the deal."""
        return [(DEAL_OUTCOME, 1.0)]

    def resample_from_infostate(self, player: int, _: Any = None) -> MeldroomState:
        """Give a random state that the player to act cannot tell from this one.

        The other players have no information states in it, since their past is not sampled.
        """
        if player != self.episode.seat:
            raise ValueError(f"seat {self.episode.seat} is to act, not {player}")
        other: MeldroomState = self.clone()
        other.episode = self.episode.resampled(self.get_game().fresh_seed())
        other.history_told = self.history_told.only_of(player)
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(set(self.episode.next_numbers))

    def _apply_action(self, action: int) -> None:
        if not self.dealt:
            self.episode.rng = Rng(self.get_game().fresh_seed())
            self.episode.deal()
            self.dealt = True
            self.history_told = self.history_told.plus(None, None, self.episode.state)
            return
        seat, before = self.episode.seat, self.episode.state
        violation = self.episode.act(action)
        if violation is not None:
            raise ValueError(f"{violation.why} ({violation.rule})")
        after = self.episode.state
        self.history_told = self.history_told.plus(seat, action, None if after is before else after)
        self.final_rewards = self.episode.rewards

    def _action_to_string(self, player: int, action: int) -> str:
        return "deal" if player < 0 else self.episode.encoding.texts[action]

    def __str__(self) -> str:
        if not self.dealt:
            return "before the deal"
        return " | ".join(
            map(str, (self.episode.state.ply, self.episode.spelled, self.episode.seat))
        )


class MeldroomGame(pyspiel.Game):  # type: ignore[misc]
    """A game with the players, options and seed of the parameters."""

    game: AnyGame
    game_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.players = given.get("players", usual_players(self.game))
        self.options = {name: given[name] for name in offered(self.game.options) if name in given}
        seed = given.get("seed", RANDOM_SEED)
        fixed = sha256(f"meldroom spiel {seed}".encode()).digest()
        self.rng = Rng(token_bytes(SEED_SIZE) if seed == RANDOM_SEED else fixed)
        self.new_episode()  # refuses impossible parameters now
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding_of(self.game).size,
            max_chance_outcomes=1,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(self.game_type, info, given)

    def new_episode(self) -> Episode:
        """Make an episode."""
        return Episode(self.game.key, self.players, "place", self.options)

    def fresh_seed(self) -> bytes:
        """Draw a seed for a deal or for a resampled state."""
        seed, self.rng = fresh_seed(self.rng)
        return seed

    def new_initial_state(self) -> MeldroomState:
        """Give the state before the deal."""
        return MeldroomState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> MeldroomObserver | InformationStateObserver:
        """Make what observes a seat: its past if recall must be perfect, or its view now."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return InformationStateObserver()
        return MeldroomObserver(self.new_episode().observation.size)


class MeldroomObserver:
    """Gives the vector of a seat, and its view as canonical JSON."""

    def __init__(self, size: int) -> None:
        self.tensor: Any = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: MeldroomState, player: int) -> None:
        """Fill the tensor with the vector of a player."""
        if state.dealt:
            self.tensor[:] = np.frombuffer(state.episode.observe(player), np.float32)
        else:
            self.tensor.fill(0)

    def string_from(self, state: MeldroomState, player: int) -> str:
        """Write a player's view, and the action that they are spelling."""
        if not state.dealt:
            return ""
        episode = state.episode
        spelled = episode.spelled if player == episode.seat else ()
        seen = plain_view(episode.view(player), episode.game.deck)
        return canonical([seen, list(spelled)]).decode()


class InformationStateObserver:
    """Gives all that a seat was told and did, as a string; there is no such tensor."""

    def __init__(self) -> None:
        self.tensor: Any = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: MeldroomState, player: int) -> None:
        """Refuse: a past of any length has no vector."""
        raise ValueError("information states are strings only: use observation_tensor")

    def string_from(self, state: MeldroomState, player: int) -> str:
        """Write a player's information state."""
        return state.history_told.information_state(player, state.episode.game.deck)


def _register(game: AnyGame) -> type[MeldroomGame]:
    game_type = pyspiel.GameType(
        short_name=short_name(game.key),
        long_name=f"Meldroom {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": usual_players(game),
            "seed": RANDOM_SEED,
            **{name: values[0] for name, values in offered(game.options).items()},
        },
    )
    fields = {"game": game, "game_type": game_type}
    game_class = type(f"MeldroomGame{game.prefix}", (MeldroomGame,), fields)
    pyspiel.register_game(game_type, game_class)
    return game_class


GAME_CLASSES = {key: _register(game) for key, game in GAMES.items()}
