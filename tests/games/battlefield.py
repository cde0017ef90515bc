"""Positions of Rummy Battle in a few words: hands, row, melds with who laid what, the stock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldroom.core.cards import without
from meldroom.core.game import Violation
from meldroom.core.options import Setting
from meldroom.core.view import view
from meldroom.games.rummy_battle import RummyBattle
from meldroom.games.rummy_battle.actions import Lay, MakeMeld
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.melds import Meld, laid_on, made
from tests.scenario import Scenario, deal

GAME = RummyBattle()


def battle(
    *zones: str,
    melds: Sequence[str] = (),
    stock: str | None = None,
    players: int = 3,
    options: Mapping[str, Setting] | None = None,
    **facts: Any,
) -> Scenario:
    """Set up a turn of seat 0 in the middle of a round, the row empty unless it is said.

    A meld is `1: 9c 9d 9h, 2: 9s`: seat 1 made it, seat 2 laid off on it. Seats with melds are
    open. `stock` names the whole stock, from bottom to top; the rest is used up then.
    """
    distinct = (options or {}).get("set_duplicates") == "distinct_suits"
    lying = tuple(a_meld(number, text, distinct) for number, text in enumerate(melds, 1))
    said = [f"melds{seat}: {before(lying, seat)}" for seat in range(players)]
    if not any(zone.startswith("row:") for zone in zones):
        said.append("row:")
    if stock is not None:
        silent = [seat for seat in range(1, players) if seat_missing(zones, seat)]
        said += [f"hand{seat}: {2 * seat}s {2 * seat + 1}s" for seat in silent]
        named = " ".join([stock, *(zone.partition(":")[2] for zone in (*zones, *said))])
        said.append(f"used: {DECK.text(without(DECK.pack, DECK.cards(named)))}")
    opened = tuple(any(meld.owner == seat for meld in lying) for seat in range(players))
    table = deal(
        GAME,
        *zones,
        *said,
        players=players,
        options=options,
        **{"turns": 7, "opened": opened, "melds": lying, "dealer": 0, **facts},
    )
    if stock is None:
        return table
    top = DECK.cards(stock)
    pile, *others = table.state.zones
    assert sorted(pile.cards) == sorted(top)
    return table._replace(state=table.state._replace(zones=(pile._replace(cards=top), *others)))


def seat_missing(zones: Sequence[str], seat: int) -> bool:
    """Say whether no zone names this seat's hand."""
    return not any(zone.startswith(f"hand{seat}:") for zone in zones)


def a_meld(number: int, text: str, distinct: bool = False) -> Meld:
    """Read `1: 9c 9d 9h, 2: 9s` as a meld."""
    first, *more = text.split(", ")
    owner, _, words = first.partition(": ")
    action = GAME.parse(f"meld {words}")
    assert isinstance(action, MakeMeld)
    meld = made(number, int(owner), action.cards, distinct)
    for later in more:
        seat, _, word = later.partition(": ")
        lay = GAME.parse(f"lay {word} #{number}")
        assert isinstance(lay, Lay)
        meld = laid_on(meld, int(seat), lay.card, distinct)
    return meld


def before(melds: Sequence[Meld], seat: int) -> str:
    """Name the cards of these melds that lie before a seat."""
    return DECK.text(b"".join([meld.of_seat(seat) for meld in melds]))


def words_of(meld: Meld) -> str:
    """Write a meld down as `1: 9c 9d 9h, 2: 9s` does, in its own order: `1 9c 1 9d 1 9h 2 9s`."""
    return " ".join(f"{h} {DECK.codes[c]}" for c, h in zip(meld.cards, meld.holders, strict=True))


def why(table: Scenario, text: str) -> Violation | None:
    """Ask the referee what the seat on turn may not do, and why."""
    return GAME.check(view(table.state, table.to_act[0]), GAME.parse(text))


def legal(table: Scenario, verb: str) -> set[str]:
    """Name the legal actions with this verb."""
    return {text for text in table.legal() if text.split(" ")[0] == verb}
