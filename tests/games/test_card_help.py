"""Card help: every card of every game says what it is for, by rules that are printed."""

from __future__ import annotations

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.games import GAMES, find
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import rules
from tests.conformance.tables import EVERY_GAME

OWN_RULE = {  # cards that a rule names by its title
    "rummy-battle": {
        "HOARD": "Hoard",
        "PICK": "Pickpocket",
        "THIEF": "Thief",
        "SWITCH": "Switcheroo",
        "LUCKY": "Lucky Day",
        "Jk": "Jokers",
    },
    "scorzo": {"WW": "What a wild stands for"},
    "thumbs-up": {"RL": "Liberty"},
    "victor-or-victim": {
        "ACQ": "Acquisition",
        "TWO": "Pass Two",
        "DIR": "Change Direction",
        "LOSE": "Lose a Turn",
    },
    "victory-rummy": {"AX": "Capture", "RV": "Victory"},
}


@EVERY_GAME
def test_every_card_is_explained_by_a_printed_rule_and_by_verbs_of_the_game(game: AnyGame) -> None:
    printed, verbs = rules(game), {action.verb for action in game.actions}
    for card, word in enumerate(game.deck.words):
        about = wording_of(game).card_help(card)
        assert about.what.endswith("."), word
        assert about.when, word
        assert about.rule in printed, word
        assert set(about.verbs) <= verbs, word


@EVERY_GAME
def test_what_a_card_moves_lies_in_zones_of_the_game(game: AnyGame) -> None:
    zones = game.start({}, game.players[0], Rng(bytes(32))).zones
    owned = {(zone.name, zone.owner is not None) for zone in zones}
    for card, word in enumerate(game.deck.words):
        for zone, whose, to_zone, to_whose in wording_of(game).card_help(card).transfers:
            assert {(zone, whose != "nobody"), (to_zone, to_whose != "nobody")} <= owned, word


def test_every_action_card_shows_what_it_moves() -> None:
    game = find("rummy-battle")
    for code in ("HOARD", "PICK", "THIEF", "SWITCH", "LUCKY"):
        assert wording_of(game).card_help(game.deck.card(code)).transfers


@pytest.mark.parametrize("key", GAMES)
def test_a_card_with_a_rule_of_its_own_names_it(key: str) -> None:
    game = find(key)
    for code, title in OWN_RULE[key].items():
        about = wording_of(game).card_help(game.deck.card(code))
        assert rules(game)[about.rule].title == title


def test_points_are_those_that_the_referee_counts() -> None:
    worth = {
        (key, code): wording_of(find(key)).card_help(find(key).deck.card(code)).worth
        for key, code in [("rummy-battle", "Jk"), ("rummy-battle", "THIEF"), ("scorzo", "WW")]
    }
    assert worth["rummy-battle", "Jk"] == "20 for you on the table, 20 against you in hand"
    assert worth["rummy-battle", "THIEF"] == "5 against you in hand, nothing once it is played"
    assert worth["scorzo", "WW"] == "15 outside melds"
