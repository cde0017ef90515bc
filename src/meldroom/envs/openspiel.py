"""Every game as an OpenSpiel game: sequential, zero-sum by places, with sampled or listed deals.

Importing this module registers them: `pyspiel.load_game("meldroom_<key>(players=3)")`.
"""

from __future__ import annotations

from copy import copy
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
from meldroom.envs.compiled import CompiledEpisode, make_episode
from meldroom.envs.history import History, HistoryStep
from meldroom.games import GAMES, SMALL

MAX_GAME_LENGTH = 1_000_000  # actions; every game has its own guard against endless play
DEAL_OUTCOME = 0  # the only outcome of a sampled deal; other chance is inside the actions
RANDOM_SEED = -1  # the value of `seed` that gives different deals every time
DIGEST_BITS = 256
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
ChanceMode = pyspiel.GameType.ChanceMode


def short_name(key: str) -> str:
    """Give the name of a game in OpenSpiel's style."""
    return f"meldroom_{key.replace('-', '_')}"


class MeldroomState(pyspiel.State):  # type: ignore[misc]
    """A state of a game; before the deal it is a chance node."""

    def __init__(self, game: MeldroomGame) -> None:
        super().__init__(game)
        self.episode = game.first_episode  # copied at the deal: OpenSpiel makes many first states
        self.history_told = History()
        self.dealt = False
        self.final_rewards = self.episode.no_rewards

    def current_player(self) -> int:
        """Give the seat to act, or the chance player before the deal."""
        if not self.dealt:
            return CHANCE
        seat = self.episode.seat
        return TERMINAL if seat is None else seat

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.dealt and self.episode.seat is None

    def returns(self) -> list[float]:
        """Give the rewards of the places; zeros before the end."""
        return list(self.final_rewards)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the deals, all equally likely; a sampled deal is a single outcome."""
        deals = self.get_game().deals or 1
        return [(deal, 1 / deals) for deal in range(deals)]

    def resample_from_infostate(self, player: int, _: Any = None) -> MeldroomState:
        """Give a random state that the player to act cannot tell from this one.

        The other players have no information states in it, since their past is not sampled.
        """
        if player != self.episode.seat:
            raise ValueError(f"seat {self.episode.seat} is to act, not {player}")
        other: MeldroomState = self.clone()
        other.episode = self.episode.resampled(self.get_game().fresh_seed())
        other.history_told = self.told().only_of(player)
        return other

    def told(self) -> History:
        """Give what the seats were told; where the twin plays, the referee plays it again."""
        if isinstance(self.episode, CompiledEpisode) and self.dealt:
            steps = self.episode.steps(len(self.history_told))
            self.history_told = self.history_told.plus(*steps)
        return self.history_told

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal_numbers() if player == self.episode.seat else []

    def _apply_action(self, action: int) -> None:
        episode = self.episode
        if not self.dealt:
            self.episode = episode = copy(episode)
            episode.set_chance(Rng(self.get_game().deal_seed(action)))
            episode.deal()
            self.dealt = True
            if not isinstance(episode, CompiledEpisode):
                self.history_told = self.history_told.plus(HistoryStep(None, None, episode.state))
            return
        if isinstance(episode, CompiledEpisode):
            self._act(action)
        else:
            seat, before = episode.seat, episode.state
            self._act(action)
            told = None if episode.state is before else episode.state
            self.history_told = self.history_told.plus(HistoryStep(seat, action, told))
        self.final_rewards = episode.rewards

    def _act(self, number: int) -> None:
        violation = self.episode.act(number)
        if violation is not None:
            raise ValueError(f"{violation.why} ({violation.rule})")

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"deal {action}" if self.get_game().deals else "deal"
        return self.episode.encoding.texts[action]

    def __str__(self) -> str:
        if not self.dealt:
            return "before the deal"
        return " | ".join(
            map(str, (self.episode.state.ply, self.episode.spelled, self.episode.seat))
        )


class MeldroomGame(pyspiel.Game):  # type: ignore[misc]
    """A game with the players, options, seed and deals of the parameters."""

    game: AnyGame
    game_type: Any  # with sampled deals
    listed_type: Any  # with a list of deals

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.players = given.get("players", usual_players(self.game))
        self.options = {name: given[name] for name in offered(self.game.options) if name in given}
        self.seed, self.deals = given.get("seed", RANDOM_SEED), given.get("deals", 0)
        if self.deals < 0:
            raise ValueError(f"deals is how many deals there are, or 0 to sample, not {self.deals}")
        fixed = sha256(f"meldroom spiel {self.seed}".encode()).digest()
        self.rng = Rng(token_bytes(SEED_SIZE) if self.seed == RANDOM_SEED else fixed)
        self.first_episode = make_episode(
            self.game.key, self.players, "place", self.options, given.get("compiled", True)
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding_of(self.game).size,
            max_chance_outcomes=self.deals or 1,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(self.listed_type if self.deals else self.game_type, info, given)

    def deal_seed(self, outcome: int) -> bytes:
        """Give the seed of a deal: one of the list, or a new one."""
        if not self.deals:
            return self.fresh_seed()
        return sha256(f"meldroom spiel {self.seed} deal {outcome}".encode()).digest()

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
        size = self.first_episode.observation.size
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return InformationStateObserver(size)
        return MeldroomObserver(size)


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
    """Gives all that a seat was told and did, as a string; or the view now, and a digest of it all.

    A past of any length fits no vector. The digest tells any two information states apart.
    """

    def __init__(self, size: int) -> None:
        self.tensor: Any = np.zeros(size + DIGEST_BITS, np.float32)
        self.dict = {"observation": self.tensor[:size], "digest": self.tensor[size:]}
        self._now = MeldroomObserver(size)

    def set_from(self, state: MeldroomState, player: int) -> None:
        """Fill the tensor with the vector of a player and the bits of the digest."""
        self._now.set_from(state, player)
        self.dict["observation"][:] = self._now.tensor
        digest = sha256(self.string_from(state, player).encode()).digest()
        self.dict["digest"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: MeldroomState, player: int) -> str:
        """Write a player's information state."""
        return state.told().information_state(player, state.episode.game.deck)


def openspiel_type(game: AnyGame, chance_mode: Any) -> Any:
    """Describe a game to OpenSpiel."""
    return pyspiel.GameType(
        short_name=short_name(game.key),
        long_name=f"Meldroom {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": usual_players(game),
            "seed": RANDOM_SEED,
            "deals": 0,
            "compiled": True,
            **{name: values[0] for name, values in offered(game.options).items()},
        },
    )


def _register(game: AnyGame) -> type[MeldroomGame]:
    sampled = openspiel_type(game, ChanceMode.SAMPLED_STOCHASTIC)
    listed = openspiel_type(game, ChanceMode.EXPLICIT_STOCHASTIC)
    fields = {"game": game, "game_type": sampled, "listed_type": listed}
    game_class = type(f"MeldroomGame{game.prefix}", (MeldroomGame,), fields)
    pyspiel.register_game(sampled, game_class)
    return game_class


GAME_CLASSES = {key: _register(game) for key, game in {**GAMES, **SMALL}.items()}
