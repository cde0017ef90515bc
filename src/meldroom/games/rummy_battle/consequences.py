"""What an action of Rummy Battle leads to: points laid down, held or gained, and gifts."""

from __future__ import annotations

from collections.abc import Iterator

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.consequences import Consequence, Consequences, counted
from meldroom.core.state import seat_to_the_left
from meldroom.games.rummy_battle.actions import (
    Discard,
    Done,
    Draw,
    Hoard,
    LayOff,
    LuckyDay,
    MakeMeld,
    Pickpocket,
    Switcheroo,
    Take,
    Thief,
)
from meldroom.games.rummy_battle.deck import DECK, JOKER, REAL_CARD, VALUES, real_cards, value
from meldroom.games.rummy_battle.facts import (
    OUT_AFTER_MARKER,
    OUT_BEFORE_MARKER,
    ROW,
    Facts,
    Options,
    View,
    meld_rules,
)
from meldroom.games.rummy_battle.game import hand_on_turn
from meldroom.games.rummy_battle.hand_value import loose, near_melds
from meldroom.games.rummy_battle.house import owners_value

POINT = 0.1  # the weights are guesses at what players find worth telling
FITTING_CARD = 0.7
GIFT = 1.0
JOKER_COST = 4.0
LUCKY_CARD = 0.8


class RummyBattleConsequences(Consequences[Facts, Options]):
    """What is told about the actions of Rummy Battle."""

    def of(self, seen: View, action: Action) -> Iterator[Consequence]:
        """Say what an action leads to."""
        held, facts = hand_on_turn(seen), seen.public
        match action:
            case MakeMeld(placed):
                yield _laid_down(value(real_cards(placed)))
                jokers = real_cards(placed).count(JOKER)
                if jokers:
                    yield Consequence("jokers", -JOKER_COST * jokers, "spends a joker")
            case LayOff(placed):
                yield _laid_down(VALUES[REAL_CARD[placed]])
                if len(held) == 1:
                    yield _going_out(facts)
            case Draw():
                yield _ready(seen, held)
            case Take(many) | Hoard(many):
                yield _ready(seen, held + seen.zones[ROW].cards[-many:])
            case Thief(number):
                meld = facts.melds[number - 1]
                yield _gained(owners_value(meld), meld.owner)
            case Switcheroo(own, other):
                got, given = facts.melds[other - 1], facts.melds[own - 1]
                yield _gained(owners_value(got) - owners_value(given), got.owner)
            case Pickpocket(placed, _, victim):
                yield _gained(VALUES[REAL_CARD[placed]], victim)
            case Discard(card):
                yield from _of_discard(seen, without(held, bytes([card])), card)
            case LuckyDay():
                text = "draws a card from every opponent's hand"
                yield Consequence("lucky_day", LUCKY_CARD * (seen.seats - 1), text)
            case Done():
                yield _going_out(facts)


def _laid_down(points: int) -> Consequence:
    return Consequence("laid_down", POINT * points, f"lays down {points} points")


def _gained(points: int, owner: Seat) -> Consequence:
    return Consequence("gained", POINT * points, f"gains {points} points from {{{owner}}}")


def _ready(seen: View, held: Cards) -> Consequence:
    ready = value(held) - value(loose(bytes(sorted(held)), meld_rules(seen.options)))
    return Consequence("ready", POINT * ready, f"has {ready} points ready to meld", str(ready))


def _of_discard(seen: View, kept: Cards, card: int) -> Iterator[Consequence]:
    facts = seen.public
    if not kept:
        yield _going_out(facts)
        return
    points = value(kept)
    text = f"keeps {points} points in hand"
    weight = -POINT * points * (1.0 if facts.marker_seen else 0.3)
    yield Consequence("points_in_hand", weight, text, str(points))
    rest = loose(bytes(sorted(kept)), meld_rules(seen.options))
    fitting = len(kept) - len(rest) + 2 * len(near_melds(rest))
    text = f"keeps {counted(fitting, 'card')} that go together"
    yield Consequence("fitting_cards", FITTING_CARD * fitting, text, str(fitting))
    neighbour = seat_to_the_left(facts.turn, seen.seats)
    if card == JOKER:
        yield Consequence("gift", -JOKER_COST, "discards a joker")
    elif facts.opened[neighbour] and any(card in meld.fits for meld in facts.melds):
        text = f"gives {{{neighbour}}} the {DECK.words[card]}, which fits a meld on the table"
        yield Consequence("gift", -GIFT, text)


def _going_out(facts: Facts) -> Consequence:
    points = OUT_AFTER_MARKER if facts.marker_seen else OUT_BEFORE_MARKER
    before = "" if facts.marker_seen else " before the Marker"
    return Consequence("going_out", POINT * points, f"goes out{before}, which counts {points}")
