"""Frames of whole text messages are the same as those of the websockets library."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from meldroom.server.ws.frames import frame_size, text_frame, text_of

SIZES = (0, 1, 125, 126, 127, 65_535, 65_536)


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_of_a_client_is_read(size: int) -> None:
    text = "é" * (size // 2) + "x" * (size % 2)
    frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
    assert text_of(frame) == text
    assert frame_size(frame) == frame_size(frame + b"more") == len(frame)


@given(st.binary(max_size=300), st.sampled_from(Opcode), st.booleans(), st.booleans())
def test_the_size_is_known_from_the_head_on_and_only_whole_valid_texts_are_read(
    payload: bytes, opcode: Opcode, final: bool, mask: bool
) -> None:
    if opcode in (Opcode.CLOSE, Opcode.PING, Opcode.PONG):
        payload, final = payload[:125], True
    frame = Frame(opcode, payload, final).serialize(mask=mask)
    for end in range(1, len(frame)):
        assert end < frame_size(frame[:end]) <= len(frame)
    assert frame_size(frame) == len(frame)
    try:
        text: str | None = payload.decode()
    except UnicodeDecodeError:
        text = None
    if opcode is not Opcode.TEXT or not final or not mask:
        text = None
    assert text_of(frame) == text
