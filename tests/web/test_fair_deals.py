"""Fair deals in the browser: finished games verify in JavaScript, altered ones do not."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from meldroom.core.event import Shuffled
from meldroom.games import GAMES
from meldroom.server.http.tables_api import ReplayPositions
from tests.conformance.fair import HANDS, SECRETS, Form, fair_games, flipped
from tests.conftest import Figure
from tests.web.browser_user import BrowserUser

BATCH = 25
VERIFY = """async (batch) => {
  const {verify} = await import("/client/verify.js");
  const counts = {verified: 0, shuffles: 0, altered: 0, caught: 0, wrong: []};
  const check = async (record, shots, order, what) => {
    const {good, shuffles} = await verify(record, shots, order);
    if (what === "") { counts.verified += good; counts.shuffles += shuffles.length; }
    else { counts.altered += 1; counts.caught += !good; }
    if (good !== (what === "")) counts.wrong.push([record.game, record.seed, what]);
  };
  for (const {record, shots, order, flipped} of batch) {
    await check(record, shots, order, "");
    for (const [what, altered] of Object.entries(flipped)) {
      await check(altered, shots, order, what);
    }
    const swapped = structuredClone(shots);
    const {events} = swapped[0];
    const at = events.findIndex((event) => event.event === "shuffled");
    const dealt = events.slice(at).filter((event) => event.event === "moved"
      && event.source === events[at].zone && event.source_owner === null);
    const other = dealt.find((event) => event.cards[0] !== dealt[0].cards[0]);
    [other.cards[0], dealt[0].cards[0]] = [dealt[0].cards[0], other.cards[0]];
    await check(record, swapped, order, "order");
  }
  return counts;
}"""


def with_altered(form: Form, number: int) -> dict[str, Any]:
    """Give a record with its positions around each shuffle, and altered records."""
    positions = ReplayPositions(form)
    shuffles = [ply for ply, state in enumerate(positions.states) if _shuffled(state.journal)]
    plies = sorted({*shuffles, *(ply - 1 for ply in shuffles if ply)})
    shots = [shot for ply in plies for shot in positions.positions(ply, ply, None)]
    return {
        "record": form,
        "shots": json.loads(msgspec.json.encode(shots)),
        "order": list(GAMES[form["game"]].deck.codes),
        "flipped": {name: flipped(form, name, number + 57 * at) for at, name in enumerate(SECRETS)},
    }


def _shuffled(journal: tuple[Any, ...]) -> bool:
    return any(isinstance(event, Shuffled) for event in journal)


@HANDS
def test_22_finished_hands_verify_in_the_browser_and_altered_ones_do_not(
    hands: int, user: BrowserUser, figure: Figure
) -> None:
    user.visit("/settings")
    total = {"verified": 0, "shuffles": 0, "altered": 0, "caught": 0}
    games, played, batch = 0, 0, list[dict[str, Any]]()

    def verify() -> None:
        counts = user.page.evaluate(VERIFY, batch)
        assert counts["wrong"] == []
        for name in total:
            total[name] += counts[name]
        batch.clear()

    for form, many in fair_games(hands):
        batch.append(with_altered(form, games))
        games, played = games + 1, played + many
        if len(batch) == BATCH:
            verify()
    verify()
    assert total["verified"] == games
    assert total["shuffles"] == played >= hands
    assert total["caught"] == total["altered"] == 6 * games
    figure(
        f"22: JavaScript: {played} hands of {games} games verified, {total['caught']} altered in"
        " seed, secret, commit, share, commitment or order refused"
    )
