// The way from home to the deal of the day: which of today's deals are played, and the streak.
import { html } from "/vendor/lit.js";
import { words } from "/words/en_home.js";

const t = words.dailyCard;

/** @typedef {import("/client/protocol_types.js").DailyOverview} DailyOverview */

/** @param {DailyOverview | null} today null until it is loaded, or if the server does not say */
export function dailyCard(today) {
  const played = today?.games.filter((game) => game.state === "over").length ?? 0;
  const state = today ? [t.played(played, today.games.length), t.streak(today.streak)] : [t.about];
  const deals = today?.games.map(
    ({ game, state: how }) => html`<i data-game=${game} class=${how === "over" ? "daily-card-played" : ""}></i>`,
  );
  return html`<a class="daily-card" href="/daily"><span class="daily-card-deals" aria-hidden="true">${deals}</span><span
    class="grow"><b>${t.title}</b><small>${state.filter(Boolean).join(" · ")}</small></span></a>`;
}
