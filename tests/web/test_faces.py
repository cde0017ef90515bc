"""Card faces: inks can be told apart and read, in every game and with every setting."""

from __future__ import annotations

import itertools
import math

import pytest

from meldroom.games import GAMES
from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.test_pages import accessibility_faults

Rgb = tuple[float, float, float]

# By game: a token, the token that it is printed on, and the suits where it is.
PRINTED = {
    "victory-rummy": [
        ("--suit-colour", "--stock", "R B W"),
        ("--mark", "--ground", "R B"),
        ("--key", "--ground", "W"),
    ],
    "thumbs-up": [("--suit-colour", "--block", "B G R K O")],
    "rummy-battle": [("--suit-colour", "--card", "c d h s")],
    "victor-or-victim": [("--mark", "--ground", "R B Y")],
    "scorzo": [("--suit-colour", "--card", "S Q T C H"), ("--print-ink", "--card", "S")],
}
SUITS = {
    "victory-rummy": ["vr-R", "vr-B", "vr-W"],
    "thumbs-up": ["tu-B", "tu-G", "tu-R", "tu-K", "tu-O"],
    "rummy-battle": ["rb-c", "rb-d", "rb-h", "rb-s"],
    "victor-or-victim": ["vv-R", "vv-B", "vv-Y"],
    "scorzo": ["sz-S", "sz-Q", "sz-T", "sz-C", "sz-H"],
}
STOCKS = {"--block": "var(--print-stock, #e3c48f)", "--card": "var(--print-stock, #fffdf7)"}
READ_TOKENS = """([game, cls, tokens]) => {
  document.documentElement.dataset.game = game;
  const card = document.createElement("span");
  card.className = `card ${cls}`;
  document.body.append(card);
  const colours = tokens.map((token) => {
    card.style.setProperty("color", "rgb(1, 2, 3)");
    card.style.setProperty("color", token.startsWith("--") ? `var(${token}, rgb(1, 2, 3))` : token);
    return getComputedStyle(card).color;
  });
  card.remove();
  return colours.map((one) => one.match(/[\\d.]+/g).slice(0, 3).map(Number));
}"""
# How linear colours look to the colour-blind (Machado et al. 2009).
VISION = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(rgb: Rgb) -> Rgb:
    """Give a colour in linear light."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)
    )
    return red, green, blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Give the ratio of WCAG 2."""
    low, high = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in (linear(one), linear(other))
    )
    return (high + 0.05) / (low + 0.05)


def perceived(rgb: Rgb, vision: str) -> tuple[float, ...]:
    """Give a colour in OKLab as such vision sees it."""
    light = linear(rgb)
    r, g, b = (
        min(1.0, max(0.0, sum(k * c for k, c in zip(row, light, strict=True))))
        for row in VISION[vision]
    )
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def least_distance(inks: list[Rgb]) -> float:
    """Give the least distance between two inks, for every kind of vision."""
    return min(
        math.dist(perceived(one, vision), perceived(other, vision))
        for vision in VISION
        for one, other in itertools.combinations(inks, 2)
    )


def colours(user: BrowserUser, game: str, suit: str, *tokens: str) -> list[Rgb]:
    """Read the colours of tokens on a card of that suit."""
    found = user.page.evaluate(READ_TOKENS, [game, suit, [STOCKS.get(one, one) for one in tokens]])
    return [(red, green, blue) for red, green, blue in found]


def with_faces(new_user: NewUser, faces: str, theme: str = "light") -> BrowserUser:
    """Create a user with a setting, and wait until every game's styles are loaded."""
    user = new_user(faces=faces, theme=theme)
    user.visit("/settings")
    user.page.wait_for_selector(f".samples .fan:nth-child({len(GAMES)}) .card")
    return user


@pytest.mark.parametrize(
    ("faces", "least"), few([("plain", 3), ("apart", 3), ("contrast", 7)], keep=1)
)
def test_every_ink_contrasts_with_what_it_is_printed_on(
    faces: str, least: float, new_user: NewUser
) -> None:
    assert set(PRINTED) == set(GAMES)
    for theme in ("light", "dark"):
        user = with_faces(new_user, faces, theme)
        for game, pairs in PRINTED.items():
            prefix, _ = SUITS[game][0].split("-")
            for ink, ground, suits in pairs:
                for suit in suits.split():
                    one, other = colours(user, game, f"{prefix}-{suit}", ink, ground)
                    assert contrast(one, other) >= least, (game, suit, ink, ground)


@pytest.mark.long
@pytest.mark.parametrize("faces", few(["apart", "contrast"], keep=1))
def test_letters_in_the_corners_can_be_read(faces: str, new_user: NewUser) -> None:
    user = with_faces(new_user, faces)
    for game in GAMES:
        letter, stock, card = colours(user, game, "x", "--print-letter", "--stock", "--card")
        assert min(contrast(letter, stock), contrast(letter, card)) >= 7, game


@pytest.mark.long
def test_the_colour_blind_palette_stays_apart_for_every_kind_of_colour_blindness(
    new_user: NewUser,
) -> None:
    printed, apart = with_faces(new_user, "plain"), with_faces(new_user, "apart")
    for game in ("thumbs-up", "rummy-battle", "scorzo"):
        token, suits = "--suit-colour", SUITS[game]
        before = least_distance([colours(printed, game, suit, token)[0] for suit in suits])
        after = least_distance([colours(apart, game, suit, token)[0] for suit in suits])
        assert after > 0.12 > 2 * before, game
    for game in ("victory-rummy", "victor-or-victim"):
        grounds = [colours(apart, game, suit, "--ground")[0] for suit in SUITS[game]]
        assert least_distance(grounds) > 0.12


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("faces", ["apart", "contrast"])
def test_a_table_with_other_faces_has_no_serious_accessibility_fault(
    faces: str, theme: str, new_user: NewUser
) -> None:
    user = new_user(faces=faces, theme=theme)
    for key in GAMES:
        user.open_table(key)
        user.wait_for_turn()
        assert accessibility_faults(user) == [], key


def test_faces_are_chosen_in_the_settings_and_previewed_there(user: BrowserUser) -> None:
    user.visit("/settings")
    user.page.wait_for_selector(f".samples .fan:nth-child({len(GAMES)}) .card")
    before = user.page.locator(".samples").screenshot()
    user.page.locator("input[name=faces][value=contrast]").check(force=True)
    assert user.page.locator(".samples").screenshot() != before
    user.visit("/")
    assert user.page.evaluate("() => document.documentElement.dataset.faces") == "contrast"
