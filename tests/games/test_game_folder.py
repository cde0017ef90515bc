"""What lies beside a game is found by name, and a game without it has defaults."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.wording import Wording
from meldroom.games.companions import folder_of, hot_paths_of, text_beside, wording_of

GAME = """
from meldroom.games.thumbs_up import ThumbsUp
class Game(ThumbsUp): pass
"""
WORDING = """
from meldroom.core.wording import Wording
class One(Wording): pass
"""


def a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, **files: str) -> AnyGame:
    """Write a package with these modules, and give the game in it."""
    (tmp_path / name).mkdir()
    for module, text in {"__init__": GAME, **files}.items():
        (tmp_path / name / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    game: AnyGame = import_module(name).Game()
    return game


def test_a_module_beside_the_game_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_package(tmp_path, monkeypatch, "with_wording", wording=WORDING)
    assert type(wording_of(game)).__name__ == "One"
    assert folder_of(game) == tmp_path / "with_wording"


def test_a_game_of_rules_alone_has_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = a_package(tmp_path, monkeypatch, "rules_alone")
    assert type(wording_of(game)) is Wording
    assert hot_paths_of(game) == ()
    assert text_beside(game, "RULES.md") is None


def test_a_module_with_two_subclasses_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = f"{WORDING}class Two(Wording): pass"
    game = a_package(tmp_path, monkeypatch, "two_wordings", wording=two)
    with pytest.raises(TypeError, match=r"two_wordings.wording has 2 subclasses of Wording"):
        wording_of(game)


def test_a_game_in_no_package_has_defaults_and_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lone_module.py").write_text(GAME)
    monkeypatch.syspath_prepend(tmp_path)
    game: AnyGame = import_module("lone_module").Game()
    assert type(wording_of(game)) is Wording
    assert text_beside(game, "RULES.md") is None
    with pytest.raises(ValueError, match="Game of the module lone_module is in no package"):
        folder_of(game)
