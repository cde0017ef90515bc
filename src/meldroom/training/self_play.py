"""Tables that are played side by side, on the processor or on an NVIDIA card, as torch tensors."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from meldroom.core.game import AnyGame
from meldroom.fast import cuda
from meldroom.fast.binding import bound, library
from meldroom.fast.layout import c_name
from meldroom.fast.twin import RowSizes, row_sizes
from meldroom.training.extra import torch
from meldroom.training.setups import PACKED_SIZE

POINTER, COUNT, FLAG = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "start": (POINTER, COUNT, POINTER, POINTER),
    "step": (POINTER, COUNT, POINTER, POINTER, POINTER, FLAG),
    "observe": (POINTER, COUNT, POINTER, POINTER, POINTER),
    "ends": (POINTER, COUNT, POINTER, POINTER),
}


def training_sizes(game: AnyGame) -> RowSizes:
    """Give the sizes of a game's rows; ValueError where it cannot be learned."""
    if bound(game, "self_play_start", SIGNATURES["start"], None) is None:
        why = "has no self-play" if library() is not None else "needs its compiled twin"
        raise ValueError(f"{game.name} {why} here; meldroom doctor says more")
    return row_sizes(game)


class Positions:
    """What every table shows to the seat whose turn it is."""

    def __init__(self, sizes: RowSizes, shape: tuple[int, ...], device: Any) -> None:
        self.rows = torch.zeros(*shape, sizes.whole, dtype=torch.bfloat16, device=device)
        self.mask = torch.zeros(*shape, sizes.actions, dtype=torch.uint8, device=device)
        self.turn = torch.zeros(*shape, dtype=torch.int32, device=device)


class SelfPlay:
    """Many tables of one game, each played to its next decision that is not forced.

    Nothing waits for the card: its kernels follow each other on torch's current stream.
    """

    def __init__(self, game: AnyGame, setups: Sequence[bytes], seeds: Any, device: Any) -> None:
        self.sizes, self.tables, self.device = (
            training_sizes(game),
            len(setups),
            torch.device(device),
        )
        self._call = _on_card(game) if self.device.type == "cuda" else _on_processor(game)
        packed = torch.frombuffer(bytearray(b"".join(setups)), dtype=torch.uint8)
        self._setups = packed.view(self.tables, PACKED_SIZE).to(self.device)
        self.seats = self._setups[:, 0].to(torch.int32)
        lane_size = bound(game, "self_play_lane_size", (), ctypes.c_int)()
        size = self.tables * lane_size
        self.lanes = torch.zeros(size, dtype=torch.uint8, device=self.device)
        self._seeds = seeds.to(self.device)
        self._call("start", self.tables, self.lanes, self._setups, self._seeds)

    def observe(self, rows: Any, mask: Any, turn: Any) -> None:
        """Write each table's row, its legal actions and whose turn it is."""
        self._call("observe", self.tables, self.lanes, rows, mask, turn)

    def step(self, actions: Any, rewards: Any, done: Any, reopen: bool) -> None:
        """Play an action at every table; one that is over deals anew if so said, else it waits."""
        self._call("step", self.tables, self.lanes, actions, rewards, done, reopen)

    def ends(self) -> tuple[Any, Any]:
        """Give each seat's share of first place and the plies of every table that is over."""
        shares = torch.zeros(self.tables, self.sizes.seats, device=self.device)
        plies = torch.zeros(self.tables, dtype=torch.int32, device=self.device)
        self._call("ends", self.tables, self.lanes, shares, plies)
        return shares, plies


Call = Callable[..., None]


def _on_processor(game: AnyGame) -> Call:
    def call(name: str, tables: int, lanes: Any, *arguments: Any) -> None:
        function = bound(game, f"self_play_{name}", SIGNATURES[name], None)
        function(lanes.data_ptr(), tables, *map(_address_or_flag, arguments))

    return call


def _on_card(game: AnyGame) -> Call:
    card = cuda.card()
    if isinstance(card, str):
        raise ValueError(f"there is no card to train on: {card}")

    def call(name: str, tables: int, lanes: Any, *arguments: Any) -> None:
        kinds = SIGNATURES[name][2:]
        values = [kind(_address_or_flag(each)) for kind, each in zip(kinds, arguments, strict=True)]
        stream = torch.cuda.current_stream().cuda_stream
        card.launch(
            f"self_play_{c_name(game)}", f"{c_name(game)}_self_play_{name}", tables,
            POINTER(lanes.data_ptr()), COUNT(tables), *values, stream=stream,
        )  # fmt: skip

    return call


def _address_or_flag(argument: Any) -> int:
    if isinstance(argument, bool):
        return int(argument)
    assert argument.is_contiguous()
    return int(argument.data_ptr())
