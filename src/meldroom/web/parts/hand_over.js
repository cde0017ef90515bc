// The cover of a device that several people share: whose turn it is, and no card until they are ready.
import { html } from "/vendor/lit.js";
import { handOverTo } from "/client/table_state.js";
import { words } from "/words/en.js";

const t = words.handOver;

/** @param {import("/client/table_state.js").TableState} state */
export function handOver(state) {
  const { name } = state.table.seats[handOverTo(state) ?? 0];
  return html`<main class="board hand-over"><section class="felt" aria-label=${words.table.table}>
    <div class="own-side waiting"><span class="avatar" aria-hidden="true">${name[0].toUpperCase()}</span>
      <h2 tabindex="-1">${t.title(name)}</h2><p>${t.text(name)}</p>
      <div class="acts"><button type="button" class="btn big primary" data-command="take-device"
        ?disabled=${state.connection !== "open"} aria-keyshortcuts="Enter">${t.ready(name)}</button></div></div>
  </section></main>`;
}
