"""Positions that tests of the page show: seat 0 is the user's, and is on turn unless said so."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from meldroom.core.options import Setting
from meldroom.core.rng import Rng, below
from meldroom.core.view import view
from meldroom.games import find
from tests.games.rummy_battle_positions import position
from tests.scenario import SEED, Scenario, deal

SOME_PLIES = 12


def in_play(
    key: str, seats: int = 3, plies: int = SOME_PLIES, options: Mapping[str, Setting] | None = None
) -> Scenario:
    """Play some legal moves by lot, and more until it is the user's turn."""
    game = find(key)
    shown = Scenario(game, game.start(options or {}, min(seats, game.players[-1]), Rng(SEED)))
    rng = Rng(SEED)
    for ply in count():
        [seat, *others] = shown.to_act
        if ply >= plies and not (seat or others):
            return shown
        legal = game.legal(view(shown.state, seat))
        at, rng = below(rng, len(legal))
        shown = shown.play(f"{seat}: {game.text(legal[at])}")
    raise AssertionError("nobody is on turn")


def opening(key: str, seats: int = 3, options: Mapping[str, Setting] | None = None) -> Scenario:
    """Give the user's first turn."""
    return in_play(key, seats, 0, options)


def with_choice(key: str, seats: int = 3) -> Scenario:
    """Give a position in which the user can choose between cards of the hand."""
    match key:
        case "scorzo":
            hand = "hand0: S1 S2 S3 Q4 Q5 H9 WW T7"
            return deal(find(key), hand, "discard: C2", "stock: T9", players=seats).play("draw")
        case "victory-rummy":
            return opening(key, seats).play("draw")
        case "thumbs-up":
            return deal(find(key), "rack0: R. R. G- KV OL", "pool: B.", players=seats).play("draw")
        case "victor-or-victim":
            return opening(key, seats)
        case _:
            return position("hand0: 2s 7d 8d 10c Jk 6h As", "row: 3c", drawn=True, players=seats)


def hand_ends(key: str) -> tuple[Scenario, str]:
    """Give a position of three, and the move that ends the hand."""
    match key:
        case "thumbs-up":
            racks = ("rack0: B. B. B. B- BL", "rack1: R. R. R- RL G-", "rack2: K. K. KV B. O-")
            return deal(find(key), *racks).play("thumb", "1: seen"), "2: seen"
        case "scorzo":
            hands = (
                "hand0: T2 T3 T4 C1 Q9 H10", "hand1: S6 S7 S8 Q4 C4 H4", "hand2: H7 H8 H9 S1 S2 C1"
            )  # fmt: skip
            return deal(find(key), *hands, "stock: H9", caller=1).play("draw"), "discard H9"
        case "victory-rummy":
            zones = ("hand0: R. R. R. R- RV B.", "hand1: AX AX W.", "hand2: AX B.")
            return deal(find(key), *zones, picked=True).play("victory R"), "discard B."
        case "victor-or-victim":
            zones = ("letters0: YM YC", "letters1: YI YV YI YT YC BO", "letters2: RV")
            return deal(find(key), *zones, drawn=find(key).deck.cards("YM")), "pass YM"
        case _:
            hands = ("hand0: 2c", "hand1: Kc Ad", "hand2: 3c")
            melds = ["0: 9c 9d 9h, 1: 9s", "0: 4h 5h 6h"]
            return position(*hands, melds=melds, drawn=True, marker_seen=True), "discard 2c"


def thumb_rises() -> Scenario:
    """Give a turn of seat 1, whose `thumb` the user and seat 2 race to see."""
    racks = ("rack0: R. R. R- RL G-", "rack1: B. B. B. B- BL", "rack2: K. K. KV B. O-")
    return deal(find("thumbs-up"), *racks, turn=1)
