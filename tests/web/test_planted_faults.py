"""Faults planted in the page's JavaScript, a line each: the tests by Node's runner catch them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import meldroom
from tests.patience import PATIENCE

SOURCE = Path(meldroom.__file__).parent
UNIT = Path(__file__).parent / "unit"
FAULTS = {
    "another player's card fits your own action": (
        "choice.js", "act.seat === null ? foreign :", "act.seat === null ? false :"
    ),
    "Enter discards what could be melded": (
        "choice.js", "act.verb !== DISCARD || !this.fitting.some(isPlay)", "true"
    ),
    "an act is lost with the connection": (
        "reduce_table.js", "for (const { request } of s.unanswered) out.send(request);", ";"
    ),
    "an acknowledged act is sent again": (
        "reduce_table.js", "filter(({ request }) => request.id !== id)", "slice()"
    ),
    "two equal cards count as one": (
        "hand.js", "codes.splice(index, 1);", ";"
    ),
    "the log gives a silent race away": (
        "game_log.js", "if (silent) return", "if (false) return"
    ),
    "small numbers are drawn more often": (
        "verify.js", "if (word < limit) return", "return"
    ),
    "a shuffle of another seed verifies": (
        "verify.js", "agreed !== false && recomputed", "recomputed"
    ),
    "a share that was not committed to verifies": (
        "verify.js", "fit !== false && ", ""
    ),
    "a share is revealed under a commitment of somebody else": (
        "deal_share.js", "if (commitments[own.seat] !== own.commitment) return", "if (false) return"
    ),
    "a link runs code": (
        "markdown.js", "/^(https?:|\\/|#)/.test(link[2])", "true"
    ),
    "the error correction of a QR code is wrong": (
        "qr.js", "rest[i + at] ^= multiply(c, lead);", "rest[i + at] ^= c;"
    ),
    "a watcher never hears that the room is back": (
        "away.js", "  onReturn();\n", "\n"
    ),
    "two acts are sent for one turn": (
        "table_state.js", "unanswered.some(({ blocks }) => blocks) ||", ""
    ),
    "a hint is shown at another position": (
        "reduce_play.js", "askedId || hint.ply !== s.play?.ply", "askedId"
    ),
    "muting moves to the wrong person": (
        "people.js", "if (table.seats[seat].name === name) continue;", "continue;"
    ),
}  # fmt: skip


def run_unit_tests(source: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests by Node's runner on this copy of the page."""
    tests = sorted(map(str, UNIT.glob("*.test.js")))
    return subprocess.run(
        ["node", "--no-warnings", "--import", str(UNIT / "page.js"), "--test", *tests],
        env={**os.environ, "MELDROOM_WEB_FOLDER": f"{source.as_uri()}/"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the page's files."""
    if shutil.which("node") is None:
        pytest.skip("there is no Node on this machine")
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(SOURCE / "web", folder / "web", ignore=shutil.ignore_patterns("fonts"))
    for web in SOURCE.glob("games/*/web"):
        shutil.copytree(web, folder / web.relative_to(SOURCE))
    (folder / "package.json").write_text('{"type": "module"}')
    assert run_unit_tests(folder).returncode == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str, copied: Path) -> None:
    name, right, wrong = FAULTS[fault]
    file = copied / "web" / "client" / name
    text = file.read_text("utf-8")
    assert text.count(right) == 1, "the line has changed"
    file.write_text(text.replace(right, wrong), "utf-8")
    try:
        assert run_unit_tests(copied).returncode == 1
    finally:
        file.write_text(text, "utf-8")
