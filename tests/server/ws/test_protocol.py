"""The websocket protocol parses in small pieces, and stops floods of control frames."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from meldroom.server.ws.protocol import BYTES_PER_PARSE, CONTROL_FRAMES
from tests.server.local_room import local_server
from tests.server.socket_client import closed, connected, frame, ping, raw_websocket, receive, send

MASKED = bytes([0x80, 0, 0, 0, 0])
PING, PONG, CONTINUATION = b"\x89" + MASKED, b"\x8a" + MASKED, b"\x00" + MASKED


async def test_messages_sent_in_one_go_are_answered_in_their_order(origin: str) -> None:
    reader, writer = await raw_websocket(origin)
    act_ids = [f"{number}" for number in range(90)]
    frames = b"".join(frame(do="act", id=act_id, texts=["draw"]) for act_id in act_ids)
    assert len(frames) > 4 * BYTES_PER_PARSE
    writer.write(frames)
    for act_id in act_ids:
        _, size = await reader.readexactly(2)
        refusal = json.loads(await reader.readexactly(size))
        assert (refusal["id"], refusal["rule"]) == (act_id, "P-7")
    writer.transport.abort()


async def test_a_message_of_many_pieces_is_received_whole(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, connected(origin) as socket:
        for _ in range(3):
            await send(socket, "say", text="x" * 8 * BYTES_PER_PARSE)
            await send(socket, "ping")
            assert (await receive(socket, "refusal"))["rule"] == "P-1"
            await receive(socket, "pong")


async def test_frames_that_arrive_cut_anywhere_are_read_alike(tmp_path: Path) -> None:
    ask = [frame(do="act", id=str(number), texts=["draw"]) for number in range(6)]
    begun = b"\x01" + frame(do="act", id="parts", texts=["draw"])[1:]  # the rest is a continuation
    sent = ask[0] + ask[1] + PING + ask[2] + begun + PONG + b"\x80" + MASKED + ask[3] + PONG
    sent += b"".join(ask[4:])

    async def answers(origin: str, size: int) -> list[str]:
        reader, writer = await raw_websocket(origin)
        for start in range(0, len(sent), size):
            writer.write(sent[start : start + size])
            await writer.drain()
            await asyncio.sleep(0)
        answered: list[str] = []
        while len(answered) < 7:
            kind, length = await reader.readexactly(2)
            payload = await reader.readexactly(length)
            if kind != PONG[0]:
                answered.append(json.loads(payload)["id"])
        writer.transport.abort()
        return answered

    async with local_server(tmp_path / "db") as origin:
        wanted = ["0", "1", "2", "parts", "3", "4", "5"]
        for size in (1, 3, 7, 50, len(sent)):
            assert await answers(origin, size) == wanted, f"in pieces of {size} bytes"


async def test_text_that_is_not_utf_8_closes_the_connection(origin: str) -> None:
    reader, writer = await raw_websocket(origin)
    writer.write(b"\x81\x82" + bytes(4) + b"\xff\xff")
    received = await reader.read()
    assert int.from_bytes(received[received.index(b"\x88") + 2 :][:2], "big") == 1007
    writer.transport.abort()


@pytest.mark.parametrize("control", [PING, PONG, CONTINUATION], ids=["ping", "pong", "part"])
async def test_14_a_flood_of_control_frames_is_cut_off(tmp_path: Path, control: bytes) -> None:
    async with local_server(tmp_path / "db") as origin, connected(origin) as other:
        reader, writer = await raw_websocket(origin)
        first = b"\x01" + MASKED if control == CONTINUATION else b""
        writer.write(first + control * (int(CONTROL_FRAMES.size) + 1))
        received = await reader.read()
        assert int.from_bytes(received[received.index(b"\x88") + 2 :][:2], "big") == 1008
        writer.transport.abort()
        await ping(other)


async def test_14_what_a_flood_sends_after_the_close_is_not_read(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, connected(origin) as other:
        reader, writer = await raw_websocket(origin)
        writer.write(frame(do="ping") * 10_000)
        received = b""
        while b"\x88" not in received:
            received += await reader.read(1024)
        writer.write((b"\x81\xfe\x27\x10" + bytes(10_004)) * 2_000)  # more than all buffers hold
        for _ in range(30):
            await ping(other)
            await asyncio.sleep(0.01)
        assert writer.transport.get_write_buffer_size() > 0
        writer.transport.abort()


async def test_a_client_that_answers_the_close_is_closed_properly(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, connected(origin) as socket:
        await send(socket, "hello", table="nowhere")
        assert (await closed(socket))[0] == 4003
