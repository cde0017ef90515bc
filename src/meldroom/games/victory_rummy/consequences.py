"""What an action of Victory Rummy leads to: points, cards that the nearest meld needs, and risk."""

from __future__ import annotations

from collections.abc import Iterator

from meldroom.core.action import Action
from meldroom.core.cards import Cards, without
from meldroom.core.consequences import Consequence, Consequences, counted
from meldroom.games.victory_rummy.bot import outs_left
from meldroom.games.victory_rummy.deck import AXIS
from meldroom.games.victory_rummy.facts import DISCARD, Facts, Options, View, hand
from meldroom.games.victory_rummy.game import MELD_ACTIONS, Discard, Take
from meldroom.games.victory_rummy.melds import MELD_CARDS, MELD_NAMES, MELD_SYMBOLS, meld_of
from meldroom.games.victory_rummy.pad import AXIS_POINTS, lines_for_meld

POINT = 0.2  # the weights are guesses at what players find worth telling
RISKED_POINT = 0.07
BY_MISSING = (8.0, 4.0, 2.0, 1.0, 0.4, 0.0)  # by the cards that a meld still needs
HELPING_CARD = 0.2
GOES_OUT = 4.0


class VictoryRummyConsequences(Consequences[Facts, Options]):
    """What is told about the actions of Victory Rummy."""

    def of(self, seen: View, action: Action) -> Iterator[Consequence]:
        """Say what an action leads to."""
        match action:
            case Take():
                yield _scores(seen, meld_of(seen.top(DISCARD)[0]))
            case Discard(card):
                kept = without(seen.zones[hand(seen.public.turn)].cards, bytes([card]))
                yield from _of_hand(seen, kept)
            case _ if action in MELD_ACTIONS:
                yield _scores(seen, MELD_ACTIONS.index(action))


def _scores(seen: View, meld: int) -> Consequence:
    pad, seat = seen.public.pad, seen.public.turn
    lines = lines_for_meld(pad, seat, MELD_SYMBOLS[meld], seen.options.order_bonus)
    points = sum(line.points for line in lines)
    text = f"scores {points} points for {MELD_NAMES[meld]}"
    return Consequence("points_scored", POINT * points, text)


def _of_hand(seen: View, kept: Cards) -> Iterator[Consequence]:
    if not kept:
        yield Consequence("goes_out", GOES_OUT, "goes out")
        return
    outs, _ = outs_left(seen)
    missing = [_missing(kept, cards) for cards in MELD_CARDS]
    for symbol, name, cards in zip(MELD_SYMBOLS, MELD_NAMES, missing, strict=True):
        text = f"stays {counted(len(cards), 'card')} short of {name}"
        yield Consequence(f"missing_{symbol}", BY_MISSING[len(cards)], text, str(len(cards)))
    fewest = min(map(len, missing))
    needed = {card for cards in missing if len(cards) == fewest for card in cards}
    helping = sum(outs[card] for card in needed)
    text = f"has {counted(helping, 'unseen card')} that can help the nearest meld"
    yield Consequence("helping_cards", HELPING_CARD * helping, text, str(helping))
    risk = AXIS_POINTS * kept.count(AXIS)
    yield Consequence("risk", -RISKED_POINT * risk, f"keeps {risk} points of Axis cards at risk")


def _missing(cards: Cards, needed: Cards) -> Cards:
    """Give what a hand lacks of these cards."""
    for card in cards:
        if card in needed:
            needed = without(needed, bytes([card]))
    return needed
