// The sheet "Set up": players, house rules, clock and who may come in, then the table opens.
import { html, live, nothing, ref } from "/vendor/lit.js";
import { hooksOf } from "/client/game_assets.js";
import { botLevel, isShared, lastSetUp, playerName, tableFields } from "/client/new_table.js";
import { icon, redraw } from "/client/render.js";
import { changeSettings, settings } from "/client/settings.js";
import { NO_VIEW, Toolkit } from "/client/toolkit.js";
import { playersSection } from "/parts/setup_players.js";
import { placeSection } from "/parts/setup_place.js";
import { rulesSection } from "/parts/setup_rules.js";
import { clockSection, entrySection } from "/parts/setup_table.js";
import { words } from "/words/en.js";

const t = words.setUp;
const ART_CARDS = 4;
const ONE_DEVICE = { clock: "off", listed: false, watchers: "off" };

/** @typedef {import("/client/new_table.js").SetUp} SetUp */
/** @typedef {import("/client/game_assets.js").Game} Game */
/** @typedef {import("/client/protocol_types.js").Bot} Bot */
/**
 * @typedef {object} Form what a section of the sheet draws from
 * @property {Game} game
 * @property {Bot[]} bots
 * @property {SetUp} setUp
 * @property {string} name the player's
 * @property {(fields: Partial<SetUp>) => void} change
 * @property {(by: number) => void} addPlayers
 * @property {(name: string) => void} rename
 */

// The sections of the left column, then of the right one; each draws itself from the form.
/** @type {((form: Form) => unknown)[][]} */
const SECTIONS = [
  [playersSection, placeSection, entrySection],
  [rulesSection, clockSection],
];

/**
 * @param {Game} game @param {Bot[]} bots @param {(fields: object) => Promise<string>} open gives a problem, "" if none
 * @param {() => void} onClose @param {Partial<SetUp>} [wanted] other than last time
 */
export function setUpSheet(game, bots, open, onClose, wanted = {}) {
  let setUp = { ...lastSetUp(game, bots), ...wanted };
  let name = playerName();
  let forPlayNow = isSame(setUp, settings.playNow[game.key]);
  let problem = "";
  let busy = false;
  /** @type {HTMLDialogElement | null} */
  let sheet = null;

  /** @param {Partial<SetUp>} fields */
  function change(fields) {
    setUp = { ...setUp, ...fields };
    redraw();
  }

  /** One player more or fewer, as far as the game allows. @param {number} by */
  function addPlayers(by) {
    const [least, most] = game.players;
    const count = Math.min(most, Math.max(least, setUp.seats.length + 1 + by)) - 1;
    const more = Array.from({ length: Math.max(0, count - setUp.seats.length) }, () => botLevel(bots));
    change({ seats: [...setUp.seats, ...more].slice(0, count) });
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    busy = true;
    const level = setUp.seats.find((seat) => seat) ?? settings.bot;
    changeSettings({
      name: name.trim(),
      bot: level,
      setUps: { ...settings.setUps, [game.key]: setUp },
      ...(forPlayNow ? { playNow: { ...settings.playNow, [game.key]: setUp } } : {}),
    });
    problem = await open(tableFields(game, setUp, bots));
    busy = false;
    redraw();
  }

  /** + and − change the number of players, Enter opens the table. @param {KeyboardEvent} event */
  function pressKey(event) {
    const { key, target } = event;
    const element = /** @type {HTMLElement} */ (target);
    if (element.matches("input[type=text]")) return;
    if (key === "+" || key === "-") {
      event.preventDefault();
      addPlayers(key === "+" ? 1 : -1);
    } else if (key === "Enter" && !element.closest("button, a, select")) {
      event.preventDefault();
      sheet?.querySelector("form")?.requestSubmit();
    }
  }

  const openOnceConnected = ref((element) => {
    sheet = /** @type {HTMLDialogElement | null} */ (element ?? null);
    queueMicrotask(() => {
      if (!sheet?.isConnected || sheet.open) return;
      sheet.showModal();
      sheet.querySelector("h2")?.focus();
    });
  });
  const closeOnBackdrop = (/** @type {Event} */ event) => {
    if (event.target === event.currentTarget) sheet?.close();
  };

  function header() {
    const kit = new Toolkit({ game, names: [], me: null, choice: null, view: NO_VIEW });
    const { minutes } = hooksOf(game.key);
    const step = Math.max(1, Math.floor(game.cards.length / ART_CARDS));
    const shown = game.cards.filter((_, at) => at % step === 0).slice(0, ART_CARDS);
    const facts = [words.home.players(...game.players), ...(minutes ? [t.minutes(minutes)] : [])];
    return html`<header><div><h2 id="setup-title" tabindex="-1">${t.title(game.name)}</h2><p>${facts.join(
      " · ",
    )}</p></div><span class="setup-art" aria-hidden="true">${shown.map(({ code }) => kit.picture(code))}</span><button
      type="button" class="btn plain" aria-label=${words.dialog.close} @click=${() => sheet?.close()}>${icon(
        "cross",
      )}</button></header>`;
  }

  function footer() {
    const friends = setUp.seats.filter((seat) => seat === null).length;
    const changed = Object.keys(setUp.options).length;
    const summary = t.summary({
      ...setUp,
      ...(isShared(setUp) ? ONE_DEVICE : {}),
      friends,
      bots: setUp.seats.length - friends,
      changed,
    });
    return html`<footer><div><p class="setup-summary" aria-live="polite">${summary}</p>
      ${problem ? html`<p class="setup-problem" role="alert">${problem}</p>` : nothing}
      <label><input type="checkbox" name="play-now" .checked=${live(forPlayNow)} @change=${(
        /** @type {Event} */ event,
      ) => {
        forPlayNow = /** @type {HTMLInputElement} */ (event.target).checked;
      }}>${t.forPlayNow}</label></div>
      <button class="btn big primary" ?disabled=${busy}>${
        friends && !isShared(setUp) ? t.openTable : t.start
      }</button></footer>`;
  }

  const draw = () => {
    /** @type {Form} */
    const form = {
      game,
      bots,
      setUp,
      name,
      change,
      addPlayers,
      rename(/** @type {string} */ chosen) {
        name = chosen;
      },
    };
    return html`<dialog class="setup" data-game=${game.key} aria-labelledby="setup-title" ${openOnceConnected}
      @close=${onClose} @click=${closeOnBackdrop} @keydown=${pressKey}><form class="setup-form"
      @submit=${submit}>${header()}<div class="setup-columns">${SECTIONS.map(
        (column) => html`<div>${column.map((section) => section(form))}</div>`,
      )}</div>${footer()}</form></dialog>`;
  };
  return { draw };
}

/** @param {SetUp} one @param {SetUp | undefined} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
