// Set up: the clock, and who may join, watch and chat.
import { html, live, nothing } from "/vendor/lit.js";
import { isShared } from "/client/new_table.js";
import { segments } from "/parts/setup_rules.js";
import { words } from "/words/en.js";

const t = words.setUp;

/** @typedef {import("/parts/setup_sheet.js").Form} Form */
/** @typedef {import("/client/new_table.js").SetUp} SetUp */

/** @param {Form} form */
export function clockSection({ setUp, change }) {
  const note = isShared(setUp) ? t.noClock : t.turnTimeNote;
  const choose = (/** @type {Event} */ event) =>
    change({ clock: /** @type {HTMLSelectElement} */ (event.target).value });
  return html`<section><div class="setup-heading"><h3>${t.clock}</h3></div><ul><li class="setup-row"><label
    for="setup-clock">${t.turnTime}</label><p>${note}</p><select id="setup-clock" name="clock"
    ?disabled=${isShared(setUp)} @change=${choose}>${Object.entries(words.home.clocks).map(
      ([value, label]) => html`<option value=${value} ?selected=${value === setUp.clock}>${label}</option>`,
    )}</select></li></ul></section>`;
}

/** @param {Form} form */
export function entrySection({ setUp, change }) {
  if (isShared(setUp)) return nothing; // everybody is here
  const { listed, watchers } = setUp;
  const chat = setUp.chat ?? !listed;
  const join = [
    { value: false, label: t.byLink, short: t.byLink },
    { value: true, label: t.anyone, short: t.anyone },
  ];
  /** @type {{value: SetUp["watchers"], label: string, short: string}[]} */
  const watch = [
    { value: "off", label: t.noWatchers, short: t.noWatchers },
    { value: "delayed", label: t.watchers, short: t.watchers },
    { value: "open_hands", label: t.openHands, short: t.openHands },
  ];
  const watchNote = { off: t.noWatchersNote, delayed: t.watchersNote, open_hands: t.openHandsNote }[watchers];
  return html`<section><div class="setup-heading"><h3>${t.entry}</h3></div><ul>
    <li class="setup-row"><b>${t.join}</b><p>${listed ? t.anyoneNote : t.byLinkNote}</p>${segments(
      "listed",
      t.join,
      join,
      listed,
      (value) => change({ listed: value }),
    )}</li>
    <li class="setup-row"><b>${t.watch}</b><p>${watchNote}</p>${segments(
      "watchers",
      t.watch,
      watch,
      watchers,
      (value) => change({ watchers: value }),
    )}</li>
    <li class="setup-row"><label for="setup-chat">${t.chat}</label><p>${t.chatNote}</p><input type="checkbox"
      role="switch" class="setup-switch" id="setup-chat" .checked=${live(chat)} @change=${(
        /** @type {Event} */ event,
      ) => change({ chat: /** @type {HTMLInputElement} */ (event.target).checked })}></li></ul></section>`;
}
