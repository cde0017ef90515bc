"""A line is read in small pieces, and nobody can keep it busy with what is no message."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from meldroom.server.ws.protocol import PIECE, SIDE_FRAMES
from tests.server.house import run, served
from tests.server.wire import at, bare, closing, framed, hear, say

MASKED = bytes([0x80, 0, 0, 0, 0])
PING, PONG, PART = b"\x89" + MASKED, b"\x8a" + MASKED, b"\x00" + MASKED


def test_messages_that_come_at_once_are_answered_in_their_order(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            reader, writer = await bare(origin)
            marks = [f"{number}" for number in range(90)]
            said = b"".join(framed(do="act", id=mark, texts=["draw"]) for mark in marks)
            assert len(said) > 4 * PIECE
            writer.write(said)
            for mark in marks:
                _, size = await reader.readexactly(2)
                refusal = json.loads(await reader.readexactly(size))
                assert (refusal["id"], refusal["rule"]) == (mark, "P-7")
            writer.transport.abort()

    run(scene())


def test_a_message_of_many_pieces_is_heard_whole(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, at(origin) as socket:
            for _ in range(3):
                await say(socket, "say", text="x" * 8 * PIECE)
                await say(socket, "ping")
                assert (await hear(socket, "refusal"))["rule"] == "P-1"
                await hear(socket, "pong")

    run(scene())


@pytest.mark.parametrize("frame", [PING, PONG, PART], ids=["ping", "pong", "part"])
def test_14_one_who_floods_with_what_is_no_message_is_cut_off(tmp_path: Path, frame: bytes) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, at(origin) as other:
            reader, writer = await bare(origin)
            begun = b"\x01" + MASKED if frame == PART else b""
            writer.write(begun + frame * (SIDE_FRAMES + 1))
            heard = await reader.read()
            assert int.from_bytes(heard[heard.index(b"\x88") + 2 :][:2], "big") == 1008
            writer.transport.abort()
            await say(other, "ping")
            await hear(other, "pong")

    run(scene())


def test_14_one_who_goes_on_after_the_close_is_not_read_any_more(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, at(origin) as other:
            reader, writer = await bare(origin)
            writer.write(framed(do="ping") * 10_000)
            heard = b""
            while b"\x88" not in heard:
                heard += await reader.read(1024)
            writer.write((b"\x81\xfe\x27\x10" + bytes(10_004)) * 2_000)  # no line holds so much
            for _ in range(30):
                await say(other, "ping")
                await hear(other, "pong")
                await asyncio.sleep(0.01)
            assert writer.transport.get_write_buffer_size() > 0
            writer.transport.abort()

    run(scene())


def test_the_close_is_answered_by_one_with_manners(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, at(origin) as socket:
            await say(socket, "hello", table="nowhere")
            assert (await closing(socket))[0] == 4003

    run(scene())
