// The people at the table: who is here, and what the player or the host can do about each of them.
import { html, nothing } from "/vendor/lit.js";
import { icon } from "/client/render.js";
import { seatAvatar } from "/client/toolkit.js";
import { presenceOf, seatInfo, separated } from "/parts/seats.js";
import { words } from "/words/en.js";

const t = words.people;

/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/reduce.js").Dispatch} Dispatch */

/** Who holds a seat, or waits for it. @param {TableState} state @param {number} at */
export const nameAt = ({ table }, at) =>
  table.requests?.find(({ seat }) => seat === at)?.name ?? table.seats[at]?.name ?? "";

/** @param {Toolkit | null} kit @param {TableState} state @param {Dispatch} dispatch */
export function playerList(kit, state, dispatch) {
  const { table, me } = state;
  const isHost = me !== null && table.host === me;
  const seats = table.seats.map((seat, at) => {
    const facts = [...seatFacts(state, at), ...(kit ? seatInfo(kit, at) : [])];
    const choices = seat.person && at !== me && me !== null ? personMenu(state, at, dispatch) : nothing;
    const name = at === me ? words.table.you : seat.name;
    return personRow(state, dispatch, {
      at,
      name,
      facts,
      away: seat.person && !seat.here,
      isHost: table.host === at,
      choices,
    });
  });
  const newcomers = (table.requests ?? []).map(({ seat, name }) => {
    const choices = isHost ? html`${removeButton(dispatch, seat)}` : nothing;
    const facts = [t.asked(table.seats[seat].name)];
    return personRow(state, dispatch, { at: seat, name, facts, away: false, isHost: false, choices });
  });
  return html`<ul class="people-list">${seats}${newcomers}</ul>`;
}

/** What is known of a seat besides the game. @param {TableState} state @param {number} at @returns {string[]} */
function seatFacts(state, at) {
  const { table, muted, me } = state;
  const heard = table.seats[at].silenced ? t.silenced : at in muted ? t.muted : "";
  const given = table.hints?.given[at] ?? 0;
  const hints = given ? words.advice.hints(given) : "";
  return [presenceOf(state, at) || (at === me ? "" : t.here), heard, hints].filter(Boolean);
}

/**
 * @param {TableState} state @param {Dispatch} dispatch
 * @param {{at: number, name: string, facts: string[], away: boolean, isHost: boolean, choices: unknown}} person
 */
function personRow({ ui }, dispatch, { at, name, facts, away, isHost, choices }) {
  const open = ui.person === name;
  const toggle = () => dispatch({ do: "person-menu", name });
  const more = html`<button type="button" class="btn plain" aria-expanded=${open ? "true" : "false"} @click=${toggle}
    aria-label=${t.menu(name)}>${icon("more")}</button>`;
  return html`<li>${seatAvatar(at, name)}<span class="people-name"><b>${name}</b><small>${
    away ? html`<span class="people-away" aria-hidden="true"></span>` : nothing
  }${separated(facts)}</small></span>${isHost ? html`<span class="people-host">${t.host}</span>` : nothing}${
    choices === nothing ? nothing : more
  }${open && choices !== nothing ? html`<div class="people-menu">${choices}</div>` : nothing}</li>`;
}

/** @param {TableState} state @param {number} at @param {Dispatch} dispatch */
export function personMenu({ table, me, muted }, at, dispatch) {
  const name = table.seats[at].name;
  const send = (/** @type {object} */ message) => dispatch({ do: "send", message });
  const mute = html`<button type="button" @click=${() => dispatch({ do: "mute", seat: at })}>${icon("mute")}${
    at in muted ? t.unmute : t.mute
  }</button>`;
  if (table.host !== me) return mute;
  const handOver = () => dispatch({ do: "make-host", seat: at });
  const { silenced, here, bot } = table.seats[at];
  const silence = () => send({ do: "silence", seat: at, on: !silenced });
  const cover = html`<button type="button" @click=${() => send({ do: "cover", seat: at })}>${icon(
    "bot",
  )}${t.letBotPlay}</button>`;
  return html`<button type="button" @click=${handOver}>${icon("flag")}${t.makeHost(name)}</button>${
    here || bot || table.phase !== "playing" ? nothing : cover
  }${mute}<button type="button" @click=${silence}>${icon("mute")}${
    silenced ? t.unsilence : t.silence
  }</button>${removeButton(dispatch, at)}`;
}

/** @param {Dispatch} dispatch @param {number} at */
function removeButton(dispatch, at) {
  const ask = () => dispatch({ do: "ask-remove", seat: at });
  return html`<button type="button" class="people-remove" @click=${ask}>${icon("cross")}${t.remove}</button>`;
}
