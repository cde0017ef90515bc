"""What the twins must agree on with the referees: decks, action numbers, options, zones.

csrc/layout.h is made from it by `make layout`. A twin with another layout is not used.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from meldroom.core.encoding import STOP, encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.zone import Sight, Zone
from meldroom.fast.build import SOURCES
from meldroom.games import BUILT_IN
from meldroom.games.companions import packing_of

HEADER = SOURCES / "layout.h"


def games_with_twins() -> tuple[AnyGame, ...]:
    """Give the games that can be packed for a twin."""
    return tuple(game for game in BUILT_IN if packing_of(game) is not None)


def c_name(game: AnyGame) -> str:
    """Give a game's name in the library: thumbs_up."""
    return game.key.replace("-", "_")


@cache
def layout_hash(game: AnyGame) -> str:
    """Give a hash of all that a game and its twin must agree on."""
    deck, texts, options = game.deck, encoding_of(game).texts, offered(game.options)
    agreed = (game.key, game.rules, deck.codes, deck.pack, deck.two_packs_from, texts, options)
    return sha256(repr(agreed).encode()).hexdigest()[:16]


def header() -> str:
    """Write csrc/layout.h."""
    lines = [
        "// Decks, action numbers and zones of the games. Made by `make layout`.",
        "#pragma once",
        '#include "core.h"',
        "",
        "namespace meldroom::layout {",
    ]
    for game in games_with_twins():
        lines += ["", *_struct(game)]
    return "\n".join([*lines, "", "}  // namespace meldroom::layout", ""])


def _struct(game: AnyGame) -> list[str]:
    deck, name = game.deck, type(game).__name__
    copies = [deck.pack.count(card) for card in range(len(deck.codes))]
    first: dict[str, int] = {}
    for number, action in enumerate(encoding_of(game).whole):
        first.setdefault(action.verb, number)
    numbers = ", ".join(f"{_constant(verb)} = {number}" for verb, number in first.items())
    return [
        f"struct {name} {{",
        f'  static constexpr const char *HASH = "{layout_hash(game)}";',
        f"  static constexpr int KINDS = {len(copies)};",
        "  static constexpr TWIN int copies(int card) {",
        f"    constexpr u8 COPIES[KINDS] = {{{', '.join(map(str, copies))}}};",
        "    return COPIES[card];",
        "  }",
        f"  static constexpr int PACK = {sum(copies)}, ACTIONS = {encoding_of(game).size};",
        f"  static constexpr int TWO_PACKS_FROM = {deck.two_packs_from or 0};",
        f"  enum Action {{ {numbers} }};",
        *_words(game),
        *_zones(game),
        "};",
    ]


def _words(game: AnyGame) -> list[str]:
    """Give the numbers of the verbs and of the full stop, if actions are spelled."""
    encoding = encoding_of(game)
    names = {kind.verb: _constant(kind.verb) for kind in game.actions} | {STOP: "STOP"}
    words = list(enumerate(encoding.texts))[encoding.first_word :]
    numbers = ", ".join(f"{names[word]} = {number}" for number, word in words if word in names)
    first = f"  static constexpr int FIRST_WORD = {encoding.first_word};"
    return [first, f"  struct Word {{ enum Number {{ {numbers} }}; }};"] if words else [first]


def _zones(game: AnyGame) -> list[str]:
    """Give the kinds of the shared zones and of those of one seat."""
    seats = game.players[0]
    zones = game.start({}, seats, Rng(bytes(SEED_SIZE))).zones
    kinds = [_zone_kind(zone) for zone in zones if not zone.owner]
    shared = sum(zone.owner is None for zone in zones)
    return [
        f"  static constexpr int SHARED_ZONES = {shared}, ZONES_PER_SEAT = {len(kinds) - shared};",
        "  static constexpr TWIN ZoneKind zone_kind(int zone) {",
        f"    constexpr ZoneKind ZONES[] = {{{', '.join(kinds)}}};",
        "    return ZONES[zone];",
        "  }",
    ]


def _zone_kind(zone: Zone) -> str:
    if zone.sight is Sight.ALL:
        return "ZoneKind::OPEN_FAN" if zone.fan else "ZoneKind::OPEN_PILE"
    return "ZoneKind::HAND" if zone.sight is Sight.OWNER else "ZoneKind::HIDDEN_PILE"


def _constant(verb: str) -> str:
    return verb.upper().replace("-", "_")
