"""Plays a user's seat over a second connection, much faster than through the page."""

from __future__ import annotations

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
      await new Promise((come) => { wake = come; });
    }
    const message = messages.shift();
    const play = message.is === "welcome" ? message.play : message;
    if (message.is === "refusal") throw new Error(message.why);
    if (!play || !["welcome", "play"].includes(message.is)) continue;
    if (!play.legal.length && !play.result) continue;
    const act = choose(play);
    if (!act) {
      socket.close();
      return;
    }
    socket.send(JSON.stringify({ do: "act", id: `scripted ${play.ply}`, texts: [act.text] }));
  }
}"""
PLAY_TO_END = f"""([table, code]) => ({PLAY})(table, code, ({{ result, legal, ply }}) =>
  result ? null : legal[ply % legal.length])"""


def finish_game(user: BrowserUser, path: str) -> None:
    """Play at the table of this path until the game is over; meanwhile the page is elsewhere."""
    user.visit(ORIGIN_ONLY)
    table, code = path.removeprefix("/t/").split("#")
    user.page.evaluate(PLAY_TO_END, [table, code])
