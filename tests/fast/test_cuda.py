"""Lanes of whole games: the same on the processor and on an NVIDIA card, told by their traces."""

from __future__ import annotations

import ctypes
import re
import shutil
from pathlib import Path
from random import Random

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.fast import build, cuda
from meldroom.fast.batch import can_batch
from meldroom.fast.cuda import Card
from meldroom.fast.lanes import lane_shape, lanes_for, play_lanes, play_lanes_on
from meldroom.fast.layout import c_name, games_with_twins
from tests.conftest import Figure
from tests.levels import as_long

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
KERNELS = {"random_lanes": "random_lanes", "house_lanes": "house_lanes", "batch": "run_lanes"}
POLICIES = pytest.mark.parametrize("policy", ["random", "house"])
STEPS = 500


@GAMES
@POLICIES
@pytest.mark.parametrize("lanes", [131, as_long(20_001)])
@pytest.mark.usefixtures("library")
def test_a_card_plays_every_lane_as_the_processor_does(
    card: Card, game: AnyGame, lanes: int, policy: str, figure: Figure
) -> None:
    if card.name == "simulated" and lanes > 1_000:
        pytest.skip("a simulated card is slow")
    lots = Random(f"{game.key} on a card")
    steps = 0
    for seats in game.players:
        options = {name: lots.choice(values) for name, values in offered(game.options).items()}
        ours = play_lanes(game, options, seats, range(lanes), STEPS, seats, policy)
        theirs = play_lanes_on(card, game, options, seats, lanes, STEPS, seats, policy)
        different = [lane for lane in range(lanes) if bytes(ours[lane]) != bytes(theirs[lane])]
        assert not different, (seats, options)
        steps += sum(trace.steps for trace in ours)
    figure(f"{card.name}, {policy} {game.key}: {steps} steps, 0 lanes differ")


@GAMES
@POLICIES
@pytest.mark.usefixtures("library")
def test_a_lane_plays_what_its_number_and_the_seed_say(game: AnyGame, policy: str) -> None:
    seats = game.players[0]
    lanes = play_lanes(game, {}, seats, range(5), STEPS, 1, policy)
    assert len({trace.hash for trace in lanes}) == 5
    (alone,) = play_lanes(game, {}, seats, range(3, 4), STEPS, 1, policy)
    assert bytes(alone) == bytes(lanes[3])
    assert alone.steps >= STEPS
    assert alone.games >= 1
    (other,) = play_lanes(game, {}, seats, range(3, 4), STEPS, 2, policy)
    assert other.hash != alone.hash


@GAMES
@POLICIES
@pytest.mark.usefixtures("library")
def test_a_launch_has_whole_warps_and_whole_blocks(game: AnyGame, policy: str) -> None:
    shape = lane_shape(game, policy)
    assert shape.threads_per_block > 0
    assert shape.threads_per_block % 32 == 0
    assert shape.lanes_per_multiprocessor >= shape.threads_per_block
    assert shape.lanes_per_multiprocessor % shape.threads_per_block == 0


def test_without_a_driver_a_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "DRIVER", "no-such-driver")
    cuda.card.cache_clear()
    try:
        assert cuda.card() == "there is no NVIDIA driver"
    finally:
        cuda.card.cache_clear()


def why_no_card(driver: Path, failing: bytes) -> cuda.Card | str:
    """Open a simulated card while a function of its driver fails."""
    fail = ctypes.CDLL(str(driver)).simulated_failure
    fail(failing)
    cuda.card.cache_clear()
    try:
        return cuda.card()
    finally:
        fail(b"")
        cuda.card.cache_clear()


@pytest.mark.long
@pytest.mark.parametrize("card", ["simulated"], indirect=True)
@pytest.mark.parametrize(
    ("failing", "why"),
    {
        "cuInit": "the NVIDIA driver finds no card",
        "cuDeviceGetCount": "the NVIDIA driver finds no card",
        "cuDeviceGet": "the NVIDIA driver failed in cuDeviceGet: error 1",
        "cuCtxSetLimit": "the NVIDIA driver failed in cuCtxSetLimit: error 1",
    }.items(),
)
@pytest.mark.usefixtures("card")
def test_a_driver_that_fails_is_named(simulated_driver: Path, failing: str, why: str) -> None:
    assert why_no_card(simulated_driver, failing.encode()) == why


def test_a_driver_that_is_too_old_is_said_to_be() -> None:
    assert str(cuda.CudaError("cuModuleLoadData", cuda.OLD_DRIVER)) == (
        "the NVIDIA driver failed in cuModuleLoadData: it is too old for these kernels"
    )


@pytest.mark.long
@pytest.mark.parametrize("card", ["simulated"], indirect=True)
def test_without_kernels_and_nvcc_a_line_says_so(
    card: Card, simulated_driver: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cuda, "kernels_path", lambda source: tmp_path / source)
    monkeypatch.setenv("PATH", "")
    why = "the kernels were not built, which needs nvcc: make ptx"
    assert why_no_card(simulated_driver, b"") == why
    monkeypatch.setattr(cuda, "build_kernels", lambda source: None)
    with pytest.raises(RuntimeError, match=r"the kernels of batch.cu could not be built: make ptx"):
        card.launch("batch", "scorzo_run_lanes", 1)


@GAMES
@pytest.mark.long
@pytest.mark.parametrize("card", ["simulated"], indirect=True)
@POLICIES
def test_the_lanes_for_a_card_fill_its_multiprocessors(
    card: Card, game: AnyGame, policy: str
) -> None:
    assert card.multiprocessors == 2
    expected = 2 * lane_shape(game, policy).lanes_per_multiprocessor
    assert lanes_for(card, game, policy) == expected


@pytest.mark.long
@pytest.mark.parametrize("card", ["simulated"], indirect=True)
def test_memory_of_a_card_is_read_and_written_in_part(card: Card) -> None:
    memory = card.memory(6)
    assert memory.read() == bytes(6)
    memory.write(b"abcdef")
    memory.write(b"xy", 2)
    assert (memory.read(), memory.read(3), memory.read(1, 2)) == (b"abxyef", b"yef", b"bx")
    assert card.memory(0).read() == b""


@pytest.mark.long
@pytest.mark.parametrize("card", ["simulated"], indirect=True)
def test_a_stream_waits_for_another_but_not_for_itself(card: Card, simulated_driver: Path) -> None:
    driver = ctypes.CDLL(str(simulated_driver))
    before = driver.simulated_allocations()
    play_lanes_on(card, games_with_twins()[0], {}, 2, 1, 1, 1, "random")
    assert driver.simulated_launch(0)
    card.let_wait(91, 92)
    card.let_wait(93, 93)
    assert driver.simulated_wait(91, 92)
    assert not driver.simulated_wait(93, 93)
    assert driver.simulated_allocations() == before, "the event is dropped"


@pytest.mark.long
@pytest.mark.parametrize(("source", "kernel"), KERNELS.items())
def test_every_twin_has_its_kernels(
    source: str, kernel: str, tmp_path: Path, figure: Figure
) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("no nvcc (Debian: apt install nvidia-cuda-toolkit)")
    target = tmp_path / "kernels.ptx"
    assert build.kernels_compiled(source, target) is None
    text = target.read_text()
    entries = re.findall(rf"\.entry (\w+)_{kernel}\(", text)
    games = [game for game in games_with_twins() if source != "batch" or can_batch(game)]
    assert sorted(entries) == sorted(map(c_name, games))
    figure(f"kernels of {source}.cu: {len(text):,} bytes of PTX")
