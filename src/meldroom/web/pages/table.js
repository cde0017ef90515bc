// A table: the others, the middle, your side, and the rail.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { drag } from "/client/drag.js";
import { Parts, sign } from "/client/toolkit.js";
import { Place } from "/client/table_session.js";
import { press } from "/client/keys.js";
import { set, settings } from "/client/settings.js";
import { redraw } from "/client/render.js";
import { bar, tool, way } from "/parts/bar.js";
import { final } from "/parts/final.js";
import { invite, link } from "/parts/invite.js";
import { mine } from "/parts/own_side.js";
import { log, scorePad, talk, thrown } from "/parts/rail.js";
import { centre, seats } from "/parts/seats.js";
import { sheet } from "/parts/sheet.js";
import { table as waitingTable } from "/parts/waiting.js";
import { words } from "/words/en.js";

const t = words.table;
const SORTS = ["meld", "set", "run", "free"];

/** @typedef {{place: Place, coach: (p: Parts, where: "felt" | "rail") => unknown, side: (p: Parts) => unknown, held: (p: Parts) => unknown, drawn: () => void}} Lesson */

/**
 * @param {string} key @param {string} code @param {(path: string) => void} go
 * @param {Lesson | null} [lesson] who teaches at this table @returns {import("/client/render.js").Page}
 */
export function tablePage(key, code, go, lesson = null) {
  const place = lesson?.place ?? new Place(key, code);
  const ui = { sheet: "", whole: false, more: false, copied: false };
  const tick = setInterval(() => { if (place.left !== null && !place.calm) redraw(); }, 1000);
  const keys = (/** @type {KeyboardEvent} */ event) => press(event, place, act);
  let at = ""; // where the focus was last
  addEventListener("keydown", keys);

  /** @param {string} what */
  function act(what) {
    if (what === "clear") place.choice.clear();
    else if (what === "undo") place.undo();
    else if (what === "race") place.race();
    else if (what === "more") ui.more = !ui.more;
    else if (what === "whole") ui.whole = !ui.whole;
    else if (what === "sort") set({ sort: SORTS[(SORTS.indexOf(settings.sort) + 1) % SORTS.length] });
    else if (what === "copy") navigator.clipboard?.writeText(link(key, place.code)).then(() => { ui.copied = true; redraw(); }, () => {});
    else if (what === "rematch") place.line.say({ do: "rematch" });
    else if (what === "start") place.line.say({ do: "start" });
    else if (what === "pause") place.line.say({ do: "pause", on: !place.table.paused });
    else if (what === "end") place.line.say({ do: "end" });
    else if (what === "giveup") { place.line.say({ do: "leave" }); go("/"); }
    else if (what === "home") go("/");
    else if (what === "leave" && (lesson || place.table?.phase !== "playing")) go("/");
    else { ui.sheet = ui.sheet === what ? "" : what; ui.copied = false; }
    redraw();
  }

  /** @param {Event} event */
  function clicked(event) {
    const on = /** @type {Element} */ (event.target);
    const found = (/** @type {string} */ name) => on.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null;
    const button = on.closest("button");
    if (button?.disabled) return;
    const text = found("act");
    const what = found("do");
    const staged = found("stage");
    const slot = found("slot");
    const seat = found("seat");
    if (what) act(what);
    else if (text) { ui.more = false; place.act(text); }
    else if (slot && on.closest("button.card")) choose(/** @type {HTMLElement} */ (on.closest("button.card")));
    else if (seat) place.choice.toggleSeat(Number(seat));
    else if (staged) stage(staged);
    redraw();
  }

  /** @param {string} text */
  function stage(text) {
    if (place.choice.staged === text || settings.stage === "off") place.act(text);
    else place.choice.stage(text);
  }

  /** @param {HTMLElement} card */
  function choose(card) {
    const { slot = "", code = "", owner } = card.dataset;
    place.focused = slot;
    place.refusal = null;
    ui.more = false;
    if (!place.myTurn) return;
    place.choice.toggle({ slot, code, owner: card.hasAttribute("data-hand") ? place.me : owner === "" ? null : Number(owner) });
  }

  /** @param {SubmitEvent} event */
  async function sit(event) {
    event.preventDefault();
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    set({ name });
    try {
      await api.takeSeat(key, { name: name || words.home.guest, code: place.code ?? "" });
      place.line.close();
      go(`/t/${key}#${place.code ?? ""}`);
    } catch (error) {
      place.refusal = { why: /** @type {Error} */ (error).message, rule: /** @type {any} */ (error).rule ?? "" };
      redraw();
    }
  }

  const parts = () => new Parts({ game: place.game, table: place.table, view: place.play.view, play: place.play, me: place.me, names: place.table.seats.map((/** @type {any} */ seat) => seat.name), choice: place.me === null ? null : place.choice, hints: settings.hints === "on" });

  const tools = () => html`
    ${place.code ? tool("link", words.bar.invite, "invite", "not-phone") : nothing}
    ${tool("pad", words.bar.pad, "pad", "only-narrow")}${tool("log", words.bar.log, "log", "only-narrow")}
    ${place.game ? way("rules", words.bar.rules, `/rules/${place.game.key}`) : nothing}${lesson ? nothing : tool("cog", words.bar.more, "menu")}`;

  const strip = () => place.state === "lost" ? html`<p class="strip">${t.lost}</p>`
    : place.state === "shut" ? html`<p class="strip">${place.why ? t.refused(place.why) : t.shut} <a href="/">${t.home}</a></p>`
      : place.table?.phase === "closed" ? html`<p class="strip">${t.closed} <a href="/">${t.home}</a></p>` : nothing;

  /** @param {Parts | null} p */
  function held(p) {
    const close = () => { if (ui.sheet) { ui.sheet = ""; redraw(); } };
    if (ui.sheet === "invite") return sheet(words.invite.title, invite(link(key, place.code), ui.copied), close);
    if (ui.sheet === "pad" && p) return sheet(words.bar.pad, html`${scorePad(p, place.play.pad)}<button type="button" class="btn" @click=${() => print()}>${t.print}</button>`, close, "bare");
    if (ui.sheet === "log" && p) return sheet(words.bar.log, html`${log(p, place.tale, ui.whole)}${thrown(p, place.tale.thrown)}`, close, "bare");
    if (ui.sheet === "keys") return sheet(words.keys.title, html`<dl class="keys">${words.keys.list.map(([key_, does]) => html`<dt><kbd>${key_}</kbd></dt><dd>${does}</dd>`)}${place.game?.race ? html`<dt><kbd>${words.keys.race}</kbd></dt><dd>${words.keys.raceDoes}</dd>` : nothing}</dl>`, close);
    if (ui.sheet === "leave") return sheet(t.leaveTitle, html`<p>${t.leaveText}</p><p class="row"><button type="button" class="btn go" @click=${close}>${t.stay}</button><button type="button" class="btn" data-do="home">${t.go}</button><button type="button" class="btn plain" data-do="giveup">${t.giveUp}</button></p>`, close);
    if (ui.sheet === "menu") return sheet(words.bar.more, menu(), close);
    return nothing;
  }

  const menu = () => html`<p class="row"><a class="btn" href="/settings">${sign("cog")}${words.bar.settings}</a><button type="button" class="btn" data-do="keys">${words.keys.title}</button>${place.code ? html`<button type="button" class="btn only-phone" data-do="invite">${sign("link")}${words.bar.invite}</button>` : nothing}</p>
    ${place.me === null ? nothing : html`<h3>${t.phrase}</h3><p class="row">${place.phrases.map((phrase, at) => html`<button type="button" class="btn" @click=${() => { place.line.say({ do: "say", phrase: at }); ui.sheet = ""; redraw(); }}>${phrase}</button>`)}</p>
    ${place.table?.chat ? html`<form class="row" @submit=${(/** @type {SubmitEvent} */ e) => { e.preventDefault(); const form = /** @type {HTMLFormElement} */ (e.target); const text = String(new FormData(form).get("text") ?? "").trim(); if (text) place.line.say({ do: "say", text }); form.reset(); }}><input type="text" name="text" maxlength="200" aria-label=${t.write} placeholder=${t.write}><button class="btn">${t.send}</button></form>` : nothing}
    ${place.table?.host === place.me ? html`<p class="row">${place.table.phase === "playing" ? html`<button type="button" class="btn" data-do="pause">${place.table.paused ? t.resume : t.pauseIt}</button>` : nothing}<button type="button" class="btn plain" data-do="end">${t.endIt}</button></p>` : nothing}`}
    <p class="row"><button type="button" class="btn plain" data-do="leave">${words.bar.leave}</button></p>`;

  const back = () => html`<button type="button" class="btn plain only-phone" data-do="leave" aria-label=${words.bar.leave}>${sign("back")}</button>`;

  function draw() {
    const name = place.game?.name ?? "Meldroom";
    const p = place.play && place.game ? parts() : null;
    const branch = place.table?.branch;
    const game = p ? p.dress.where?.(p) ?? "" : "";
    const where = lesson ? words.learn.title : branch ? html`${game}<span class="not-phone"> · ${t.branched(branch.ply)}</span>` : game;
    return html`<div class="page" @click=${clicked}>${bar(name, where, tools(), back())}${strip()}
      ${p ? board(p) : waitingTable(place, sit)}${held(p)}${p ? lesson?.held(p) ?? nothing : nothing}</div>`;
  }

  /** @param {Parts} p */
  function board(p) {
    const over = place.play.result;
    return html`<main class="board ${lesson ? "lesson" : ""}" aria-label=${t.boardLabel} data-ply=${place.play.ply} data-busy=${place.busy ? "yes" : "no"}>
      <section class="felt" aria-label=${t.boardLabel} @pointerdown=${(/** @type {PointerEvent} */ e) => drag(e, place, (text) => place.act(text))}>${p.dress.ground?.() ?? nothing}
        ${seats(p, place)}${centre(p, place)}
        ${lesson?.coach(p, "felt") ?? nothing}
        ${lesson?.side(p) ?? (over ? final(p, place) : place.me === null ? waitingTable(place, sit) : mine(p, place, ui))}
      </section>
      <aside class="rail">${lesson?.coach(p, "rail") ?? nothing}${scorePad(p, place.play.pad)}${log(p, place.tale, ui.whole)}${talk(place)}${thrown(p, place.tale.thrown)}</aside>
    </main>`;
  }

  /** Focus never falls off the table: when what had it is gone, it stays on your side. */
  function keepFocus() {
    const now = document.activeElement;
    if (now && now !== document.body) {
      at = now.closest(".mine, .final") ? "mine" : "";
    } else if (at === "mine" && !document.querySelector("dialog[open]")) {
      /** @type {HTMLElement | null} */ (document.querySelector(".hand [data-hand][tabindex='0'], .final .btn"))?.focus({ preventScroll: true });
    }
  }

  return {
    draw,
    drawn() {
      keepFocus();
      lesson?.drawn();
    },
    title: () => (place.myTurn ? `● ${place.game?.name ?? ""}` : place.game?.name ?? "Table"),
    game: () => place.game?.key ?? "",
    leave() {
      clearInterval(tick);
      removeEventListener("keydown", keys);
      place.leave();
    },
  };
}
