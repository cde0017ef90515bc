"""WebSocket frames of the common kind: a whole text message that is not compressed (RFC 6455)."""

from __future__ import annotations

FINAL_TEXT = 0x81
MASKED, LENGTH = 0x80, 0x7F
LONG, VERY_LONG = 126, 127  # the length follows in 2 or in 8 bytes
MASK_SIZE = 4


def text_frame(text: bytes) -> bytes:
    """Frame a text message of a server, which is not masked."""
    size = len(text)
    if size < LONG:
        return bytes((FINAL_TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def frame_size(data: bytes) -> int:
    """Return the size of the frame that the data begin with; a lower bound while it is unknown."""
    if len(data) < 2:
        return 2
    head, size = 2, data[1] & LENGTH
    if size >= LONG:
        head += 2 if size == LONG else 8
        size = int.from_bytes(data[2:head], "big") if len(data) >= head else 0
    return head + (MASK_SIZE if data[1] & MASKED else 0) + size


def text_of(frame: bytes) -> str | None:
    """Read a whole text message of a client; None for any other frame, or one that is invalid."""
    if frame[0] != FINAL_TEXT or not frame[1] & MASKED:
        return None
    head = {LONG: 4, VERY_LONG: 10}.get(frame[1] & LENGTH, 2)
    mask, masked = frame[head : head + MASK_SIZE], frame[head + MASK_SIZE :]
    size = len(masked)
    key = (mask * (size // MASK_SIZE + 1))[:size]
    text = int.from_bytes(masked, "big") ^ int.from_bytes(key, "big")
    try:
        return text.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None
