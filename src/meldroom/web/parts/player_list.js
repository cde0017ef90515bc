// The people at the table: who is here, and what the player or the host can do about each of them.
import { html, nothing } from "/vendor/lit.js";
import { icon, redraw } from "/client/render.js";
import { seatAvatar } from "/client/toolkit.js";
import { presenceOf, seatInfo, separated } from "/parts/seats.js";
import { words } from "/words/en.js";

const t = words.people;

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/parts/table_dialogs.js").TableUi} TableUi */

/** Who holds a seat, or waits for it. @param {TableSession} session @param {number} at */
export const nameAt = ({ table }, at) =>
  table.requests?.find(({ seat }) => seat === at)?.name ?? table.seats[at]?.name ?? "";

/** @param {Toolkit | null} kit @param {TableSession} session @param {TableUi} ui */
export function playerList(kit, session, ui) {
  const { table, me } = session;
  const isHost = me !== null && table.host === me;
  const seats = table.seats.map((seat, at) => {
    const facts = [...seatFacts(session, at), ...(kit ? seatInfo(kit, at) : [])];
    const choices = seat.person && at !== me && me !== null ? personMenu(session, ui, at) : nothing;
    const name = at === me ? words.table.you : seat.name;
    return personRow(ui, { at, name, facts, away: seat.person && !seat.here, isHost: table.host === at, choices });
  });
  const newcomers = (table.requests ?? []).map(({ seat, name }) => {
    const choices = isHost ? html`${removeButton(ui, seat)}` : nothing;
    const facts = [t.asked(table.seats[seat].name)];
    return personRow(ui, { at: seat, name, facts, away: false, isHost: false, choices });
  });
  return html`<ul class="people-list">${seats}${newcomers}</ul>`;
}

/** What is known of a seat besides the game. @param {TableSession} session @param {number} at @returns {string[]} */
function seatFacts(session, at) {
  const { table, mutes, me } = session;
  const heard = table.seats[at].silenced ? t.silenced : mutes.has(at) ? t.muted : "";
  const given = table.hints?.given[at] ?? 0;
  const hints = given ? words.advice.hints(given) : "";
  return [presenceOf(session, at) || (at === me ? "" : t.here), heard, hints].filter(Boolean);
}

/**
 * @param {TableUi} ui
 * @param {{at: number, name: string, facts: string[], away: boolean, isHost: boolean, choices: unknown}} person
 */
function personRow(ui, { at, name, facts, away, isHost, choices }) {
  const open = ui.person === name;
  const toggle = () => {
    ui.person = open ? "" : name;
    redraw();
  };
  const more = html`<button type="button" class="btn plain" aria-expanded=${open ? "true" : "false"} @click=${toggle}
    aria-label=${t.menu(name)}>${icon("more")}</button>`;
  return html`<li>${seatAvatar(at, name)}<span class="people-name"><b>${name}</b><small>${
    away ? html`<span class="people-away" aria-hidden="true"></span>` : nothing
  }${separated(facts)}</small></span>${isHost ? html`<span class="people-host">${t.host}</span>` : nothing}${
    choices === nothing ? nothing : more
  }${open && choices !== nothing ? html`<div class="people-menu">${choices}</div>` : nothing}</li>`;
}

/** @param {TableSession} session @param {TableUi} ui @param {number} at */
export function personMenu(session, ui, at) {
  const { table, me, mutes } = session;
  const name = table.seats[at].name;
  const isMuted = mutes.has(at);
  const mute = html`<button type="button" @click=${() => {
    if (isMuted) mutes.remove(at);
    else mutes.add(at, name);
    redraw();
  }}>${icon("mute")}${isMuted ? t.unmute : t.mute}</button>`;
  if (table.host !== me) return mute;
  const handOver = () => {
    session.socket.send({ do: "hand", seat: at });
    ui.person = "";
    redraw();
  };
  const { silenced, here, bot } = table.seats[at];
  const silence = () => session.socket.send({ do: "silence", seat: at, on: !silenced });
  const cover = html`<button type="button" @click=${() => session.socket.send({ do: "cover", seat: at })}>${icon(
    "bot",
  )}${t.letBotPlay}</button>`;
  return html`<button type="button" @click=${handOver}>${icon("flag")}${t.makeHost(name)}</button>${
    here || bot || table.phase !== "playing" ? nothing : cover
  }${mute}<button type="button" @click=${silence}>${icon("mute")}${
    silenced ? t.unsilence : t.silence
  }</button>${removeButton(ui, at)}`;
}

/** @param {TableUi} ui @param {number} at */
function removeButton(ui, at) {
  const ask = () => {
    ui.removing = at;
    ui.dialog = "remove";
    redraw();
  };
  return html`<button type="button" class="people-remove" @click=${ask}>${icon("cross")}${t.remove}</button>`;
}
