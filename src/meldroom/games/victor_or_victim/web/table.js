// Victor or Victim at the table: a stage with two spotlights, and the fork: V I C T, then O R above or I M below.
import { html, nothing, svg } from "/vendor/lit.js";

/** @typedef {import("/client/toolkit.js").Parts} Parts */

/** @type {Record<string, string>} */
const COLOURS = { R: "red", B: "blue", Y: "yellow" };
/** @type {Record<string, string>} */
const SIGNS = { R: "◆", B: "●", Y: "▲" };
/** @type {Record<string, string[]>} */
const SPECIALS = { ACQ: ["Acquisition"], TWO: ["Pass", "Two"], DIR: ["Change", "Direction"], LOSE: ["Lose", "a Turn"] };
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const BOX = "0 0 100 140";

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "vv", art: svg`<use href="#vv-back"/>` };
  const name = SPECIALS[code];
  if (name) {
    return { box: BOX, ink: "vv vv-S", art: svg`<use href="#vv-special"/><use href=${`#vv-${code.toLowerCase()}`} x="22" y="26" width="56" height="56"/>${name.map((word, at) => svg`<text class="vv-name" x="50" y=${108 + 15 * at}>${word}</text>`)}` };
  }
  const mark = `#vv-m-${COLOURS[code[0]]}`;
  return { box: BOX, ink: `vv vv-${code[0]}`, art: svg`<use href="#vv-base"/><use href=${`#vv-L-${code[1]}`} x="19" y="15" width="62" height="83"/><use href=${mark} x="9" y="119" width="14" height="14"/><use href=${mark} x="77" y="119" width="14" height="14"/>` };
}

/** How often each letter of a colour is there. @param {(string | null)[]} cards @param {string} colour */
function counted(cards, colour) {
  /** @type {Record<string, number>} */
  const many = {};
  for (const code of cards) if (code && code.length === 2 && code[0] === colour) many[code[1]] = (many[code[1]] ?? 0) + 1;
  return many;
}

/** What a word still lacks. @param {Record<string, number>} many @param {string} word */
function lacking(many, word) {
  const left = { ...many };
  return [...word].filter((letter) => !(left[letter]-- > 0));
}

/** The words that a player is near to, the nearest first. @param {(string | null)[]} cards */
function words(cards) {
  const all = Object.keys(COLOURS).flatMap((colour) => ["VICTOR", "VICTIM"].map((word) => ({ colour, word, lack: lacking(counted(cards, colour), word) })));
  return all.sort((a, b) => a.lack.length - b.lack.length);
}

/** Who comes after a seat, as play goes. @param {Parts} p @param {number} seat @param {number} [way] */
function following(p, seat, way = 1) {
  const { direction, fallen } = p.view.public;
  const { seats } = p.view;
  let next = seat;
  do next = (next + way * direction + seats) % seats; while (fallen.includes(next) && next !== seat);
  return next;
}

/** One colour as a fork; letters that are there more than once lie stacked. @param {string} colour @param {Record<string, number>} many @param {string} [cls] */
function fork(colour, many, cls = "") {
  const left = { ...many };
  const slot = (/** @type {string} */ letter, /** @type {number} */ keep = 0) => {
    const there = left[letter] ?? 0;
    const shown = keep && there > 1 ? 1 : there;
    left[letter] = there - shown;
    return html`<i class="${shown ? "on" : ""} ${shown > 1 ? "more" : ""}"><svg viewBox="0 0 60 80"><use href="#vv-L-${letter}"></use></svg></i>`;
  };
  const stem = [..."VICT"].map((letter) => slot(letter, letter === "I" ? 1 : 0));
  return html`<span class="fork vv-${colour} ${cls}" aria-hidden="true"><svg class="key" viewBox="0 0 20 20"><use href="#vv-m-${COLOURS[colour]}"></use></svg><span class="stem">${stem}</span><span class="tines"><span>${[..."OR"].map((letter) => slot(letter))}</span><span>${[..."IM"].map((letter) => slot(letter))}</span></span></span>`;
}

/** The letters of a colour in words. @param {string} colour @param {Record<string, number>} many */
const spoken = (colour, many) => `${COLOURS[colour]} ${Object.entries(many).map(([letter, n]) => (n > 1 ? `${COUNTS[n] ?? n} ${letter}` : letter)).join(" ")}`;

/** The forks of a player. @param {(string | null)[]} cards @param {boolean} all whether colours without a letter are drawn too */
function forks(cards, all) {
  return Object.keys(COLOURS).map((colour) => {
    const many = counted(cards, colour);
    if (!all && !Object.keys(many).length) return nothing;
    const victim = lacking(many, "VICTIM").length;
    const victor = lacking(many, "VICTOR").length;
    return fork(colour, many, victim < 2 ? "danger" : victor < 2 ? "near" : "");
  });
}

/** @param {Parts} p @param {number} seat */
function before(p, seat) {
  const zone = p.zone("letters", seat);
  if (p.view.public.fallen.includes(seat)) return html`<p class="vv-out small">VICTIM</p>`;
  const { turn, drawn } = p.view.public;
  const next = seat === following(p, turn) && drawn[0] !== "ACQ" && !p.view.public.reason;
  const told = Object.keys(COLOURS).map((colour) => counted(zone.cards, colour)).map((many, at) => (Object.keys(many).length ? spoken(Object.keys(COLOURS)[at], many) : "")).filter(Boolean);
  return html`<div class="forks tiny ${next ? "vv-next" : ""}" data-zone=${zone.index} role="img" aria-label="${p.name(seat)} has ${told.join(", ") || "no letters"}">${forks(zone.cards, false)}</div>`;
}

/** What an Acquisition can take, large enough to be touched. @param {Parts} p */
function wares(p) {
  return html`<div class="wares ${p.others.length > 4 ? "many" : ""}">${p.others.map((seat) => {
    const zone = p.zone("letters", seat);
    const kinds = zone.cards.map((code, at) => ({ code, at })).filter(({ code }, at) => code !== null && zone.cards.indexOf(code) === at);
    return kinds.length ? html`<div class="ware" role="group" aria-label="Letters of ${p.name(seat)}"><small>${p.name(seat)}</small><span>${kinds.map(({ code, at }) => p.card(code, { cls: "w", label: `${p.word(code)} of ${p.name(seat)}`, pick: { code: /** @type {string} */ (code), owner: seat, slot: `z${zone.index}.${at}` } }))}</span></div>` : nothing;
  })}</div>`;
}

/** @param {Parts} p */
function round(p) {
  const { turn, direction, reason } = p.view.public;
  if (reason) return nothing;
  const name = (/** @type {number} */ seat) => (seat === p.me ? "you" : p.name(seat));
  const side = direction > 0 ? "left" : "right";
  const order = following(p, turn) === following(p, turn, -1) ? `${name(turn)} → ${name(following(p, turn))}` : `${name(following(p, turn, -1))} → ${name(turn)} → ${name(following(p, turn))}`;
  return html`<p class="vv-way small ${side}"><svg viewBox="0 0 60 60" aria-hidden="true"><use href="#vv-dir"></use></svg><span>to the ${side}: ${order}</span></p>`;
}

/** No points: who is nearest to which word. @param {Parts} p */
function standing(p) {
  const { fallen, winner } = p.view.public;
  const rows = Array.from({ length: p.view.seats }, (_, seat) => ({ seat, near: words(p.zone("letters", seat).cards)[0], out: fallen.indexOf(seat) }));
  rows.sort((a, b) => Number(b.seat === winner) - Number(a.seat === winner) || Number(a.out >= 0) - Number(b.out >= 0) || b.out - a.out || a.near.lack.length - b.near.lack.length);
  return html`<section class="pad stand" aria-label="Score pad"><h2>Standing<small>last survivor wins</small></h2>
    <div class="roll"><table><thead><tr><th scope="col">Player</th><th scope="col">nearest word</th><th scope="col">missing</th></tr></thead>
    <tbody>${rows.map(({ seat, near, out }) => html`<tr class=${out >= 0 ? "fell" : ""}><th scope="row" class=${seat === p.me ? "me" : ""}>${p.name(seat)}</th>${out >= 0 ? html`<td colspan="2">VICTIM, out ${["first", "second", "third", "fourth", "fifth", "sixth", "seventh"][out]}</td>` : html`<td>${near.word}, ${COLOURS[near.colour]} <span aria-hidden="true">${SIGNS[near.colour]}</span></td><td>${near.lack.join(" ") || "nothing"}</td>`}</tr>`)}</tbody></table></div></section>`;
}

export default {
  seats: 4,
  minutes: 15,
  line: "Four letters you share with fate. Then the word forks.",
  face,
  pad: standing,
  seat: before,

  /** The thing on the shelf at home. */
  object: () => html`${fork("Y", { V: 1, I: 1, C: 1, T: 1, O: 1, R: 1 })}${fork("R", { V: 1, I: 2, C: 1, T: 1, M: 1 })}`,

  ground: () => html`<svg class="ground" viewBox="0 0 1100 800" preserveAspectRatio="xMidYMin slice" aria-hidden="true"><path class="vv-beam" d="M470 0h160l330 800H140z"></path><path class="vv-beam" d="M505 0h90l190 800H315z"></path></svg>`,

  /** @param {Parts} p */
  where: (p) => (p.play?.result ? "" : `Passing to the ${p.view.public.direction > 0 ? "left" : "right"}`),

  /** @param {Parts} p @param {number} seat */
  meta(p, seat) {
    const { turn, fallen, reason } = p.view.public;
    if (fallen.includes(seat)) return "out";
    const { cards } = p.zone("letters", seat);
    const near = words(cards)[0];
    const next = p.me === turn && seat === following(p, turn) && !reason ? "next" : "";
    const what = near.lack.length === 1 ? `one letter from ${near.word}` : `${COUNTS[cards.length] ?? cards.length} letter${cards.length === 1 ? "" : "s"}`;
    return [next, what].filter(Boolean).join(" · ");
  },

  /** @param {Parts} p */
  centre(p) {
    if (p.choice?.acts.some((act) => act.verb === "acquire")) return wares(p);
    const deck = p.zone("deck");
    const played = p.zone("discard");
    return html`<div class="piles">${p.pile(deck, { title: "Deck", sub: `${deck.cards.length} cards` })}${p.pile(played, { title: "Specials", sub: played.cards.length ? `${played.cards.length} played` : "none played yet" })}${round(p)}</div>`;
  },

  /** Your hand, and beside it the forks that it makes. @param {Parts} p @param {unknown} row */
  hand: (p, row) => html`<div class="vv-mine">${row}<div class="forks not-phone">${p.me === null ? nothing : forks(p.zone("letters", p.me).cards, true)}</div></div>`,

  /** @param {import("/client/choice.js").Act} act @param {Parts} p */
  say(act, p) {
    const the = act.cards.map((code) => `the ${p.word(code)}`).join(" and ");
    switch (act.verb) {
      case "pass": return `Pass ${the} to ${p.me === null ? "the next" : p.name(following(p, p.me))}`;
      case "acquire": return `Take ${the} from ${p.name(act.seat ?? 0)}`;
      case "decline": return "Take nothing";
      default: return undefined;
    }
  },

  /** What was passed or taken, and what came off the deck after it. @param {number} seat @param {string} text @param {any[]} events @param {Parts} p */
  tell(seat, text, events, p) {
    const [verb] = text.split(" ");
    const moved = events.filter((event) => event.event === "moved");
    const given = verb === "decline" ? -1 : moved.findIndex((event) => event.source === "letters" && event.target === "letters" && (verb === "pass" ? event.source_owner : event.target_owner) === seat);
    if (verb !== "decline" && given < 0) return undefined;
    const name = (/** @type {number} */ who) => (who === p.me ? "you" : p.name(who));
    const the = verb === "decline" ? "" : moved[given].cards.map((/** @type {string} */ code) => `the ${p.word(code)}`).join(" and ");
    const did = verb === "decline" ? "took nothing" : verb === "pass" ? `passed ${the} to ${name(moved[given].target_owner)}` : `took ${the} from ${name(moved[given].source_owner)}`;
    const drawn = moved.slice(given + 1).find((event) => event.source === "deck" && event.target === "letters");
    return drawn ? `${did}. ${p.name(drawn.target_owner)} drew the ${p.word(drawn.cards[0])}` : did;
  },
};
