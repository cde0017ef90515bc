"""`meldroom` with another version of the page: one text of home and one of a table differ."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from meldroom.cli import main
from meldroom.server.http import static_files

CHANGED_PAGE_SERVER = "tests.web.changed_page_server"
CHANGES = {
    "words/en_home.js": ("Five card games, one room.", "Five card games, newer."),
    "words/en_pages.js": ('title: "Settings"', 'title: "Newer settings"'),
}


def change_page(folder: Path) -> Path:
    """Copy the files of the page to a folder, and change some."""
    changed = shutil.copytree(static_files.WEB_FOLDER, folder / "web")
    for name, (old, new) in CHANGES.items():
        text = (changed / name).read_text()
        assert old in text
        (changed / name).write_text(text.replace(old, new))
    return Path(changed)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        static_files.WEB_FOLDER = change_page(Path(folder))
        main(prog_name="meldroom")
