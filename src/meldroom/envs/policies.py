"""Policies as bots: what chooses a number by an observation and a mask plays any seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from inspect import Parameter, signature
from typing import Any, cast

try:
    import numpy as np
except ImportError as error:
    raise ImportError('this needs an extra: pip install "meldroom[rl]"', name=error.name) from None

from meldroom.bots.registry import BotFactory, check_bot_name, make_bot
from meldroom.core.action import Action
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.options import as_dict
from meldroom.core.skill import Bot
from meldroom.core.view import AnyView
from meldroom.envs.observation import observation_of
from meldroom.plugins import load_object

PolicyFunction = Callable[[dict[str, Any]], Any]
"""Gives a number for an observation, a dict of `observation` and `action_mask`."""

Opponent = str | Bot | BotFactory | PolicyFunction | Any
"""A bot's name, a bot, what makes one of a game and a seed, a policy, or a model with `predict`."""

NOT_POLICIES = (
    "a bot has choose(view, legal, budget), a policy takes an observation and gives a number, a "
    "model has predict(observation, action_masks=...)"
)


class PolicyBot:
    """Plays by a policy; an action that is spelled asks it once for each word."""

    def __init__(self, game: AnyGame, policy: PolicyFunction, name: str = "the policy") -> None:
        self.policy, self.name = policy, name
        self.encoding = encoding_of(game)

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        encoding, actions = self.encoding, legal
        observation = observation_of(encoding.game, view.seats, as_dict(view.options))
        spelled: tuple[int, ...] = ()
        while True:
            numbers = encoding.next_numbers(actions, len(spelled))
            mask: Any = np.zeros(encoding.size, np.int8)
            mask[numbers] = 1
            vector = np.frombuffer(observation.floats(view, spelled), np.float32)
            number = int(self.policy({"observation": vector, "action_mask": mask}))
            if number not in numbers:
                raise ValueError(f"{self.name} chose {number}, which the action mask rules out")
            actions = [
                action for action, next_ in zip(actions, numbers, strict=True) if next_ == number
            ]
            spelled = (*spelled, number)
            if number < encoding.first_word or encoding.is_complete(actions[0], len(spelled)):
                return actions[0]


def bot_factory(opponent: Opponent) -> BotFactory:
    """Give what makes a bot of a game and a seed; ValueError if nothing can.

    A function of two arguments takes a game and a seed; any other is a policy.
    """
    if isinstance(opponent, str):
        return _named_factory(opponent)
    if isinstance(opponent, type):
        return cast(BotFactory, opponent)
    if hasattr(opponent, "choose"):
        return lambda *_: cast(Bot, opponent)
    if hasattr(opponent, "predict"):
        return lambda game, _: PolicyBot(game, partial(_predicted, opponent))
    if not callable(opponent):
        raise ValueError(f"{opponent!r} plays no game: {NOT_POLICIES}")
    if _required_arguments(opponent) == 2:
        return cast(BotFactory, opponent)
    return lambda game, _: PolicyBot(game, cast(PolicyFunction, opponent))


def check_opponent(game: AnyGame, opponent: Opponent) -> None:
    """ValueError unless this is something that plays the game."""
    if isinstance(opponent, str) and ":" not in opponent:
        check_bot_name(game, opponent)
    else:
        bot_factory(opponent)


def make_opponent(game: AnyGame, opponent: Opponent, seed: bytes) -> Bot:
    """Make a bot of whatever plays the game; ValueError if it is no bot."""
    bot = bot_factory(opponent)(game, seed)
    if not callable(getattr(bot, "choose", None)):
        raise ValueError(f"{opponent!r} made {bot!r}, which is no bot: {NOT_POLICIES}")
    return bot


@cache
def _named_factory(name: str) -> BotFactory:
    """Load what is named once in a process: a model may be large."""
    if ":" not in name:
        return lambda game, seed: make_bot(game, name, seed)
    return bot_factory(load_object(name))


def _predicted(model: Any, observation: dict[str, Any]) -> Any:
    """Ask a model as Stable-Baselines3 has it, one that takes masks or one that does not."""
    arguments: dict[str, Any] = {"deterministic": True}
    if "action_masks" in signature(model.predict).parameters:
        arguments["action_masks"] = observation["action_mask"]
    number, _ = model.predict(observation, **arguments)
    return number


def _required_arguments(function: Callable[..., Any]) -> int:
    positional = Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD
    try:
        parameters = signature(function).parameters.values()
    except ValueError:  # compiled functions may have none
        return 1
    return sum(each.kind in positional and each.default is each.empty for each in parameters)
