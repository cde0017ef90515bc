// Set up: whether friends play at this device, and whether the table stays.
import { html, live } from "/vendor/lit.js";
import { words } from "/words/en.js";

const t = words.setUp;

/** @typedef {import("/parts/setup_sheet.js").Form} Form */

/** @param {Form} form */
export function placeSection({ game, setUp, change }) {
  const shareDevice = (/** @type {boolean} */ oneDevice) => {
    const [, ...others] = setUp.seats;
    change({ oneDevice, seats: !oneDevice || setUp.seats.includes(null) ? setUp.seats : [null, ...others] });
  };
  const deviceNote = game.race ? `${t.oneDeviceNote} ${words.handOver.race}` : t.oneDeviceNote;
  return html`<section><div class="setup-heading"><h3>${t.place}</h3></div><ul>
    ${row("setup-one-device", t.oneDevice, deviceNote, setUp.oneDevice, shareDevice)}
    ${row("setup-regular", t.regular, t.regularNote, setUp.regular, (regular) => change({ regular }))}</ul></section>`;
}

/**
 * A choice with its switch.
 * @param {string} id @param {string} label @param {string} note @param {boolean} on @param {(on: boolean) => void} set
 */
function row(id, label, note, on, set) {
  const change = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked);
  return html`<li class="setup-row"><label for=${id}>${label}</label><p>${note}</p><input type="checkbox" role="switch"
    class="setup-switch" id=${id} .checked=${live(on)} @change=${change}></li>`;
}
