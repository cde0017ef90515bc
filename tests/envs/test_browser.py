"""The browser that draws pictures is given the page's files, and no others."""

from __future__ import annotations

from meldroom.envs.browser import WEB_FOLDER, page_file
from meldroom.front_end import assets, assets_folder
from meldroom.games import find


def test_the_page_is_given_its_own_files_and_those_of_its_game() -> None:
    assert page_file("/t/picture") == WEB_FOLDER / "index.html"
    assert page_file("/client/socket.js") == WEB_FOLDER / "client" / "socket.js"
    assert page_file("/client") is None, "a folder"
    assert page_file("/api/tables") is None
    game = find("scorzo")
    for name in assets(game):
        path = page_file(f"/games/scorzo/{name}")
        assert path == assets_folder(game) / name
        assert path.is_file()
    assert page_file("/games/scorzo/x/game.js") is None, "a file in a folder"
    assert page_file("/games/scorzo/game.py") is None, "a file that is not for the page"
