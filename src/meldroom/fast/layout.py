"""What the twins must agree on with the referees: decks, action numbers, options.

csrc/layout.h is made from it by `make layout`. A twin with another layout is not used.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.options import offered
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
        "// Decks and action numbers of the games. Made by `make layout`.",
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
        "  static TWIN int copies(int card) {",
        f"    constexpr u8 COPIES[KINDS] = {{{', '.join(map(str, copies))}}};",
        "    return COPIES[card];",
        "  }",
        f"  enum Action {{ {numbers} }};",
        "};",
    ]


def _constant(verb: str) -> str:
    return verb.upper().replace("-", "_")
