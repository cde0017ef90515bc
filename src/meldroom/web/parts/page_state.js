// What a page shows in place of a table or replay: it is still loading, does not exist, or the server is away.
import { html, nothing } from "/vendor/lit.js";
import { endButton } from "/parts/table_notice.js";
import { words } from "/words/en.js";

const t = words.states;

/** @typedef {import("/client/table_state.js").TableState} TableState */

/** @param {TableState} state @param {import("/client/reduce.js").Dispatch} dispatch */
export function tableState(state, dispatch) {
  const { connection, closeReason } = state;
  switch (connection) {
    case "closed": {
      const why = closeReason ? words.asSentence(closeReason) : words.table.removed;
      return stateCard(t.cannotOpen, why, html`${endButton(state, dispatch)}${homeLink()}`);
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
