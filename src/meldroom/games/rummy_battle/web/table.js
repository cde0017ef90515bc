// Rummy Battle at the table: a field map, the open row across it, melds before their owners.
import { html, nothing, svg } from "/vendor/lit.js";
import { redraw, vars } from "/client/render.js";
import { rule } from "/parts/own_side.js";

/** @typedef {import("/client/toolkit.js").Parts} Parts */
/** @typedef {import("/client/choice.js").Act} Act */
/** @typedef {{number: number, owner: number, kind: string, of: string, cards: string[], stands: string[], holders: number[]}} Meld */

const BOX = "0 0 100 140";
const TURNED = "rotate(180 50 70)";
/** @type {Record<string, string>} */
const ACTIONS = { HOARD: "Hoard", PICK: "Pickpocket", THIEF: "Thief", SWITCH: "Switcheroo", LUCKY: "Lucky Day" };
/** @type {Record<string, string>} */
const COURTS = { J: "rb-plume", Q: "rb-tiara", K: "rb-crown" };
/** @type {Record<string, string>} a heart that is text, not a picture */
const SUITS = { c: "♣\ufe0e", d: "♦\ufe0e", h: "♥\ufe0e", s: "♠\ufe0e" };
/** @type {Record<string, string>} */
const RANKS = { A: "aces", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes", 7: "sevens", 8: "eights", 9: "nines", 10: "tens", J: "jacks", Q: "queens", K: "kings" };
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const ROUNDS = 5;

let hoarding = false; // whether a card of the row is touched to hoard or to take

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "rb", art: svg`<use href="#rb-back"/>` };
  if (ACTIONS[code]) return { box: BOX, ink: `rb rb-${code}`, art: svg`<use href="#rb-action"/><use href=${`#rb-${code.toLowerCase()}`} x="21" y="27" width="58" height="58"/><text class="rb-name" x="50" y="121">${ACTIONS[code]}</text>` };
  if (code === "Jk") return { box: BOX, ink: "rb rb-Jk", art: svg`<use href="#rb-base"/><use href="#rb-joker" x="20" y="46" width="60" height="60"/><text class="rb-star" x="17" y="27">★</text><text class="rb-jest" x="50" y="128">JOKER</text>` };
  const suit = code.slice(-1);
  const rank = code.slice(0, -1);
  const corner = svg`<text class="rb-rank ${rank === "10" ? "ten" : ""}" x="18" y="28">${rank}</text><use href=${`#rb-suit-${suit}`} x="9.5" y="34" width="17" height="17"/>`;
  const court = COURTS[rank];
  const middle = court ? svg`<use href=${`#${court}`} x="30" y="36" width="40" height="27"/><text class="rb-court" x="50" y="103">${rank}</text>` : svg`<use href=${`#rb-suit-${suit}`} x="32" y="52" width="38" height="38"/>`;
  return { box: BOX, ink: `rb rb-${suit}`, art: svg`<use href="#rb-base"/>${middle}${corner}<g transform=${TURNED}>${corner}</g>` };
}

/** A card in two signs: 7♥. @param {string} word a code, or a joker with what it stands for @returns {string} */
function short(word) {
  const [code, stands] = word.split("=");
  if (code === "Jk") return stands && stands.length > 1 && SUITS[stands.slice(-1)] ? `joker as ${short(stands)}` : "joker";
  return ACTIONS[code] ?? `${code.slice(0, -1)}${SUITS[code.slice(-1)] ?? code.slice(-1)}`;
}

/** @param {number} n */
const count = (n) => NUMBERS[n] ?? String(n);
/** @param {Parts} p @param {number} seat */
const whose = (p, seat) => (seat === p.me ? "your" : `${p.name(seat)}’s`);
/** @param {Meld} meld */
const kind = (meld) => (meld.kind === "set" ? RANKS[meld.of] : `${SUITS[meld.of]} run`);
/** @param {Parts} p @param {string} number as #2 @returns {Meld | undefined} */
const meldOf = (p, number) => p.view.public.melds.find((/** @type {Meld} */ meld) => `#${meld.number}` === number);
/** "Bruno’s nines". @param {Parts} p @param {string} number */
function named(p, number) {
  const meld = meldOf(p, number);
  return meld ? `${whose(p, meld.owner)} ${kind(meld)}` : number;
}

/** What can be done with a meld by touching it now. @param {Parts} p @param {Meld} meld @returns {{act: Act, does: string}[]} */
function aims(p, meld) {
  const number = `#${meld.number}`;
  const lays = p.choice?.complete.filter((act) => act.verb === "lay" && act.fields.meld === number) ?? [];
  if (lays.length) return lays.map((act) => ({ act, does: lays.length > 1 ? `lay ${short(act.fields.card).replace("joker ", "")}` : "lay here" }));
  if (!p.choice?.empty) return [];
  const does = (/** @type {Act} */ act) => (act.verb === "thief" && act.fields.meld === number ? "steal" : act.verb === "switch" && act.fields.other === number && sole(p) ? "switch" : "");
  return p.choice.acts.filter(does).map((act) => ({ act, does: does(act) }));
}

/** Whether Switcheroo leaves no question which set is given. @param {Parts} p */
const sole = (p) => new Set(p.choice?.acts.filter((act) => act.verb === "switch").map((act) => act.fields.own)).size === 1;

/** A card of a meld; a joker says what it stands for. @param {Parts} p @param {Meld} meld @param {number} at @param {string} [where] */
function card(p, meld, at, where = "") {
  const code = meld.cards[at];
  const stands = code === "Jk" ? meld.stands[at] : undefined;
  const label = stands ? `joker as ${p.word(stands)}` : p.word(code);
  return p.card(code, { cls: "m", flag: stands ? short(stands) : "", label: `${label}${where}`, pick: { code, owner: meld.holders[at], slot: `m${meld.number}.${at}` } });
}

/** A meld as far as it lies before its owner. @param {Parts} p @param {Meld} meld */
function whole(p, meld) {
  const title = `#${meld.number} ${kind(meld)}`;
  const aimed = aims(p, meld);
  return html`<figure class="meld ${aimed.length ? "aim" : ""}" role="group" aria-label="#${meld.number}, ${named(p, `#${meld.number}`)}"><div class="lap">${meld.cards.map((_, at) => (meld.holders[at] === meld.owner ? card(p, meld, at) : nothing))}</div>
    <figcaption>${aimed.length ? aimed.map(({ act, does }) => (act.verb === "lay" ? html`<button type="button" class="rb-here" data-act=${act.text} aria-label=${p.say(act)}>${does}</button>` : html`<button type="button" class="rb-here ${p.choice?.staged === act.text ? "on" : ""}" data-stage=${act.text} aria-label=${p.say(act)}>${does}</button>`)) : title}</figcaption></figure>`;
}

/** The melds that a seat owns, then what it laid off on those of others. @param {Parts} p @param {number} seat */
function parts(p, seat) {
  /** @type {Meld[]} */
  const melds = p.view.public.melds;
  const off = melds.filter((meld) => meld.owner !== seat).flatMap((meld) => meld.holders.map((holder, at) => ({ meld, at, holder }))).filter(({ holder }) => holder === seat);
  const own = melds.filter((meld) => meld.owner === seat);
  return html`${own.map((meld) => whole(p, meld))}${off.length ? html`<figure class="meld off" role="group" aria-label="Laid off by ${p.name(seat)}"><div class="lap">${off.map(({ meld, at }) => card(p, meld, at, ` on #${meld.number}, ${named(p, `#${meld.number}`)}`))}</div><figcaption>on ${[...new Set(off.map(({ meld }) => `#${meld.number}`))].join(" ")}</figcaption></figure>` : nothing}`;
}

/** How wide the cards of melds are drawn, so that many of them need no more room. @param {number} many @param {number} most */
const wide = (many, most) => (many > 24 ? 26 : many > 15 ? 30 : many > 9 ? Math.min(36, most) : most);

/** Melds, and below them what all may see of the hand. @param {Parts} p @param {number} seat */
function before(p, seat) {
  const zone = p.zone("melds", seat);
  const hand = [...p.zone("hand", seat).cards, ...p.zone("drawn", seat).cards].filter((code) => code !== null);
  const known = hand.length ? html`<div class="lap rb-known" role="group" aria-label="In the hand of ${p.name(seat)}">${hand.map((code) => p.card(code, { cls: "s" }))}</div>` : nothing;
  if (!zone.cards.length) return html`<p class="rb-none small" data-zone=${zone.index}>${p.view.public.opened[seat] ? "nothing left" : "not open yet"}</p>${known}`;
  return html`<div class="rb-before" data-zone=${zone.index} ${vars({ "--meld": `${wide(zone.cards.length, p.others.length > 4 ? 31 : 46)}px` })}>${parts(p, seat)}</div>${known}`;
}

/** The row: touch a card to take it and all that came after it. @param {Parts} p */
function row(p) {
  const zone = p.zone("row");
  const n = zone.cards.length;
  const hoards = Boolean(p.choice?.acts.some((act) => act.verb === "hoard"));
  if (!hoards) hoarding = false;
  const verb = hoarding ? "hoard" : "take";
  const staged = /^(take|hoard) (\d+)$/.exec(p.choice?.staged ?? "");
  const depth = staged ? Number(staged[2]) : 0;
  const owes = staged?.[1] === "take" && !(depth === 1 && p.view.public.turns === 0);
  const cards = zone.cards.map((code, at) => {
    const deep = n - at;
    const act = p.choice?.acts.find((one) => one.text === `${verb} ${deep}`);
    const { box, ink, art } = face(code);
    const inner = html`<svg viewBox=${box} aria-hidden="true">${art}</svg>${owes && deep === depth ? html`<span class="flag low" aria-hidden="true">must be played</span>` : nothing}`;
    const state = deep <= depth ? "sel" : act && !depth ? "legal" : "";
    const name = `${p.word(code)}${deep === 1 ? ", newest" : ""}`;
    if (!act) return html`<span class="card ${ink} ${state}" role="img" aria-label=${name} data-code=${code ?? ""}>${inner}</span>`;
    return html`<button type="button" class="card ${ink} ${state}" data-code=${code ?? ""} data-stage=${act.text} aria-pressed=${deep === depth ? "true" : "false"} aria-label="${name}. ${p.say(act)}">${inner}</button>`;
  });
  const deepest = depth ? zone.cards[n - depth] : null;
  const text = !n ? "The row is empty" : deepest && owes ? html`Take ${count(depth)}: the <b>${short(deepest)}</b> must be played at once` : depth ? `${staged?.[1] === "hoard" ? "Hoard" : "Take"} ${count(depth)}, and owe nothing` : "The row, newest at the right";
  return html`<div class="rb-row" data-zone=${zone.index} data-drop=${zone.index}><p class="small rowname"><span>${text}</span>${hoards ? html`<button type="button" class="rb-hoards" aria-pressed=${hoarding ? "true" : "false"} @click=${(/** @type {Event} */ event) => { event.stopPropagation(); hoarding = !hoarding; p.choice?.clear(); redraw(); }}>With Hoard</button>` : nothing}</p>
    <div class="rb-roll"><div class="rb-line ${n > 26 ? "longest" : n > 11 ? "long" : ""}" role="group" aria-label="The row, ${n} cards, oldest first" ${vars({ "--n": Math.max(n, 2) })}>${cards}</div></div></div>`;
}

/** @param {Parts} p */
function stock(p) {
  const zone = p.zone("stock");
  const { marker, marker_seen: seen } = p.view.public;
  const many = zone.cards.length;
  const act = p.act("draw");
  return p.pile(zone, { verb: "draw", size: "st", title: act ? p.say(act) : "Stock", sub: `${many} left · ${seen ? "Marker seen" : `Marker in ${many - marker}`}` });
}

/** The Marker, and what it makes of going out. @param {Parts} p */
const flag = (p) => html`<p class="rb-flag small ${p.view.public.marker_seen ? "seen" : ""}"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#rb-marker"></use></svg><span>${p.view.public.marker_seen ? "Out now brings 10" : "Out now costs 100"}</span></p>`;

/** Five lines wait from the start. @param {Parts} p */
function campaign(p) {
  const { ledger, totals } = p.view.public;
  const seats = p.me === null ? totals.map((/** @type {number} */ _, /** @type {number} */ seat) => seat) : [p.me, ...p.others];
  const rounds = Math.max(Number(p.table?.options.rounds ?? ROUNDS), ledger.length);
  const sign = (/** @type {number | undefined} */ points) => (points === undefined ? "" : String(points).replace("-", "−"));
  const line = (/** @type {number} */ at) => html`<tr><th scope="row">${at + 1}</th>${seats.map((/** @type {number} */ seat) => html`<td class=${seat === p.me ? "me" : ""}>${at === ledger.length && !p.play?.result ? "·" : sign(ledger[at]?.[seat])}</td>`)}</tr>`;
  return html`<section class="pad campaign" aria-label="Score pad"><h2>Campaign<small>most wins</small></h2>
    <div class="roll"><table><thead><tr><th scope="col">Round</th>${seats.map((/** @type {number} */ seat) => html`<th scope="col" class=${seat === p.me ? "me" : ""}>${p.name(seat)}</th>`)}</tr></thead>
    <tbody>${Array.from({ length: rounds }, (_, at) => line(at))}</tbody><tfoot><tr><th scope="row"><span class="vh">Total</span></th>${seats.map((/** @type {number} */ seat) => html`<td>${sign(totals[seat])}</td>`)}</tr></tfoot></table></div>
    <p class="rb-note">Out before the Marker −100, after it +10. ${rule(p.game.key, "Q19")}</p>
    <p class="rb-note">A 15 · 10 J Q K 10 · 2–9 5 · joker 20 · action card 5</p></section>`;
}

const HILL = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => `M${230 - k * 34} 330 C${220 - k * 36} ${210 - k * 30} 360 ${170 - k * 34} ${470 + k * 8} ${230 - k * 30} S${640 + k * 40} ${260 - k * 22} ${650 + k * 44} 360 S500 ${520 + k * 34} 380 ${490 + k * 32} S${240 - k * 30} ${450 + k * 12} ${230 - k * 34} 330z`);
const KNOLL = [0, 1, 2, 3, 4].map((k) => `M${900 - k * 20} 610 C${890 - k * 20} ${560 - k * 18} ${1010 + k * 12} ${550 - k * 18} ${1020 + k * 16} 620 S${910 - k * 16} ${680 + k * 16} ${900 - k * 20} 610z`);

export default {
  seats: 4,
  minutes: 40,
  line: "Every discard stays open. So does every temptation.",
  face,
  short,
  pad: campaign,
  seat: before,

  /** The thing on the shelf at home. @param {Parts} p */
  object: (p) => html`<span class="lap">${["7h", "10s", "Qd", "THIEF"].map((code) => p.mute(code))}</span>`,

  ground: () => html`<svg class="ground" viewBox="0 0 1100 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><g class="rb-contour">${[...HILL, ...KNOLL].map((d) => svg`<path d=${d}/>`)}</g></svg>`,

  /** @param {Parts} p */
  where(p) {
    const rounds = Number(p.table?.options.rounds ?? ROUNDS);
    const at = p.view.public.ledger.length + 1;
    return p.play?.result ? "" : at > rounds ? "Tie round" : `Round ${at} of ${rounds}`;
  },

  /** @param {Parts} p @param {number} seat */
  meta(p, seat) {
    const many = p.zone("hand", seat).cards.length + p.zone("drawn", seat).cards.length;
    return `${many} card${many === 1 ? "" : "s"} · ${String(p.view.public.totals[seat]).replace("-", "−")} points`;
  },

  /** @param {Parts} p */
  centre(p) {
    const used = p.zone("used");
    return html`<div class="front">${stock(p)}${row(p)}<div class="rb-side">${flag(p)}${used.cards.length ? p.pile(used, { size: "m", title: "Used", sub: `${used.cards.length}` }) : nothing}</div></div>`;
  },

  /** @param {Parts} p */
  own(p) {
    if (p.me === null) return nothing;
    const zone = p.zone("melds", p.me);
    return zone.cards.length ? html`<div class="ownmelds rb-own" data-zone=${zone.index} tabindex="0" role="group" aria-label="Before you" ${vars({ "--meld": `${wide(zone.cards.length / 2, 46)}px` })}><small>Before you</small>${parts(p, p.me)}</div>` : nothing;
  },

  /** @param {Parts} p */
  under: (p) => (p.me === null ? nothing : html`<span class="not-phone">2nd Chance <b>${p.view.public.chances[p.me] ? "unused" : "used"}</b></span>`),

  /** @param {string} code @param {Parts} p */
  flag: (code, p) => (p.view.public.turn === p.me && p.view.public.duty.includes(code) ? "must be played" : ""),

  /** What is taken from the row is touched there, and a set where it lies. @param {Act} act @param {Parts} p */
  elsewhere: (act, p) => ["take", "hoard", "thief"].includes(act.verb) || (act.verb === "switch" && sole(p)),

  /** @param {Act} act @param {Parts} p */
  say(act, p) {
    const { fields } = act;
    const n = Number(act.rest[0]);
    const last = p.zone("row").cards.at(-1) ?? null;
    switch (act.verb) {
      case "draw": return p.zone("stock").cards.length > 1 ? "Draw two" : "Draw the last card";
      case "take": return n === 1 && last ? `Take the ${short(last)}` : `Take ${count(n)}`;
      case "hoard": return `Hoard ${count(n)}`;
      case "second": return "2nd Chance: change both";
      case "meld": return `Meld ${fields.cards.split(" ").map(short).join(" ")}`;
      case "lay": return `Lay ${short(fields.card)} on ${named(p, fields.meld)}`;
      case "bonus": return "Draw the bonus card";
      case "done": return "Be done";
      case "pick": return fields.card ? `Pickpocket the ${short(fields.card)} from ${p.name(act.seat ?? 0)}` : `Pickpocket ${p.name(act.seat ?? 0)}`;
      case "thief": return `Thief: steal ${named(p, fields.meld)}`;
      case "switch": return `Switch ${named(p, fields.own)} for ${named(p, fields.other)}`;
      case "lucky": return "Play Lucky Day";
      case "discard": return `Throw the ${short(act.cards[0])}`;
      default: return undefined;
    }
  },

  /** @param {number} seat @param {string} text @param {any[]} events */
  tell(seat, text, events) {
    const [verb, ...rest] = text.split(" ");
    // what moved openly tells the cards where the text was kept short because something else moved unseen
    const laid = events.filter((event) => event.event === "moved" && event.source_owner === seat && event.source === "hand" && ["melds", "row", "used"].includes(event.target)).flatMap((event) => event.cards).filter(Boolean);
    if (!rest.length && /^(meld|lay|discard)$/.test(verb)) rest.push(...laid.slice(verb === "meld" ? 0 : -1));
    if (!rest.length && /^(take|hoard|meld|lay|thief|switch|discard)$/.test(verb)) return { take: "took from the row", hoard: "played Hoard", thief: "played Thief", switch: "played Switcheroo", meld: "melded", lay: "laid off a card", discard: "threw a card" }[verb];
    const came = events.filter((event) => event.event === "moved" && event.target_owner === seat && (event.target === "hand" || event.target === "drawn")).flatMap((event) => event.cards).filter(Boolean).map(short);
    switch (verb) {
      case "draw": return came.length ? `drew the ${came.join(" and the ")}` : "drew two";
      case "take": return rest[0] === "1" && came.length ? `took the ${came[0]}` : `took ${count(Number(rest[0]))} of the row`;
      case "hoard": return `hoarded ${count(Number(rest[0]))} of the row`;
      case "second": return "used the 2nd Chance";
      case "meld": return `melded ${rest.map(short).join(" ")}`;
      case "lay": return rest[1] ? `laid the ${short(rest[0])} on ${rest[1]}` : `laid off the ${short(rest[0])}`;
      case "bonus": return came.length ? `drew the ${came[0]} as a bonus` : "drew a bonus card";
      case "done": return "was done";
      case "pick": return rest.length > 1 ? `pickpocketed the ${short(rest[0])}` : "played Pickpocket";
      case "thief": return `stole ${rest[0]} with Thief`;
      case "switch": return `switched ${rest[0]} for ${rest[1]}`;
      case "lucky": return "played Lucky Day";
      case "discard": return `threw the ${short(rest[0])}`;
      default: return undefined;
    }
  },
};
