"""Positions of Rummy Battle in a few words: hands, row, stock, and melds with who laid what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldroom.core.cards import without
from meldroom.core.options import Setting
from meldroom.core.view import view
from meldroom.games.rummy_battle import RummyBattle
from meldroom.games.rummy_battle.actions import LayOff, MakeMeld
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.melds import Meld, new_meld, with_lay_off
from tests.scenario import Scenario, deal

GAME = RummyBattle()


def position(
    *zones: str,
    melds: Sequence[str] = (),
    stock: str | None = None,
    players: int = 3,
    options: Mapping[str, Setting] | None = None,
    **facts: Any,
) -> Scenario:
    """Set up a turn of seat 0 in the middle of a round, with an empty row by default.

    The meld `1: 9c 9d 9h, 2: 9s` was made by seat 1, and seat 2 laid off on it. Seats with melds
    are open. `stock` names the whole stock, from bottom to top; then all other cards are used up.
    """
    distinct = (options or {}).get("set_duplicates") == "distinct_suits"
    on_table = tuple(read_meld(number, text, distinct) for number, text in enumerate(melds, 1))
    more = [f"melds{seat}: {cards_in_front(on_table, seat)}" for seat in range(players)]
    if not any(zone.startswith("row:") for zone in zones):
        more.append("row:")
    if stock is not None:
        unnamed = [
            seat
            for seat in range(1, players)
            if not any(zone.startswith(f"hand{seat}:") for zone in zones)
        ]
        more += [f"hand{seat}: {2 * seat}s {2 * seat + 1}s" for seat in unnamed]
        named = " ".join([stock, *(zone.partition(":")[2] for zone in (*zones, *more))])
        more.append(f"used: {DECK.text(without(DECK.pack, DECK.cards(named)))}")
    opened = tuple(any(meld.owner == seat for meld in on_table) for seat in range(players))
    table = deal(
        GAME,
        *zones,
        *more,
        players=players,
        options=options,
        **{"turns": 7, "opened": opened, "melds": on_table, "dealer": 0, **facts},
    )
    if stock is None:
        return table
    pile, *others = table.state.zones
    assert sorted(pile.cards) == sorted(DECK.cards(stock))
    pile = pile._replace(cards=DECK.cards(stock))
    return table._replace(state=table.state._replace(zones=(pile, *others)))


def read_meld(number: int, text: str, distinct: bool = False) -> Meld:
    """Read `1: 9c 9d 9h, 2: 9s` as a meld."""
    first, *later = text.split(", ")
    owner, _, cards = first.partition(": ")
    action = GAME.parse(f"meld {cards}")
    assert isinstance(action, MakeMeld)
    meld = new_meld(number, int(owner), action.cards, distinct)
    for laid_off in later:
        seat, _, card = laid_off.partition(": ")
        lay_off = GAME.parse(f"lay {card} #{number}")
        assert isinstance(lay_off, LayOff)
        meld = with_lay_off(meld, int(seat), lay_off.card, distinct)
    return meld


def cards_in_front(melds: Sequence[Meld], seat: int) -> str:
    """Name the cards of these melds in front of a seat."""
    return DECK.text(b"".join([meld.cards_of(seat) for meld in melds]))


def holders(meld: Meld) -> str:
    """Name each card of a meld after the seat that holds it: `1 9c 1 9d 1 9h 2 9s`."""
    return " ".join(
        f"{seat} {DECK.codes[card]}" for card, seat in zip(meld.cards, meld.holders, strict=True)
    )


def why_not(table: Scenario, text: str) -> str | None:
    """Ask the referee why the seat on turn may not do this: `you still have cards (Q11)`."""
    violation = GAME.check(view(table.state, table.to_act[0]), GAME.parse(text))
    return f"{violation.why} ({violation.rule})" if violation else None


def legal(table: Scenario, verb: str) -> set[str]:
    """Name the legal actions with this verb."""
    return {text for text in table.legal() if text.split(" ")[0] == verb}
