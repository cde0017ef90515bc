"""How Rummy Battle is put into words and onto paper for the one who plays it."""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.game import Group, Pad
from meldroom.core.view import View
from meldroom.games.rummy_battle.actions import Take
from meldroom.games.rummy_battle.deck import (
    DECK,
    JOKER,
    RANKS,
    REAL,
    SUITS,
    rank_of,
    suit_of,
    value,
)
from meldroom.games.rummy_battle.facts import FRESH, FRONT, HAND, STOCK, Facts, bounds
from meldroom.games.rummy_battle.hand_value import best_melds, lacking, loose, near_melds
from meldroom.games.rummy_battle.melds import RUN, SET, is_set, meld_words, stood_for

TARIFF = "A 15 · 10 J Q K 10 · 2–9 5 · joker 20 · action card 5"


def asks(seen: View[Facts], legal: Sequence[Action]) -> str:
    """Say in one sentence or two what the seat is asked to do."""
    table = seen.public
    verbs = {action.verb for action in legal}
    if not legal:
        return ""
    if "done" in verbs:
        return "Your hand is empty: draw the bonus card, or be done."
    if table.duty:
        return f"Play the {DECK.words[table.duty[0]]} now: meld it or lay it off."
    cards = [
        word
        for verb, word in (
            ("lucky", "Lucky Day"),
            ("pick", "Pickpocket"),
            ("thief", "Thief"),
            ("switch", "Switcheroo"),
        )
        if verb in verbs
    ]
    more = f" You may play {_either(cards)}." if cards else ""
    if not table.drawn:
        draw = "Draw two cards" if len(seen.zones[STOCK].cards) > 1 else "Draw the last card"
        takes = [str(action.cards) for action in legal if isinstance(action, Take)]
        take = f", or take {_either(takes)} from the row" if takes else ""
        hoard = ", or hoard" if "hoard" in verbs else ""
        return f"{draw}{take}{hoard}.{more}"
    if "bonus" in verbs:
        more = f" You may draw a bonus card.{more}"
    if "second" in verbs:
        more = f" Your 2nd Chance can change both cards.{more}"
    play = [word for verb, word in (("meld", "meld"), ("lay", "lay off")) if verb in verbs]
    text = _either([*play, "throw a card"])
    return f"{text[0].upper()}{text[1:]}.{more}"


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def own_hand(seen: View[Facts]) -> Cards:
    """Name all cards in the hand of the one who looks, in canonical order."""
    seat = seen.seat or 0
    return bytes(sorted(seen.zones[HAND[seat]].cards + seen.zones[FRESH[seat]].cards))


def arranged(seen: View[Facts]) -> tuple[Group, ...]:
    """Lay the hand out: melds, pairs with what they lack, the rest, action cards."""
    if seen.seat is None:
        return ()
    held = own_hand(seen)
    limits = bounds(seen.options)
    groups = [Group(meld.translate(REAL), _meld_label(meld)) for meld in best_melds(held, limits)]
    rest = loose(held, limits)
    for pair in near_melds(rest):
        groups.append(Group(pair, f"lacks {_lack_words(pair)}"))
        rest = without(rest, pair)
    plain = bytes([card for card in rest if card <= JOKER])
    action_cards = bytes([card for card in rest if card > JOKER])
    groups.append(Group(plain, ""))
    groups.append(Group(action_cards, "action cards"))
    return tuple(group for group in groups if group.cards)


def _meld_label(meld: bytes) -> str:
    if is_set(meld):
        return meld_words(SET, list(RANKS)[rank_of(meld[0])])
    return meld_words(RUN, list(SUITS)[suit_of(stood_for(meld)[0])])


def _lack_words(pair: Cards) -> str:
    first, second = pair
    if rank_of(first) == rank_of(second):
        rank = list(RANKS.values())[rank_of(first)]
        return f"an {rank}" if rank[0] in "ae" else f"a {rank}"
    ranks = [DECK.words[card].partition(" of ")[0] for card in lacking(first, second)]
    return f"the {_either(ranks)}"  # of the suit that the two show


def laid(seen: View[Facts], seat: Seat) -> tuple[Group, ...]:
    """Lay out what lies before a seat: `#2` is its own meld, `on #2` what it laid off on one."""
    groups = [
        Group(meld.of_seat(seat), f"#{meld.number}" if meld.owner == seat else f"on #{meld.number}")
        for meld in seen.public.melds
    ]
    return tuple(group for group in groups if group.cards)


def worth(seen: View[Facts]) -> str:
    """Say what lies before the seat, what its hand would cost, and how much of that can be laid."""
    if seen.seat is None:
        return ""
    held = own_hand(seen)
    ready = value(held) - value(loose(held, bounds(seen.options)))
    meld = f", {ready} of it in melds" if ready else ""
    return f"{value(seen.zones[FRONT[seen.seat]].cards)} before you, {value(held)} in hand{meld}"


def pad(table: Facts) -> Pad:
    """Give the pad: rounds down, players across, the totals under a line."""
    seats = range(len(table.totals))
    rows = [(str(number), *map(str, brought)) for number, brought in enumerate(table.ledger, 1)]
    return Pad(
        f"Rummy Battle ({TARIFF})",
        ("round", *(f"{{{seat}}}" for seat in seats)),
        (*rows, ("total", *map(str, table.totals))),
        (len(rows) - 1,) if rows else (),
    )
