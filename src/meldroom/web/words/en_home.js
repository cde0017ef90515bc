// What home and a game's own table.js read, in English, and what all the other texts are built with.

/** "1 card", "2 cards". @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
/** @type {Partial<Record<Intl.LDMLPluralRule, string>>} */
const SUFFIXES = { one: "st", two: "nd", few: "rd" };
/** "1st", "2nd". @param {number} n */
export const ordinal = (n) => `${n}${SUFFIXES[ordinals.select(n)] ?? "th"}`;
/** "Ada, Bruno and Chen". @param {string[]} names */
export const listed = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");

/** @param {number} n up to eight */
const numberWord = (n) => ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"][n] ?? String(n);
/** @type {Record<string, string>} the time for a turn, in the middle of a sentence */
const CLOCKS = {
  "20s": "20 seconds a turn",
  "60s": "a minute a turn",
  "1d": "a day a turn",
  "3d": "three days a turn",
};

/** @type {Record<string, string>} what a button says for a verb */
const DO = {
  draw: "Draw",
  take: "Take",
  discard: "Discard",
  pass: "Pass",
  meld: "Meld",
  lay: "Lay off",
  wait: "Wait",
  call: "Call",
  decline: "Decline",
  seen: "I see it",
  done: "Done",
};
/** @type {Record<string, string>} what a card is selected for */
export const TO = { discard: "discard", pass: "pass", meld: "meld", lay: "lay off" };
/** @type {Record<string, string>} what the log says for a verb */
export const DID = {
  draw: "drew",
  take: "took",
  discard: "discarded",
  pass: "passed",
  meld: "melded",
  lay: "laid off",
  wait: "waited",
  call: "called",
  decline: "declined",
  seen: "saw it",
  done: "finished",
};

export const words = {
  away: {
    isAway: "The room is away; it comes back by itself.",
    isBack: "The room is back.",
    tryNow: "Try now",
  },
  /** A reason of the server as a sentence. @param {string} why */
  asSentence: (why) => `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
  home: {
    title: "Five card games, one room",
    heading: "Five card games, one room.",
    intro: "Play bots right away. Share a link and friends take over their seats.",
    games: "Games",
    play: "Play now",
    learn: "Learn",
    setUp: "Set up",
    openTable: "Set up a table for anyone",
    players: (/** @type {number} */ least, /** @type {number} */ most) =>
      least === most ? count(least, "player") : `${least}–${most} players`,
    minutes: (/** @type {number} */ n) => `${n} min`,
    openTables: "Open tables",
    loading: "Loading the games…",
    noAnswer: "The server does not answer. Check your connection, or that the server is running.",
    tryAgain: "Try again",
    noOpenTables: "No open tables right now.",
    tablesUnknown: "The open tables could not be loaded.",
    moreTables: "Show more tables",
    running: "Your games",
    finished: "Finished games",
    noneFinished: "Finished games appear here, ready to replay.",
    learnGame: (/** @type {string} */ game) => `Learn ${game}`,
    sit: "Join",
    askToJoin: "Ask to join",
    replay: "Replay",
    backToTable: "Back to the table",
    resume: "Resume",
    yourTurn: "It’s your turn",
    inProgress: "Game in progress",
    freeSeats: (/** @type {number} */ n) => (n === 1 ? "1 free seat" : `${n} free seats`),
    noFreeSeat: "no free seats",
    won: (/** @type {boolean} */ shared) => (shared ? "You shared the win" : "You won"),
    wonBy: (/** @type {string[]} */ names) => `${listed(names)} won`,
    lost: (/** @type {number} */ place, /** @type {number} */ of) => `You came ${ordinal(place)} of ${of}`,
    points: (/** @type {number} */ n) => count(n, "point").replace("-", "−"),
    date: (/** @type {number} */ at) => {
      const date = new Date(at);
      const sameYear = date.getFullYear() === new Date().getFullYear();
      return date.toLocaleDateString("en-GB", {
        day: "numeric",
        month: "short",
        ...(sameYear ? {} : { year: "numeric" }),
      });
    },
    against: (/** @type {string[]} */ names) => `against ${listed(names)}`,
    myRecord: "My record",
    darkTheme: "Dark theme",
    lightTheme: "Light theme",
    settings: "Settings",
    guest: "Guest",
    clocks: {
      off: "No clock",
      "20s": "20 seconds per turn",
      "60s": "1 minute per turn",
      "1d": "1 day per turn",
      "3d": "3 days per turn",
    },
  },
  dailyCard: {
    title: "Deal of the day",
    about: "The same cards for everyone, once a day",
    played: (/** @type {number} */ n, /** @type {number} */ of) =>
      n ? `${n} of ${of} played today` : "Not played yet",
    streak: (/** @type {number} */ days) => (days ? `${count(days, "day")} in a row` : ""),
  },
  setUp: {
    title: (/** @type {string} */ game) => `Set up ${game}`,
    minutes: (/** @type {number} */ n) => `about ${n} minutes`,
    players: "Players",
    more: "One player more",
    fewer: "One player fewer",
    you: "You",
    youNote: "The name that others see.",
    seat: (/** @type {number} */ n) => `Seat ${n}`,
    friend: "A friend, by link",
    friendHere: "A friend, here",
    player: (/** @type {number} */ n) => `Player ${n}`,
    nameOf: (/** @type {number} */ n) => `Name of player ${n}`,
    place: "Where",
    oneDevice: "Play at one device",
    oneDeviceNote: "Hand it around: the cards are covered until the next player is ready.",
    regular: "Regular table",
    regularNote: "Keeps its link, its rules and the score of the evening.",
    noClock: "At one device there is no clock.",
    friendNote: "The game starts when they have come, or when you start it with a bot in their place.",
    anyBot: "A bot",
    /** @param {string} level @param {number} wins of 100 @param {boolean} short */
    beats: (level, wins, short) => `One on one it beats ${level} in ${wins} of 100 ${short ? "short " : ""}games.`,
    /** @param {string} level @param {number} wins of 100 @param {boolean} short */
    winsAmongThree: (level, wins, short) =>
      `Against three of ${level} it wins ${wins} of 100 ${short ? "short " : ""}games.`,
    rules: "House rules",
    printed: "printed rules",
    changed: (/** @type {number} */ n) => `${n} changed · reset`,
    switchNote: (/** @type {string} */ now, /** @type {string} */ printed) =>
      `${words.asSentence(now)} Printed: ${printed}.`,
    clock: "Clock",
    turnTime: "Time for a turn",
    turnTimeNote: "When it runs out, the table plays for you.",
    entry: "Who may come in",
    join: "Join",
    byLink: "With the link",
    byLinkNote: "Only people you send the link to.",
    anyone: "Anyone",
    anyoneNote: "The table is listed on everybody’s home page.",
    watch: "Watch",
    noWatchers: "Off",
    noWatchersNote: "Only players see the table.",
    watchers: "Table only",
    watchersNote: "One turn later, and never a hand.",
    openHands: "Open hands",
    openHandsNote: "The table one turn later, all hands one deal later: only once a deal is over.",
    chat: "Chat",
    chatNote: "Messages in your own words; quick phrases are always there.",
    forPlayNow: "“Play now” uses these settings from now on",
    openTable: "Open the table",
    start: "Start the game",
    /**
     * The whole set-up.
     * @typedef {{bots: number, friends: number, changed: number, clock: string}} Players
     * @param {Players & {listed: boolean, watchers: string, oneDevice: boolean, regular: boolean}} table
     */
    summary: ({ bots, friends, changed, clock, listed: isListed, watchers, oneDevice, regular }) => {
      const someFriends = friends === 1 ? "a friend" : `${numberWord(friends)} friends`;
      const forFriends = friends === 1 ? "a seat for a friend" : `${numberWord(friends)} seats for friends`;
      const players = [
        "You",
        ...(bots ? [bots === 1 ? "a bot" : `${numberWord(bots)} bots`] : []),
        ...(friends ? [oneDevice ? `${someFriends} at this device` : forFriends] : []),
      ];
      const rules = changed ? `${count(changed, "house rule")} changed` : "Printed rules";
      const time = clock === "off" ? "no clock" : (CLOCKS[clock] ?? clock);
      const watching =
        watchers === "off"
          ? []
          : [watchers === "open_hands" ? "Others may watch, with open hands." : "Others may watch."];
      const guests = [...(isListed ? ["Anyone may join."] : []), ...watching];
      const stays = regular ? ["A regular table."] : [];
      return [`${listed(players)}.`, `${rules}, ${time}.`, ...guests, ...stays].join(" ");
    },
  },
  bar: {
    leave: "Leave table",
    invite: "Invite",
    pad: "Score pad",
    log: "Log",
    rules: "Rules",
    settings: "Settings",
    home: "Meldroom home",
    menu: "Menu",
  },
  table: {
    table: "Table",
    ownSide: "Your side of the table",
    players: "Players",
    centre: "Centre of the table",
    yourTurn: "Your turn",
    waiting: "Waiting",
    gameOver: "Game over",
    isChoosing: "is choosing.",
    turnsUntilYours: (/** @type {number} */ n) => (n === 1 ? "You play next." : `You play in ${n} turns.`),
    youAreOut: "You are out.",
    severalChoosing: "The other players are choosing.",
    dealing: "Dealing the cards…",
    hand: (/** @type {number} */ n) => `Your hand, ${count(n, "card")}`,
    cardInHand: (/** @type {string} */ name, /** @type {number} */ n, /** @type {number} */ of) =>
      `${name}, ${n} of ${of}`,
    newCard: "new",
    /** @param {string | undefined} verb the only action that needs a card, if there is only one */
    pickCard: (verb) => (verb && TO[verb] ? `Select a card to ${TO[verb]}` : "Select a card"),
    pickMore: "Select more cards",
    cancel: "Cancel",
    more: "More",
    fewer: "Fewer",
    undo: "Undo",
    sort: { meld: "By meld", set: "By set", run: "By run", free: "Manual" },
    sortHand: "Sort hand",
    cards: (/** @type {number} */ n) => count(n, "card"),
    empty: "empty",
    faceDown: "face down",
    nextCard: (/** @type {string} */ name) => `next: ${name}`,
    onTop: "on top",
    inFrontOfYou: "Your melds",
    meldsOf: (/** @type {string} */ name) => `${name}’s melds`,
    you: "You",
    youInSentence: "you",
    bot: "bot",
    away: "away",
    botPlays: "bot playing",
    clock: (/** @type {number} */ seconds) => (seconds >= 3600 ? `${Math.floor(seconds / 3600)} h` : `${seconds} s`),
    log: "Log",
    sinceLastTurn: "Since your last turn",
    howItEnded: "How it ended",
    nextDeal: "Next deal",
    wholeLog: "Full log",
    nothingYet: "Nothing yet.",
    discards: "Discards",
    oldestFirst: "oldest first",
    dealReplaced: "The deal was not made from the commitments that this page was shown",
    entriesLost: "The server has lost what happened here last, and its operator knows. Look again before you play.",
    removed: "You are no longer at this table.",
    tableClosed: "This table is closed.",
    endWithScore: "End this game with its score",
    endedWithItsScore: "the game has ended with its score as it stood",
    playedOnFrom: (/** @type {number} */ n) => `continued from move ${n}`,
    place: "Place",
    player: "Player",
    score: "Score",
    youWon: "You won!",
    won: (/** @type {string[]} */ names) =>
      names.length > 1 ? `${names.join(" and ")} tie for the win.` : `${names[0]} won.`,
    byRule: "Rule",
    rematch: "Rematch",
    dailyDeals: "Deals of the day",
    nextGame: "Next game",
    hostCanRematch: (/** @type {string} */ name) => `${name} can start a rematch.`,
    replay: "Replay",
    home: "Home",
    print: "Print",
    pause: "Pause",
    resume: "Continue",
    endTable: "End game",
    name: "Your name",
    returnToSeat: "Return to your seat",
    waitingForSeat: (/** @type {string} */ name) => `You get ${name}’s seat at the next deal.`,
    canLetYouIn: "The others can let you in now.",
    stopWaiting: "Stop waiting",
    wantsSeat: (/** @type {string} */ name, /** @type {string} */ bot) =>
      `${name} would like to take ${bot}’s seat now. This game will then not be rated.`,
    allow: "Allow",
    notNow: "Not now",
    seatedNow: "You have the seat.",
    tooManyTries: "Too many requests from your network. Trying again in a few seconds…",
    notSavedYet: "your move is not saved yet; trying again",
  },
  timeOut: {
    ranOut: "Your time ran out.",
    did: (/** @type {string[]} */ done) => `The table played for you: ${done.join(", ")}.`,
    botAfter: (/** @type {number} */ n) => `After ${n} more, a bot plays until you are back.`,
    botPlays: "A bot plays for you until you are back.",
    here: "I’m here",
    mark: (/** @type {string} */ verb) => `${DID[verb] ?? "played"} for you`,
  },
  evening: {
    thisEvening: "This evening",
    lastEvening: (/** @type {string} */ date) => `Last evening, ${date}`,
    played: (/** @type {number} */ n) => count(n, "game"),
    player: "Player",
    games: "Games",
    wins: "Wins",
    points: "Points",
    nextGame: "The next game is played by those who are here; bots take the other seats.",
    regularTables: "Regular tables",
    noGamesYet: "No games yet",
    leader: (/** @type {string} */ name, /** @type {number} */ wins, /** @type {number} */ games) =>
      `${name} won ${wins} of ${count(games, "game")}`,
    goThere: "Go to the table",
  },
  targets: {
    count: (/** @type {number} */ n, /** @type {string} */ noun) => count(n, noun),
    points: (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n).replace("-", "−")),
    spokenPoints: (/** @type {number} */ n) => (n > 0 ? `plus ${n}` : n < 0 ? `minus ${-n}` : "no points gained"),
  },
  say: {
    /** What a button says. @param {string} verb @param {string[]} cards @param {string[]} rest @param {string} name */
    act: (verb, cards, rest, name) => {
      const what = DO[verb] ?? verb.charAt(0).toUpperCase() + verb.slice(1);
      return [what, theCards(cards), ...rest, name ? `(${name})` : ""].filter(Boolean).join(" ");
    },
    /** What the log says after a player's name. @param {string} verb @param {string[]} cards @param {string[]} rest */
    did: (verb, cards, rest) => [DID[verb] ?? verb, theCards(cards), ...rest].filter(Boolean).join(" "),
  },
};

/** "meld, lay off or discard". @param {string[]} options */
export function either(options) {
  return options.length > 1 ? `${options.slice(0, -1).join(", ")} or ${options.at(-1)}` : (options[0] ?? "");
}

/** "the red dot and the red V". @param {string[]} names */
export const theCards = (names) => listed(names.map((name) => `the ${name}`));
