"""A person's record: which games it holds, and what they add up to."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.room.log_entries import HintGiven, SeatLeft, Settings
from meldroom.room.scores import scores_from_log
from meldroom.room.summaries import SeatResult
from meldroom.room.tokens import person_key, session_token
from meldroom.server.people.record import MAX_RECENT, PersonalGame, played_games, record_form
from meldroom.server.tables.room import Room
from tests.server.played_games import finished_game, play_on, seated_table, sit, start

ADA, ELIF, OMAR = "session of Ada", "session of Elif", "session of Omar"


def games_of(room: Room, session: str) -> list[PersonalGame]:
    """Give the games in the record of a session's person."""
    keys = room.results.keys_of(person_key(session))
    return played_games(room.results.games_of(keys), keys)


async def test_a_record_holds_every_finished_game_of_its_person_and_no_other(
    still_room: Room,
) -> None:
    first = await finished_game(still_room, {"Ada": ADA, "Elif": ELIF})
    await finished_game(still_room, {"Omar": OMAR}, seats=2)
    await start(await seated_table(still_room, {"Ada": ADA}, 2))
    second = await finished_game(still_room, {"Ada the Great": ADA}, seats=2, bot="novice")
    one, two = games_of(still_room, ADA)
    result = first.table.match.result if first.table.match else None
    assert result is not None
    assert (one.mine.table_id, one.mine.number) == (first.table.key, 1)
    assert (one.mine.place, one.mine.score) == (result.places[0], result.scores[0])
    assert [(other.name, other.bot) for other in one.others] == [
        ("Elif", ""),
        (first.table.seats[2].bot_name, "house"),
    ]
    assert (two.mine.table_id, two.mine.name) == (second.table.key, "Ada the Great")
    assert [other.bot for other in two.others] == ["novice"]
    assert len(games_of(still_room, ELIF)) == 1


@pytest.mark.parametrize("taken_over", [False, True])
async def test_a_game_counts_for_who_left_it_and_is_not_rated_if_somebody_took_over(
    taken_over: bool, still_room: Room
) -> None:
    live = await seated_table(still_room, {"Ada": ADA, "Elif": ELIF}, 3)
    await start(live)
    await play_on(live, 4)
    await live.write([SeatLeft(1), SeatLeft(0)])
    if taken_over:
        await sit(still_room, live, "Omar", OMAR, seat=2)
        await play_on(live, 4)
        await live.write([SeatLeft(2)])
    await play_on(live)
    rated = {
        name: [game.mine.rated for game in games_of(still_room, session)]
        for name, session in (("Ada", ADA), ("Elif", ELIF), ("Omar", OMAR))
    }
    if taken_over:
        assert rated == {"Ada": [False], "Elif": [False], "Omar": [False]}
    else:
        assert rated == {"Ada": [True], "Elif": [True], "Omar": []}


async def test_a_game_with_hints_is_in_the_record_and_not_rated(still_room: Room) -> None:
    live = await seated_table(still_room, {"Ada": ADA, "Elif": ELIF}, 2)
    await start(live)
    await play_on(live, 2)
    seat = live.table.current_match.to_act[0]
    await live.write([HintGiven(seat, len(live.table.current_match.moves))])
    await play_on(live)
    hinted, other = (ADA, ELIF) if seat == 0 else (ELIF, ADA)
    [game] = games_of(still_room, hinted)
    assert (game.mine.rated, game.hinted) == (False, True)
    [game] = games_of(still_room, other)
    assert (game.mine.rated, game.hinted) == (True, False)


async def test_who_sits_down_after_a_game_is_over_has_not_played_it(still_room: Room) -> None:
    live = await finished_game(still_room, {"Ada": ADA}, seats=2)
    await sit(still_room, live, "Omar", OMAR)
    assert games_of(still_room, OMAR) == []


async def test_results_follow_from_the_log_alone(still_room: Room) -> None:
    live = await finished_game(still_room, {"Ada": ADA, "Elif": ELIF}, seats=4, bot="novice")
    key = live.table.key
    (score,) = scores_from_log(key, still_room.log.read(key))
    stored = still_room.results.games_of([person_key(ADA)])
    assert list(score.seats) == stored
    assert len(stored) == 4


async def test_only_the_owner_of_a_shared_device_has_a_record_of_it(still_room: Room) -> None:
    live, _ = await still_room.open(
        "victor-or-victim", 3, {}, Settings(fill="people"), "Ada", ADA, ["Elif", "Omar"]
    )
    await start(live)
    await play_on(live)
    results = still_room.results.games_of([person_key(ADA)])
    assert [bool(one.player) for one in results] == [True, False, False]
    token = session_token(ADA, live.table.key)
    assert still_room.results.games_of([token]) == []


def seat_result(number: int, seat: int, place: int, player: str = "", **more: Any) -> SeatResult:
    """Make a result of the game `g`."""
    bot = "" if player else "house"
    one = SeatResult("t", number, seat, player, player, bot, "g", number, place, -place, rated=True)
    return one._replace(**more)


def test_figures_of_a_record() -> None:
    places = [1, 2, 1, 1, 2]
    results = [
        one
        for number, place in enumerate(places, 1)
        for one in (
            seat_result(number, 0, place, "me"),
            seat_result(number, 1, 3 - place, "you", name=f"You {number}"),
            seat_result(number, 2, 2),
        )
    ]
    form = record_form(played_games(results, ["me"]), {}, {"you": "person"}, {"g": {"house": 1500}})
    assert (form["games"], form["wins"], form["since"], form["form"]) == (5, 3, 1, places)
    assert form["streak"] == {"current": 0, "longest": 2}
    (figures,) = form["by_game"]
    assert figures["places"] == [3, 2]
    assert figures["scores"] == [-place for place in places]
    assert (figures["rating"], figures["rating_after"]) == (None, 10)
    assert figures["ladder"] == [{"bot": "house", "rating": 1500}]
    assert form["people"] == [{"name": "You 5", "games": 5, "ahead": 0.6}]
    assert form["bots"] == [{"bot": "house", "games": 5, "ahead": pytest.approx(0.8)}]
    assert [game["number"] for game in form["recent"]] == [5, 4, 3, 2, 1]
    assert form["recent"][0]["others"][1] == {
        "name": "", "bot": "house", "place": 2, "score": -2
    }  # fmt: skip


def test_who_took_a_seat_over_is_not_said_to_have_had_hints() -> None:
    took_over = seat_result(1, 0, 1, "me", rated=False)
    hinted = seat_result(2, 0, 1, "me", rated=False)
    results = [seat_result(1, 0, 1), took_over, seat_result(1, 1, 2), hinted]
    form = record_form(played_games(results, ["me"]), {}, {}, {})
    assert [(game["number"], game["hinted"]) for game in form["recent"]] == [(2, True), (1, False)]


def test_only_the_last_games_are_listed() -> None:
    results = [seat_result(number, 0, 1, "me") for number in range(1, MAX_RECENT + 5)]
    form = record_form(played_games(results, ["me"]), {}, {}, {})
    assert len(form["recent"]) == MAX_RECENT
    assert form["games"] == MAX_RECENT + 4


def test_a_record_without_games_is_empty() -> None:
    form = record_form([], {}, {}, {})
    assert (form["games"], form["since"], form["recent"], form["by_game"]) == (0, None, [], [])
