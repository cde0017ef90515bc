// Every string of the page, in English. Another language is another file with the same names.

/** @param {number} n @param {string} one @param {string} [many] */
const some = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

const DO = { draw: "Draw", take: "Take", discard: "Discard", pass: "Pass", meld: "Meld", lay: "Lay off", wait: "Wait", call: "Call", decline: "Decline", seen: "I see it", done: "Done" };
const DID = { draw: "drew", take: "took", discard: "threw", pass: "passed", meld: "melded", lay: "laid off", wait: "waits", call: "called", decline: "declined", seen: "has seen it", done: "is done" };

export const words = {
  home: {
    title: "Five card games, one room",
    heading: "Five card games, one room.",
    sub: "Sit down at once with bots. Send a link, and friends take their seats.",
    shelf: "The games", play: "Play now", friends: "Friends", learn: "Learn",
    with: (/** @type {string} */ game) => `Play ${game} with friends`,
    players: (/** @type {number} */ a, /** @type {number} */ b) => (a === b ? some(a, "player") : `${a}–${b} players`),
    minutes: (/** @type {number} */ n) => `${n} min`,
    open: "Open tables", none: "No open tables. Sit down, and the bots will keep you company.",
    running: "Your games", finished: "Finished", nothing: "What you have played to the end will stand here, to be watched again.",
    sit: "Sit down", over: "Take over", replay: "Replay", back: "Back to the table", goOn: "Go on",
    yours: "It is your turn", theirs: "A game is on", free: (/** @type {number} */ n) => (n === 1 ? "one seat free" : `${n} seats free`),
    full: "no seat free", people: (/** @type {string[]} */ names) => names.join(", "),
    won: "you won", lost: (/** @type {string} */ name) => `${name} won`,
    evening: "Evening", day: "Day", settings: "Settings", guest: "Guest",
    how: { seats: "Players", bots: "Bots", listed: "Anybody may join", clock: "Clock", begin: "Open the table", empty: "Empty seats", wait: "wait for people", fill: "are played by bots", name: "Your name" },
    clocks: { off: "no clock", "20s": "20 seconds a turn", "60s": "a minute a turn", "1d": "a day a turn", "3d": "three days a turn" },
  },
  bar: { leave: "Leave the table", invite: "Invite", pad: "Score pad", log: "Log", rules: "Rules", settings: "Settings", home: "Meldroom, home", more: "Table", back: "Back" },
  table: {
    side: "Your side of the table", watching: "Watching",
    turn: "Your turn", wait: "Wait", over: "The end",
    choosing: (/** @type {string} */ name) => `${name} is choosing.`,
    after: (/** @type {number} */ n) => ["You are next.", "You are second after them.", "You are third after them."][n - 1] ?? `You are ${n}th after them.`,
    several: "The others are choosing.",
    dealing: "The cards are being dealt.", gathering: "Waiting for players.",
    seatsFree: (/** @type {number} */ n) => `Waiting for ${some(n, "player")}.`, begin: "Begin with bots",
    hand: (/** @type {number} */ n) => `Your hand, ${some(n, "card")}`,
    nth: (/** @type {string} */ word, /** @type {number} */ n, /** @type {number} */ of) => `${word}, ${n} of ${of}`,
    fresh: "new", freshSpoken: "new", choose: "Choose a card", chooseMore: "Choose more", clear: "Put back", more: "More", fewer: "Fewer",
    sort: { meld: "By meld", set: "By set", run: "By run", free: "Free" }, sortTitle: "Sort the hand",
    groups: { near: /\b(lacks|nearly)\b/, loose: /^(loose|to spare|action cards)$/ }, // as the games label them
    undo: "Undo", cards: (/** @type {number} */ n) => some(n, "card"), empty: "empty", down: "face down", top: "on top",
    pile: (/** @type {string} */ name, /** @type {number} */ n) => `${name}, ${some(n, "card")}`,
    left: (/** @type {number} */ n) => `${n} left`, thrownBy: (/** @type {string} */ name) => `thrown by ${name}`,
    bot: "bot", away: "away", covers: "a bot covers", here: "", you: "You",
    seconds: (/** @type {number} */ n) => (n >= 3600 ? `${Math.floor(n / 3600)} h` : `${n} s`),
    since: "Since your last turn", whole: "Whole log", log: "Log", thrown: "Thrown", oldest: "oldest first", quiet: "Nothing yet.",
    lost: "The line is gone. Your last move is safe; the table waits for you.", shut: "You are no longer at this table.",
    branched: (/** @type {number} */ n) => `played on from move ${n}`,
    paused: "The host has paused the game.", closed: "The table is closed.",
    refused: (/** @type {string} */ why) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
    place: "Place", player: "Player", score: "Score", rematch: "Rematch", replay: "Replay", home: "Home", waitHost: (/** @type {string} */ name) => `${name} can call a rematch.`,
    won: (/** @type {string[]} */ names) => (names.length > 1 ? `${names.join(" and ")} share the win.` : `${names[0]} won.`), youWon: "You won!",
    by: "By rule", print: "Print", leaveTitle: "Leave the game?", leaveText: "A bot plays on for you. You can come back by the link as long as the game runs, or give the seat up.", stay: "Stay", go: "Leave for now", giveUp: "Give up the seat",
    pauseIt: "Pause", resume: "Go on", endIt: "End the table", say: "Say", phrase: "Quick phrases", write: "Write to the table", send: "Send",
    meld: (/** @type {number} */ n) => some(n, "card"), before: "Before you", sitHere: "Sit down here", name: "Your name", sitTitle: "Take a seat", sit: "Sit down", look: "No seat is free.",
    target: "choose", seatOf: (/** @type {string} */ name) => `${name}’s seat`, seatsLabel: "Players", centreLabel: "The middle of the table", boardLabel: "The table",
  },
  invite: { title: "Invite", text: "Whoever opens this link can take a free seat or a bot’s.", copy: "Copy the link", copied: "Copied", qr: "QR code of the link", close: "Close" },
  keys: {
    title: "Keys", list: [["← → ↑ ↓", "go along your hand"], ["Space", "choose or put back the card"], ["Enter", "do what the main button says"], ["1 … 9", "press the button of that number"], ["Esc", "put everything back"], ["H", "go to your hand"], ["O", "sort the hand"], ["Z", "undo"], ["P", "score pad"], ["L", "log"], ["?", "this list"]],
    race: "Space", raceDoes: "say it in a race, while it is not your turn",
  },
  settings: {
    title: "Settings", name: "Name", theme: "Light", cards: "Cards", faces: "Faces", speed: "Movement", hints: "Hints", sound: "Sound", stage: "A tapped pile",
    values: { theme: { system: "as the system", light: "day", dark: "evening" }, cards: { normal: "normal", large: "large" }, faces: { plain: "as printed", apart: "colours set apart", contrast: "high contrast" }, speed: { normal: "normal", slow: "slow", fast: "fast", off: "off" }, hints: { on: "on", off: "off" }, sound: { off: "off", quiet: "quiet", normal: "normal", loud: "loud" }, stage: { on: "asks first", off: "acts at once" } },
    symbols: "Every colour also has a letter, a shape or a pattern, always.", kept: "Kept in this browser only.", done: "Done",
  },
  learn: {
    title: "Lesson", label: "The lesson", step: (/** @type {number} */ n, /** @type {number} */ of) => `Step ${n} of ${of}`, of: (/** @type {number} */ n) => `of ${n}`,
    back: "Back one step", other: (/** @type {string} */ ask) => `Good idea, but this time: ${ask.charAt(0).toLowerCase()}${ask.slice(1)}`,
    watch: "Watch the others.", done: "You know how it goes.", sub: (/** @type {string} */ game) => `${game} at a glance`,
    play: "Play now", rules: "All rules", again: "Once more", rule: (/** @type {string} */ number) => `Rule ${number}`,
  },
  rules: { title: (/** @type {string} */ game) => `Rules of ${game}`, reconstructed: "reconstructed", play: "Play now", contents: "Contents" },
  replay: {
    title: "Replay", seen: "Seen by", open: "All open", moves: "Moves", at: (/** @type {number} */ n, /** @type {number} */ of) => `move ${n} of ${of}`, start: "The deal.",
    prev: "Back one move", next: "On one move", play: "Play", stop: "Stop", link: "Copy link to this move", down: "Download", slider: "Move",
    deal: "The deal", checked: "checked in your browser", verify: "Verify the deal", again: "Verify again", promised: "Promised before the deal", seed: "Seed, shown after the game", shares: "Added by the players", shuffles: "Shuffles recomputed",
    onward: (/** @type {string} */ name) => `Play on as ${name}`, branch: (/** @type {number} */ n) => `Played on from move ${n} of another game`,
    seedKnown: "Seed, known before the game", known: "Recomputed, not promised.", knownText: "Every shuffle follows from the seed. But this game goes on from another, so its seed was known before it began.",
    good: "As promised.", goodText: "Every shuffle follows from the seed that was fixed before the deal.",
    bad: "Not as promised.", working: "Working …", none: "none", final: "Final", equal: (/** @type {number} */ n, /** @type {number} */ of) => `${n} of ${of} equal`,
  },
  say: {
    /** @param {string} verb @param {string[]} cards @param {string[]} rest @param {string} name */
    act: (verb, cards, rest, name) =>
      [DO[/** @type {keyof typeof DO} */ (verb)] ?? verb.charAt(0).toUpperCase() + verb.slice(1), cards.length ? list(cards) : "", rest.join(" "), name ? `(${name})` : ""].filter(Boolean).join(" "),
    /** @param {string} verb @param {string[]} cards @param {string[]} rest */
    did: (verb, cards, rest) => [DID[/** @type {keyof typeof DID} */ (verb)] ?? verb, cards.length ? list(cards) : "", rest.join(" ")].filter(Boolean).join(" "),
  },
  events: {
    drew: (/** @type {string[]} */ cards, /** @type {number} */ n) => (cards.length ? `drew ${list(cards)}` : n === 1 ? "drew a card" : `drew ${n} cards`),
    put: (/** @type {string[]} */ cards, /** @type {number} */ n) => (cards.length ? `put down ${list(cards)}` : `put down ${some(n, "card")}`),
    shuffled: "The pile is shuffled.", undone: "took that back",
  },
};

/** @param {string[]} cards */
export function list(cards) {
  const the = cards.map((word) => `the ${word}`);
  return the.length > 1 ? `${the.slice(0, -1).join(", ")} and ${the.at(-1)}` : the[0];
}
