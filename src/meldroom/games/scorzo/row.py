"""What a network is told of Scorzo; its twin is in fast/csrc/scorzo_row.h."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.row import RowFacts, RowWriter, seats_round
from meldroom.games.scorzo.bot import live_cards, related
from meldroom.games.scorzo.deck import DECK, WILD
from meldroom.games.scorzo.facts import (
    ANSWERING,
    CHARTS,
    DISCARD,
    DISCARDING,
    PICKING,
    STOCK,
    Facts,
    Options,
    View,
    hand,
    left_of,
)
from meldroom.games.scorzo.melds import least_after_discard, least_deadwood
from meldroom.games.scorzo.rounds import hand_size

KINDS = len(DECK.codes)
MAX_SEATS, PER_OPPONENT = 6, 14
ROUNDS = ("full", "down", "up")  # small variants have no rows
PHASES = (PICKING, DISCARDING, ANSWERING)
DEADWOOD = (1, 3, 6, 10, 15, 20, 30)
LEADS = (-20, -10, -5, 0, 1, 6, 11, 21)


class ScorzoRow(RowFacts[Facts, Options]):
    """The hand, what each discard leaves exactly, live cards, and who is how far ahead."""

    told_actions = 0  # they follow from the hand and the phase

    def seen(self, to: RowWriter, seen: View) -> None:
        """Write the hand, live cards, every discard, the neighbour's and the caller's cards."""
        facts, seat = seen.public, seen.seat
        assert seat is not None
        cards, upcard, live = seen.zones[hand(seat)].cards, seen.top(DISCARD), live_cards(seen)
        choosing = not facts.reason and facts.turn == seat
        picking = choosing and facts.phase == PICKING
        throws = choosing and facts.phase != ANSWERING
        _write_hand(to, cards)
        for card in range(KINDS):
            to.number(live[card], 8 if card == WILD else 2)
        natural = upcard[0] if upcard and upcard[0] < WILD else None
        to.flag(upcard == bytes([WILD]))
        to.one_of(None if natural is None else natural % 10, 10)
        to.one_of(None if natural is None else natural // 10, 5)
        now = 0 if throws and not picking else least_deadwood(cards, _all_wild(seen))
        if picking:
            cards = bytes(sorted(cards + upcard))
        best = now
        if throws:
            best = _write_discards(to, seen, cards, upcard if picking else facts.taken)
            now = now if picking else best
        else:
            to.zeros(2 * KINDS)
        for card in range(KINDS):
            to.number(_outs(card, cards, live) if card in cards else 0, 8)
        called = facts.caller is not None and facts.caller != seat
        of_left = _shown(seen, left_of(seat, facts.playing))
        of_caller = _shown(seen, facts.caller) if called and facts.caller is not None else b""
        for others in (of_left, of_caller):
            for card in range(KINDS):
                to.number(related(card, others), 4)
        _write_round(to, seen, called, now, best)
        _write_seats(to, seen, seat)


def _all_wild(seen: View) -> bool:
    return seen.options.all_wild_melds == "yes"


def _shown(seen: View, seat: Seat) -> Cards:
    """Give the cards of a hand that everybody can name."""
    zone = seen.zones[hand(seat)]
    return zone.cards.replace(bytes([BACK]), b"") if zone.shown else zone.known


def _write_hand(to: RowWriter, cards: Cards) -> None:
    for copies in (1, 2):
        for card in range(WILD):
            to.flag(cards.count(card) >= copies)
    to.reached(cards.count(WILD), 4)


def _write_discards(to: RowWriter, seen: View, cards: Cards, taken: Cards) -> int:
    """Write what each discard leaves beyond the best, and which are best; give what those leave.

    A card just taken does not go back.
    """
    least = least_after_discard(cards, _all_wild(seen))
    legal = set(cards)
    if seen.public.phase == PICKING or seen.options.return_taken == "no":
        legal = legal - set(taken) or legal
    best = min([least[card] for card in legal])
    for card in range(KINDS):
        to.number(least[card] - best if card in least else 0, 8)
        to.flag(card in legal and least[card] == best)
    return best


def _outs(card: int, mine: Cards, live: Sequence[int]) -> int:
    """Count the live cards that would make a meld of this one and another of the hand."""
    if card == WILD:
        return 0
    number, first = card % 10, card - card % 10
    suit = {other - first for other in mine if first <= other < first + 10}
    waits: set[int] = set()
    if number - 1 in suit:
        waits |= {number - 2, number + 1}
    if number + 1 in suit:
        waits |= {number - 1, number + 2}
    if number - 2 in suit:
        waits.add(number - 1)
    if number + 2 in suit:
        waits.add(number + 1)
    outs = sum([live[first + wanted] for wanted in waits - suit if 0 <= wanted < 10])
    paired = sum([other % 10 == number for other in mine if other != WILD]) > 1
    return outs + (sum(live[number:WILD:10]) if paired else 0)


def _write_round(to: RowWriter, seen: View, called: bool, now: int, best: int) -> None:
    facts, options, stock = seen.public, seen.options, seen.zones[STOCK]
    rounds_left = len(CHARTS[options.rounds]) - len(facts.ledger)
    to.one_of(PHASES.index(facts.phase), len(PHASES))
    to.flag(facts.taken != b"")
    to.flag(facts.caller is not None)
    to.flag(called)
    to.one_of(hand_size(facts, options) - 3, 6)
    to.number(max(rounds_left, 0), 8)
    to.flag(rounds_left == 1)
    to.flag(rounds_left <= 0)
    to.number(now, 16)
    to.number(best, 16)
    to.reached(best, DEADWOOD)
    to.one_of(ROUNDS.index(options.rounds), len(ROUNDS))
    to.flag(options.all_wild_melds == "yes")
    to.flag(options.return_taken == "yes")
    to.flag(options.lay_off == "yes")
    to.flag(options.recycle == "flip")
    to.one_of(seen.seats - 2, MAX_SEATS - 1)
    to.number(len(stock.cards), 32)
    to.number(len(stock.known), 32)
    to.number(facts.turns, 32)


def _write_seats(to: RowWriter, seen: View, own: Seat) -> None:
    """Write who is how far ahead: the fewest points win (R12)."""
    facts = seen.public
    mine = facts.totals[own]
    for seat in seats_round(seen):
        to.flag(seat in facts.playing)
        to.flag(facts.dealer == seat)
        to.flag(facts.caller == seat)
        if seat == own:
            fewest = min([total for other, total in enumerate(facts.totals) if other != own])
            _write_lead(to, fewest - mine)
        else:
            cards = _shown(seen, seat)
            to.number(len(cards), 4)
            to.number(cards.count(WILD), 1)
            _write_lead(to, facts.totals[seat] - mine)
    to.zeros((MAX_SEATS - seen.seats) * PER_OPPONENT)


def _write_lead(to: RowWriter, lead: int) -> None:
    to.number(lead, 16)
    to.reached(lead, LEADS)
