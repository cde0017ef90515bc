"""How a round of Rummy Battle ended: what lay on the table, and what was still in hand."""

from __future__ import annotations

from collections import Counter

from meldroom.core.cards import Cards, Seat, without
from meldroom.core.event import Moved
from meldroom.core.showdown import HandEnd, Showdown, ShowdownLine, ShownGroup, ShownHand
from meldroom.games.rummy_battle.deck import value
from meldroom.games.rummy_battle.facts import Facts, Options, meld_rules
from meldroom.games.rummy_battle.melds import Meld, can_spare, replaced, with_holder, with_owner

AFTER_MARKER, BEFORE_MARKER = ("Q20", "Q22"), ("Q19", "Q21")  # the rules of going out
COUNTING = "Cards on the table count for you, cards in hand against you."


def showdown(end: HandEnd[Facts, Options]) -> Showdown:
    """Show what counted for and against each player, the best first."""
    seats = range(end.before.seats)
    scores = end.after.public.ledger[-1]
    tables = [end.open_cards("melds", seat) for seat in seats]
    hands = [end.open_cards("hand", seat) for seat in seats]
    ways = (note.rule for note in end.notes if note.rule in AFTER_MARKER + BEFORE_MARKER)
    going_out = next(ways, "")
    out = tuple(seat for seat in seats if going_out and not hands[seat])
    shown, lines = [], []
    melds = _melds_at_the_end(end)
    for seat in sorted(seats, key=lambda seat: -scores[seat]):
        groups = [*_groups(melds, seat, tables[seat])]
        if hands[seat]:
            held = bytes(sorted(hands[seat]))
            groups.append(ShownGroup("loose", held, "in hand", -value(held), "R16"))
        extra = scores[seat] - value(tables[seat]) + value(hands[seat])
        if extra:
            lines.append(ShowdownLine(None, seat, extra, going_out, label="out"))
        shown.append(
            ShownHand(
                seat, tuple(groups), _remark(end, seat, seat in out, hands[seat]), scores[seat]
            )
        )
    return Showdown(
        _sentence(out, going_out),
        COUNTING,
        tuple(filter(None, (going_out or _why_over(end), "R16"))),
        "axis",
        out,
        tuple(shown),
        tuple(lines),
    )


def _sentence(out: tuple[Seat, ...], rule: str) -> str:
    if not out:
        return "The round is over. Nobody is out."
    when = "after" if rule in AFTER_MARKER else "before"
    names = " and ".join(f"{{{seat}}}" for seat in out)
    return f"{names} {'are' if len(out) > 1 else 'is'} out, {when} the Marker."


def _why_over(end: HandEnd[Facts, Options]) -> str:
    return next((note.rule for note in end.notes if note.rule in ("Q24", "Q33")), "")


def _remark(end: HandEnd[Facts, Options], seat: Seat, is_out: bool, held: Cards) -> str:
    if is_out:
        return "out"
    if not end.open_cards("melds", seat) and not end.before.public.opened[seat]:
        return "not open"
    return f"{len(held)} card{'s' * (len(held) > 1)} left" if held else ""


def _melds_at_the_end(end: HandEnd[Facts, Options]) -> tuple[Meld, ...]:
    """Give the melds after an action card took cards of them (R18 to R20).

    Where Pickpocket could have taken either of two equal cards, it is the first one.
    """
    melds = end.before.public.melds
    for event in end.events:
        if isinstance(event, Moved) and event.source == event.target == "melds":
            changed = _taken(end, melds, event)
            melds = melds if changed is None else replaced(melds, changed)
    return melds


def _taken(end: HandEnd[Facts, Options], melds: tuple[Meld, ...], event: Moved) -> Meld | None:
    victim, taker = event.source_owner, event.target_owner
    assert taker is not None
    if len(event.cards) > 1:
        stolen = (meld for meld in melds if meld.owner == victim != taker)
        found = (meld for meld in stolen if meld.cards_of(meld.owner) == event.cards)
        return next((with_owner(meld, taker) for meld in found), None)
    naturals = meld_rules(end.before.options).naturals
    places = (
        (meld, at)
        for meld in melds
        for at, (card, holder) in enumerate(zip(meld.cards, meld.holders, strict=True))
        if holder == victim and card == event.cards[0] and can_spare(meld, at, naturals)
    )
    return next((with_holder(meld, at, taker) for meld, at in places), None)


def _groups(melds: tuple[Meld, ...], seat: Seat, on_table: Cards) -> list[ShownGroup]:
    """Lay out the cards before a seat by their melds, those that the last action added apart."""
    groups, rest = [], on_table
    for meld in melds:
        cards = meld.cards_of(seat)
        if cards and not Counter(cards) - Counter(rest):
            groups.append(cards)
            rest = without(rest, cards)
    if rest:
        groups.append(rest)
    return [ShownGroup("meld", cards, "", value(cards), "R16") for cards in groups]
