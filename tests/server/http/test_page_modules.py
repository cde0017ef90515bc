"""What modules import is read from their text, as written and as esbuild writes it."""

from __future__ import annotations

import pytest

from meldroom.server.http.page_modules import reached


@pytest.mark.parametrize(
    "text",
    [
        'import { html } from "/a/other.js";',
        'import {\n  html,\n  nothing,\n} from "/a/other.js";\nconst x = 1;',
        'import "./other.js";',
        'export * from "../a/other.js";',
        'import{a as o,b as r}from"./other.js";export{o as html};',
        'import"../a/other.js";',
    ],
)
def test_what_a_module_imports_at_once_is_found(text: str) -> None:
    modules = {"/a/start.js": text, "/a/other.js": ""}
    assert reached("/a/start.js", modules.get) == ["/a/start.js", "/a/other.js"]


def test_neither_types_nor_what_is_loaded_when_it_is_needed_is_found() -> None:
    text = '/** @typedef {import("/a/types.js").Type} Type */\nawait import("/a/late.js");'
    modules = {"/a/start.js": text, "/a/types.js": "", "/a/late.js": ""}
    assert reached("/a/start.js", modules.get) == ["/a/start.js"]


def test_modules_that_import_each_other_are_found_once_and_missing_ones_left_out() -> None:
    modules = {
        "/a.js": 'import "/b.js"; import "/c.js";',
        "/b.js": 'import "/c.js"; import "/gone.js";',
        "/c.js": 'import "/a.js";',
    }
    assert sorted(reached("/a.js", modules.get)) == ["/a.js", "/b.js", "/c.js"]


def test_a_type_that_a_comment_imports_is_not_loaded() -> None:
    modules = {"/a.js": '/** @import { T } from "/types.js" */', "/types.js": ""}
    assert reached("/a.js", modules.get) == ["/a.js"]
