"""What happened at the table, told in words to one who may know just so much."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from meldroom.cli.local_match import MatchStep
from meldroom.core.cards import BACK, Cards, Deck, Seat
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.game import Game
from meldroom.core.state import State
from meldroom.core.view import events
from meldroom.core.zone import Sight

LINE = 66  # a turn that would be longer takes several lines
WORDED = 3  # so many cards or more are told by their codes alone, where the action names them


class NarratedStep(NamedTuple):
    """A line of the log: who did it ("" is the referee), what, and by which rule."""

    who: str
    what: str
    rule: str = ""


class Narrator:
    """Tells the steps of a game with the names of its players."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        self.game, self.names = game, names

    def tell(self, steps: Iterable[MatchStep], seat: Seat | None) -> list[NarratedStep]:
        """Tell the steps as this seat (None is a watcher) may hear them, a turn in a line."""
        lines: list[NarratedStep] = []
        for step in steps:
            heard = events(step.state, seat)
            if step.seat is not None:
                own = _own(heard, step.seat)
                heard = heard[len(own) :]
                told = [move for move in own if not _kept_hidden(move, step.state)]
                self._add(lines, self.names[step.seat], self._action(step.seat, step.text, told))
            lines.extend(self._referee(heard))
        return lines

    def _add(self, lines: list[NarratedStep], who: str, what: str) -> None:
        joined = f"{lines[-1].what} · {what}" if lines else what
        if lines and lines[-1].who == who and len(joined) <= LINE:
            lines[-1] = NarratedStep(who, joined)
        else:
            lines.append(NarratedStep(who, what))

    def _action(self, seat: Seat, text: str, own: Sequence[Moved]) -> str:
        parts = []
        for move in own:
            other = ""
            if move.target_owner not in (None, seat):
                other = f" to {self._name(move.target_owner)}"
            elif move.source_owner not in (None, seat):
                other = f" from {self._name(move.source_owner)}"
            if other or not self._said(move.cards, text):
                parts.append(spoken(move.cards, self.game.deck) + other)
        return f"{text} ({', '.join(parts)})" if parts else text

    def _said(self, cards: Cards, text: str) -> bool:
        """Say whether the action's own text is enough: one unseen card, or a row of codes."""
        if len(cards) < WORDED:
            return cards == bytes([BACK])
        named = Counter(text.split(" "))
        return BACK not in cards and Counter(self.game.deck.codes[card] for card in cards) <= named

    def _referee(self, heard: Sequence[Event]) -> Iterator[NarratedStep]:
        """Tell what needed no choice: bookings by their rules, a deal in one line."""
        for handling, run in groupby(heard, lambda event: not isinstance(event, Noted | Shown)):
            if handling:
                yield NarratedStep("", "; ".join(self._handled(list(run))))
                continue
            for event in run:
                if isinstance(event, Noted):
                    yield NarratedStep("", with_names(event.text, self.names), event.rule)
                elif isinstance(event, Shown):
                    whose = "" if event.owner is None else f"{self._name(event.owner)}'s "
                    yield NarratedStep(
                        "", f"{whose}{event.zone}: {spoken(event.cards, self.game.deck)}"
                    )

    def _handled(self, run: Sequence[Event]) -> Iterator[str]:
        for way, some in groupby(run, _way):
            moves = [event for event in some if isinstance(event, Moved)]
            if moves:
                yield self._moved(moves)
            else:
                yield way

    def _moved(self, moves: Sequence[Moved]) -> str:
        first = moves[0]
        cards = b"".join([move.cards for move in moves])
        counts = Counter[Seat | None]()
        for move in moves:
            counts[move.target_owner] += len(move.cards)
        if len(counts) > 1 and len(set(counts.values())) == 1:
            return f"{counts[first.target_owner]} to each"
        if len(counts) > 1:
            parts = [f"{many} to {self._name(owner)}" for owner, many in counts.items()]
            return f"{', '.join(parts)} from the {first.source}"
        what = spoken(cards, self.game.deck)
        source = self._place(first.source, first.source_owner)
        return f"{what} from {source} to {self._place(first.target, first.target_owner)}"

    def _place(self, zone: str, owner: Seat | None) -> str:
        return f"the {zone}" if owner is None else f"{self._name(owner)}'s {zone}"

    def _name(self, seat: Seat | None) -> str:
        return "" if seat is None else self.names[seat]


def spoken(cards: Cards, deck: Deck) -> str:
    """Say cards in words, equal ones together.

    >>> spoken(DECK.cards("R. R. KV"), DECK)
    'red dot ×2, black V'
    """
    many = Counter(cards)
    hidden = many.pop(BACK, 0)
    words = [deck.words[card] + (f" ×{count}" if count > 1 else "") for card, count in many.items()]
    if hidden:
        words.append(f"{hidden} face down")
    return ", ".join(words)


def with_names(text: str, names: Sequence[str]) -> str:
    """Put the names of players where a text of a game has `{0}`."""
    return re.sub(r"\{(\d)\}", lambda found: names[int(found[1])], text)


def opened(state: State[Any]) -> State[Any]:
    """Lay everything open, for those who look back at a game that is over."""
    journal = tuple(
        event._replace(eyes=None) if isinstance(event, Moved) else event for event in state.journal
    )
    zones = tuple(zone._replace(shown=True) for zone in state.zones)
    return state._replace(zones=zones, journal=journal)


def _own(heard: Sequence[Event], seat: Seat) -> list[Moved]:
    """Find the moves that the action itself made: the first ones, in which its seat has a part."""
    own = []
    for event in heard:
        if not isinstance(event, Moved) or seat not in (event.source_owner, event.target_owner):
            break
        own.append(event)
    return own


def _kept_hidden(move: Moved, state: State[Any]) -> bool:
    """Say whether cards only went from one hidden place of a player to another."""
    hidden = {(zone.name, zone.owner) for zone in state.zones if zone.sight is Sight.OWNER}
    source, target = (move.source, move.source_owner), (move.target, move.target_owner)
    return move.source_owner == move.target_owner and {source, target} <= hidden


def _way(event: Event) -> str:
    match event:
        case Moved():
            return f"{event.source} {event.source_owner} {event.target}"
        case Gathered():
            return f"everything into the {event.target}"
        case Shuffled():
            return f"the {event.zone} is shuffled"
        case _:
            raise AssertionError(event)
