// The types of what the server sends, as docs/protocol.md specifies it, and of what a game's table.js exports.

/** @typedef {{[name: string]: unknown}} Facts facts of a game that only its own table.js knows */
/** @typedef {{name: string, owner: number | null, sight: string, cards: (string | null)[]}} Zone */
/**
 * @template [P=Facts]
 * @typedef {{seat: number | null, seats: number, ply: number, zones: Zone[], public: P}} View
 */

/**
 * @typedef {object} MovedEvent
 * @property {"moved"} event
 * @property {(string | null)[]} cards null for a card that the viewer cannot see
 * @property {string} source
 * @property {number | null} source_owner
 * @property {string} target
 * @property {number | null} target_owner
 */
/** @typedef {{event: "gathered", target: string}} GatheredEvent */
/** @typedef {{event: "shuffled", zone: string}} ShuffledEvent */
/** @typedef {{event: "shown", zone: string, owner: number | null, cards: string[]}} ShownEvent */
/** @typedef {{event: "noted", rule: string, text: string}} NotedEvent */
/** @typedef {MovedEvent | GatheredEvent | ShuffledEvent | ShownEvent | NotedEvent} GameEvent */

/** @typedef {[seat: number, text: string]} Move */
/**
 * @typedef {object} Summary a game in one minute; a card that is null lies face down
 * @property {{text: string, cards: (string | null)[]}} aim
 * @property {{cards: (string | null)[], title: string, text: string}[]} turn
 * @property {{title: string, text: string, items: {cards: (string | null)[], label: string, points: string}[]}} scoring
 * @property {{text: string, rule: string}[]} mistakes
 */
/** @typedef {{scores: number[], places: number[], winners: number[], reason: string, rule: string}} Result */
/** @typedef {{kind: "meld" | "near" | "loose", cards: string[], label: string}} Group */
/** @typedef {{kind: "label" | "score" | "text", title: string, seat: number | null}} Column */
/** @typedef {{kind: string, cells: string[], ruled: boolean}} PadRow under a ruled row a line is drawn */
/** @typedef {{title: string, subtitle: string, columns: Column[], rows: PadRow[]}} Pad */
/** @typedef {{text: string, action: string, [field: string]: string | number}} LegalAction */
/**
 * @typedef {object} Place a zone, or a meld, a card or a position in it; a whole hand stands for its player
 * @property {string} zone
 * @property {number | null} owner
 * @property {number | null} [meld]
 * @property {string} [card]
 * @property {number | null} [at]
 */
/** @typedef {{text: string, targets: Place[], gain: number | null}} EffectUse a legal action that plays the card */
/**
 * @typedef {object} Effect a card of the hand that can be played for its effect
 * @property {string} card
 * @property {string} rule
 * @property {{prompt: string, noun: string}[]} steps one for each target
 * @property {EffectUse[]} uses
 * @property {{place: Place, why: string}[]} safe
 */

/**
 * @typedef {object} Position what is known of a position, at a table and in a replay
 * @property {number} ply
 * @property {number[]} to_act
 * @property {View} view
 * @property {Result | null} result
 * @property {string} worth
 * @property {Group[]} hand
 * @property {Pad} pad
 * @property {Facts} display
 * @property {GameEvent[] | null} [events]
 */
/**
 * @typedef {object} PlayFields
 * @property {LegalAction[]} legal
 * @property {Effect[]} [effects]
 * @property {string} prompt
 * @property {boolean} undo
 * @property {boolean} [undone]
 * @property {"person" | "bot" | "clock" | "table"} [by]
 * @property {Move[]} [moves]
 * @property {number | null} [left] seconds
 * @property {Showdown} [showdown]
 * @property {number} [open_deals] of how many deals a watcher may see the hands
 */
/**
 * @typedef {object} ShownGroup
 * @property {"meld" | "loose"} kind
 * @property {string[]} cards
 * @property {string} label
 * @property {number | null} points
 * @property {string} rule
 */
/** @typedef {{seat: number, remark: string, points: number | null, groups: ShownGroup[]}} ShownHand */
/**
 * @typedef {object} ShowdownLine points that changed hands, or were scored
 * @property {number | null} from
 * @property {number | null} to
 * @property {number} amount
 * @property {string} rule
 * @property {string[]} cards
 * @property {string} label
 */
/**
 * @typedef {{seat: number, points: number, place: number, points_before: number, place_before: number}} Standing
 */
/**
 * @typedef {object} HandEnd how a hand ended
 * @property {string} sentence
 * @property {string} detail
 * @property {string[]} rules
 * @property {"pays" | "left" | "axis" | "words" | "plain"} shape
 * @property {number[]} winners
 * @property {ShownHand[]} hands
 * @property {ShowdownLine[]} lines
 * @property {Standing[]} standing
 * @property {number[]} new_rows
 * @property {{ply: number, seat: number, card: string, sentence: string} | null} [turning] the turning point
 */
/** @typedef {{held: boolean, left: number | null, ready: number[]}} Hold whether the next hand waits, and for whom */
/** @typedef {HandEnd & Hold} Showdown */
/** @typedef {{on: boolean, left: number | null, ready: number[]}} HoldProgress */
/** @typedef {Position & PlayFields} Play */
/** @typedef {Position & {move: Move | null, events: GameEvent[], showdown?: HandEnd}} ReplayPosition */

/**
 * @typedef {object} Seat
 * @property {string} name
 * @property {boolean} person
 * @property {boolean} here
 * @property {boolean} bot
 * @property {string | null} [level] of the bot that plays; null for a person, and where one is waited for
 * @property {boolean} [left] a person left it in this deal: nobody else gets it before the next
 * @property {boolean} ready
 * @property {boolean} [silenced] the host has muted the person for everybody
 * @property {number | null} [away_left] seconds until a bot plays for a person who is away
 * @property {number} [timeouts_left] turns in a row that may still time out until a bot plays
 */
/**
 * How many games a bot won against bots of another level, in one game with these options changed.
 * @typedef {object} Strength
 * @property {string} against
 * @property {string} game
 * @property {number} seats
 * @property {{[name: string]: string | number}} options
 * @property {number} games
 * @property {number} wins a share
 */
/**
 * @typedef {object} Bot
 * @property {string} name
 * @property {string} [label]
 * @property {string} [about]
 * @property {string[]} [games] that it plays, where that is not all
 * @property {Strength[]} [strength]
 */
/** @typedef {{seat: number, name: string, allowed: number[]}} SeatRequest */
/**
 * @typedef {object} Table
 * @property {string} game
 * @property {{[name: string]: string | number}} options
 * @property {string} clock
 * @property {"waiting" | "playing" | "over" | "closed"} phase
 * @property {boolean} paused
 * @property {string} [pace] of bots: "slow", "normal" or "fast"
 * @property {number[]} [skips] seats whose people want to skip to their turn
 * @property {number | null} host
 * @property {{allowed: boolean, agreed: number[], given: number[]}} [hints] whether everybody may ask for them
 * @property {number} number
 * @property {string | null} commit
 * @property {string[] | null} [commitments] to the shares of the players, from when they are revealed on
 * @property {string[]} [contributions] of a game that is over
 * @property {boolean} chat
 * @property {Seat[]} seats
 * @property {SeatRequest[]} [requests]
 * @property {string} [key]
 * @property {string} [fill]
 * @property {boolean} [listed]
 * @property {string} [watchers] "off", "delayed" or "open_hands"
 * @property {{number: number, names: string[]}} [watching] people who only watch
 * @property {boolean} [standing]
 * @property {number[]} [local] the seats whose people share one device
 * @property {{ply: number} | null} [branch]
 * @property {{day: string, scored: boolean}} [daily]
 */

/**
 * @typedef {object} Welcome
 * @property {number | null} you
 * @property {number | null} [asked] the seat that the newcomer waits for
 * @property {number | null} [left] the seat that the player left in this deal
 * @property {string | null} code
 * @property {Table} table
 * @property {import("/client/game_assets.js").Game} game
 * @property {string[]} phrases
 * @property {Play | null} play
 * @property {GameEvent[] | null} events
 * @property {number | null} [next] at a shared device: the seat to hand it to
 * @property {{moves: Move[], events: GameEvent[]}[] | null} [missed] the plays since this player last looked
 * @property {number} [lost] entries that this client has seen and the server lacks
 */
/** @typedef {{url: string, scope: "machine" | "network" | "internet"}} Address of the server, from where it opens */
/** @typedef {{id: string, rule: string, why: string}} Refusal */
/** @typedef {"nobody" | "you" | "other" | "others"} Whose one other player, or each of them */
/** @typedef {{zone: string, whose: Whose, to_zone: string, to_whose: Whose}} Transfer cards that an effect moves */
/**
 * @typedef {object} ExplainedCard
 * @property {string} code
 * @property {number} copies in the pack
 * @property {string} what
 * @property {string} when
 * @property {string} worth
 * @property {string} rule
 * @property {string[]} verbs that play it for its effect
 * @property {Transfer[]} transfers what that moves, to show it on the table
 */
/**
 * @typedef {object} WhyAnswer
 * @property {string} id
 * @property {string} rule "" if it can be done now
 * @property {string} why
 * @property {string} text the action that was judged, "" if there is none
 * @property {string[]} lacking cards that the nearest legal action adds
 * @property {string | null} instead that action
 */
/**
 * @typedef {object} OpenHandsPage some positions of a deal that is over, as a seat saw them
 * @property {number} deal
 * @property {number} seat
 * @property {number} at of the first one
 * @property {number} of how many the deal has
 * @property {ReplayPosition[]} shots
 */
/** @typedef {{text: string, cost: number, error: number}} Alternative what it costs of the chance to win */
/**
 * @typedef {object} Hint what to play
 * @property {string} id
 * @property {number} ply
 * @property {string} text the action
 * @property {number | null} chance to win by it; null where there is no choice
 * @property {string} why in a sentence
 * @property {Alternative[]} alternatives the next best
 */
/**
 * @typedef {object} Checked whether a move is a mistake: then what it costs, and what is better
 * @property {string} id
 * @property {number} ply
 * @property {number | null} loss
 * @property {number | null} error
 * @property {string | null} better
 * @property {string} why in a sentence
 */
/** @typedef {{seat: number, name: string, text: string, asks?: boolean}} Said asks to continue a paused game */
/**
 * @typedef {({is: "welcome"} & Welcome) | ({is: "table"} & Table) | ({is: "play"} & Play) | {is: "ack", id: string}
 *   | ({is: "why"} & WhyAnswer) | ({is: "refusal"} & Refusal) | ({is: "hold"} & HoldProgress)
 *   | ({is: "said"} & Said) | ({is: "open_hands"} & OpenHandsPage)
 *   | ({is: "hint"} & Hint) | ({is: "checked"} & Checked)} Message
 */

/**
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {{[name: string]: string | number}} options
 * @property {string[]} players
 * @property {Move[]} moves
 * @property {string} seed
 * @property {string} [secret]
 * @property {string} [commit]
 * @property {string[]} [contributions]
 * @property {string[]} [commitments]
 * @property {{ply: number, digest: string}} [branch]
 * @property {number[]} [hints] the numbers of the moves that followed a hint
 */

/**
 * @typedef {object} ReviewPrice
 * @property {string} action in the game's notation
 * @property {{action: string, [field: string]: string}} fields of the action, as in `legal`
 * @property {number} chance to win the game by it
 * @property {number} lead over what was played
 * @property {number} error standard error of the lead
 */
/**
 * @typedef {object} ReviewDecision
 * @property {number} ply how many moves came before
 * @property {number} turn how many turns came before
 * @property {number} seat
 * @property {number} loss of the chance to win, 0 to 1
 * @property {number} error standard error of the loss
 * @property {"" | "inaccuracy" | "mistake" | "blunder"} word
 * @property {number} best which of the prices was found the best; 0 if nothing was better
 * @property {ReviewPrice[]} prices what was played first, then the best alternatives
 * @property {{text: string} | null} [why] a sentence on what speaks for the best; `{1}` is a player's name
 */
/** @typedef {{luck: number, own: number, others: number, error: number}} ReviewBalance in shares of the win */
/**
 * @typedef {object} Review
 * @property {string} game
 * @property {string[]} players
 * @property {number[][]} line every seat's chance to win before each move, and after the last
 * @property {ReviewDecision[]} decisions
 * @property {number[]} costliest plies, the worst first
 * @property {ReviewBalance[]} balances by seat
 * @property {(number | null)[]} mean_loss by seat
 */
/** @typedef {{plies: number[], line: number[][]}} RoughLine every seat's chance to win at some plies */
/** @typedef {{progress: number, rough: RoughLine | null}} ReviewProgress while a review is being computed (202) */

/**
 * What stays of a game whose rules the server lacks; result and moves only if it ended.
 * @typedef {object} StoredScore
 * @property {string[]} players
 * @property {Pad} pad
 * @property {{places: number[], scores: number[]} | null} result
 * @property {Move[] | null} moves
 */

/** @typedef {{ply: number, move: string, say: string, ask: string, otherwise: string}} LessonStep */
/**
 * @typedef {object} Lesson
 * @property {number} seat
 * @property {string[]} names
 * @property {{[name: string]: string | number}} options
 * @property {Play[]} plies
 * @property {LessonStep[]} steps
 * @property {string[]} learned
 */

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/choice.js").Act} Act */
/**
 * @typedef {(seat: number, text: string, events: GameEvent[], kit: Toolkit) => string | null | undefined} DescribeMove
 */
/**
 * @typedef {object} Hooks what a game's table.js exports, as docs/web.md describes it
 * @property {(code: string | null) => import("/client/toolkit.js").Face | undefined} [face]
 * @property {(code: string) => string} [shortName]
 * @property {number} [defaultSeats]
 * @property {number} [minutes]
 * @property {string} [tagline]
 * @property {(kit: Toolkit) => unknown} [homeArt]
 * @property {() => unknown} [backdrop]
 * @property {(kit: Toolkit) => unknown} [progress]
 * @property {(kit: Toolkit, seat: number) => string[]} [seatInfo]
 * @property {(kit: Toolkit, seat: number) => number | null} [turnsUntil]
 * @property {(kit: Toolkit, seat: number) => unknown} [plateMark]
 * @property {(kit: Toolkit, seat: number) => unknown} [seatArea]
 * @property {(kit: Toolkit) => unknown} [centre]
 * @property {Record<string, string>} [pileVerbs]
 * @property {(kit: Toolkit) => unknown} [ownMelds]
 * @property {(kit: Toolkit, row: unknown) => unknown} [handFrame]
 * @property {(code: string, kit: Toolkit) => string} [cardFlag]
 * @property {(kit: Toolkit) => unknown} [handFooter]
 * @property {(act: Act, kit: Toolkit) => string | undefined} [actLabel]
 * @property {(act: Act, kit: Toolkit) => {cls: string, art: unknown} | undefined} [actButton]
 * @property {(act: Act, kit: Toolkit) => boolean} [isOfferedOnTable]
 * @property {boolean} [drawsTargets] whether it draws every target of a card's effect where it lies
 * @property {(place: Place, kit: Toolkit) => string | undefined} [placeName]
 * @property {DescribeMove} [describeMove]
 * @property {(kit: Toolkit, pad: Pad) => unknown} [scorePad]
 * @property {string} [scorePadClass]
 * @property {boolean} [flatPiles]
 * @property {(view: View) => boolean} [isSilentRace]
 * @property {(kit: Toolkit) => boolean} [hasRace]
 */

/** @typedef {{name: string, value: number, error: number, games: number}} RatedPlayer */
/** @typedef {{game: string, players: RatedPlayer[]}} PlayersOfGame the best first */
/** @typedef {{games: number, ahead: number}} Tally `ahead` is the share of games, a tie counting half */
/** @typedef {{current: number, longest: number}} Streak of wins */
/** @typedef {{name: string, bot: string | null, place: number, score: number}} OtherPlayer */
/**
 * @typedef {object} RecentGame
 * @property {string} table
 * @property {number} number
 * @property {string} game
 * @property {number} at milliseconds
 * @property {number} seat
 * @property {number} place
 * @property {number} score
 * @property {boolean} hinted played with hints, and so not rated
 * @property {OtherPlayer[]} others
 */
/**
 * @typedef {object} GameFigures what a person's games of one kind add up to
 * @property {string} game
 * @property {number} games
 * @property {number} wins
 * @property {number[]} places how often first, second …
 * @property {Streak} streak
 * @property {number[]} scores the newest last
 * @property {{value: number, error: number, games: number} | null} rating
 * @property {number} rating_after games that are missing for a rating
 * @property {{bot: string, rating: number}[]} ladder
 * @property {({bot: string} & Tally)[]} bots
 * @property {{games: number, loss: number | null, luck: number} | null} reviews
 */
/**
 * @typedef {object} MyRecord
 * @property {number} games
 * @property {number} wins
 * @property {number | null} since
 * @property {string} name
 * @property {GameFigures[]} by_game
 * @property {Streak} streak
 * @property {number[]} form the last places
 * @property {({name: string} & Tally)[]} people
 * @property {({bot: string} & Tally)[]} bots
 * @property {RecentGame[]} recent the newest first
 */

export {};
