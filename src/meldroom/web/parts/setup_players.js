// Set up: how many play, and who sits in each seat.
import { html, live, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.setUp;
const FRIEND = "friend"; // the value of the choice that is no bot

/** @typedef {import("/parts/setup_sheet.js").Form} Form */
/** @import { Bot, Strength } from "/client/protocol_types.js" */

/** @param {Form} form */
export function playersSection(form) {
  const { game, setUp, addPlayers } = form;
  const count = setUp.seats.length + 1;
  const [least, most] = game.players;
  return html`<section><div class="setup-heading"><h3 id="setup-players">${t.players}</h3><div class="setup-stepper"
    role="group" aria-labelledby="setup-players">${stepButton("minus", t.fewer, count === least, () => addPlayers(-1))}
    <output aria-live="polite">${count}</output>
    ${stepButton("plus", t.more, count === most, () => addPlayers(1))}</div></div>
    <ol class="setup-seats">${ownSeat(form)}${setUp.seats.map((level, at) =>
      otherSeat(form, level, at),
    )}</ol></section>`;
}

/** @param {string} sign @param {string} label @param {boolean} disabled @param {() => void} press */
const stepButton = (sign, label, disabled, press) =>
  html`<button type="button" aria-label=${label} ?disabled=${disabled} @click=${press}>${icon(sign)}</button>`;

/** @param {Form} form */
function ownSeat({ name, rename }) {
  const edit = (/** @type {Event} */ event) => rename(/** @type {HTMLInputElement} */ (event.target).value);
  return html`<li><span class="avatar" aria-hidden="true">${(name[0] ?? "?").toUpperCase()}</span><div
    class="setup-line"><label for="setup-name"><b>${t.you}</b></label><input id="setup-name" type="text" name="name"
    maxlength="24" required autocomplete="nickname" .value=${live(name)} @input=${edit}></div><p>${t.youNote}</p></li>`;
}

/** @param {Form} form @param {string | null} level @param {number} at among the seats besides the player's */
function otherSeat({ bots, game, setUp, change }, level, at) {
  const label = t.seat(at + 2);
  const players = setUp.seats.length + 1;
  const choose = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    change({ seats: setUp.seats.with(at, value === FRIEND ? null : value) });
  };
  const bot = bots.find((one) => one.name === level);
  return html`<li>${
    level === null
      ? html`<span class="avatar setup-free" aria-hidden="true">${icon("link")}</span>`
      : html`<span class="avatar" aria-hidden="true">${at + 2}</span>`
  }<div class="setup-line"><b>${label}</b><span class="setup-choice">${bot ? pips(bots, bot) : nothing}<select
    name="seat" aria-label=${label} @change=${choose}>${
      bots.length ? nothing : html`<option value="" ?selected=${level !== null}>${t.anyBot}</option>`
    }${bots.map(
      (one) => html`<option value=${one.name} ?selected=${one.name === level}>${one.label ?? one.name}</option>`,
    )}<option value=${FRIEND} ?selected=${level === null}>${
      setUp.oneDevice ? t.friendHere : t.friend
    }</option></select></span></div>${
      level === null && setUp.oneDevice
        ? friendHere(setUp, at, change)
        : html`<p>${level === null ? t.friendNote : bot ? describe(bot, bots, game.key, players) : ""}</p>`
    }</li>`;
}

/**
 * The name of a friend who plays at this device.
 * @param {import("/client/new_table.js").SetUp} setUp @param {number} at @param {Form["change"]} change
 */
function friendHere(setUp, at, change) {
  const rename = (/** @type {Event} */ event) => {
    const names = setUp.seats.map((_, seat) => setUp.names[seat] ?? "");
    change({ names: names.with(at, /** @type {HTMLInputElement} */ (event.target).value) });
  };
  return html`<input type="text" maxlength="24" aria-label=${t.nameOf(at + 2)} placeholder=${t.player(at + 2)}
    .value=${live(setUp.names[at] ?? "")} @input=${rename}>`;
}

/** How strong it is among those that are described. @param {Bot[]} bots @param {Bot} bot */
function pips(bots, bot) {
  const known = bots.filter(({ label }) => label);
  const rank = known.indexOf(bot);
  if (rank < 0) return nothing;
  return html`<span class="setup-pips" aria-hidden="true">${known.map(
    (_, at) => html`<i class=${at <= rank ? "on" : ""}></i>`,
  )}</span>`;
}

/**
 * What it does and, where it was measured, how often it beats the level below at such a table.
 * @param {Bot} bot @param {Bot[]} bots @param {string} game @param {number} players
 */
function describe(bot, bots, game, players) {
  if (!bot.about) return "";
  const below = bots[bots.indexOf(bot) - 1];
  const measured = (bot.strength ?? []).filter((one) => one.game === game && one.against === below?.name);
  const isShort = (/** @type {Strength} */ one) => Object.keys(one.options).length > 0;
  measured.sort((one, other) => Number(isShort(one)) - Number(isShort(other))); // whole games first
  const wanted = players === 2 ? 2 : 4;
  const figure = measured.find(({ seats }) => seats === wanted) ?? measured[0];
  const sentence = words.asSentence(bot.about);
  if (!figure) return sentence;
  const tell = figure.seats === 2 ? t.beats : t.winsAmongThree;
  return `${sentence} ${tell(below.label ?? below.name, Math.round(100 * figure.wins), isShort(figure))}`;
}
