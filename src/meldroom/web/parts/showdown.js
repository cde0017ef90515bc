// The end of a hand: who won with what, everyone's open cards, what they cost, and the standing.
import { html, nothing, svg } from "/vendor/lit.js";
import { lastHand } from "/client/game_log.js";
import { cssVariables } from "/client/render.js";
import { HOLD_SECONDS, holdSecondsLeft } from "/client/table_state.js";
import { ruleLink } from "/parts/rule_link.js";
import { logLine } from "/parts/sidebar.js";
import { words } from "/words/en.js";

const t = words.showdown;
const LAST_LINES = 2; // moves, on paper below the hands
const RING = 69.1; // the length of the ring's circle
const MAX_LARGE_GROUPS = 14; // melds and hands on both sides of the axis
const MAX_LINED = 4; // losers in one row, with lines to the winner

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @import { Showdown, HandEnd, ShownHand, ShownGroup } from "/client/protocol_types.js" */

/** "+5", "−5" or "0". @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : plain(points));

/** @param {number} points */
const plain = (points) => String(points).replace("-", "−");

/**
 * What takes the place of the table while everybody looks.
 * @param {Toolkit} kit @param {TableState} state @param {Showdown} ended
 */
export function showdown(kit, state, ended) {
  const keys = state.hold.acceptsKeys ? "on" : "off";
  return html`<div class="showdown" data-keys=${keys} role="region" aria-label=${t.label}>${headAndHands(kit, ended)}
    ${foot(kit, state, ended)}</div>`;
}

/** The same in a replay, where nobody waits. @param {Toolkit} kit @param {HandEnd} ended */
export const pastShowdown = (kit, ended) =>
  html`<div class="showdown sd-past" role="region" aria-label=${t.label}>${headAndHands(kit, ended)}</div>`;

/** @param {Toolkit} kit @param {HandEnd} ended */
function headAndHands(kit, ended) {
  const body = { pays, left, axis, words: left, plain: left }[ended.shape];
  return html`<header class="sd-head"><h2 tabindex="-1">${kit.fillNames(ended.sentence)}</h2>
      <p>${kit.fillNames(ended.detail)} ${ended.rules.map(
        (rule) => html`${ruleLink(kit.game.key, rule)} `,
      )}</p></header>
    <div class="sd-body" tabindex="0" role="group" aria-label=${words.table.players}>${body(kit, ended)}</div>`;
}

/** @param {Toolkit} kit @param {ShownHand} hand @param {string} [remark] */
const who = (kit, hand, remark = hand.remark) =>
  html`<span class="sd-who">${kit.avatar(hand.seat)}<span><b>${kit.name(
    hand.seat,
  )}</b><small>${remark}</small></span></span>`;

/** @param {Toolkit} kit @param {ShownGroup} group @param {unknown} [caption] */
const cards = (kit, group, caption = group.label) => html`<figure class="sd-group sd-${group.kind}"><div
  class="sd-cards">${group.cards.map((code) => kit.picture(code))}</div>${
    caption ? html`<figcaption>${caption}</figcaption>` : nothing
  }</figure>`;

/**
 * The player in one sentence for screen readers.
 * @param {Toolkit} kit @param {HandEnd} ended @param {ShownHand} hand
 */
function spoken(kit, ended, hand) {
  const isYou = hand.seat === kit.me;
  const paid = (/** @type {number} */ amount) => plain(ended.shape === "pays" ? Math.abs(amount) : amount);
  const groups = hand.groups.map(({ label, points, cards: codes }) =>
    [label || codes.map((code) => kit.cardName(code)).join(", "), points === null ? "" : paid(points)]
      .filter(Boolean)
      .join(" "),
  );
  const lines = ended.lines
    .filter(({ from, to, label }) => label && (from ?? to) === hand.seat)
    .map(({ label, amount }) => `${label} ${plain(amount)}`);
  const { points } = hand;
  const pays = ended.shape === "pays" && points !== null;
  const result = pays
    ? (points < 0 ? t.pays : t.collects)(Math.abs(points), isYou)
    : points === null
      ? hand.remark
      : t.scores(plain(points), isYou);
  return html`<span class="visually-hidden">${t.spoken(kit.name(hand.seat), result, [...groups, ...lines])}</span>`;
}

// -- losers pay the winner

/** @param {Toolkit} kit @param {HandEnd} ended */
function pays(kit, ended) {
  const [winner, ...losers] = ended.hands;
  if (!winner) return nothing;
  const crowded = losers.length > MAX_LINED;
  return html`<ol class="sd-pays ${crowded ? "crowded" : ""}" ${cssVariables({ "--losers": losers.length })}>
    <li class="sd-winner" ${cssVariables({ "--at": 0 })}>${spoken(kit, ended, winner)}<div class="sd-hand"
      aria-hidden="true">${who(kit, winner)}<div class="sd-rack">${winner.groups.map((group) => cards(kit, group, ""))}
      </div>
      <span class="sd-sum">${signed(winner.points ?? 0)}</span></div>${crowded ? nothing : lines(losers.length)}</li>
    ${losers.map(
      (hand, at) => html`<li class="sd-loser" ${cssVariables({ "--at": at + 1 })}>${spoken(kit, ended, hand)}<div
        class="sd-hand" aria-hidden="true"><span class="sd-heading">${who(kit, hand)}<span class="sd-sum">${signed(
          hand.points ?? 0,
        )}</span></span><div class="sd-rack">${hand.groups.map((group) => priced(kit, group))}</div></div>${bills(
          kit,
          ended,
          hand,
        )}</li>`,
    )}</ol>`;
}

/** A price tag hangs from what is paid for. @param {Toolkit} kit @param {ShownGroup} group */
const priced = (kit, group) =>
  html`<span class="sd-group"><span class="sd-cards">${group.cards.map((code) =>
    kit.picture(code),
  )}</span>${group.points === null ? nothing : html`<span class="sd-price">${Math.abs(group.points)}</span>`}</span>`;

/** What a loser paid for, with the rules. @param {Toolkit} kit @param {HandEnd} ended @param {ShownHand} hand */
function bills(kit, ended, hand) {
  const kept = hand.groups.filter(({ points }) => points === null).map(({ label }) => html`${label}`);
  const paid = hand.groups
    .filter(({ points }) => points !== null)
    .map(({ label, points, rule }) => html`${label} ${plain(-(points ?? 0))} ${ruleLink(kit.game.key, rule)}`);
  const fines = ended.lines
    .filter(({ from, label }) => from === hand.seat && label)
    .map(({ label, amount, rule }) => html`${label} ${amount} ${ruleLink(kit.game.key, rule)}`);
  const parts = [...kept, ...paid, ...fines];
  return html`<p class="sd-bills">${parts.map((part, at) => html`${at ? " · " : ""}${part}`)}</p>`;
}

/** Dotted lines from the losers up to the winner. @param {number} losers */
function lines(losers) {
  const paths = Array.from({ length: losers }, (_, at) => {
    const x = ((at + 0.5) * 1000) / losers;
    const turn = x < 500 ? 20 : -20;
    return Math.abs(x - 500) < 1 ? "M500 56V4" : `M${x} 56V40Q${x} 26 ${x + turn} 26H${500 - turn}Q500 26 500 4`;
  });
  return html`<svg class="sd-lines" viewBox="0 0 1000 56" preserveAspectRatio="none" aria-hidden="true">${svg`<path
    d=${paths.join("")} vector-effect="non-scaling-stroke"/>`}</svg>`;
}

// -- what is left over counts; also words, and games that say no more

/** @param {Toolkit} kit @param {HandEnd} ended */
const left = (kit, ended) =>
  html`<ol class="sd-rows">${ended.hands.map(
    (hand, at) =>
      html`<li class=${hand.seat === kit.me ? "own" : ""} ${cssVariables({ "--at": at })}>${spoken(
        kit,
        ended,
        hand,
      )}<div class="sd-row" aria-hidden="true">${who(kit, hand)}<div class="sd-groups">${hand.groups.map((group) =>
        cards(kit, group),
      )}</div>${
        hand.points === null
          ? nothing
          : html`<span class="sd-sum">${plain(hand.points)}<small>${t.points(hand.points)}</small></span>`
      }</div></li>`,
  )}</ol>`;

// -- cards count for and against their holder

/** @param {Toolkit} kit @param {HandEnd} ended */
function axis(kit, ended) {
  const hasAgainst = ended.hands.some(({ groups }) => groups.some(({ points }) => (points ?? 0) < 0));
  const dense = ended.hands.reduce((sum, { groups }) => sum + groups.length, 0) > MAX_LARGE_GROUPS;
  return html`<div class="sd-axis ${hasAgainst ? "" : "one-sided"} ${dense ? "dense" : ""}">
    <div class="sd-axis-head" aria-hidden="true">
      <span></span><span>${hasAgainst ? t.inHand : ""}</span><span>${t.onTable}</span><span>${t.thisHand}</span></div>
    <ol>${ended.hands.map((hand, at) => axisRow(kit, ended, hand, at))}</ol></div>`;
}

/** @param {Toolkit} kit @param {HandEnd} ended @param {ShownHand} hand @param {number} at */
function axisRow(kit, ended, hand, at) {
  const against = hand.groups.filter(({ points }) => (points ?? 0) < 0);
  const forThem = hand.groups.filter(({ points }) => (points ?? 0) >= 0);
  const total = (/** @type {ShownGroup[]} */ groups) => groups.reduce((sum, { points }) => sum + (points ?? 0), 0);
  const extras = ended.lines.filter(({ to, label }) => to === hand.seat && label);
  return html`<li ${cssVariables({ "--at": at })}>${spoken(kit, ended, hand)}<div class="sd-axis-row">
    <span aria-hidden="true" class="sd-name">${who(kit, hand)}</span>
    <div class="sd-against" aria-hidden="true">${against.map((group) => cards(kit, group, ""))}<small>${
      against.length ? t.against(signed(total(against))) : ""
    }</small></div>
    <div class="sd-for"><div class="sd-groups" aria-hidden="true">${forThem.map((group) => cards(kit, group, ""))}</div>
      ${extras.map(
        ({ amount, label, rule }) =>
          html`<span class="sd-extra"><span>${signed(amount)} ${label}</span> ${ruleLink(kit.game.key, rule)}</span>`,
      )}
      <small aria-hidden="true">${forThem.length ? t.forThem(signed(total(forThem))) : ""}</small></div>
    <span class="sd-sum" aria-hidden="true">${signed(hand.points ?? 0)}</span></div></li>`;
}

// -- below: the last moves, the standing, and the way on

/** @param {Toolkit} kit @param {TableState} state @param {Showdown} ended */
function foot(kit, state, ended) {
  const { turning } = ended;
  const moves = lastHand(state.log, !state.play.result).filter((line) => line.seat !== null);
  const lines = moves.slice(-LAST_LINES).map((line) => logLine(kit, line));
  const lastMoves = html`<div class="sd-last"><h3>${words.table.howItEnded}</h3><ol>${lines}</ol></div>`;
  return html`<section class="sd-foot">
    ${turning ? turningPoint(kit, turning) : lastMoves}
    ${ended.standing.length ? standing(kit, ended) : html`<div></div>`}
    <div class="sd-go">${goOn(kit, state, ended)}</div></section>`;
}

/** @param {Toolkit} kit @param {NonNullable<HandEnd["turning"]>} turning */
const turningPoint = (kit, { card, sentence }) =>
  html`<div class="sd-last sd-turning"><h3>${t.turning}</h3><p>${kit.picture(card)}<span>${kit.fillNames(
    sentence,
  )}</span></p></div>`;

/** @param {Toolkit} kit @param {Showdown} ended */
function standing(kit, { standing: rows }) {
  const started = rows.some(({ place_before: place }) => place !== 1); // before the first hand all are level
  return html`<div class="sd-standing"><h3>${t.standing}</h3><ol>${rows.map((row) => {
    const gained = started ? row.place_before - row.place : 0;
    const move = gained
      ? html`<i class=${gained > 0 ? "up" : "down"}><span aria-hidden="true">${gained > 0 ? "▲" : "▼"} ${Math.abs(
          gained,
        )}</span><span class="visually-hidden">, ${(gained > 0 ? t.gained : t.lost)(Math.abs(gained))}</span></i>`
      : nothing;
    return html`<li class=${row.seat === kit.me ? "own" : ""}><span>${row.place} ${kit.name(row.seat)}</span><b>${plain(
      row.points,
    )}</b>${move}</li>`;
  })}</ol></div>`;
}

/** @param {Toolkit} kit @param {TableState} state @param {Showdown} ended */
function goOn(kit, state, { held, ready }) {
  const seconds = holdSecondsLeft(state);
  const pressed = kit.me !== null && ready.includes(kit.me);
  const isLast = Boolean(state.play.result);
  const label = isLast ? t.seeResult : pressed ? t.waiting : t.proceed;
  const nextDeal = held ? t.nextDealIn : t.closesIn;
  const status = isLast ? t.gameIsOver : seconds === null ? t.takeYourTime : nextDeal(seconds);
  const names = ready.map((seat) => kit.name(seat));
  return html`<button type="button" class="btn big primary" data-command="continue" aria-keyshortcuts="Enter"
      ?disabled=${pressed || state.connection !== "open"}>${label}${
        seconds !== null ? ring(seconds) : pressed ? nothing : html`<kbd aria-hidden="true">↵</kbd>`
      }</button>
    <small><span>${status}</span><span class="sd-ready"><span class="visually-hidden">${t.isReady(names)}</span>
      ${ready.map((seat) => kit.avatar(seat))}</span></small>`;
}

/** @param {number} seconds */
const ring = (seconds) =>
  html`<svg class="sd-ring" viewBox="0 0 26 26" aria-hidden="true">${svg`<circle cx="13" cy="13"
  r="11"/><circle class="sd-ring-run" cx="13" cy="13" r="11" transform="rotate(-90 13 13)"
  stroke-dasharray="${((RING * seconds) / HOLD_SECONDS).toFixed(1)} ${RING}"/><text x="13" y="17.3">${
    seconds
  }</text>`}</svg>`;

/** Moves the focus to the heading of a showdown, and back to the hand after it. */
export class ShowdownFocus {
  constructor() {
    this.isShown = false;
  }

  /** @param {boolean} shown */
  follow(shown) {
    if (shown === this.isShown) return;
    this.isShown = shown;
    if (document.querySelector("dialog[open]")) return;
    const target = shown ? ".showdown h2" : ".hand [data-hand][tabindex='0'], .game-over .btn";
    /** @type {HTMLElement | null} */ (document.querySelector(target))?.focus({ preventScroll: true });
  }
}
