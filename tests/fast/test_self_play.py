"""Lanes of games that networks play for training, on the processor."""

from __future__ import annotations

import ctypes
import re
import shutil
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting, offered
from meldroom.fast import build
from meldroom.fast.binding import bound, chosen_values
from meldroom.fast.layout import c_name
from meldroom.fast.twin import CONCRETE, HOUSE, ROW, row_sizes
from tests.fast.test_rows import ROW_GAMES, WHOLE_GAMES
from tests.levels import as_long

GAMES = pytest.mark.parametrize("game", ROW_GAMES, ids=lambda game: game.key)
SETUP_SIZE, MAX_STEPS = 24, 40_000

Choose = Callable[["Lanes", int, list[int]], int]

pytestmark = pytest.mark.usefixtures("library")


class Lanes:
    """Lanes of one game in memory that is anything but zero before."""

    def __init__(self, game: AnyGame, setups: Sequence[bytes], seeds: Sequence[int]) -> None:
        self.game, self.many, self.sizes = game, len(seeds), row_sizes(game)
        self.lane_size = bound(game, "self_play_lane_size", (), ctypes.c_int)()
        self.memory = ctypes.create_string_buffer(b"\xa5" * self.lane_size * self.many)
        self.rows = (ctypes.c_uint16 * (self.many * self.sizes.whole))()
        self.masks = (ctypes.c_uint8 * (self.many * self.sizes.actions))()
        self.turns = (ctypes.c_int32 * self.many)()
        self.actions = (ctypes.c_int64 * self.many)()
        self.rewards = (ctypes.c_float * (self.many * self.sizes.seats))()
        self.done = (ctypes.c_uint8 * self.many)()
        self._call("start", b"".join(setups), (ctypes.c_uint64 * self.many)(*seeds))
        self.observe()

    def _call(self, name: str, *arguments: Any) -> None:
        types = [ctypes.c_void_p, ctypes.c_int64, *[ctypes.c_void_p] * len(arguments)]
        if name == "step":
            types[-1] = ctypes.c_int
        function = bound(self.game, f"self_play_{name}", tuple(types), None)
        function(self.memory, self.many, *arguments)

    def observe(self) -> None:
        self._call("observe", self.rows, self.masks, self.turns)

    def step(self, actions: Sequence[int], reopen: bool = False) -> None:
        self.actions[:] = list(actions)
        self._call("step", self.actions, self.rewards, self.done, reopen)
        self.observe()

    def ends(self) -> tuple[list[list[float]], list[int]]:
        shares = (ctypes.c_float * (self.many * self.sizes.seats))()
        plies = (ctypes.c_int32 * self.many)()
        self._call("ends", shares, plies)
        seats = self.sizes.seats
        return [self._of_lane(shares, lane, seats) for lane in range(self.many)], plies[:]

    def row(self, lane: int) -> list[float]:
        """Give the whole row of a lane; a bfloat16 is the upper half of a float."""
        halves = self._of_lane(self.rows, lane, self.sizes.whole)
        return array("f", array("I", [half << 16 for half in halves]).tobytes()).tolist()

    def legal(self, lane: int) -> list[int]:
        mask = self._of_lane(self.masks, lane, self.sizes.actions)
        return [number for number, flag in enumerate(mask) if flag]

    def rewards_of(self, lane: int) -> list[float]:
        return self._of_lane(self.rewards, lane, self.sizes.seats)

    @staticmethod
    def _of_lane(numbers: Any, lane: int, size: int) -> list[Any]:
        return list(numbers[lane * size : (lane + 1) * size])

    def table(self, lane: int) -> Any:
        """Give the address of a lane, which begins as a table does."""
        return ctypes.c_void_p(ctypes.addressof(self.memory) + lane * self.lane_size)

    def house(self, lane: int) -> int:
        """Give the choice that stands for what `house` does, else any."""
        at = self.table(lane), self.turns[lane]
        concrete = bound(self.game, "concrete", CONCRETE, ctypes.c_uint64)
        wanted = bound(self.game, "house", HOUSE, ctypes.c_uint64)(*at)
        legal = self.legal(lane)
        return next((choice for choice in legal if concrete(*at, choice) == wanted), legal[0])

    def play_out(self, choose: Choose) -> None:
        """Play all lanes to their ends."""
        for _ in range(MAX_STEPS):
            self.step([choose(self, lane, self.legal(lane)) for lane in range(self.many)])
            if all(self.done):
                return
        raise AssertionError("a game does not end")


def setup(
    game: AnyGame, seats: int, options: dict[str, Setting], house: Sequence[Seat] = ()
) -> bytes:
    """Give a SelfPlaySetup of csrc/self_play.h."""
    start = bytes([seats, sum(1 << seat for seat in house), *bytes(6)])
    return (start + chosen_values(game, options)).ljust(SETUP_SIZE, b"\0")


def any_options(game: AnyGame, lots: Random) -> dict[str, Setting]:
    return {name: lots.choice(values) for name, values in offered(game.options).items()}


def chooser(seed: object) -> Choose:
    """Choose by lot, and what ends hands rather than not: by `house` half of the time."""
    lots = Random(f"{seed}")

    def choose(lanes: Lanes, lane: int, legal: list[int]) -> int:
        over = lanes.done[lane]
        return legal[0] if over else lots.choice([lanes.house(lane), lots.choice(legal)])

    return choose


@GAMES
@pytest.mark.parametrize("many", [1, as_long(20)])
def test_the_shares_of_a_win_add_up_to_one_and_the_rewards_to_nothing(
    game: AnyGame, many: int
) -> None:
    lots = Random(f"{game.key} shares")
    counts = [seats for seats in game.players for _ in range(many)]
    setups = [setup(game, seats, any_options(game, lots)) for seats in counts]
    lanes = Lanes(game, setups, range(len(counts)))
    assert lanes.ends()[0] == [[0.0] * lanes.sizes.seats] * lanes.many
    rewards: dict[int, list[float]] = {}

    def choose(lanes: Lanes, lane: int, legal: list[int]) -> int:
        if lanes.done[lane]:
            rewards.setdefault(lane, lanes.rewards_of(lane))
        return random(lanes, lane, legal)

    random = chooser("shares")
    lanes.play_out(choose)
    shares, plies = lanes.ends()
    for lane, seats in enumerate(counts):
        assert sum(shares[lane]) == pytest.approx(1)
        assert not any(shares[lane][seats:])
        assert plies[lane] > 0
        reward = rewards.get(lane, lanes.rewards_of(lane))
        expected = [share - 1 / seats for share in shares[lane][:seats]]
        assert reward[:seats] == pytest.approx(expected)
        assert not any(reward[seats:])


@GAMES
def test_a_lane_tells_the_row_and_the_legal_actions_of_the_seat_to_choose(game: AnyGame) -> None:
    lots, seats = Random(f"{game.key} rows"), game.players[-1]
    lanes = Lanes(game, [setup(game, seats, any_options(game, lots))] * 3, [1, 2, 3])
    choose = chooser("rows")
    numbers = (ctypes.c_float * lanes.sizes.seen)()
    write_row = bound(game, "row", ROW, None)
    for _ in range(50):
        for lane in range(lanes.many):
            assert len(lanes.legal(lane)) > 1
            write_row(lanes.table(lane), lanes.turns[lane], numbers)
            assert lanes.row(lane)[: lanes.sizes.seen] == numbers[:]
        actions = [choose(lanes, lane, lanes.legal(lane)) for lane in range(lanes.many)]
        lanes.step(actions, reopen=True)


@GAMES
def test_a_lane_over_stays_so_or_is_dealt_anew(game: AnyGame) -> None:
    lanes = Lanes(game, [setup(game, 2, any_options(game, Random("over")))] * 2, [1, 2])
    lanes.play_out(chooser("over"))
    shares, plies = lanes.ends()
    lanes.step([0, 0])
    assert lanes.ends() == (shares, plies)
    assert [lanes.legal(lane) for lane in (0, 1)] == [[0], [0]]
    assert not any([*lanes.row(0), *lanes.rewards])
    lanes.step([0, 0], reopen=True)
    assert bytes(lanes.done) == b"\1\1"
    assert lanes.ends()[0] == [[0.0] * lanes.sizes.seats] * 2
    first = lanes.row(0), lanes.row(1)
    assert first[0] != first[1]
    again = Lanes(game, [setup(game, 2, any_options(game, Random("over")))] * 2, [1, 2])
    assert again.row(0) != first[0], "the next game has other chance"


@pytest.mark.parametrize("game", WHOLE_GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("many", [1, as_long(10)])
def test_the_seats_of_house_play_as_house(game: AnyGame, many: int) -> None:
    lots = Random(f"{game.key} house seats")
    counts = [seats for seats in game.players for _ in range(many)]
    options = [any_options(game, lots) for _ in counts]
    seeds = range(len(counts))
    ends = []
    for house in (range(0), range(1, 8)):
        setups = [
            setup(game, seats, chosen, [seat for seat in house if seat < seats])
            for seats, chosen in zip(counts, options, strict=True)
        ]
        lanes = Lanes(game, setups, seeds)
        lanes.play_out(
            lambda lanes, lane, legal: legal[0] if lanes.done[lane] else lanes.house(lane)
        )
        ends.append(lanes.ends())
    assert ends[0] == ends[1]


@GAMES
def test_a_lane_depends_on_its_seed_and_setup_alone(game: AnyGame) -> None:
    lots = Random(f"{game.key} seeds")
    setups = [setup(game, seats, any_options(game, lots)) for seats in game.players]
    both = [Lanes(game, setups, range(len(setups))) for _ in range(2)]
    alone = Lanes(game, setups[-1:], [len(setups) - 1])
    ctypes.memset(both[1].memory, 0x5A, len(both[1].memory) - 1)
    both[1]._call("start", b"".join(setups), (ctypes.c_uint64 * len(setups))(*range(len(setups))))
    both[1].observe()
    others = Lanes(game, setups, range(100, 100 + len(setups)))
    assert bytes(both[0].rows) != bytes(others.rows)
    for _ in range(100):
        actions = [lots.choice(both[0].legal(lane)) for lane in range(len(setups))]
        for lanes in both:
            lanes.step(actions, reopen=True)
        alone.step(actions[-1:], reopen=True)
        assert bytes(both[0].rows) == bytes(both[1].rows)
        assert both[0].row(len(setups) - 1) == alone.row(0)


def test_deals_stay_paired_whatever_was_played_before() -> None:
    game = next(game for game in ROW_GAMES if game.key == "victory-rummy")
    own_hand, is_dealer = slice(0, 43), 156  # in a row
    deals: list[list[list[float]]] = []
    for player in range(2):
        lanes, choose = Lanes(game, [setup(game, 2, {})], [5]), chooser(player)
        hands: list[list[float]] = []
        dealer = None
        while len(hands) < 3:
            row = lanes.row(0)
            dealer, before = lanes.turns[0] ^ (row[is_dealer] == 0), dealer
            if dealer != before:  # a new deal
                hands.append(row[own_hand] + row[lanes.sizes.seen :])
            lanes.step([choose(lanes, 0, lanes.legal(0))])
            assert not lanes.done[0]
        deals.append(hands)
    assert deals[0] == deals[1]
    assert len(set(map(tuple, deals[0]))) == 3


@GAMES
def test_every_game_has_kernels_of_its_own_for_cards(game: AnyGame) -> None:
    assert f"self_play_{c_name(game)}" in build.kernel_sources()


@pytest.mark.long
@GAMES
def test_the_kernels_compile(game: AnyGame, tmp_path: Path) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("no nvcc (Debian: apt install nvidia-cuda-toolkit)")
    name, target = c_name(game), tmp_path / "kernels.ptx"
    assert build.kernels_compiled(f"self_play_{name}", target) is None
    entries = re.findall(rf"\.entry {name}_self_play_(\w+)\(", target.read_text())
    assert sorted(entries) == ["ends", "observe", "start", "step"]
