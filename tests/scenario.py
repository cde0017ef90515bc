"""A little language for positions: deal in the game's own notation, play, and ask the referee.

>>> table = deal(ThumbsUp(), "rack0: R. R. G- KV OL", "discard: R-").play("take")
>>> table.refuses("discard R-", rule="Q12")
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from meldroom.core.cards import Seat, without
from meldroom.core.event import Noted
from meldroom.core.game import AnyGame, Result, play
from meldroom.core.options import Setting
from meldroom.core.rng import Rng, shuffle
from meldroom.core.state import AnyState
from meldroom.core.view import events, view
from meldroom.core.zone import Sight, Zone
from meldroom.games.companions import skill_of

SEED = bytes(range(32))


class Scenario(NamedTuple):
    """A game at some ply, to talk to; every word gives a new table."""

    game: AnyGame
    state: AnyState

    @property
    def facts(self) -> Any:
        """The public facts."""
        return self.state.public

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act."""
        return self.game.to_act(self.state.public)

    @property
    def result(self) -> Result | None:
        """How the game ended, if it did."""
        return self.game.result(self.state)

    def play(self, *texts: str) -> Scenario:
        """Play actions one after another; `2: seen` names the seat where several may act."""
        state = self.state
        for text in texts:
            seat, words = self._split(text, state)
            state = play(self.game, state, seat, self.game.parse(words))
        return self._replace(state=state)

    def refuses(self, text: str, rule: str) -> bool:
        """Say whether the referee refuses the action by just this rule."""
        seat, words = self._split(text, self.state)
        violation = self.game.check(view(self.state, seat), self.game.parse(words))
        return violation is not None and violation.rule == rule

    def allows(self, text: str) -> bool:
        """Say whether the referee lets the action through."""
        seat, words = self._split(text, self.state)
        return self.game.check(view(self.state, seat), self.game.parse(words)) is None

    def legal(self, seat: Seat | None = None) -> set[str]:
        """Name all legal actions of the seat, by default the first that may act."""
        acting = self.to_act[0] if seat is None else seat
        return {self.game.text(action) for action in self.game.legal(view(self.state, acting))}

    def advised(self, level: str = "house") -> str:
        """Say what a bot of this level does on the turn of the first that may act."""
        seen = view(self.state, self.to_act[0])
        skill, legal = skill_of(self.game), self.game.legal(seen)
        choose = skill.house if level == "house" else skill.novice
        return self.game.text(choose(seen, legal, lambda n: n - 1))

    def looked_at(self) -> set[str]:
        """Name the actions that a search holds against what the house does."""
        seen = view(self.state, self.to_act[0])
        skill, legal = skill_of(self.game), self.game.legal(seen)
        favourite = skill.house(seen, legal, lambda n: n - 1)
        return {self.game.text(each) for each in skill.candidates(seen, legal, favourite)}

    def prospect(self, seat: Seat) -> float:
        """Rate a seat's chance to win the game."""
        return skill_of(self.game).prospect(self.state, seat)

    def likelihood(self, seat: Seat) -> float:
        """Weigh this very world as one that the seat cannot rule out."""
        return skill_of(self.game).likely(self.state, view(self.state, seat))

    def cards(self, zone: str) -> str:
        """Name the cards of a zone, `rack0`."""
        return self.game.deck.text(self._zone(zone).cards)

    def notes(self) -> list[tuple[str, str]]:
        """Give what the referee said after the last action: rule and text."""
        heard = events(self.state, None)
        return [(event.rule, event.text) for event in heard if isinstance(event, Noted)]

    def _zone(self, label: str) -> Zone:
        return next(zone for zone in self.state.zones if zone.label == label)

    def _split(self, text: str, state: AnyState) -> tuple[Seat, str]:
        seat, colon, words = text.partition(": ")
        return (int(seat), words) if colon else (self.game.to_act(state.public)[0], text)


def deal(
    game: AnyGame,
    *zones: str,
    players: int = 3,
    options: Mapping[str, Setting] | None = None,
    **facts: Any,
) -> Scenario:
    """Set up a position: named zones hold what is said, the others keep their size.

    In a face-down pile the cards that are named lie on top, the last one topmost. Public facts are
    as at the start, with seat 0 on turn, but for those that are given.
    """
    state = game.start(options or {}, players, Rng(SEED))
    said = {label: game.deck.cards(cards) for label, _, cards in (z.partition(":") for z in zones)}
    assert said.keys() <= {zone.label for zone in state.zones}, "there is no such zone"
    loose = without(game.deck.pack_for(players), b"".join(said.values()))
    loose, _ = shuffle(Rng(SEED), loose)
    laid = []
    for zone in state.zones:
        cards = said.get(zone.label)
        if cards is None and zone.sight is not Sight.NONE:
            size = len(zone.cards)
            cards, loose = loose[:size], loose[size:]
        laid.append(zone._replace(cards=cards or b"", known=b""))
    pile = next(at for at, zone in enumerate(laid) if zone.sight is Sight.NONE)
    laid[pile] = laid[pile]._replace(cards=loose + laid[pile].cards)
    laid = [zone._replace(cards=bytes(sorted(zone.cards))) if zone.fan else zone for zone in laid]
    public = state.public._replace(**{"turn": 0, **facts})
    return Scenario(game, state._replace(zones=tuple(laid), public=public, journal=()))
