"""What an action of Scorzo leads to: points outside melds, cards that help, and gifts."""

from __future__ import annotations

from collections.abc import Iterator

from meldroom.core.action import Action
from meldroom.core.cards import Cards, without
from meldroom.core.consequences import Consequence, Consequences, counted
from meldroom.games.scorzo.bot import live_cards, related
from meldroom.games.scorzo.deck import DECK, WILD
from meldroom.games.scorzo.facts import DISCARD, Facts, Options, View, hand, left_of
from meldroom.games.scorzo.game import Call, Discard, Draw, Take
from meldroom.games.scorzo.melds import least_after_discard
from meldroom.games.scorzo.points import points_after_discard

POINT = 0.25  # the weights are guesses at what players find worth telling
HELPING_CARD, COMPLETING_CARD = 0.12, 0.4
GIFT, WILD_GIFT = 1.0, 4.0
ALL_MELDS = 10.0


class ScorzoConsequences(Consequences[Facts, Options]):
    """What is told about the actions of Scorzo."""

    def of(self, seen: View, action: Action) -> Iterator[Consequence]:
        """Say what an action leads to."""
        match action:
            case Call():
                yield Consequence("ends_hand", ALL_MELDS, "ends the round without points")
            case Discard(card):
                yield from _of_discard(seen, card)
            case Take():
                upcard = seen.top(DISCARD)
                yield _points(_least_after_take(seen, upcard))
                if upcard[0] == WILD:
                    yield Consequence("wild", WILD_GIFT, "gets a wild")
            case Draw():
                yield from _of_draw(seen)


def _of_discard(seen: View, card: int) -> Iterator[Consequence]:
    facts = seen.public
    least = points_after_discard(seen, facts.turn)[card]
    if least:
        yield _points(least)
    else:
        yield Consequence("all_melds", ALL_MELDS, "leaves a hand that is all melds")
    if facts.caller is None and least:
        yield from _helping_cards(seen, without(_mine(seen), bytes([card])), least)
    neighbour = left_of(facts.turn, facts.playing)
    if neighbour != facts.caller:  # who has played the last turn (R10)
        yield from _gift(seen, card, neighbour)


def _points(least: float, about: str = "") -> Consequence:
    whole = round(least)
    text = f"leaves {about}{counted(whole, 'point')} outside melds"
    return Consequence("points", -POINT * whole, text, f"{about}{whole}")


def _helping_cards(seen: View, kept: Cards, least: int) -> Iterator[Consequence]:
    helping = completing = 0
    for card, many in enumerate(live_cards(seen)):
        after = min(_least_after(seen, kept + bytes([card])).values()) if many else least
        helping += many * (after < least)
        completing += many * (after == 0)
    text = f"has {counted(helping, 'unseen card')} that can improve the hand"
    yield Consequence("helping_cards", HELPING_CARD * helping, text, str(helping))
    text = f"has {counted(completing, 'unseen card')} that can make it all melds"
    yield Consequence("completing_cards", COMPLETING_CARD * completing, text, str(completing))


def _gift(seen: View, card: int, neighbour: int) -> Iterator[Consequence]:
    if card == WILD:
        yield Consequence("gift", -WILD_GIFT, f"gives {{{neighbour}}} a wild")
        return
    taken = [known for known in seen.zones[hand(neighbour)].known if related(card, bytes([known]))]
    if taken:
        cards = " and the ".join(dict.fromkeys(DECK.words[known] for known in taken))
        text = f"gives {{{neighbour}}} a card that goes with the {cards} they took"
        yield Consequence("gift", -GIFT * len(taken), text)


def _of_draw(seen: View) -> Iterator[Consequence]:
    if seen.public.caller is not None and seen.options.lay_off == "yes":
        return  # too many ways to lay off for every card that may come
    live = live_cards(seen)
    least = [
        many * min(_least_after(seen, _mine(seen) + bytes([card])).values())
        for card, many in enumerate(live)
        if many
    ]
    yield _points(sum(least) / sum(live), "about ")


def _least_after_take(seen: View, upcard: Cards) -> int:
    after = points_after_discard(seen, seen.public.turn, upcard)
    if seen.options.return_taken == "no" and len(after) > 1:  # Q8
        del after[upcard[0]]
    return min(after.values())


def _least_after(seen: View, cards: Cards) -> dict[int, int]:
    return least_after_discard(cards, seen.options.all_wild_melds == "yes")


def _mine(seen: View) -> Cards:
    return seen.zones[hand(seen.public.turn)].cards
