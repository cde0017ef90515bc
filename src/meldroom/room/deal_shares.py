"""What players give to the next deal: they commit to shares, and once all have, reveal them."""

from __future__ import annotations

from collections.abc import Iterator

from meldroom.core.cards import Seat


class DealShares:
    """The shares of one deal by seat; from `closed` on they are revealed, and nobody leaves."""

    def __init__(self) -> None:
        self.commitments: dict[Seat, str] = {}
        self.closed = False
        self.revealed: dict[Seat, bytes] = {}  # by logs from before 0.2, without commitments

    def close(self) -> None:
        """Take no more commitments; what was given without one no longer counts."""
        self.closed, self.revealed = True, {}

    def drop(self, seat: Seat) -> None:
        """Forget what a person gave who leaves, unless others may have seen what it leads to."""
        if not self.closed:
            self.commitments.pop(seat, None)
            self.revealed.pop(seat, None)

    def move(self, seat: Seat, to: Seat) -> None:
        """Follow a person to another seat, in which they have to commit to a share again."""
        self.commitments.pop(seat, None)
        if seat in self.revealed:
            self.revealed[to] = self.revealed.pop(seat)

    @property
    def missing(self) -> Iterator[Seat]:
        """The seats that have committed to a share and not revealed it yet."""
        return (seat for seat in self.commitments if seat not in self.revealed)

    def by_seat(self, seats: int) -> tuple[tuple[bytes, ...], tuple[str, ...]]:
        """Return the share and, once they are closed, the commitment of each seat, or nothing."""
        shares = tuple(self.revealed.get(seat, b"") for seat in range(seats))
        committed = tuple(self.commitments.get(seat, "") for seat in range(seats))
        return shares, committed if self.closed else ()
