"""A batch on a card beside one on the processor: every array has the same bytes after each step."""

from __future__ import annotations

import ctypes
import gc
from copy import copy
from random import Random
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np

from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.fast import Batch, dlpack
from meldroom.fast.batch import can_batch
from meldroom.fast.card_lanes import DEVICE
from meldroom.fast.cuda import Card
from meldroom.fast.dlpack import SharedArray, give, take
from meldroom.fast.layout import games_with_twins
from tests import missing
from tests.conftest import Figure

pytestmark = pytest.mark.usefixtures("library")

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
LANES, STEPS = 131, 60  # not a whole number of blocks


def random_setup(game: AnyGame, seats: int, lots: Random) -> dict[str, Any]:
    """Draw the options of a game and of a batch."""
    options = {name: lots.choice(values) for name, values in offered(game.options).items()}
    bots = [lots.choice(["random", "house"]) for _ in range(seats - 1)]
    return {
        "options": options,
        "seed": lots.getrandbits(30),
        "opponents": lots.choice([[], bots]),
        "learner": lots.choice([None, *range(seats)]),
        "reward": lots.choice(["place", "score", "round"]),
        "max_steps": lots.choice([None, 20]),
    }


def assert_same(ours: Batch, theirs: Batch, where: str) -> None:
    """Compare every array."""
    for name, array in ours.arrays.items():
        assert array.tobytes() == bytes(theirs.arrays[name]), f"{where}, {name}"


def choose(batch: Batch, lots: Random) -> list[int]:
    """Choose at each table by lot, now and then an illegal action."""
    return [
        lots.choice(legal) if legal and lots.random() > 0.02 else -1
        for legal in (np.flatnonzero(mask).tolist() for mask in batch.arrays["mask"])
    ]


@GAMES
def test_a_batch_on_a_card_gives_what_one_on_the_processor_gives(
    card: Card, game: AnyGame, figure: Figure
) -> None:
    if not can_batch(game):
        pytest.skip("the game has no batch")
    lots = Random(f"batch on a card {game.key}")
    for seats in game.players:
        setup = random_setup(game, seats, lots)
        ours = Batch(game, seats, LANES, **setup)
        theirs = Batch(game, seats, LANES, **setup, device="cuda")
        for batch in (ours, theirs):
            batch.reset()
        assert_same(ours, theirs, f"{seats} seats, {setup}")
        for step in range(STEPS):
            ours.arrays["action"][:] = choose(ours, lots)
            theirs.arrays["action"].write(ours.arrays["action"].tobytes())
            for batch in (ours, theirs):
                batch.step()
            assert_same(ours, theirs, f"{seats} seats, {setup}, step {step}")
    steps = LANES * STEPS * len(game.players)
    figure(f"batch on {card.name}, {game.key}: {steps} steps, 0 bytes differ")


class OnCard:
    """An array of another library in the card's memory; on a simulated card that is NumPy's."""

    def __init__(self, card: Card, content: np.ndarray[Any, Any]) -> None:
        self.memory = card.memory(content.nbytes)
        self.memory.write(content.tobytes())
        shape, kind = content.shape, str(content.dtype)
        self.array = SharedArray(self.memory.address, shape, kind, DEVICE, True, self.memory)
        self.streams: list[int | None] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return DEVICE

    def __dlpack__(
        self, *, stream: int | None = None, max_version: tuple[int, int] | None = None
    ) -> object:
        self.streams.append(stream)
        return give(self.array, max_version)


@pytest.mark.usefixtures("card")
def test_chance_and_observations_of_a_lane_come_from_the_card() -> None:
    game = games_with_twins()[0]
    ours, theirs = Batch(game, 2, 5, seed=1), Batch(game, 2, 5, seed=1, device="cuda")
    for batch in (ours, theirs):
        batch.set_chance(3, batch.chance(1))
        batch.reset(seeds=[None, 8, None, None, 9])
    assert_same(ours, theirs, "after a reset")
    for lane in range(5):
        assert theirs.chance(lane) == ours.chance(lane)
        for seat in (0, 1):
            assert theirs.observe(lane, seat) == ours.observe(lane, seat)


def test_arrays_are_shared_in_place_and_kept_by_who_has_them(card: Card) -> None:
    game = games_with_twins()[0]
    batch = Batch(game, 2, 5, seed=1, device="cuda")
    batch.reset()
    mask = batch.arrays["mask"]
    borrowed = take(mask, stream=1)
    assert borrowed[:5] == (mask.address, mask.shape, "int8", DEVICE, True)
    expected = bytes(mask)
    del batch, mask
    gc.collect()
    found = ctypes.create_string_buffer(len(expected))
    address, size = ctypes.c_uint64(borrowed.address), ctypes.c_size_t(len(expected))
    card.do("cuMemcpyDtoH_v2", found, address, size)
    assert found.raw == expected


def test_an_assigned_array_is_read_in_place(card: Card) -> None:
    game = games_with_twins()[0]
    ours, theirs = Batch(game, 2, 5, seed=1), Batch(game, 2, 5, seed=1, device="cuda")
    lots = Random(1)
    for batch in (ours, theirs):
        batch.reset()
    assigned = OnCard(card, np.zeros(5, np.int64))
    theirs.arrays["action"] = assigned
    for _ in range(STEPS):
        ours.arrays["action"][:] = choose(ours, lots)
        assigned.memory.write(ours.arrays["action"].tobytes())
        for batch in (ours, theirs):
            batch.step()
        assert ours.arrays["mask"].tobytes() == bytes(theirs.arrays["mask"])
    assert theirs.arrays["action"] is assigned
    assert assigned.streams == [1], "the default stream is 1 in DLPack"
    if card.name == "simulated":  # a real one knows no stream 5
        theirs.stream = 5
        theirs.arrays["action"] = assigned
        assert assigned.streams == [1, 5]
    for wrong in (OnCard(card, np.zeros(6, np.int64)), OnCard(card, np.zeros(5, np.float64))):
        with pytest.raises(ValueError, match=r"action must be a writable array of int64, \(5,\)"):
            theirs.arrays["action"] = wrong
    with pytest.raises(ValueError, match="on the card"):
        theirs.arrays["action"] = np.zeros(5, np.int64)


def test_a_batch_fills_the_callers_arrays_on_the_card(card: Card) -> None:
    game = games_with_twins()[0]
    ours = Batch(game, 2, 5, seed=1)
    arrays = {name: OnCard(card, array) for name, array in ours.arrays.items()}
    theirs = Batch(game, 2, 5, seed=1, device="cuda", arrays=arrays)
    for batch in (ours, theirs):
        batch.reset()
    for name, array in ours.arrays.items():
        assert arrays[name].memory.read() == array.tobytes(), name


def test_memory_of_a_batch_is_freed(card: Card) -> None:
    if card.name != "simulated":
        pytest.skip("only the simulated driver counts allocations")
    count = card._driver.simulated_allocations
    gc.collect()
    before = count()
    batch = Batch(games_with_twins()[0], 2, 5, device="cuda")
    shared = take(batch.arrays["observation"])
    assert count() == before + 9
    del batch
    gc.collect()
    assert count() == before + 1
    del shared
    gc.collect()
    assert count() == before


def test_steps_run_on_the_stream_of_the_batch_and_who_reads_waits_for_them(card: Card) -> None:
    if card.name != "simulated":
        pytest.skip("only the simulated driver says what waited for what")
    waited, launched = card._driver.simulated_wait, card._driver.simulated_launch
    batch = Batch(games_with_twins()[0], 2, 5, device="cuda")
    assert batch.stream == 0
    batch.stream = 51
    assert (batch.stream, waited(51, 0)) == (51, 1), "what was begun before comes first"
    batch.reset()
    assert launched(51)
    batch.chance(0)
    assert card._driver.simulated_synchronization(51), "tables are read after the step"
    card.wait()
    mask = batch.arrays["mask"]
    assert any(bytes(mask))
    assert card._driver.simulated_synchronization(51), "the step is done before it is read"
    for stream in (52, -1):
        mask.__dlpack__(stream=stream)
    assert waited(52, 51)
    assert not waited(-1, 51), "the consumer sees to the order itself"
    mask.__dlpack__()
    assert waited(0, 51)
    with pytest.raises(ValueError, match=f"an array of {len(bytes(mask))} bytes cannot take 2"):
        mask.write(b"ab")


@pytest.mark.usefixtures("card")
def test_a_batch_on_a_card_is_not_copied_and_keeps_its_arrays() -> None:
    batch = Batch(games_with_twins()[0], 2, 5, device="cuda")
    with pytest.raises(RuntimeError, match="the tables of a card cannot be copied"):
        copy(batch)
    with pytest.raises(RuntimeError, match="a card fills the same arrays in every step"):
        batch.renew("mask")


@pytest.mark.usefixtures("card")
def test_arrays_are_not_copied_to_other_devices() -> None:
    array = Batch(games_with_twins()[0], 2, 5, device="cuda").arrays["mask"]
    assert array.__dlpack_device__() == DEVICE
    for asked in ({"dl_device": (dlpack.CPU, 0)}, {"copy": True}):
        with pytest.raises(BufferError):
            array.__dlpack__(**asked)


@GAMES
def test_torch_trains_on_a_stream_of_its_own(card: Card, game: AnyGame) -> None:
    torch = pytest.importorskip("torch", reason=missing.TORCH)
    if card.name == "simulated" or not can_batch(game):
        pytest.skip("needs a real card, and a game with a batch")
    seats = game.players[-1]
    ours = Batch(game, seats, LANES, seed=1)
    theirs = Batch(game, seats, LANES, seed=1, device="cuda")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        theirs.stream = stream.cuda_stream
        arrays = {name: torch.from_dlpack(array) for name, array in theirs.arrays.items()}
        for batch in (ours, theirs):
            batch.reset()
        for step in range(STEPS):
            action = arrays["mask"].long().argmax(dim=1)
            if step % 2:
                arrays["action"].copy_(action)
            else:
                theirs.arrays["action"] = action
            ours.arrays["action"][:] = ours.arrays["mask"].argmax(axis=1)
            for batch in (ours, theirs):
                batch.step()
            for name in ("observation", "mask", "rewards", "seat", "terminated"):
                tensor = arrays[name].cpu().numpy()
                assert tensor.tobytes() == ours.arrays[name].tobytes(), (step, name)
            theirs.arrays["action"] = arrays["action"]


def test_a_batch_without_a_card_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    from meldroom.fast import cuda

    game = games_with_twins()[0]
    with pytest.raises(ValueError, match="on cpu or cuda, not on tpu"):
        Batch(game, 2, 5, device="tpu")
    monkeypatch.setattr(cuda, "DRIVER", "no-such-driver")
    cuda.card.cache_clear()
    try:
        with pytest.raises(RuntimeError, match="there is no NVIDIA driver"):
            Batch(game, 2, 5, device="cuda")
    finally:
        cuda.card.cache_clear()
