"""A table is what its log says."""

from __future__ import annotations

import pytest

from meldroom.core.fair_deal import FairDeal, commitment, share_commitment
from meldroom.core.game import Refusal
from meldroom.room import log_entries, permissions
from meldroom.room.log_entries import (
    AnyEntry,
    BotChosen,
    CommitmentsClosed,
    GameBranched,
    GamePrepared,
    GameStarted,
    HostChanged,
    MoveMade,
    MoveUndone,
    PauseChanged,
    PersonSilenced,
    SeatAllowed,
    SeatChanged,
    SeatLeft,
    SeatRequested,
    SeatTaken,
    Settings,
    ShareCommitted,
    ShareGiven,
    StartRequested,
    TableClosed,
    TableOpened,
)
from meldroom.room.table import MAX_COMPLETED_ACTS, Table, Watching
from meldroom.room.table_seat import TIMEOUTS_BEFORE_COVER
from tests.match.positions import default_text

OPENED = TableOpened("thumbs-up", "1", 3, {}, Settings(), "code")
SECRET = "11" * 32
WAITING = (SeatTaken(0, "Ada", "a"), SeatTaken(2, "Elif", "b"), GamePrepared(SECRET))
COMMITMENT = share_commitment(commitment(bytes.fromhex(SECRET)), 0, bytes(16))
COMMITTED = (*WAITING, ShareCommitted(0, COMMITMENT))
REVEALED = (*COMMITTED, CommitmentsClosed(), ShareGiven(0, "00" * 16))
PLAYING = (*REVEALED, GameStarted())


def table_after(*entries: AnyEntry, opened: TableOpened = OPENED) -> Table:
    """Apply entries to a new table."""
    table = Table("t", opened)
    for entry in entries:
        table.apply(entry, 1000 * table.seq)
    return table


def host(table: Table) -> int | None:
    """Read the host, which mypy would else take for constant."""
    return table.host


def phase(table: Table) -> str:
    """Read the phase, which mypy would else take for constant."""
    return table.phase


def test_everybody_is_told_the_same_facts_of_a_table() -> None:
    settings = Settings(
        clock="20s", listed=True, watchers="delayed", history=True, chat=False, fill="people",
        bot="novice", standing=True, bots=("", "house", ""),
    )  # fmt: skip
    opened = TableOpened("thumbs-up", "1", 3, {"hands": 2}, settings, "code")
    table = table_after(*WAITING, SeatRequested(1, "Ines", "c"), SeatAllowed(1, 2), opened=opened)
    table.watching = Watching(2, ("Omar",))
    table.skip_asked = {2, 0}
    facts = table.facts()
    seats = facts.pop("seats")
    assert facts == {
        "key": "t", "game": "thumbs-up", "options": {"hands": 2}, "clock": "20s", "listed": True,
        "watchers": "delayed", "history": True, "chat": False, "fill": "people", "standing": True,
        "local": [], "phase": "waiting", "paused": False, "pace": "normal", "skips": [0, 2],
        "host": 0, "hints": {"allowed": False, "agreed": [], "given": [0, 0, 0]}, "number": 1,
        "commit": FairDeal(bytes.fromhex(SECRET), ()).commit, "commitments": None,
        "watching": {"number": 2, "names": ("Omar",)},
        "requests": [{"seat": 1, "name": "Ines", "allowed": [2]}],
    }  # fmt: skip
    assert [seat["name"] for seat in seats] == table.names
    assert [seat["level"] for seat in seats] == [None, "house", None]


def test_who_gets_a_seat_waits_for_it_no_longer() -> None:
    asked = (SeatRequested(1, "Ines", "c"), SeatTaken(1, "Ines", "c"))
    assert table_after(*WAITING, *asked).requests == {}


def test_everybody_is_told_the_same_facts_of_a_seat() -> None:
    table = table_after(*WAITING, ShareCommitted(2, COMMITMENT), PersonSilenced(2, True))
    table.seats[2].cover_at = 12.34
    table.seats[2].connections = 1
    away = {"left": False, "away_left": None, "timeouts_left": TIMEOUTS_BEFORE_COVER}
    first, bot, last = table.facts()["seats"]
    assert first == {
        "name": "Ada", "person": True, "here": False, "bot": False, "level": None,
        "ready": False, "silenced": False, **away,
    }  # fmt: skip
    assert bot == {
        "name": table.names[1], "person": False, "here": False, "bot": True, "level": "house",
        "ready": False, "silenced": False, **away,
    }  # fmt: skip
    assert last == {
        "name": "Elif", "person": True, "here": True, "bot": False, "level": None,
        "ready": True, "silenced": True, **away,
    }  # fmt: skip
    for now, left in ((10.0, 2.3), (20.0, 0.0)):
        assert table.facts(now)["seats"][2]["away_left"] == left


def test_every_entry_is_encoded_and_decoded() -> None:
    for entry in (
        OPENED, *PLAYING, SeatLeft(0, True), HostChanged(1), MoveMade(1, ("draw",), "bot", "x"),
        MoveUndone(1, "y"), StartRequested(), PauseChanged(True), TableClosed(),
        GameBranched("ab", "cd", ((0, "draw"), (0, "discard R."))),
    ):  # fmt: skip
        kind, body = log_entries.encode(entry)
        assert log_entries.decode(body) == entry
        assert f'"is":"{kind}"' in body


def test_entries_are_stored_as_in_every_version_before() -> None:
    stored: dict[str, AnyEntry] = {
        '{"is":"sat","seat":0,"name":"Ada","token":"a"}': SeatTaken(0, "Ada", "a"),
        '{"is":"left","seat":2,"kicked":true}': SeatLeft(2, kicked=True),
        '{"is":"hosted","seat":1}': HostChanged(1),
        '{"is":"dealt","secret":"ab"}': GamePrepared("ab"),
        '{"is":"committed","seat":1,"commitment":"ab"}': ShareCommitted(1, "ab"),
        '{"is":"revealing"}': CommitmentsClosed(),
        '{"is":"gave","seat":1,"share":"cd"}': ShareGiven(1, "cd"),
        '{"is":"start_requested"}': StartRequested(),
        '{"is":"began"}': GameStarted(),
        '{"is":"branched","source":"ab","seed":"cd","moves":[[0,"draw"]]}': GameBranched(
            "ab", "cd", ((0, "draw"),)
        ),
        '{"is":"moved","seat":1,"texts":["draw"],"id":"m1"}': MoveMade(1, ("draw",), id="m1"),
        '{"is":"moved","seat":1,"texts":["draw"],"by":"bot"}': MoveMade(1, ("draw",), "bot"),
        '{"is":"undone","seat":1,"id":"u"}': MoveUndone(1, "u"),
        '{"is":"paused","on":true}': PauseChanged(True),
        '{"is":"silenced","seat":1,"on":true}': PersonSilenced(1, True),
        '{"is":"bot_chosen","seat":1,"level":"novice"}': BotChosen(1, "novice"),
        '{"is":"closed"}': TableClosed(),
    }
    for body, entry in stored.items():
        kind, encoded = log_entries.encode(entry)
        assert encoded == body
        assert log_entries.decode(body) == entry
        assert len(kind) <= 16, "the column has 16 characters"


def test_a_table_is_opened_once_and_by_the_rules_of_this_version() -> None:
    with pytest.raises(ValueError, match="opened once"):
        table_after(OPENED)
    with pytest.raises(Refusal, match="plays Thumbs Up by rules 0; this version has rules 1"):
        Table("t", TableOpened("thumbs-up", "0", 3, {}, Settings(), "code"))
    with pytest.raises(Refusal, match="this server no longer has the game sixth-game"):
        Table("t", TableOpened("sixth-game", "1", 3, {}, Settings(), "code"))


def test_the_first_person_is_host_and_the_next_one_when_the_host_leaves() -> None:
    table = table_after(*WAITING)
    assert host(table) == 0
    table.apply(SeatLeft(0), 0)
    assert host(table) == 2
    table.apply(SeatLeft(2), 0)
    assert host(table) is None
    table.apply(SeatTaken(1, "Ines", "c"), 0)
    assert host(table) == 1


def test_the_seed_is_made_of_the_secret_and_of_shares_in_seat_order() -> None:
    committed = (ShareCommitted(2, "ab"), ShareCommitted(0, "cd"), CommitmentsClosed())
    shares = (ShareGiven(2, "22" * 16), ShareGiven(0, "00" * 16))
    table = table_after(*WAITING, *committed, *shares, GameStarted())
    assert table.match is not None
    contributions = (bytes(16), b"", b"\x22" * 16)
    deal = FairDeal(bytes.fromhex(SECRET), contributions, ("cd", "", "ab"))
    assert table.match.deal == deal


def test_a_log_from_before_shares_were_committed_to_gives_the_same_deal_as_then() -> None:
    shares = (ShareGiven(2, "22" * 16), SeatChanged(2, 1), ShareGiven(0, "00" * 16))
    table = table_after(*WAITING, *shares, GameStarted())
    assert table.match is not None
    assert table.match.deal == FairDeal(bytes.fromhex(SECRET), (bytes(16), b"\x22" * 16, b""))
    assert table.facts()["commitments"] is None


def test_a_share_given_before_an_upgrade_does_not_count_after_it() -> None:
    upgraded = (ShareGiven(2, "22" * 16), ShareCommitted(0, COMMITMENT), CommitmentsClosed())
    table = table_after(*WAITING, *upgraded, ShareGiven(0, "00" * 16))
    assert table.next_deal.contributions == (bytes(16), b"", b"")
    assert table.next_deal.unfit == []


def test_who_leaves_before_shares_are_revealed_takes_the_commitment_back_and_not_later() -> None:
    assert table_after(*COMMITTED, SeatLeft(0), CommitmentsClosed()).next_deal.commitments == (
        "", "", "",
    )  # fmt: skip
    closed = table_after(*COMMITTED, CommitmentsClosed(), SeatLeft(0))
    assert closed.next_deal.commitments == (COMMITMENT, "", "")
    revealed = table_after(*REVEALED, SeatLeft(0)).next_deal
    assert revealed.contributions == (bytes(16), b"", b"")


def test_who_moves_to_another_seat_commits_again() -> None:
    table = table_after(*COMMITTED, SeatChanged(0, 1), CommitmentsClosed())
    assert table.next_deal.commitments == ("", "", "")


def test_the_secret_is_shown_when_the_game_is_over_and_not_before() -> None:
    table = table_after(*PLAYING)
    while phase(table) == "playing":
        seat = table.current_match.to_act[0]
        assert SECRET not in str(table.facts())
        table.apply(MoveMade(seat, (default_text(table.current_match, seat),)), 0)
    assert phase(table) == "over"
    assert table.facts()["secret"] == SECRET
    assert table.facts()["contributions"] == ["00" * 16, "", ""]
    assert table.players == ["Ada", "Wren", "Elif"]
    for entry in permissions.rematch(table, 0):
        table.apply(entry, 0)
    assert phase(table) == "waiting"
    assert table.games == 2
    assert "secret" not in table.facts()


def test_the_commitment_is_shown_before_a_share_is_given() -> None:
    table = table_after(*WAITING)
    assert table.facts()["commit"] == table.next_deal.commit


def test_a_start_request_holds_until_the_next_game_is_prepared() -> None:
    table = table_after(*WAITING, StartRequested())
    assert table.start_requested
    table.apply(GamePrepared(SECRET), 0)
    assert not table.start_requested


def test_a_completed_act_is_remembered_by_its_seat_and_id() -> None:
    table = table_after(*PLAYING)
    for number in range(MAX_COMPLETED_ACTS + 10):
        seat = table.current_match.to_act[0]
        text = default_text(table.current_match, seat)
        table.apply(MoveMade(seat, (text,), "person", f"m{number}"), 0)
    assert len(table.completed_acts) == MAX_COMPLETED_ACTS
    assert (seat, f"m{number}") in table.completed_acts
    table.apply(SeatLeft(0), 0)
    assert all(seat != 0 for seat, _ in table.completed_acts)


def test_a_move_gives_the_states_that_it_led_to() -> None:
    table = table_after(*PLAYING)
    seat = table.current_match.to_act[0]
    states = table.apply(MoveMade(seat, ("draw",)), 0)
    assert [state.ply for state in states] == [1]
    assert states[-1] is table.current_match.state
    assert table.apply(PauseChanged(True), 0) == ()


def test_a_turn_began_when_the_log_says() -> None:
    table = table_after(*PLAYING)
    seat = table.current_match.to_act[0]
    table.apply(MoveMade(seat, ("draw",)), 77)
    assert table.turn_began_at != 77
    table.apply(MoveMade(seat, (default_text(table.current_match, seat),)), 78)
    assert table.turn_began_at == 78
