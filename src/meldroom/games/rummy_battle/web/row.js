// The row of discards with the stock beside it, and the Marker.
import { html, nothing } from "/vendor/lit.js";
import { cssVariables } from "/client/render.js";
import { targetButton } from "/parts/targets.js";
import { face, shortName } from "./faces.js";
import { depthOf, inWords, withSign } from "./say.js";

/** @typedef {import("./facts.js").Toolkit} Toolkit */

/** The row: touch a card to take it and all that came after it. @param {Toolkit} kit */
function row(kit) {
  const zone = kit.zone("row");
  const count = zone.cards.length;
  const selected = kit.choice?.selected;
  const depth = selected?.verb === "take" ? depthOf(selected) : 0;
  const mustPlay = depth > 0 && kit.display.must_play.includes(depth);
  const cards = zone.cards.map((code, at) => rowCard(kit, code, { at, deep: count - at, depth, mustPlay }));
  const deepest = depth ? zone.cards[count - depth] : null;
  const title = !count
    ? "The row is empty"
    : deepest && mustPlay
      ? html`Take ${inWords(depth)}: the <b>${shortName(deepest)}</b> must be played at once`
      : depth
        ? `Take ${inWords(depth)}; nothing must be played`
        : "The row, newest on the right";
  const length = count > 26 ? "longest" : count > 11 ? "long" : "";
  return html`<div class="rb-row" data-zone=${zone.index}><p class="small rb-row-title"><span>${title}</span></p>
    <div class="rb-row-scroll"><div class="rb-row-cards ${length}" role="group"
      aria-label="The row, ${count} cards, oldest first" ${cssVariables({ "--count": Math.max(count, 2) })}>${
        cards
      }</div></div></div>`;
}

/**
 * @param {Toolkit} kit @param {string | null} code
 * @param {{at: number, deep: number, depth: number, mustPlay: boolean}} place where it lies, and the selected depth
 */
function rowCard(kit, code, { at, deep, depth, mustPlay }) {
  const act = kit.choice?.acts.find((one) => one.verb === "take" && depthOf(one) === deep);
  const { box, ink, art } = face(code);
  const flag = html`<span class="card-flag below" aria-hidden="true">must be played</span>`;
  const inner = html`<svg viewBox=${box} aria-hidden="true">${art}</svg>${mustPlay && deep === depth ? flag : nothing}`;
  const target = kit.choice?.targetAt({ zone: "row", owner: null, at });
  if (target) return targetButton(kit, target, { art: inner, cls: `card legal ${ink}` });
  const state = deep <= depth ? "picked" : act && !depth && kit.choice?.isEmpty ? "legal" : "";
  const name = `${kit.cardName(code)}${deep === 1 ? ", newest" : ""}`;
  if (!act && kit.canAskWhy) {
    return html`<button type="button" class="card ${ink} ${state}" aria-label=${name} data-code=${code ?? ""}
      data-why="take ${deep}" aria-disabled="true" tabindex=${deep === 1 ? "0" : "-1"}>${inner}</button>`;
  }
  if (!act) {
    return html`<span class="card ${ink} ${state}" role="img" aria-label=${name} data-code=${code ?? ""}>${
      inner
    }</span>`;
  }
  return html`<button type="button" class="card ${ink} ${state}" data-code=${code ?? ""} data-select=${act.text}
    ${kit.pointAt({ select: act.text })} aria-pressed=${deep === depth ? "true" : "false"}
    aria-label="${name}. ${kit.actLabel(act)}">${inner}</button>`;
}

/** @param {Toolkit} kit */
function stock(kit) {
  const zone = kit.zone("stock");
  const { marker, marker_seen: markerSeen } = kit.view.public;
  const count = zone.cards.length;
  const draw = kit.bareAct("draw");
  return kit.pile(zone, {
    verb: "draw",
    size: "rb-row-size",
    title: draw ? kit.actLabel(draw) : "Stock",
    sub: `${count} left · ${markerSeen ? "Marker seen" : `Marker in ${count - marker}`}`,
  });
}

/** The Marker, and what going out scores now. @param {Toolkit} kit */
function markerNote(kit) {
  const { marker_seen: seen } = kit.view.public;
  const score = withSign(kit.display.going_out);
  return html`<p class="rb-marker small ${seen ? "rb-marker-seen" : ""}"><svg viewBox="0 0 24 24"
    aria-hidden="true"><use href="#rb-marker"></use></svg><span>Going out now: ${score}</span></p>`;
}

/** Stock, row, Marker and the used action cards. @param {Toolkit} kit */
export function centre(kit) {
  const used = kit.zone("used");
  const usedPile = used.cards.length
    ? kit.pile(used, { size: "size-m", title: "Used", sub: `${used.cards.length}` })
    : nothing;
  return html`<div class="rb-front">${stock(kit)}${row(kit)}<div class="rb-aside">${markerNote(
    kit,
  )}${usedPile}</div></div>`;
}
