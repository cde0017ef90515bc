"""How Rummy Battle is told to its players: the prompt, the hand, its value and the score pad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat, without
from meldroom.core.wording import Group, Pad, PadRow, Wording, score_columns
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
from meldroom.games.rummy_battle.facts import (
    FRESH,
    FRONT,
    HAND,
    OUT_AFTER_MARKER,
    OUT_BEFORE_MARKER,
    ROW,
    STOCK,
    Facts,
    Options,
    State,
    View,
    bounds,
)
from meldroom.games.rummy_battle.hand_value import best_melds, lacking, loose, near_melds
from meldroom.games.rummy_battle.melds import RUN, SET, is_set, meld_words, stood_for

ACE, TWO, TEN, HOARD = (DECK.cards(code) for code in ("Ac", "2c", "10c", "HOARD"))
TARIFF = (
    f"A {value(ACE)} · 10 J Q K {value(TEN)} · 2–9 {value(TWO)}"
    f" · joker {value(bytes([JOKER]))} · action card {value(HOARD)}"
)


class RummyBattleWording(Wording[Facts, Options]):
    """What players read about Rummy Battle."""

    def prompt(self, seen: View) -> str:
        """Say what the seat is asked to do."""
        return _prompt(seen, self.game.legal(seen))

    def hand(self, seen: View) -> tuple[Group, ...]:
        """Lay the hand out: melds, pairs with what they need, the rest, action cards."""
        if seen.seat is None:
            return ()
        held = own_hand(seen)
        limits = bounds(seen.options)
        groups = [
            Group("meld", meld.translate(REAL), _meld_label(meld))
            for meld in best_melds(held, limits)
        ]
        rest = loose(held, limits)
        for pair in near_melds(rest):
            groups.append(Group("near", pair, f"needs {_missing(pair)}"))
            rest = without(rest, pair)
        plain = bytes([card for card in rest if card <= JOKER])
        action_cards = bytes([card for card in rest if card > JOKER])
        groups.append(Group("loose", plain))
        groups.append(Group("loose", action_cards, "action cards"))
        return tuple(group for group in groups if group.cards)

    def melds(self, seen: View, seat: Seat) -> tuple[Group, ...]:
        """Lay out what is in front of a seat: `#2` is its own meld, `on #2` what it laid off."""
        groups = [
            Group(
                "meld",
                meld.of_seat(seat),
                f"#{meld.number}" if meld.owner == seat else f"on #{meld.number}",
            )
            for meld in seen.public.melds
        ]
        return tuple(group for group in groups if group.cards)

    def worth(self, seen: View) -> str:
        """Say what the seat has on the table, and what its hand costs if the round ends now."""
        if seen.seat is None:
            return ""
        held = own_hand(seen)
        ready = value(held) - value(loose(held, bounds(seen.options)))
        on_table, in_hand = value(seen.zones[FRONT[seen.seat]].cards), value(held)
        told = f"On table {on_table} · In hand {'−' * bool(in_hand)}{in_hand}"
        return f"{told} · Ready to meld {ready}" if ready else told

    def pad(self, seen: State | View) -> Pad:
        """Give the pad: rounds down, players across, the totals under a line."""
        table = seen.public
        last = len(table.ledger) - 1
        rounds = [
            PadRow("round", (str(at + 1), *map(str, scored)), ruled=at == last)
            for at, scored in enumerate(table.ledger)
        ]
        total = PadRow("total", ("total", *map(str, table.totals)))
        return Pad("Rummy Battle", score_columns("round", seen.seats), (*rounds, total), TARIFF)

    def display(self, seen: View) -> Mapping[str, Any]:
        """Give what going out brings, the price list, and which takes oblige (Q7, Q8)."""
        table = seen.public
        in_row = len(seen.zones[ROW].cards)
        return {
            "going_out": OUT_AFTER_MARKER if table.marker_seen else OUT_BEFORE_MARKER,
            "going_out_before_marker": OUT_BEFORE_MARKER,
            "going_out_after_marker": OUT_AFTER_MARKER,
            "tariff": TARIFF,
            "rounds": seen.options.rounds,
            "must_play": [many for many in range(1, in_row + 1) if many > 1 or table.turns],
        }


def _prompt(seen: View, legal: Sequence[Action]) -> str:
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
    text = _either([*play, "discard a card"])
    return f"{text[0].upper()}{text[1:]}.{more}"


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def own_hand(seen: View) -> Cards:
    """Name all cards in the viewer's hand, in canonical order."""
    seat = seen.seat or 0
    return bytes(sorted(seen.zones[HAND[seat]].cards + seen.zones[FRESH[seat]].cards))


def _meld_label(meld: bytes) -> str:
    if is_set(meld):
        return meld_words(SET, list(RANKS)[rank_of(meld[0])])
    return meld_words(RUN, list(SUITS)[suit_of(stood_for(meld)[0])])


def _missing(pair: Cards) -> str:
    first, second = pair
    if rank_of(first) == rank_of(second):
        rank = list(RANKS.values())[rank_of(first)]
        return f"an {rank}" if rank[0] in "ae" else f"a {rank}"
    ranks = [DECK.words[card].partition(" of ")[0] for card in lacking(first, second)]
    return f"the {_either(ranks)}"  # of the suit that the two show
