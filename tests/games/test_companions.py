"""What a game has beside its rules is found by the name of its module, or is the default."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from meldroom.core.conformance import Conformance
from meldroom.core.env_facts import EnvFacts
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.skill import Skill
from meldroom.core.timing import Timing
from meldroom.core.view import view
from meldroom.core.wording import Wording
from meldroom.games.companions import (
    conformance_of,
    env_facts_of,
    folder_of,
    hot_paths_of,
    package_of,
    skill_of,
    text_beside,
    timing_of,
    wording_of,
)
from meldroom.games.lesson import lesson_of
from meldroom.games.rulebook import page
from meldroom.games.rummy_battle import RummyBattle
from meldroom.games.thumbs_up import ThumbsUp
from tests.scenario import SEED

GAME = """
from meldroom.games.thumbs_up.game import ThumbsUp

class Whist(ThumbsUp):
    key = "whist"
    name = "Whist"
"""
WORDING = """
from meldroom.core.wording import Wording
from meldroom.games.thumbs_up.wording import ThumbsUpWording

class {}(Wording):
    def prompt(self, seen):
        return "Follow suit."
"""

Install = Callable[..., AnyGame]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Write a package with these modules, and make the game that one of them declares."""
    monkeypatch.syspath_prepend(tmp_path)
    loaded = set(sys.modules)

    def install(package: str, game_module: str = "game", **modules: str) -> AnyGame:
        (tmp_path / package).mkdir()
        for name, text in {"__init__": "", **modules}.items():
            (tmp_path / package / f"{name}.py").write_text(text)
        name = package if game_module == "__init__" else f"{package}.{game_module}"
        game: AnyGame = import_module(name).Whist()
        return game

    yield install
    for name in set(sys.modules) - loaded:
        if name.partition(".")[0].endswith("_whist"):
            del sys.modules[name]


def test_the_companions_of_a_built_in_game_are_found_by_the_names_of_their_modules() -> None:
    game = RummyBattle()
    assert package_of(game) == "meldroom.games.rummy_battle"
    assert folder_of(game).name == "rummy_battle"
    for companion, name in (
        (wording_of(game), "RummyBattleWording"),
        (skill_of(game), "RummyBattleSkill"),
        (timing_of(game), "RummyBattleTiming"),
        (env_facts_of(game), "RummyBattleEnvFacts"),
        (conformance_of(game), "RummyBattleConformance"),
    ):
        assert type(companion).__name__ == name
    assert wording_of(game).game is game
    assert wording_of(game) is wording_of(game)


def test_the_hot_paths_of_a_game_can_be_asked() -> None:
    game = RummyBattle()
    for path in hot_paths_of(game):
        path.answer(game.deck.pack[: path.size])
    assert [path.size for path in hot_paths_of(game)] == [12, 24, 12]
    assert hot_paths_of(ThumbsUp()) == ()


def test_a_game_without_companions_gets_the_defaults_and_can_be_played(
    install: Install, tmp_path: Path
) -> None:
    game = install("bare_whist", game=GAME)
    assert package_of(game) == "bare_whist"
    assert folder_of(game) == tmp_path / "bare_whist"
    assert type(wording_of(game)) is Wording
    assert type(skill_of(game)) is Skill
    assert type(timing_of(game)) is Timing
    assert type(env_facts_of(game)) is EnvFacts
    assert type(conformance_of(game)) is Conformance
    assert hot_paths_of(game) == ()
    assert text_beside(game, "RULES.md") is None
    assert page(game) == "# Whist\n"
    assert lesson_of(game) is None
    state = game.start({}, 3, Rng(SEED))
    [seat] = game.to_act(state.public)
    assert wording_of(game).prompt(view(state, seat)) == "It is your turn."
    legal = game.legal(view(state, seat))
    assert skill_of(game).house(view(state, seat), legal, lambda n: 0) == legal[0]


def test_a_game_in_the_init_file_of_its_package_has_its_companions_beside_it(
    install: Install,
) -> None:
    wording = WORDING.format("WhistWording")
    game = install("init_whist", game_module="__init__", __init__=GAME, wording=wording)
    assert package_of(game) == "init_whist"
    assert type(wording_of(game)).__name__ == "WhistWording"


@pytest.mark.usefixtures("install")
def test_a_game_outside_any_package_gets_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "lone_whist.py").write_text(GAME)
    game: AnyGame = import_module("lone_whist").Whist()
    assert package_of(game) == ""
    assert type(wording_of(game)) is Wording
    assert text_beside(game, "RULES.md") is None
    with pytest.raises(ValueError, match="Whist of the module lone_whist is in no package"):
        folder_of(game)


def test_a_class_that_a_companion_only_imports_is_not_taken(install: Install) -> None:
    game = install("worded_whist", game=GAME, wording=WORDING.format("WhistWording"))
    wording = wording_of(game)
    assert type(wording).__name__ == "WhistWording"
    assert wording.prompt(view(game.start({}, 3, Rng(SEED)), 0)) == "Follow suit."


def test_a_companion_with_two_classes_is_refused(install: Install) -> None:
    two = WORDING.format("WhistWording") + WORDING.format("OtherWording")
    game = install("two_whist", game=GAME, wording=two)
    with pytest.raises(TypeError, match=r"two_whist\.wording has 2 subclasses of Wording, not one"):
        wording_of(game)


def test_a_companion_without_a_class_is_refused(install: Install) -> None:
    game = install("wordless_whist", game=GAME, wording="")
    with pytest.raises(TypeError, match=r"wordless_whist\.wording has 0 subclasses of Wording"):
        wording_of(game)


def test_a_companion_that_fails_to_import_is_not_hidden(install: Install) -> None:
    game = install("failing_whist", game=GAME, wording="import no_such_module")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        wording_of(game)
