"""Entries of older versions are still read."""

from __future__ import annotations

from meldroom.room.log_entries import Settings, TableOpened, decode


def test_a_table_that_was_opened_before_bots_were_chosen_by_seat_has_one_level() -> None:
    body = (
        '{"is":"opened","game":"thumbs-up","rules":"1","seats":3,"options":{"hands":5},"settings":'
        '{"clock":"off","listed":false,"watchers":"off","history":false,"chat":true,"fill":"bots",'
        '"bot":"novice","standing":false},"code":"c"}'
    )
    opened = decode(body)
    assert isinstance(opened, TableOpened)
    assert opened.settings == Settings(bot="novice")
    assert [opened.settings.bot_chosen_for(seat) for seat in range(3)] == ["", "", ""]
