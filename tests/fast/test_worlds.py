"""Worlds that a seat cannot rule out: sampled by the twins as by `core.view.resample`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from meldroom.core.cards import BACK
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, resample, unseen, view
from meldroom.core.zone import Zone
from meldroom.fast import Twin
from meldroom.fast.layout import games_with_twins
from meldroom.fast.pack import packed, packed_view, unpacked_zones
from tests.fast.lockstep import Lockstep
from tests.levels import as_long

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
SAMPLES = 500
DEVIATIONS = 6.0  # of chi-square: one run in a hundred million is further off by chance

pytestmark = pytest.mark.usefixtures("library")


def positions(game: AnyGame, lots: Random, many: int) -> Iterator[tuple[Twin, AnyState, AnyView]]:
    """Play at random; give a twin, a state and how a seat that may act sees it, every few plies."""
    while many > 0:
        lockstep = Lockstep(game, lots)
        for ply, _ in enumerate(lockstep.play()):
            to_act = game.to_act(lockstep.state.public)
            if ply % 7 == 0 and to_act and many > 0:
                many -= 1
                yield lockstep.twin, lockstep.state, view(lockstep.state, lots.choice(to_act))
                lockstep.jump_to(lockstep.state)


@GAMES
@pytest.mark.parametrize("many", [15, as_long(2_000)])
def test_a_twin_samples_the_same_worlds_as_the_referee(game: AnyGame, many: int) -> None:
    lots = Random(f"{game.key} worlds")
    for twin, _, seen in positions(game, lots, many):
        seed = lots.randbytes(SEED_SIZE)
        twin.resample(seen, seed)
        world = resample(seen, game.deck.pack_for(seen.seats), Rng(seed))
        assert twin.packed() == packed(game, world)


@GAMES
def test_zones_are_unpacked_as_they_were_packed(game: AnyGame) -> None:
    lots = Random(f"{game.key} zones")
    for _, state, _ in positions(game, lots, 5):
        zones = tuple(zone._replace(shown=lots.random() < 0.5) for zone in state.zones)
        empty = tuple(zone._replace(cards=b"", known=b"", shown=False) for zone in zones)
        assert unpacked_zones(packed(game, state._replace(zones=zones)), empty) == zones


@GAMES
@pytest.mark.parametrize("many", [15, as_long(2_000)])
def test_a_world_of_the_fast_generator_gives_the_same_view_back(game: AnyGame, many: int) -> None:
    lots = Random(f"{game.key} same view")
    for twin, state, seen in positions(game, lots, many):
        twin.resample(seen, lots.randbytes(SEED_SIZE), exact=False)
        zones = unpacked_zones(twin.packed(), state.zones)
        assert view(state._replace(zones=zones), seen.seat) == seen
        everything = b"".join(zone.cards for zone in zones)
        assert sorted(everything) == sorted(game.deck.pack_for(seen.seats))


@GAMES
def test_a_packed_view_has_no_hidden_card(game: AnyGame) -> None:
    lots = Random(f"{game.key} hidden")
    for _, state, seen in positions(game, lots, 10):
        other = resample(seen, game.deck.pack_for(seen.seats), Rng(lots.randbytes(SEED_SIZE)))
        assert packed_view(game, seen) == packed_view(game, view(other, seen.seat))
        assert state.seats == other.seats


def hidden_cards(zone: Zone, hidden: Zone) -> Counter[int]:
    """Count the cards of a zone that are BACKs in the view."""
    cards = Counter(zone.cards)
    cards.subtract(hidden.cards.replace(bytes([BACK]), b""))
    return cards


@GAMES
@pytest.mark.parametrize("many", [1, as_long(40)])
def test_every_unseen_card_is_equally_likely_in_every_hidden_place(
    game: AnyGame, many: int
) -> None:
    lots = Random(f"{game.key} uniform")
    for twin, state, seen in positions(game, lots, many):
        cards = Counter(unseen(seen, game.deck.pack_for(seen.seats)))
        hidden = [at for at, zone in enumerate(seen.zones) if BACK in zone.cards]
        piles = [at for at in hidden if not seen.zones[at].fan]
        in_zone = {at: Counter[int]() for at in hidden}
        on_top = {at: Counter[int]() for at in piles}
        for _ in range(SAMPLES):
            twin.resample(seen, lots.randbytes(SEED_SIZE), exact=False)
            zones = unpacked_zones(twin.packed(), state.zones)
            for at in hidden:
                in_zone[at].update(hidden_cards(zones[at], seen.zones[at]))
            for at in piles:
                on_top[at][zones[at].cards[-1]] += 1
        for at, counted in in_zone.items():
            assert_uniform(counted, cards, seen.zones[at].cards.count(BACK))
        for at, counted in on_top.items():
            known = Counter(seen.zones[at].cards.replace(bytes([BACK]), b""))
            backs, size = seen.zones[at].cards.count(BACK), len(seen.zones[at].cards)
            share = {
                card: (known[card] + backs * cards[card] / cards.total()) / size
                for card in known | cards
            }
            assert_fits(counted, {card: SAMPLES * part for card, part in share.items()})


def assert_uniform(counted: Counter[int], cards: Counter[int], places: int) -> None:
    """Compare how often each card was counted with its share of the unseen cards."""
    total = cards.total()
    assert_fits(counted, {card: SAMPLES * places * many / total for card, many in cards.items()})


def assert_fits(counted: Counter[int], expected: dict[int, float]) -> None:
    """Compare counts by chi-square; drawing without putting back only makes it smaller."""
    assert set(+counted) <= set(expected)
    square = sum((counted[card] - many) ** 2 / many for card, many in expected.items())
    freedom = max(1, len(expected) - 1)
    assert square < freedom + DEVIATIONS * (2 * freedom) ** 0.5 + DEVIATIONS**2
