"""Plays a user's seat over a second connection, much faster than through the page."""

from __future__ import annotations

from typing import Any

from tests.web.browser_user import ORIGIN_ONLY, BrowserUser

# Calls `choose` with each position in which the user can act, until it gives no action.
PLAY = """async (table, code, choose) => {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  const messages = [];
  let wake = () => {};
  socket.onmessage = ({ data }) => { messages.push(JSON.parse(data)); wake(); };
  await new Promise((open) => { socket.onopen = open; });
  socket.send(JSON.stringify({ do: "hello", table, code }));
  for (;;) {
    while (!messages.length) {
      await new Promise((come, fail) => {
        wake = come;
        setTimeout(() => fail(new Error("nobody acts: the round is over")), 30_000);
      });
    }
    const message = messages.shift();
    const play = message.is === "welcome" ? message.play : message;
    if (message.is === "refusal") throw new Error(message.why);
    if (!play || !["welcome", "play"].includes(message.is)) continue;
    if (!play.legal.length && !play.result) continue;
    const act = choose(play);
    if (!act) {
      socket.close();
      return { ply: play.ply, effects: play.effects, legal: play.legal.map(({ text }) => text) };
    }
    socket.send(JSON.stringify({ do: "act", id: `scripted ${play.ply}`, texts: [act.text] }));
  }
}"""
# Draws, melds and discards, but keeps every card that could be played for its effect.
PLAY_UNTIL = f"""([wanted, maxActs]) => {{
  const found = new Function("play", `return ${{wanted}}`);
  const codes = (act) => [act.card, act.cards].filter(Boolean).join(" ");
  const isKept = (act) => /[A-Z]{{4}}/.test(codes(act));
  const rank = (act) => ["meld", "draw", "bonus", "discard"].indexOf(act.action);
  let acts = 0;
  return ({PLAY})(location.pathname.split("/").at(-1), location.hash.slice(1), (play) => {{
    if (play.result) throw new Error("the game is over");
    if (found(play)) return null;
    acts += 1;
    if (acts > maxActs) throw new Error("it was never offered");
    const open = play.legal.filter((act) => rank(act) >= 0);
    const best = open.filter((act) => !isKept(act)).sort((a, b) => rank(a) - rank(b));
    return best[0] ?? open[0] ?? play.legal[0];
  }});
}}"""
PLAY_TO_END = f"""([table, code]) => ({PLAY})(table, code, ({{ result, legal, ply }}) =>
  result ? null : legal[ply % legal.length])"""
MAX_ACTS = 400


def play_until(user: BrowserUser, wanted: str) -> dict[str, Any]:
    """Play within a round until a JavaScript expression is true of `play` and the page shows it."""
    found: dict[str, Any] = user.page.evaluate(PLAY_UNTIL, [wanted, MAX_ACTS])
    user.page.wait_for_function(
        "(ply) => Number(document.querySelector('.board')?.dataset.ply) === ply", arg=found["ply"]
    )
    user.wait_for_turn()
    return found


def finish_game(user: BrowserUser, path: str) -> None:
    """Play at the table of this path until the game is over; meanwhile the page is elsewhere."""
    user.visit(ORIGIN_ONLY)
    table, code = path.removeprefix("/t/").split("#")
    user.page.evaluate(PLAY_TO_END, [table, code])


def effect_of(card: str, targets: int = 1, after_draw: bool = True) -> str:
    """Write the condition that a card can be played on so many targets."""
    drawn = 'play.legal.some((act) => act.action === "discard")' if after_draw else "true"
    uses = f'play.effects.some((one) => one.card === "{card}" && one.uses.length >= {targets})'
    return f"{drawn} && {uses}"
