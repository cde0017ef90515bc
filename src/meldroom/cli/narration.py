"""The events of a game in words, limited to what one seat may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from meldroom.cli.local_match import MatchStep
from meldroom.core.cards import BACK, Cards, Deck, Seat
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.game import AnyGame
from meldroom.core.state import AnyState
from meldroom.core.view import events
from meldroom.core.zone import Sight

MAX_LINE_LENGTH = 66  # a longer turn is split over several lines
MIN_CARDS_BY_CODE = 3  # from this many on, cards named in the action are not repeated in words


class NarratedLine(NamedTuple):
    """A line of the log: who did it ("" is the referee), what, and by which rule."""

    who: str
    what: str
    rule: str = ""


class Narrator:
    """Describes the steps of a match, with the players' names."""

    def __init__(self, game: AnyGame, names: Sequence[str]) -> None:
        self.game, self.names = game, names

    def narrate(self, steps: Iterable[MatchStep], seat: Seat | None) -> list[NarratedLine]:
        """Describe the steps as this seat (None is a watcher) may know them, one turn per line."""
        lines: list[NarratedLine] = []
        for step in steps:
            visible = events(step.state, seat)
            if step.seat is not None:
                own = _own_moves(visible, step.seat)
                visible = visible[len(own) :]
                shown = [move for move in own if not _stays_hidden(move, step.state)]
                self._add(lines, self.names[step.seat], self._action(step.seat, step.text, shown))
            lines.extend(self._referee(visible))
        return lines

    def _add(self, lines: list[NarratedLine], who: str, what: str) -> None:
        joined = f"{lines[-1].what} · {what}" if lines else what
        if lines and lines[-1].who == who and len(joined) <= MAX_LINE_LENGTH:
            lines[-1] = NarratedLine(who, joined)
        else:
            lines.append(NarratedLine(who, what))

    def _action(self, seat: Seat, text: str, moves: Sequence[Moved]) -> str:
        parts = []
        for move in moves:
            other = ""
            if move.target_owner not in (None, seat):
                other = f" to {self._name(move.target_owner)}"
            elif move.source_owner not in (None, seat):
                other = f" from {self._name(move.source_owner)}"
            if other or not self._text_is_enough(move.cards, text):
                parts.append(cards_in_words(move.cards, self.game.deck) + other)
        return f"{text} ({', '.join(parts)})" if parts else text

    def _text_is_enough(self, cards: Cards, text: str) -> bool:
        """Return whether the action's text is enough: one unseen card, or many cards by code."""
        if len(cards) < MIN_CARDS_BY_CODE:
            return cards == bytes([BACK])
        named = Counter(text.split(" "))
        return BACK not in cards and Counter(self.game.deck.codes[card] for card in cards) <= named

    def _referee(self, visible: Sequence[Event]) -> Iterator[NarratedLine]:
        """Describe what happened without a choice: notes with their rules, a deal in one line."""
        for are_moves, group in groupby(visible, lambda e: not isinstance(e, Noted | Shown)):
            if are_moves:
                yield NarratedLine("", "; ".join(self._moves(list(group))))
                continue
            for event in group:
                if isinstance(event, Noted):
                    yield NarratedLine("", fill_names(event.text, self.names), event.rule)
                elif isinstance(event, Shown):
                    whose = "" if event.owner is None else f"{self._name(event.owner)}'s "
                    yield NarratedLine(
                        "", f"{whose}{event.zone}: {cards_in_words(event.cards, self.game.deck)}"
                    )

    def _moves(self, group: Sequence[Event]) -> Iterator[str]:
        for key, similar in groupby(group, _kind_of_move):
            moves = [event for event in similar if isinstance(event, Moved)]
            yield self._moved(moves) if moves else key

    def _moved(self, moves: Sequence[Moved]) -> str:
        first = moves[0]
        cards = b"".join([move.cards for move in moves])
        counts = Counter[Seat | None]()
        for move in moves:
            counts[move.target_owner] += len(move.cards)
        if len(counts) > 1 and len(set(counts.values())) == 1:
            dealt = "dealt " if first.source_owner is None else ""
            return f"{counts[first.target_owner]} {dealt}to each"
        if len(counts) > 1:
            parts = [f"{count} to {self._name(owner)}" for owner, count in counts.items()]
            return f"{', '.join(parts)} from the {first.source}"
        what = cards_in_words(cards, self.game.deck)
        source = self._place(first.source, first.source_owner)
        return f"{what} from {source} to {self._place(first.target, first.target_owner)}"

    def _place(self, zone: str, owner: Seat | None) -> str:
        return f"the {zone}" if owner is None else f"{self._name(owner)}'s {zone}"

    def _name(self, seat: Seat | None) -> str:
        return "" if seat is None else self.names[seat]


def cards_in_words(cards: Cards, deck: Deck) -> str:
    """Name cards in words, equal ones together.

    >>> deck = Deck({"R.": 5, "KV": 1}, {"R.": "red dot", "KV": "black V"}, {})
    >>> cards_in_words(deck.cards("R. R. KV"), deck)
    'red dot ×2, black V'
    """
    counts = Counter(cards)
    hidden = counts.pop(BACK, 0)
    words = [
        deck.words[card] + (f" ×{count}" if count > 1 else "") for card, count in counts.items()
    ]
    if hidden:
        words.append(f"{hidden} face down")
    return ", ".join(words)


def fill_names(text: str, names: Sequence[str]) -> str:
    """Put the players' names in place of `{0}` in a text of a game."""
    return re.sub(r"\{(\d)\}", lambda match: names[int(match[1])], text)


def face_up(state: AnyState) -> AnyState:
    """Turn all cards face up, to look back at a finished game."""
    journal = tuple(
        event._replace(eyes=None) if isinstance(event, Moved) else event for event in state.journal
    )
    zones = tuple(zone._replace(shown=True) for zone in state.zones)
    return state._replace(zones=zones, journal=journal)


def _own_moves(visible: Sequence[Event], seat: Seat) -> list[Moved]:
    """Find the moves of the action itself: the first ones that involve its seat."""
    own = []
    for event in visible:
        if not isinstance(event, Moved) or seat not in (event.source_owner, event.target_owner):
            break
        own.append(event)
    return own


def _stays_hidden(move: Moved, state: AnyState) -> bool:
    """Return whether cards only moved between hidden zones of one player."""
    hidden = {(zone.name, zone.owner) for zone in state.zones if zone.sight is Sight.OWNER}
    source, target = (move.source, move.source_owner), (move.target, move.target_owner)
    return move.source_owner == move.target_owner and {source, target} <= hidden


def _kind_of_move(event: Event) -> str:
    match event:
        case Moved():
            return f"{event.source} {event.source_owner} {event.target}"
        case Gathered():
            return f"all cards go into the {event.target}"
        case Shuffled():
            return f"the {event.zone} is shuffled"
        case _:
            raise AssertionError(event)
