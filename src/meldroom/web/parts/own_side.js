// Your side of the table: the sentence, the hand, its worth, the buttons.
import { html, nothing, repeat } from "/vendor/lit.js";
import { sign } from "/client/toolkit.js";
import { settings } from "/client/settings.js";
import { vars } from "/client/render.js";
import { words } from "/words/en.js";

const t = words.table;
const SHOWN = 5;

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place @param {{more: boolean}} ui */
export function mine(p, place, ui) {
  const turn = place.myTurn;
  return html`<section class="mine ${turn ? "turn" : "wait"}" aria-label=${t.side}>
    <div class="ask">${asked(p, place)}</div>
    <div class="acts">${buttons(p, place, ui)}</div>
    ${hand(p, place)}
    ${under(p, place)}
  </section>`;
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place */
function asked(p, place) {
  const { refusal, play } = place;
  if (refusal) {
    return html`<p class="refused"><span class="cross" aria-hidden="true">×</span>${p.marked(t.refused(refusal.why), true)} ${rule(p.game.key, refusal.rule)}</p>`;
  }
  if (place.myTurn) {
    const left = place.left === null ? nothing : html`<span class="clock">${t.seconds(place.left)}</span>`;
    return html`<p><span class="you">${t.turn}</span>${p.marked(p.named(play.asks || ""), true)}${left}</p>`;
  }
  const acting = (place.calm ?? play).to_act;
  const step = acting.length === 1 && p.me !== null ? (p.me - acting[0] + p.view.seats) % p.view.seats : 0;
  const text = acting.length === 1 ? (acting[0] === p.me ? "" : html`<b>${p.name(acting[0])}</b>${t.choosing("").trimEnd()} ${p.view.seats > 2 && step ? t.after(step) : ""}`) : t.several;
  return html`<p><span class="you">${t.wait}</span>${place.table.paused ? t.paused : text}</p>`;
}

/** A rule's number as a link. @param {string} game @param {string} number */
export const rule = (game, number) =>
  number ? html`<a class="rule" href="/rules/${game}#${number}" data-rule=${number}>${number}</a>` : nothing;

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place @param {{more: boolean}} ui */
function buttons(p, place, ui) {
  const { choice } = place;
  const racing = p.game.race && p.dress.silent && p.me !== null && (p.dress.races?.(p) ?? true) ? raceButton(p, place) : nothing;
  if (!place.myTurn) return racing;
  const complete = choice.complete;
  const chosen = !choice.empty || choice.staged;
  const list = chosen ? complete : choice.bare.filter((act) => !p.dress.elsewhere?.(act, p));
  const shown = ui.more ? list : list.slice(0, SHOWN);
  const wanting = chosen && !complete.length ? t.chooseMore : !chosen && choice.asksForCards && !list.length ? t.choose : "";
  return html`
    ${chosen ? html`<button type="button" class="btn plain clear" data-do="clear" aria-keyshortcuts="Escape">${t.clear}</button>` : nothing}
    ${place.play.undo && !chosen ? html`<button type="button" class="btn plain" data-do="undo" ?disabled=${place.busy} aria-keyshortcuts="Z">${t.undo}</button>` : nothing}
    ${wanting ? html`<button type="button" class="btn big go" disabled>${wanting}</button>` : nothing}
    ${repeat(shown, (act) => act.text, (act, at) => actButton(p, place, act, at, chosen ? at === 0 : !choice.asksForCards && at === 0))}
    ${list.length > SHOWN ? html`<button type="button" class="btn plain" data-do="more">${ui.more ? t.fewer : `${t.more} (${list.length - SHOWN})`}</button>` : nothing}`;
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place @param {import("/client/choice.js").Act} act @param {number} at @param {boolean} main */
function actButton(p, place, act, at, main) {
  const face = p.dress.button?.(act, p);
  return html`<button type="button" class="btn big ${main ? "go" : ""} ${face?.cls ?? ""}" data-act=${act.text} ?disabled=${place.busy} aria-label=${face ? p.say(act) : nothing} title=${face ? p.say(act) : nothing} aria-keyshortcuts=${main ? "Enter" : String(at + 1)}>${face?.art ?? p.say(act)}${face ? nothing : html`<kbd aria-hidden="true">${main ? "↵" : at + 1}</kbd>`}</button>`;
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place */
function raceButton(p, place) {
  if (place.myTurn) return nothing;
  return html`<button type="button" class="btn big" data-do="race" ?disabled=${place.state !== "open"} aria-keyshortcuts="Space">${p.say({ text: p.game.race, verb: p.game.race, cards: [], seat: null, rest: [], fields: {} })}<kbd aria-hidden="true">${words.keys.race}</kbd></button>`;
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place */
export function hand(p, place) {
  const groups = place.hand.grouped(settings.sort, place.play.arranged ?? [], p.game.cards);
  const all = groups.flatMap((group) => group.cards);
  const n = all.length;
  const per = n <= 6 ? n : Math.min(8, Math.ceil(n / 2)); // cards in a row on a phone
  const focus = all.some((card) => card.slot === place.focused) ? place.focused : all[0]?.slot;
  const index = p.view.zones.findIndex((zone) => zone.owner === p.me && (!place.handZones.size || place.handZones.has(zone.name)));
  const labels = settings.sort === "meld" && settings.hints === "on";
  let at = 0;
  const inner = groups.map((group, g) => html`${g ? html`<span class="gap"></span>` : nothing}
    <span class="grp ${labels && group.label ? `told ${kind(group.label)}` : ""}" ${vars({ "--m": group.cards.length })}>
      ${repeat(group.cards, (card) => card.slot, (card) => handCard(p, place, card, ++at, n, card.slot === focus))}
      ${labels && group.label ? html`<span class="label">${group.label}</span>` : nothing}</span>`);
  const row = html`<div class="hand ${n > 12 ? "large" : ""}" role="group" aria-label=${t.hand(n)} data-zone=${index} ${vars({ "--n": Math.max(n, 1), "--per": Math.max(per, 1), "--gaps": groups.length - 1 })}>${inner}</div>`;
  return html`<div class="holder">${p.dress.hand?.(p, row) ?? row}</div>`;
}

/** Whether a group is a meld, nearly one, or what lies beside. @param {string} label */
const kind = (label) => (t.groups.near.test(label) ? "near" : t.groups.loose.test(label) ? "loose" : "whole");

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place @param {import("/client/hand.js").Held} card @param {number} at @param {number} of @param {boolean} focus */
function handCard(p, place, card, at, of, focus) {
  const { choice } = place;
  const pick = { code: card.code, owner: p.me, slot: card.slot };
  const lit = place.myTurn && choice.open(pick);
  const sel = choice.has(card.slot);
  const joins = place.myTurn && choice.joins(pick);
  const state = sel ? "sel" : joins && settings.hints === "on" ? "legal fits" : lit && choice.empty && !choice.staged ? "legal" : place.myTurn && !choice.empty && !lit ? "off" : "";
  const face = p.face(card.code);
  const flag = card.fresh ? t.fresh : p.dress.flag?.(card.code, p) ?? "";
  const label = [t.nth(p.word(card.code), at, of), flag].filter(Boolean).join(", ");
  return html`<button type="button" class="card ${face.ink ?? ""} ${state}" aria-label=${label} aria-pressed=${sel ? "true" : "false"} data-code=${card.code} data-slot=${card.slot} data-hand aria-disabled=${place.myTurn && !lit ? "true" : nothing} tabindex=${focus ? "0" : "-1"}><svg viewBox=${face.box} aria-hidden="true">${face.art}</svg>${flag ? html`<span class="flag" aria-hidden="true">${flag}</span>` : nothing}</button>`;
}

/** @param {import("/client/toolkit.js").Parts} p @param {import("/client/table_session.js").Place} place */
function under(p, place) {
  const extra = p.dress.under?.(p) ?? nothing;
  const worth = settings.hints === "on" ? p.named(place.play.worth ?? "") : "";
  const sorts = /** @type {Record<string, string>} */ (t.sort);
  return html`<div class="under"><span class="worth">${worth ? worth.charAt(0).toUpperCase() + worth.slice(1) : "\u00a0"}</span><span class="push"></span>${extra}
    <button type="button" class="btn plain" data-do="sort" title=${t.sortTitle} aria-label="${t.sortTitle}: ${sorts[settings.sort]}" aria-keyshortcuts="O">${sign("sort")}<span>${sorts[settings.sort]}</span></button></div>`;
}
