"""The games are listed, and their rules are shown whole or one by one."""

from __future__ import annotations

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.options import options_of
from meldroom.games import GAMES
from meldroom.games.rulebook import rules
from tests.cli.conftest import Command
from tests.conformance.tables import EVERY_GAME


def words(text: str) -> str:
    """Remove line breaks and markup."""
    return " ".join(text.replace("*", "").replace("`", "").split())


def test_every_game_is_listed_with_its_year_and_players(meldroom: Command) -> None:
    shown = meldroom("games").stdout
    for game in GAMES.values():
        assert game.key in shown
        assert f"{game.name} ({game.year})" in shown
        assert f"{game.players[0]}–{game.players[-1]} players" in shown


@EVERY_GAME
def test_a_page_shows_every_rule_of_the_game_and_the_common_ones(
    meldroom: Command, game: AnyGame
) -> None:
    shown = words(meldroom("rules", game.key).stdout)
    for rule in rules(game).values():
        assert rule.number in shown
        assert words(rule.title) in shown


@pytest.mark.parametrize("number", ["Q12", "q12", "TU-12"])
def test_one_rule_is_shown_by_its_number(meldroom: Command, number: str) -> None:
    shown = meldroom("rules", "thumbs-up", number).stdout
    title = rules(GAMES["thumbs-up"])["Q12"].title
    assert shown.startswith(f"  Q12 {title} (convention, text). ")
    assert "Q11" not in shown
    assert "TU-12" not in shown


@EVERY_GAME
def test_the_house_rules_of_a_game_are_explained(meldroom: Command, game: AnyGame) -> None:
    shown = words(meldroom("games", game.key).stdout)
    for option in options_of(game.options):
        assert words(option.about) in shown
        for value, label in option.choices:
            assert words(f"{option.name}={value} {label}") in shown
