"""Every game as an OpenSpiel game: sequential, sampled stochastic, zero-sum by places.

Importing this module registers them: `pyspiel.load_game("meldroom_<key>(players=3)")`.
"""

from __future__ import annotations

from hashlib import sha256
from secrets import token_bytes
from typing import Any

import numpy as np
import pyspiel

from meldroom.core.codec import canonical, plain_view
from meldroom.core.game import Game
from meldroom.core.rng import SEED_SIZE, Rng, fresh_seed
from meldroom.envs.encoding import encoding_of
from meldroom.envs.episode import PLAYERS, Episode
from meldroom.games import GAMES

LONGEST = 1_000_000  # numbers said in a game: each ends by a guard of its own
DEAL = 0  # the one outcome of the one chance node; all other chance is inside the actions
BY_CHANCE = -1  # the parameter `seed` that deals other games every time


def short_name(key: str) -> str:
    """Name a game as OpenSpiel's names are written."""
    return f"meldroom_{key.replace('-', '_')}"


class MeldroomState(pyspiel.State):  # type: ignore[misc]
    """A game as it goes on; before the deal it is a chance node."""

    def __init__(self, game: MeldroomGame) -> None:
        super().__init__(game)
        self.table = game.new_table()
        self.dealt = False
        self.paid = self.table.nothing

    def current_player(self) -> int:
        """Name the seat that is asked, chance before the deal."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.dealt and self.table.seat is None

    def returns(self) -> list[float]:
        """Give what the places bring; nothing before the end."""
        return list(self.paid)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the one outcome of the deal."""
        return [(DEAL, 1.0)]

    def resample_from_infostate(self, player: int, _: Any = None) -> MeldroomState:
        """Give a game that the player who is asked cannot tell from this one."""
        if player != self.table.seat:
            raise ValueError(f"seat {self.table.seat} is asked, not {player}")
        other: MeldroomState = self.clone()
        other.table = self.table.twin(self.get_game().fresh_seed())
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(set(self.table.offers))

    def _apply_action(self, action: int) -> None:
        if not self.dealt:
            self.table.rng = Rng(self.get_game().fresh_seed())
            self.table.deal()
            self.dealt = True
            return
        violation = self.table.act(action)
        if violation is not None:
            raise ValueError(f"{violation.why} ({violation.rule})")
        self.paid = self.table.paid

    def _action_to_string(self, player: int, action: int) -> str:
        return "deal" if player < 0 else self.table.encoding.texts[action]

    def __str__(self) -> str:
        if not self.dealt:
            return "before the deal"
        return " | ".join(map(str, (self.table.state.ply, self.table.said, self.table.seat)))


class MeldroomGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the registry at a table that the parameters describe."""

    game: Game[Any]
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.players = given.get("players", min(PLAYERS, self.game.players[-1]))
        self.options = {name: given[name] for name in self.game.options if name in given}
        seed = given.get("seed", BY_CHANCE)
        named = sha256(f"meldroom spiel {seed}".encode()).digest()
        self.rng = Rng(token_bytes(SEED_SIZE) if seed == BY_CHANCE else named)
        self.new_table()  # refuses a table that cannot be
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding_of(self.game).size,
            max_chance_outcomes=1,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_table(self) -> Episode:
        """Set up a table."""
        return Episode(self.game.key, self.players, "place", self.options)

    def fresh_seed(self) -> bytes:
        """Draw the seed of the next deal, or of a world that a player cannot rule out."""
        seed, self.rng = fresh_seed(self.rng)
        return seed

    def new_initial_state(self) -> MeldroomState:
        """Begin before the deal."""
        return MeldroomState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Give what turns a state into the vector of a seat."""
        return Observer(self.new_table().observation.size)


class Observer:
    """The vector of a seat, and its view as canonical JSON."""

    def __init__(self, size: int) -> None:
        self.tensor: Any = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: MeldroomState, player: int) -> None:
        """Look from a seat."""
        if state.dealt:
            self.tensor[:] = np.frombuffer(state.table.observed(player), np.float32)
        else:
            self.tensor.fill(0)

    def string_from(self, state: MeldroomState, player: int) -> str:
        """Write what the seat sees, and what it has said of an action that it is spelling."""
        if not state.dealt:
            return ""
        table = state.table
        said = table.said if player == table.seat else ()
        seen = plain_view(table.view(player), table.game.deck)
        return canonical([seen, list(said)]).decode()


def _registered(game: Game[Any]) -> type[MeldroomGame]:
    kind = pyspiel.GameType(
        short_name=short_name(game.key),
        long_name=f"Meldroom {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": min(PLAYERS, game.players[-1]),
            "seed": BY_CHANCE,
            **{name: values[0] for name, values in game.options.items()},
        },
    )
    made = type(f"MeldroomGame{game.prefix}", (MeldroomGame,), {"game": game, "kind": kind})
    pyspiel.register_game(kind, made)
    return made


SPIELS = {key: _registered(game) for key, game in GAMES.items()}
