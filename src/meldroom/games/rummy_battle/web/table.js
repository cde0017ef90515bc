// Rummy Battle at the table: a field map, the open row across it, melds in front of their owners.
import { html, nothing, svg } from "/vendor/lit.js";
import { cssVariables, redraw } from "/client/render.js";
import { ruleLink } from "/parts/rule_link.js";

/** @typedef {import("/client/protocol_types.js").GameEvent} GameEvent */
/** @typedef {import("/client/protocol_types.js").MovedEvent} MovedEvent */

/**
 * @typedef {object} PublicFacts
 * @property {number} turn
 * @property {string[]} duty
 * @property {boolean[]} opened
 * @property {boolean[]} chances
 * @property {number} marker
 * @property {boolean} marker_seen
 * @property {Meld[]} melds
 * @property {number[]} totals
 * @property {number[][]} ledger
 */
/**
 * @typedef {object} Display
 * @property {number} going_out
 * @property {number} going_out_before_marker
 * @property {number} going_out_after_marker
 * @property {string} tariff
 * @property {number} rounds
 * @property {number[]} must_play
 */
/** @typedef {import("/client/toolkit.js").Toolkit<PublicFacts, Display>} Toolkit */
/** @typedef {import("/client/choice.js").Act} Act */
/**
 * @typedef {object} Meld
 * @property {number} number
 * @property {number} owner
 * @property {string} kind "set" or "run"
 * @property {string} of its rank or suit
 * @property {string[]} cards
 * @property {string[]} stands the card that each stands for
 * @property {number[]} holders the player in front of whom each card lies
 */

const BOX = "0 0 100 140";
/** @type {Record<string, string>} */
const ACTION_CARDS = { HOARD: "Hoard", PICK: "Pickpocket", THIEF: "Thief", SWITCH: "Switcheroo", LUCKY: "Lucky Day" };
/** @type {Record<string, string>} */
const COURT_SYMBOLS = { J: "rb-plume", Q: "rb-tiara", K: "rb-crown" };
/** @type {Record<string, string>} as text, not as emoji */
const SUITS = { c: "♣\ufe0e", d: "♦\ufe0e", h: "♥\ufe0e", s: "♠\ufe0e" };
/** @type {Record<string, string>} */
const RANKS = {
  A: "aces",
  2: "twos",
  3: "threes",
  4: "fours",
  5: "fives",
  6: "sixes",
  7: "sevens",
  8: "eights",
  9: "nines",
  10: "tens",
  J: "jacks",
  Q: "queens",
  K: "kings",
};
const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const CROWDED_FROM = 5; // other players

let withHoard = false; // whether touching a card of the row hoards it or takes it

/** @param {string | null} code */
function face(code) {
  if (code === null) return { box: BOX, ink: "rb", art: svg`<use href="#rb-back"/>` };
  if (ACTION_CARDS[code]) {
    return {
      box: BOX,
      ink: `rb rb-${code}`,
      art: svg`<use href="#rb-action"/><use href=${`#rb-${code.toLowerCase()}`} x="21" y="27" width="58"
        height="58"/><text class="rb-name" x="50" y="121">${ACTION_CARDS[code]}</text>`,
    };
  }
  if (code === "Jk") {
    return {
      box: BOX,
      ink: "rb rb-Jk",
      art: svg`<use href="#rb-base"/><use href="#rb-joker" x="20" y="46" width="60" height="60"/><text
        class="rb-joker-star" x="17" y="27">★</text><text class="rb-joker-word" x="50" y="128">JOKER</text>`,
    };
  }
  const suit = code.slice(-1);
  const rank = code.slice(0, -1);
  const corner = svg`<text class="rb-rank ${rank === "10" ? "ten" : ""}" x="18" y="28">${rank}</text><use
    href=${`#rb-suit-${suit}`} x="9.5" y="34" width="17" height="17"/>`;
  const court = COURT_SYMBOLS[rank];
  const middle = court
    ? svg`<use href=${`#${court}`} x="30" y="36" width="40" height="27"/><text class="rb-court" x="50" y="103">${
        rank
      }</text>`
    : svg`<use href=${`#rb-suit-${suit}`} x="32" y="52" width="38" height="38"/>`;
  return {
    box: BOX,
    ink: `rb rb-${suit}`,
    art: svg`<use href="#rb-base"/>${middle}${corner}<g transform="rotate(180 50 70)">${corner}</g>`,
  };
}

/** A card in two signs: 7♥. @param {string} word a code, or Jk=7h for a joker that stands for it @returns {string} */
function shortName(word) {
  const [code, stands] = word.split("=");
  if (code === "Jk") return stands && SUITS[stands.slice(-1)] ? `joker as ${shortName(stands)}` : "joker";
  return ACTION_CARDS[code] ?? `${code.slice(0, -1)}${SUITS[code.slice(-1)] ?? code.slice(-1)}`;
}

/** @param {number} n */
const inWords = (n) => NUMBERS[n] ?? String(n);
/** "+10" or "−100". @param {number} points */
const withSign = (points) => `${points > 0 ? "+" : ""}${withMinus(points)}`;
/** @param {number} points */
const withMinus = (points) => String(points).replace("-", "−");
/** @param {Meld} meld */
const meldKind = (meld) => (meld.kind === "set" ? RANKS[meld.of] : `${SUITS[meld.of]} run`);

/** "Bruno’s nines". @param {Toolkit} kit @param {string} number as #2 */
function meldName(kit, number) {
  const meld = kit.view.public.melds.find((/** @type {Meld} */ one) => `#${one.number}` === number);
  if (!meld) return number;
  return `${meld.owner === kit.me ? "your" : `${kit.name(meld.owner)}’s`} ${meldKind(meld)}`;
}

/**
 * What can be done with a meld by touching it.
 * @param {Toolkit} kit @param {Meld} meld @returns {{act: Act, label: string}[]}
 */
function meldActs(kit, meld) {
  const { choice } = kit;
  if (!choice) return [];
  const number = `#${meld.number}`;
  const lays = choice.complete.filter((act) => act.verb === "lay" && act.fields.meld === number);
  if (lays.length === 1) return [{ act: lays[0], label: "lay off here" }];
  if (lays.length) {
    // a joker that can stand for several cards
    return lays.map((act) => ({ act, label: `lay off as ${shortName(act.fields.card.split("=")[1])}` }));
  }
  if (!choice.isEmpty) return [];
  const steals = choice.acts.filter((act) => act.verb === "thief" && act.fields.meld === number);
  const switches = choice.acts.filter((act) => act.verb === "switch" && act.fields.other === number);
  return [
    ...steals.map((act) => ({ act, label: "steal" })),
    ...(onlyOneToSwitch(kit) ? switches.map((act) => ({ act, label: "switch" })) : []),
  ];
}

/** Whether Switcheroo can give away only one set. @param {Toolkit} kit */
function onlyOneToSwitch(kit) {
  const switches = kit.choice?.acts.filter((act) => act.verb === "switch") ?? [];
  return new Set(switches.map((act) => act.fields.own)).size === 1;
}

/**
 * A card of a meld; a joker says what it stands for.
 * @param {Toolkit} kit @param {Meld} meld @param {number} at @param {string} [where]
 */
function meldCard(kit, meld, at, where = "") {
  const code = meld.cards[at];
  const stands = code === "Jk" ? meld.stands[at] : undefined;
  const label = stands ? `joker as ${kit.cardName(stands)}` : kit.cardName(code);
  return kit.card(code, {
    cls: "size-m",
    flag: stands ? shortName(stands) : "",
    label: `${label}${where}`,
    pick: { code, owner: meld.holders[at], slot: `m${meld.number}.${at}` },
  });
}

/** The part of a meld in front of its owner. @param {Toolkit} kit @param {Meld} meld */
function ownedMeld(kit, meld) {
  const number = `#${meld.number}`;
  const acts = meldActs(kit, meld);
  const button = (/** @type {{act: Act, label: string}} */ { act, label }) =>
    act.verb === "lay"
      ? html`<button type="button" class="rb-target-button" data-act=${act.text} aria-label=${kit.actLabel(act)}>${
          label
        }</button>`
      : html`<button type="button" class="rb-target-button ${kit.choice?.selectedText === act.text ? "picked" : ""}"
      data-select=${act.text} aria-label=${kit.actLabel(act)}>${label}</button>`;
  const cards = meld.cards.map((_, at) => (meld.holders[at] === meld.owner ? meldCard(kit, meld, at) : nothing));
  return html`<figure class="meld ${acts.length ? "rb-target" : ""}" role="group"
    aria-label="${number}, ${meldName(kit, number)}"><div class="fan">${cards}</div>
    <figcaption>${acts.length ? acts.map(button) : `${number} ${meldKind(meld)}`}</figcaption></figure>`;
}

/** What a player laid off on the melds of others. @param {Toolkit} kit @param {number} seat */
function laidOff(kit, seat) {
  const melds = kit.view.public.melds.filter((/** @type {Meld} */ meld) => meld.owner !== seat);
  const found = melds.flatMap((/** @type {Meld} */ meld) =>
    meld.holders.flatMap((holder, at) => (holder === seat ? [{ meld, at, number: `#${meld.number}` }] : [])),
  );
  if (!found.length) return nothing;
  const cards = found.map((/** @type {{meld: Meld, at: number, number: string}} */ { meld, at, number }) =>
    meldCard(kit, meld, at, ` on ${number}, ${meldName(kit, number)}`),
  );
  const numbers = new Set(found.map((/** @type {{number: string}} */ { number }) => number));
  return html`<figure class="meld rb-laid-off" role="group" aria-label="Laid off by ${kit.name(seat)}"><div
    class="fan">${cards}</div><figcaption>on ${[...numbers].join(" ")}</figcaption></figure>`;
}

/** The melds that a player owns, then what was laid off. @param {Toolkit} kit @param {number} seat */
function meldsAndLaidOff(kit, seat) {
  const own = kit.view.public.melds.filter((/** @type {Meld} */ meld) => meld.owner === seat);
  return html`${own.map((/** @type {Meld} */ meld) => ownedMeld(kit, meld))}${laidOff(kit, seat)}`;
}

/** The width of cards in melds: the more there are, the narrower. @param {number} count @param {number} max */
const meldCardWidth = (count, max) => (count > 24 ? 26 : count > 15 ? 30 : count > 9 ? Math.min(36, max) : max);

/** Melds, and below them what everybody knows of the hand. @param {Toolkit} kit @param {number} seat */
function seatArea(kit, seat) {
  const zone = kit.zone("melds", seat);
  const known = [...kit.zone("hand", seat).cards, ...kit.zone("drawn", seat).cards].filter((code) => code !== null);
  const knownCards = known.map((code) => kit.card(code, { cls: "size-s" }));
  const knownHand = known.length
    ? html`<div class="fan rb-known-hand" role="group"
    aria-label="In the hand of ${kit.name(seat)}">${knownCards}</div>`
    : nothing;
  if (!zone.cards.length) {
    return html`<p class="rb-not-open small" data-zone=${zone.index}>${
      kit.view.public.opened[seat] ? "no cards left" : "not opened yet"
    }</p>${knownHand}`;
  }
  const width = meldCardWidth(zone.cards.length, kit.others.length >= CROWDED_FROM ? 31 : 46);
  return html`<div class="rb-melds" data-zone=${zone.index}
    ${cssVariables({ "--meld-width": `${width}px` })}>${meldsAndLaidOff(kit, seat)}</div>${knownHand}`;
}

/** How many cards of the row an action takes. @param {Act} act */
const depthOf = (act) => Number(act.fields.cards);

/** The row: touch a card to take it and all that came after it. @param {Toolkit} kit */
function row(kit) {
  const zone = kit.zone("row");
  const count = zone.cards.length;
  const canHoard = Boolean(kit.choice?.acts.some((act) => act.verb === "hoard"));
  if (!canHoard) withHoard = false;
  const verb = withHoard ? "hoard" : "take";
  const selected = kit.choice?.selected;
  const depth = selected && ["take", "hoard"].includes(selected.verb) ? depthOf(selected) : 0;
  const mustPlay = selected?.verb === "take" && kit.display.must_play.includes(depth);
  const cards = zone.cards.map((code, at) => rowCard(kit, code, { deep: count - at, depth, mustPlay, verb }));
  const deepest = depth ? zone.cards[count - depth] : null;
  const title = !count
    ? "The row is empty"
    : deepest && mustPlay
      ? html`Take ${inWords(depth)}: the <b>${shortName(deepest)}</b> must be played at once`
      : depth
        ? `${selected?.verb === "hoard" ? "Hoard" : "Take"} ${inWords(depth)}; nothing must be played`
        : "The row, newest on the right";
  const length = count > 26 ? "longest" : count > 11 ? "long" : "";
  return html`<div class="rb-row" data-zone=${zone.index}><p class="small rb-row-title"><span>${title}</span>${
    canHoard ? hoardToggle(kit) : nothing
  }</p>
    <div class="rb-row-scroll"><div class="rb-row-cards ${length}" role="group"
      aria-label="The row, ${count} cards, oldest first" ${cssVariables({ "--count": Math.max(count, 2) })}>${
        cards
      }</div></div></div>`;
}

/**
 * @param {Toolkit} kit @param {string | null} code
 * @param {{deep: number, depth: number, mustPlay: boolean, verb: string}} place its depth, and the selected one
 */
function rowCard(kit, code, { deep, depth, mustPlay, verb }) {
  const act = kit.choice?.acts.find((one) => one.verb === verb && depthOf(one) === deep);
  const { box, ink, art } = face(code);
  const flag = html`<span class="card-flag below" aria-hidden="true">must be played</span>`;
  const inner = html`<svg viewBox=${box} aria-hidden="true">${art}</svg>${mustPlay && deep === depth ? flag : nothing}`;
  const state = deep <= depth ? "picked" : act && !depth ? "legal" : "";
  const name = `${kit.cardName(code)}${deep === 1 ? ", newest" : ""}`;
  if (!act) {
    return html`<span class="card ${ink} ${state}" role="img" aria-label=${name} data-code=${code ?? ""}>${
      inner
    }</span>`;
  }
  return html`<button type="button" class="card ${ink} ${state}" data-code=${code ?? ""} data-select=${act.text}
    aria-pressed=${deep === depth ? "true" : "false"} aria-label="${name}. ${kit.actLabel(act)}">${inner}</button>`;
}

/** @param {Toolkit} kit */
function hoardToggle(kit) {
  const toggle = (/** @type {Event} */ event) => {
    event.stopPropagation();
    withHoard = !withHoard;
    kit.choice?.clear();
    redraw();
  };
  return html`<button type="button" class="rb-hoard-toggle" aria-pressed=${withHoard ? "true" : "false"}
    @click=${toggle}>Use Hoard</button>`;
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

/** The score pad: a line for each round from the start. @param {Toolkit} kit */
function scorePad(kit) {
  const { ledger, totals } = kit.view.public;
  const seats = kit.allSeats;
  const { going_out_before_marker: before, going_out_after_marker: after, tariff } = kit.display;
  const rounds = Math.max(kit.display.rounds, ledger.length);
  const own = (/** @type {number} */ seat) => (seat === kit.me ? "own" : "");
  const cell = (/** @type {number} */ round, /** @type {number} */ seat) => {
    if (round === ledger.length && !kit.play?.result) return "·";
    return ledger[round] ? withMinus(ledger[round][seat]) : "";
  };
  const line = (/** @type {unknown} */ _, /** @type {number} */ round) =>
    html`<tr><th scope="row">${round + 1}</th>${seats.map(
      (seat) => html`<td class=${own(seat)}>${cell(round, seat)}</td>`,
    )}</tr>`;
  return html`<section class="score-pad rb-pad" aria-label="Score pad"><h2>Score<small>highest total wins</small></h2>
    <div class="scroll-x"><table><thead><tr><th scope="col">Round</th>${seats.map(
      (seat) => html`<th scope="col" class=${own(seat)}>${kit.name(seat)}</th>`,
    )}</tr></thead>
    <tbody>${Array.from({ length: rounds }, line)}</tbody>
    <tfoot><tr><th scope="row"><span class="visually-hidden">Total</span></th>${seats.map(
      (seat) => html`<td>${withMinus(totals[seat])}</td>`,
    )}</tr></tfoot></table></div>
    <p class="rb-note">Going out: ${withSign(before)} before the Marker, ${withSign(after)} after it. ${ruleLink(
      kit.game.key,
      "Q19",
    )}</p>
    <p class="rb-note">${tariff}</p></section>`;
}

/** The contour lines of a hill and a knoll. */
const HILL = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
  (k) =>
    `M${230 - k * 34} 330 C${220 - k * 36} ${210 - k * 30} 360 ${170 - k * 34} ${470 + k * 8} ${230 - k * 30} ` +
    `S${640 + k * 40} ${260 - k * 22} ${650 + k * 44} 360 S500 ${520 + k * 34} 380 ${490 + k * 32} ` +
    `S${240 - k * 30} ${450 + k * 12} ${230 - k * 34} 330z`,
);
const KNOLL = [0, 1, 2, 3, 4].map(
  (k) =>
    `M${900 - k * 20} 610 C${890 - k * 20} ${560 - k * 18} ${1010 + k * 12} ${550 - k * 18} ${1020 + k * 16} 620 ` +
    `S${910 - k * 16} ${680 + k * 16} ${900 - k * 20} 610z`,
);

/** @type {Record<string, string>} what the log says of a move whose cards are not known */
const UNSEEN_MOVES = {
  take: "took from the row",
  hoard: "played Hoard",
  thief: "played Thief",
  switch: "played Switcheroo",
  meld: "melded",
  lay: "laid off a card",
  discard: "discarded a card",
};

/**
 * The cards that an event moved from the hand of a player to the table, or to the hand.
 * @param {GameEvent[]} events @param {(event: MovedEvent) => boolean} wanted @returns {string[]}
 */
const movedCards = (events, wanted) =>
  events
    .filter((event) => event.event === "moved")
    .filter(wanted)
    .flatMap((event) => event.cards)
    .filter((code) => code !== null);

export default {
  defaultSeats: 4,
  minutes: 40,
  tagline: "Every discard stays open. So does every temptation.",
  face,
  shortName,
  scorePad,
  seatArea,

  /** @param {Toolkit} kit */
  homeArt: (kit) => html`<span class="fan">${["7h", "10s", "Qd", "THIEF"].map((code) => kit.picture(code))}</span>`,

  backdrop: () => html`<svg class="backdrop" viewBox="0 0 1100 800" preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"><g class="rb-contour">${[...HILL, ...KNOLL].map((path) => svg`<path d=${path}/>`)}</g></svg>`,

  /** @param {Toolkit} kit */
  progress(kit) {
    const { rounds } = kit.display;
    const round = kit.view.public.ledger.length + 1;
    return kit.play?.result ? "" : round > rounds ? "Tie round" : `Round ${round} of ${rounds}`;
  },

  /** @param {Toolkit} kit @param {number} seat */
  seatInfo(kit, seat) {
    const count = kit.zone("hand", seat).cards.length + kit.zone("drawn", seat).cards.length;
    return [`${count} card${count === 1 ? "" : "s"}`, `${withMinus(kit.view.public.totals[seat])} points`];
  },

  /** @param {Toolkit} kit */
  centre(kit) {
    const used = kit.zone("used");
    const usedPile = used.cards.length
      ? kit.pile(used, { size: "size-m", title: "Used", sub: `${used.cards.length}` })
      : nothing;
    return html`<div class="rb-front">${stock(kit)}${row(kit)}<div class="rb-aside">${markerNote(
      kit,
    )}${usedPile}</div></div>`;
  },

  /** @param {Toolkit} kit */
  ownMelds(kit) {
    if (kit.me === null) return nothing;
    const zone = kit.zone("melds", kit.me);
    if (!zone.cards.length) return nothing;
    const width = meldCardWidth(zone.cards.length / 2, 46);
    return html`<div class="own-melds rb-own-melds" data-zone=${zone.index} tabindex="0" role="group"
      aria-label="Your melds"
      ${cssVariables({ "--meld-width": `${width}px` })}><small>Your melds</small>${meldsAndLaidOff(kit, kit.me)}</div>`;
  },

  /** @param {Toolkit} kit */
  handFooter: (kit) =>
    kit.me === null
      ? nothing
      : html`<span class="not-phone">2nd Chance <b>${kit.view.public.chances[kit.me] ? "unused" : "used"}</b></span>`,

  /** @param {string} code @param {Toolkit} kit */
  cardFlag: (code, kit) =>
    kit.view.public.turn === kit.me && kit.view.public.duty.includes(code) ? "must be played" : "",

  /** Cards of the row and melds are touched where they lie. @param {Act} act @param {Toolkit} kit */
  isOfferedOnTable: (act, kit) =>
    ["take", "hoard", "thief"].includes(act.verb) || (act.verb === "switch" && onlyOneToSwitch(kit)),

  /** @param {Act} act @param {Toolkit} kit */
  actLabel(act, kit) {
    const { fields } = act;
    const count = depthOf(act);
    const newest = kit.zone("row").cards.at(-1) ?? null;
    const other = kit.name(act.seat ?? 0);
    switch (act.verb) {
      case "draw":
        return kit.zone("stock").cards.length > 1 ? "Draw two" : "Draw the last card";
      case "take":
        return count === 1 && newest ? `Take the ${shortName(newest)}` : `Take ${inWords(count)}`;
      case "hoard":
        return `Hoard ${inWords(count)}`;
      case "second":
        return "2nd Chance: swap both cards";
      case "meld":
        return `Meld ${fields.cards.split(" ").map(shortName).join(" ")}`;
      case "lay":
        return `Lay off ${shortName(fields.card)} on ${meldName(kit, fields.meld)}`;
      case "bonus":
        return "Draw the bonus card";
      case "done":
        return "Finish";
      case "pick":
        return fields.card ? `Pickpocket the ${shortName(fields.card)} from ${other}` : `Pickpocket ${other}`;
      case "thief":
        return `Thief: steal ${meldName(kit, fields.meld)}`;
      case "switch":
        return `Switch ${meldName(kit, fields.own)} for ${meldName(kit, fields.other)}`;
      case "lucky":
        return "Play Lucky Day";
      case "discard":
        return `Discard the ${shortName(act.cards[0])}`;
      default:
        return undefined;
    }
  },

  /** @param {number} seat @param {string} text @param {GameEvent[]} events */
  describeMove(seat, text, events) {
    const [verb, ...rest] = text.split(" ");
    if (!rest.length && ["meld", "lay", "discard"].includes(verb)) {
      // the server cut the text short because something else moved unseen; what moved openly names the cards
      const played = movedCards(
        events,
        ({ source_owner: owner, source, target }) =>
          owner === seat && source === "hand" && ["melds", "row", "used"].includes(target),
      );
      rest.push(...played.slice(verb === "meld" ? 0 : -1));
    }
    if (!rest.length && UNSEEN_MOVES[verb]) return UNSEEN_MOVES[verb];
    const received = movedCards(
      events,
      ({ target_owner: owner, target }) => owner === seat && (target === "hand" || target === "drawn"),
    ).map(shortName);
    const [first, second] = rest;
    switch (verb) {
      case "draw":
        return received.length ? `drew the ${received.join(" and the ")}` : "drew two";
      case "take":
        return first === "1" && received.length
          ? `took the ${received[0]}`
          : `took ${inWords(Number(first))} from the row`;
      case "hoard":
        return `hoarded ${inWords(Number(first))} from the row`;
      case "second":
        return "used the 2nd Chance";
      case "meld":
        return `melded ${rest.map(shortName).join(" ")}`;
      case "lay":
        return second ? `laid off the ${shortName(first)} on ${second}` : `laid off the ${shortName(first)}`;
      case "bonus":
        return received.length ? `drew the ${received[0]} as a bonus` : "drew a bonus card";
      case "done":
        return "finished";
      case "pick":
        return second ? `pickpocketed the ${shortName(first)}` : "played Pickpocket";
      case "thief":
        return `stole ${first} with Thief`;
      case "switch":
        return `switched ${first} for ${second}`;
      case "lucky":
        return "played Lucky Day";
      case "discard":
        return `discarded the ${shortName(first)}`;
      default:
        return undefined;
    }
  },
};
