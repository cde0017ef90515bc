// What a page shows in place of a table or replay: it is still loading, does not exist, or the server is away.
import { html, nothing } from "/vendor/lit.js";
import { words } from "/words/en.js";

const t = words.states;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */

/** @param {TableSession} session @param {unknown} endButton for a table whose rules this version lacks */
export function tableState(session, endButton) {
  const { state, closeReason } = session;
  switch (state) {
    case "closed": {
      const why = closeReason ? words.asSentence(closeReason) : words.table.removed;
      return stateCard(t.cannotOpen, why, html`${endButton}${homeLink()}`);
    }
    case "limited":
      return stateCard(t.cannotOpen, words.table.tooManyTries, homeLink());
    case "lost":
      return stateCard(t.serverAway, t.tryingAgain, homeLink());
    default:
      return stateCard(t.openingTable);
  }
}

export const homeLink = () => html`<a class="btn primary" href="/">${t.toHome}</a>`;

/** A card on the cloth; without a text it only says that something is on its way.
 * @param {string} title @param {string} [text] @param {unknown} [actions] */
export const stateCard = (title, text = "", actions = nothing) => html`<section class="felt page-state"
  aria-label=${title}><div class="page-state-card ${text ? "notice" : ""}" role="status"><h2>${title}</h2>${
    text ? html`<p>${text}</p><p class="row">${actions}</p>` : nothing
  }</div></section>`;
