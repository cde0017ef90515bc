"""What every game of the registry is put through; a new game has only to register."""

from __future__ import annotations

import json

import pytest

from meldroom.core.codec import Reader
from meldroom.core.game import AnyGame
from meldroom.core.record import replay
from meldroom.core.rng import Rng
from meldroom.games import GAMES, find
from meldroom.testing import suite
from meldroom.testing.checks import (
    check_conserved,
    check_events,
    check_reading,
    check_to_act,
    check_view,
)
from meldroom.testing.random_games import Setup, random_game, seeds, setups
from meldroom.testing.twins import TwinGames
from tests.conformance.golden import golden_file
from tests.conformance.perft import perft_counts, perft_file
from tests.conformance.tables import EVERY_GAME, EVERY_SETUP
from tests.conftest import Figure


def first_setup(game: AnyGame) -> Setup:
    """Give the smallest table of a game."""
    return Setup(game, game.players[0], {})


@EVERY_SETUP
def test_x8_a_random_game_ends_with_every_card_where_it_belongs(setup: Setup) -> None:
    suite.ends_with_every_card_in_place(setup)


@EVERY_SETUP
def test_legal_is_exactly_what_check_lets_through_and_reads_back(setup: Setup) -> None:
    suite.legal_is_what_check_allows(setup)


@EVERY_SETUP
def test_every_view_reads_back_from_its_json(setup: Setup) -> None:
    suite.views_read_back(setup)


@pytest.mark.slow
@EVERY_SETUP
def test_every_view_of_whole_games_reads_back_from_its_json(setup: Setup) -> None:
    reader = Reader(setup.game, setup.options, setup.seats)
    for seed in seeds(f"slow read {setup}", 1):
        for ply in random_game(setup, seed):
            check_reading(reader, setup.game, ply.after)


@EVERY_SETUP
def test_no_seat_and_no_watcher_learns_what_it_cannot_know(setup: Setup) -> None:
    assert suite.nothing_leaks(setup) >= 100


@EVERY_SETUP
def test_wording_timing_bots_and_environments_answer_at_every_turn(setup: Setup) -> None:
    suite.companions_answer(setup)


@pytest.mark.slow
@EVERY_GAME
def test_no_seat_learns_what_it_cannot_know_at_any_ply(game: AnyGame, figure: Figure) -> None:
    worlds = other = 0
    for setup in setups(game):
        [seed] = seeds(f"slow leak {setup}", 1)
        twins = TwinGames(setup, seed)
        for ply in random_game(setup, seed, most=400):
            twins.add(ply)
            check_view(game, ply.after, Rng(seed, ply.after.ply))
            check_events(ply)
            seat = twins.everyone[ply.after.ply % len(twins.everyone)]
            if twins.world(seat, Rng(seed, ply.after.ply)) is None:
                other += 1
            else:
                worlds += 1
    assert worlds >= 400
    figure(f"{game.key}: {worlds} worlds compared, none leaks; {other} could not be compared")


@pytest.mark.slow
@EVERY_GAME
def test_5_random_games_end_with_every_invariant_on(
    game: AnyGame, random_games: int, figure: Figure
) -> None:
    tables, plies = list(setups(game)), 0
    for at, seed in enumerate(seeds(f"many {game.key}", random_games)):
        for ply in random_game(tables[at % len(tables)], seed):
            check_conserved(game, ply.after)
            plies += 1
            if ply.after.ply % 50 == 0:
                check_to_act(game, ply.after)
    figure(f"5: {game.key}: {random_games} random games, {plies} states checked, 0 violations")


@EVERY_GAME
def test_x6_the_same_seed_and_moves_give_the_same_game_in_a_fresh_process(game: AnyGame) -> None:
    suite.replays_in_a_fresh_process(first_setup(game))


@EVERY_GAME
def test_x1_x3_an_action_out_of_turn_or_after_the_end_is_refused(game: AnyGame) -> None:
    suite.wrong_seats_are_refused(Setup(game, game.players[-1], {}))


@EVERY_GAME
def test_an_altered_record_is_refused_with_move_and_rule(game: AnyGame) -> None:
    suite.altered_records_are_refused(first_setup(game))


@EVERY_GAME
def test_every_option_is_explained(game: AnyGame) -> None:
    suite.options_explain_themselves(first_setup(game))


@EVERY_GAME
def test_every_rule_that_is_cited_during_a_game_is_on_its_page(game: AnyGame) -> None:
    suite.rules_are_on_the_page(first_setup(game))


@EVERY_GAME
def test_positions_are_counted_as_on_file(game: AnyGame) -> None:
    assert json.loads(perft_file(game).read_text()) == perft_counts(game)


@EVERY_GAME
def test_golden_records_replay(game: AnyGame) -> None:
    records = [json.loads(line) for line in golden_file(game).read_text().splitlines()]
    assert len(records) >= 2
    for form in records:
        *_, last = replay(form, find)
        assert last.ply == len(form["moves"])


@EVERY_GAME
def test_a_record_made_elsewhere_replays_without_commit_and_digest(game: AnyGame) -> None:
    form = json.loads(golden_file(game).read_text().splitlines()[0])
    states = list(replay(form, find))
    del form["commit"], form["digest"]
    assert list(replay(form, find)) == states


def test_a_key_that_is_not_registered_is_refused_with_those_that_are() -> None:
    with pytest.raises(
        ValueError, match="there is no game 'whist'; there are " + next(iter(GAMES))
    ):
        find("whist")
