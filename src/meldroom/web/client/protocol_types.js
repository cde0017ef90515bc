// The types of what the server sends, made from the server's, and of what a game's table.js exports.

// made by make wire: types
/** @typedef {MovedEvent | GatheredEvent | ShuffledEvent | ShownEvent | NotedEvent} GameEvent */
/** @typedef {{text: string, action: string, [name: string]: string}} LegalAction */
/** @typedef {Welcome | PlayMessage | TableMessage | Ack | Refusal | Said | HoldProgress | WhyAnswer | OpenHandsPage |
 *   Hint | Checked | Pong} Message */
/** @typedef {[number, string]} Move */
/** @typedef {"nobody" | "other" | "others" | "you"} Whose */
/**
 * @typedef {object} Card A kind of card.
 * @property {string} code How actions and views name it.
 * @property {string} word Its spoken name.
 * @property {string} ink Its colour.
 * @property {string | null} suit Null for a card without one.
 * @property {number | null} rank Null for a card without a suit.
 */
/**
 * @typedef {object} OptionValue One value of a house rule.
 * @property {number | string} value As `options` has it.
 * @property {string} label What it means.
 */
/**
 * @typedef {object} Option A house rule.
 * @property {string} name As `options` has it.
 * @property {string} title Its name in a form; of two values, what the second one changes.
 * @property {string} label What it decides.
 * @property {string} note A sentence on what the second of two values changes, or "".
 * @property {string} rule Its number on the rules page, or "".
 * @property {OptionValue[]} values The default first.
 */
/**
 * @typedef {object} Game What a client must know of a game to draw it.
 * @property {string} key Its name in addresses.
 * @property {string} name As people read it.
 * @property {string} year In which it was published.
 * @property {string} about The game in a sentence.
 * @property {string} rules The version of its rules.
 * @property {[number, number]} players The fewest and the most.
 * @property {Option[]} options Its house rules.
 * @property {string[]} verbs Of its actions.
 * @property {string[]} seated The fields of actions that hold a seat.
 * @property {{[name: string]: number}} takes For each verb whose actions name cards and nothing else: how many at most.
 * @property {string[]} aims The verbs whose actions name a card in front of another player.
 * @property {string[]} topped Piles of which only the top card is shown.
 * @property {string} race The verb that is raced for, or "".
 * @property {string[]} assets Its front-end files under `/games/{key}/`.
 * @property {boolean} lesson Whether it has one.
 * @property {Card[]} cards Every kind, in canonical order.
 */
/**
 * @typedef {object} Zone A place where cards are.
 * @property {string} name Its name in the game.
 * @property {number | null} owner The seat that it belongs to, or null.
 * @property {"all" | "none" | "owner"} sight Who sees its cards.
 * @property {(string | null)[]} cards Codes from bottom to top; null for a card that you cannot see.
 * @property {string[]} [known] In a zone that others may not see: its cards that everybody saw enter.
 */
/**
 * @template [P=Facts]
 * @typedef {object} View What a seat can see.
 * @property {number | null} seat Whose view it is; null for nobody's.
 * @property {number} seats How many seats the game has.
 * @property {number} ply How many actions have been played.
 * @property {Zone[]} zones Always the same ones in the same order.
 * @property {P} public The game's own facts, which everybody knows.
 * @property {{[name: string]: number | string}} [options] The house rules; only in a replay.
 */
/**
 * @typedef {object} MovedEvent Cards moved from one zone to another.
 * @property {"moved"} event
 * @property {(string | null)[]} cards Null for a card that you did not see.
 * @property {string} source The zone that they left.
 * @property {number | null} source_owner Whose it is.
 * @property {string} target The zone that they entered.
 * @property {number | null} target_owner Whose it is.
 */
/**
 * @typedef {object} GatheredEvent All cards were gathered.
 * @property {"gathered"} event
 * @property {string} target The zone that they are in now.
 */
/**
 * @typedef {object} ShuffledEvent A zone was shuffled.
 * @property {"shuffled"} event
 * @property {string} zone Its name.
 */
/**
 * @typedef {object} ShownEvent A hidden zone was laid open.
 * @property {"shown"} event
 * @property {string} zone Its name.
 * @property {number | null} owner Whose it is.
 * @property {string[]} cards All cards in it.
 */
/**
 * @typedef {object} NotedEvent The referee announced something.
 * @property {"noted"} event
 * @property {string} rule The rule behind it.
 * @property {string} text What the referee did, with `{0}` for the name at seat 0.
 */
/**
 * @typedef {object} RecordResult How a game ended, as its record has it.
 * @property {number[]} scores Of every seat.
 * @property {number[]} places Of every seat, from 1; equal ones are shared.
 * @property {number[]} winners The seats that won.
 * @property {string} reason The rule that ended the game.
 */
/**
 * @typedef {object} Result How a game ended.
 * @property {number[]} scores Of every seat.
 * @property {number[]} places Of every seat, from 1; equal ones are shared.
 * @property {number[]} winners The seats that won.
 * @property {string} reason The rule that ended the game.
 * @property {string} rule The reason as the rules page numbers it.
 */
/**
 * @typedef {object} Group Cards of your hand that belong together.
 * @property {"loose" | "meld" | "near"} kind A meld, the beginnings of one, or the rest.
 * @property {string[]} cards Their codes.
 * @property {string} label What they are, in a few words; "" for nothing.
 */
/**
 * @typedef {object} Column A column of a score pad.
 * @property {"label" | "score" | "text"} kind What its cells hold.
 * @property {string} title Above it; "" where its seat says it all.
 * @property {number | null} seat The seat that it belongs to, or null.
 */
/**
 * @typedef {object} PadRow A row of a score pad.
 * @property {"entry" | "round" | "tie" | "total"} kind What it stands for.
 * @property {string[]} cells One for each column.
 * @property {boolean} ruled Whether a line is drawn under it.
 */
/**
 * @typedef {object} Pad The score pad as it looks on paper.
 * @property {string} title Above it.
 * @property {string} subtitle Under the title, or "".
 * @property {Column[]} columns From left to right.
 * @property {PadRow[]} rows From top to bottom.
 */
/**
 * @typedef {object} Spot A zone, or a meld, a card or a position in it; a whole hand stands for its player.
 * @property {string} zone Its name.
 * @property {number | null} owner Whose it is.
 * @property {number | null} meld The number of a meld in it, or null.
 * @property {string} card A card in it as an action writes it, or "".
 * @property {number | null} at A position in it from 0 at the bottom, or null.
 */
/**
 * @typedef {object} EffectStep One choice of a target.
 * @property {string} prompt What you are asked.
 * @property {string} noun What the targets are called.
 */
/**
 * @typedef {object} EffectUse A legal action that plays the card; uses with the same targets are as good as each other.
 * @property {string} text The action.
 * @property {Spot[]} targets One for each step.
 * @property {number | null} gain The points that it brings; null if nobody can tell.
 */
/**
 * @typedef {object} SafePlace A place that the card cannot act on.
 * @property {Spot} place Where it is.
 * @property {string} why Why not, in a few words.
 */
/**
 * @typedef {object} Effect A card of your hand that can be played for its effect now.
 * @property {string} card Its code.
 * @property {string} rule Its number on the rules page.
 * @property {EffectStep[]} steps One for each target, or one that tells what happens.
 * @property {EffectUse[]} uses The actions that play it.
 * @property {SafePlace[]} safe Where one might think it can act, and it cannot.
 */
/**
 * @typedef {object} ShownGroup Cards that count together when hands are shown.
 * @property {"loose" | "meld"} kind A meld, or single cards.
 * @property {string[]} cards Their codes.
 * @property {string} label What they are, in a few words.
 * @property {number | null} points What they count; null for nothing.
 * @property {string} rule The rule that says so, or "".
 */
/**
 * @typedef {object} ShownHand The open cards of one player.
 * @property {number} seat Whose they are.
 * @property {string} remark A few words on the hand, or "".
 * @property {number | null} points What the hand brought; null for nothing.
 * @property {ShownGroup[]} groups The cards.
 */
/**
 * @typedef {object} ShowdownLine Points that changed hands, or were scored.
 * @property {number | null} from The seat that pays, or null.
 * @property {number | null} to The seat that gets them, or null.
 * @property {number} amount How many.
 * @property {string} rule The rule that says so.
 * @property {string[]} cards The cards that they are for.
 * @property {string} label What they are for, in a few words.
 */
/**
 * @typedef {object} Standing A player's points and place after a hand, and before it.
 * @property {number} seat The player's seat.
 * @property {number} points After the hand.
 * @property {number} place After the hand.
 * @property {number} points_before Before the hand.
 * @property {number} place_before Before the hand.
 */
/**
 * @typedef {object} TurningPoint The last card that everybody saw the winner get from a pile, and that is open at the
 *   end.
 * @property {number} ply How many actions had been played then.
 * @property {number} seat The winner's seat.
 * @property {string} card Its code.
 * @property {string} sentence That in words, with `{0}` for the name at seat 0.
 */
/**
 * @typedef {object} HandEnd How a hand ended; nothing in it is hidden from anybody.
 * @property {string} sentence How it ended, with `{0}` for the name at seat 0.
 * @property {string} detail Another sentence, or "".
 * @property {string[]} rules The rules behind it.
 * @property {"axis" | "left" | "pays" | "plain" | "words"} shape How the game counts: losers pay the winner, what is
 *   left over counts, for and against, words, or nothing of that.
 * @property {number[]} winners The seats that won the hand, went out or called.
 * @property {ShownHand[]} hands In the order shown.
 * @property {ShowdownLine[]} lines The points.
 * @property {Standing[]} standing From the first place down; empty in a game without points.
 * @property {number[]} new_rows The rows of `pad` that the hand wrote.
 * @property {TurningPoint | null} turning The turning point, if there is one.
 */
/**
 * @typedef {object} Showdown How the hand ended that was just played, while everybody looks at it.
 * @property {string} sentence How it ended, with `{0}` for the name at seat 0.
 * @property {string} detail Another sentence, or "".
 * @property {string[]} rules The rules behind it.
 * @property {"axis" | "left" | "pays" | "plain" | "words"} shape How the game counts: losers pay the winner, what is
 *   left over counts, for and against, words, or nothing of that.
 * @property {number[]} winners The seats that won the hand, went out or called.
 * @property {ShownHand[]} hands In the order shown.
 * @property {ShowdownLine[]} lines The points.
 * @property {Standing[]} standing From the first place down; empty in a game without points.
 * @property {number[]} new_rows The rows of `pad` that the hand wrote.
 * @property {TurningPoint | null} turning The turning point, if there is one.
 * @property {boolean} held Whether the next hand waits.
 * @property {number | null} left For how many seconds at most; null for as long as you like.
 * @property {number[]} ready The seats that have seen enough.
 */
/**
 * @typedef {object} ReplayPosition A position of the past.
 * @property {number} ply How many actions have been played.
 * @property {number[]} to_act The seats to act: several in a race, none when the game is over.
 * @property {View} view All that the seat can see.
 * @property {Result | null} result How the game ended; null while it runs.
 * @property {string} worth What your cards are worth, in a few words.
 * @property {Group[]} hand Your cards in groups.
 * @property {Pad} pad The score pad.
 * @property {Facts} display Facts that the game's own front end shows.
 * @property {Move | null} move The seat and the action that led there; null at the deal.
 * @property {GameEvent[]} events What that did.
 * @property {HandEnd} [showdown] How the hand ended, if it ended with this action.
 */
/**
 * @typedef {object} Seat A seat of a table.
 * @property {string} name Of the person or the bot.
 * @property {boolean} person Whether a person holds it.
 * @property {boolean} here Whether that person is connected.
 * @property {boolean} bot Whether a bot plays it: nobody holds it, or the person is away.
 * @property {string | null} level Of that bot; null for a person, and while the table waits for one.
 * @property {boolean} left A person left it in this deal: nobody else is given it before the next.
 * @property {boolean} ready Whether the person has committed to a share.
 * @property {boolean} silenced Whether the host has muted the person for everybody.
 * @property {number | null} away_left Seconds until a bot plays for a person who is away; null if they are here, or if
 *   the clock of the turns decides.
 * @property {number} timeouts_left Turns in a row that may still time out until a bot plays.
 */
/**
 * @typedef {object} SeatRequest A newcomer who waits for a seat.
 * @property {number} seat The seat.
 * @property {string} name Of the newcomer.
 * @property {number[]} allowed The seats whose people let them have it at once.
 */
/**
 * @typedef {object} HintFacts Who may ask for hints, and who was given some.
 * @property {boolean} allowed Whether you may ask for one on your turn.
 * @property {number[]} agreed The seats whose people agree to hints.
 * @property {number[]} given How many each seat was given in this game.
 */
/**
 * @typedef {object} Watching The people who only watch.
 * @property {number} number How many they are.
 * @property {string[]} names Of those who gave one in `hello`.
 */
/**
 * @typedef {object} Branch Where a game goes on from another one.
 * @property {string} digest Of the record of that game.
 * @property {number} ply How many of its moves were kept.
 */
/**
 * @typedef {object} DailyTable What deal of the day a table plays.
 * @property {string} day As YYYY-MM-DD, of UTC.
 * @property {boolean} scored Whether this is the person's scored attempt.
 */
/**
 * @typedef {object} Table What everybody may know of a table besides the game.
 * @property {string} key Part of its address.
 * @property {string} game The key of the game.
 * @property {{[name: string]: number | string}} options Its house rules.
 * @property {"1d" | "20s" | "3d" | "60s" | "off"} clock For each turn.
 * @property {boolean} listed Whether the lobby shows it.
 * @property {"delayed" | "off" | "open_hands"} watchers Whether others may watch, and what they see.
 * @property {boolean} history Whether covered discards are shown.
 * @property {boolean} chat Whether people may send free text.
 * @property {"bots" | "people"} fill Who takes the empty seats when a game starts.
 * @property {boolean} standing Whether it stays when everybody has left.
 * @property {number[]} local The seats whose people share one device; empty if nobody does.
 * @property {"closed" | "over" | "playing" | "waiting"} phase `waiting` is for commitments to shares, then for the
 *   shares.
 * @property {boolean} paused Whether the host has paused the game.
 * @property {"fast" | "normal" | "slow"} pace How fast bots move.
 * @property {number[]} skips The seats whose people want to skip, until a person is to act.
 * @property {number | null} host The host's seat.
 * @property {HintFacts} hints Who may ask for hints.
 * @property {number} number The number of the game at this table, for its record.
 * @property {string | null} commit SHA-256 of the server's secret, shown before anybody commits to a share.
 * @property {string[] | null} commitments Null while people commit to shares; then the commitment of each seat, or "".
 * @property {Seat[]} seats In order.
 * @property {Watching} watching The people who only watch.
 * @property {SeatRequest[]} requests Newcomers who wait for a seat.
 * @property {DailyTable} [daily] Only at a table for a deal of the day.
 * @property {Branch} [branch] Only while a game is played that goes on from another one.
 * @property {string} [secret] When the game is over, but for a scored deal of the day: check it with `commit`.
 * @property {string[]} [contributions] With `secret`: the shares, which are checked with `commitments`.
 */
/**
 * @typedef {object} TableMessage Something about the table has changed.
 * @property {"table"} is
 * @property {string} key Part of its address.
 * @property {string} game The key of the game.
 * @property {{[name: string]: number | string}} options Its house rules.
 * @property {"1d" | "20s" | "3d" | "60s" | "off"} clock For each turn.
 * @property {boolean} listed Whether the lobby shows it.
 * @property {"delayed" | "off" | "open_hands"} watchers Whether others may watch, and what they see.
 * @property {boolean} history Whether covered discards are shown.
 * @property {boolean} chat Whether people may send free text.
 * @property {"bots" | "people"} fill Who takes the empty seats when a game starts.
 * @property {boolean} standing Whether it stays when everybody has left.
 * @property {number[]} local The seats whose people share one device; empty if nobody does.
 * @property {"closed" | "over" | "playing" | "waiting"} phase `waiting` is for commitments to shares, then for the
 *   shares.
 * @property {boolean} paused Whether the host has paused the game.
 * @property {"fast" | "normal" | "slow"} pace How fast bots move.
 * @property {number[]} skips The seats whose people want to skip, until a person is to act.
 * @property {number | null} host The host's seat.
 * @property {HintFacts} hints Who may ask for hints.
 * @property {number} number The number of the game at this table, for its record.
 * @property {string | null} commit SHA-256 of the server's secret, shown before anybody commits to a share.
 * @property {string[] | null} commitments Null while people commit to shares; then the commitment of each seat, or "".
 * @property {Seat[]} seats In order.
 * @property {Watching} watching The people who only watch.
 * @property {SeatRequest[]} requests Newcomers who wait for a seat.
 * @property {DailyTable} [daily] Only at a table for a deal of the day.
 * @property {Branch} [branch] Only while a game is played that goes on from another one.
 * @property {string} [secret] When the game is over, but for a scored deal of the day: check it with `commit`.
 * @property {string[]} [contributions] With `secret`: the shares, which are checked with `commitments`.
 * @property {number} seq The number of the last entry in the table's log.
 */
/**
 * @typedef {object} Snapshot A position as the seat sees it, with its legal actions.
 * @property {number} ply How many actions have been played.
 * @property {number[]} to_act The seats to act: several in a race, none when the game is over.
 * @property {View} view All that the seat can see.
 * @property {Result | null} result How the game ended; null while it runs.
 * @property {string} worth What your cards are worth, in a few words.
 * @property {Group[]} hand Your cards in groups.
 * @property {Pad} pad The score pad.
 * @property {Facts} display Facts that the game's own front end shows.
 * @property {LegalAction[]} legal `text`, `action` (its verb) and the fields as they are written; without help texts.
 * @property {Effect[]} effects Your cards that can be played for their effect now.
 * @property {string} prompt In one sentence what you are asked to do, or "".
 * @property {boolean} undo Whether you may take your last action back.
 * @property {number | null} left Seconds that the turn, or the race, has left; null without a clock.
 * @property {Showdown} [showdown] How the hand ended, if it did and you asked for it.
 * @property {number} [open_deals] To watchers, where the table has `open_hands`: how many deals they may look at.
 */
/**
 * @typedef {object} PlayMessage The game has started, gone on or gone back; the position is always complete.
 * @property {"play"} is
 * @property {number} ply How many actions have been played.
 * @property {number[]} to_act The seats to act: several in a race, none when the game is over.
 * @property {View} view All that the seat can see.
 * @property {Result | null} result How the game ended; null while it runs.
 * @property {string} worth What your cards are worth, in a few words.
 * @property {Group[]} hand Your cards in groups.
 * @property {Pad} pad The score pad.
 * @property {Facts} display Facts that the game's own front end shows.
 * @property {LegalAction[]} legal `text`, `action` (its verb) and the fields as they are written; without help texts.
 * @property {Effect[]} effects Your cards that can be played for their effect now.
 * @property {string} prompt In one sentence what you are asked to do, or "".
 * @property {boolean} undo Whether you may take your last action back.
 * @property {number | null} left Seconds that the turn, or the race, has left; null without a clock.
 * @property {Showdown} [showdown] How the hand ended, if it did and you asked for it.
 * @property {number} [open_deals] To watchers, where the table has `open_hands`: how many deals they may look at.
 * @property {number} seq The number of the last entry in the table's log.
 * @property {"bot" | "clock" | "person" | "table"} by Who chose: `clock` is a time-out.
 * @property {boolean} undone Whether an action was taken back: draw the view, there is nothing to animate.
 * @property {Move[]} moves Who did what; a text that could name a card which you did not see is only its verb.
 * @property {GameEvent[]} events What happened, in order, as you may see it.
 */
/**
 * @typedef {object} MissedPlay A play that was missed.
 * @property {Move[]} moves Who did what; a text that could name a card which you did not see is only its verb.
 * @property {GameEvent[]} events What happened, in order, as you may see it.
 */
/**
 * @typedef {object} Welcome The answer to `hello`; sent again when you get a seat, or move to another.
 * @property {"welcome"} is
 * @property {number} seq The number of the last entry in the table's log.
 * @property {number | null} you Your seat; null for a watcher.
 * @property {number | null} asked The seat that you wait for.
 * @property {number | null} left The seat that you left in this deal and can have back.
 * @property {number | null} next At a shared device: the seat to hand it to.
 * @property {string | null} code For the link; only if you have a seat.
 * @property {Table} table The table.
 * @property {Game} game Its game.
 * @property {string[]} phrases What can be said by number.
 * @property {GameEvent[] | null} events What you missed since `since`; null if that is too long ago.
 * @property {MissedPlay[] | null} missed The same play by play, without what was taken back.
 * @property {number} [lost] Only if `since` is beyond the log: how many entries the server has lost.
 * @property {Snapshot | null} play The position; null while there is no game, or if you may not watch.
 */
/**
 * @typedef {object} Ack Your act is on disk.
 * @property {"ack"} is
 * @property {string} id Of the act.
 * @property {number} seq The number of its entry in the log.
 * @property {number} done How many of its actions were played.
 */
/**
 * @typedef {object} Refusal Nothing happened.
 * @property {"refusal"} is
 * @property {string} id Of the request, "" if it has none.
 * @property {string} rule The rule that forbids it.
 * @property {string} why A sentence.
 */
/**
 * @typedef {object} Said Somebody said something.
 * @property {"said"} is
 * @property {number} seat Who.
 * @property {string} name The name of that person.
 * @property {string} text What.
 * @property {boolean} [asks] True if the person asks to continue a paused game.
 */
/**
 * @typedef {object} HoldProgress How the wait after a hand stands.
 * @property {"hold"} is
 * @property {boolean} on Whether the next hand still waits.
 * @property {number | null} left Seconds that it waits at most; once it is over, those of the turn.
 * @property {number[]} ready The seats that have seen enough.
 */
/**
 * @typedef {object} WhyAnswer Why you cannot do something now, from your own view alone.
 * @property {"why"} is
 * @property {string} id Of the question.
 * @property {string} rule As the refusal of the act would name it, "" if you can do it.
 * @property {string} why A sentence, "" if you can do it.
 * @property {string} text The action that was judged, "" if what you picked makes none.
 * @property {string[]} lacking The cards that `instead` adds.
 * @property {string | null} instead The nearest legal action: the one with the same verb that shares most cards with
 *   what you picked, and then adds the fewest.
 */
/**
 * @typedef {object} OpenHandsPage Some positions of a deal that is over, as a seat saw them.
 * @property {"open_hands"} is
 * @property {number} deal As you asked.
 * @property {number} seat As you asked.
 * @property {number} at As you asked: the number of the first position.
 * @property {number} of How many positions the deal has.
 * @property {ReplayPosition[]} shots Up to 20 positions; the last ends the deal.
 */
/**
 * @typedef {object} Alternative What else could be played.
 * @property {string} text The action.
 * @property {number} cost How much of the chance to win it gives away; about 0 if it is as good.
 * @property {number} error The standard error of that.
 */
/**
 * @typedef {object} Hint What to play.
 * @property {"hint"} is
 * @property {string} id Of the question.
 * @property {number} ply The position that it is about.
 * @property {string} text The action that it suggests.
 * @property {number | null} chance Your chance to win by it, 0 to 1; null where you have no choice.
 * @property {string} why What speaks for it, with `{0}` for the name at seat 0.
 * @property {Alternative[]} alternatives Up to two others, the best first.
 */
/**
 * @typedef {object} Checked Whether a review would call an action a mistake or a blunder; nulls where it would not.
 * @property {"checked"} is
 * @property {string} id Of the question.
 * @property {number} ply The position that it is about.
 * @property {number | null} loss What it costs of the chance to win.
 * @property {number | null} error The standard error of that.
 * @property {string | null} better The better action.
 * @property {string} why A sentence, or "".
 */
/**
 * @typedef {object} Pong The answer to `ping`.
 * @property {"pong"} is
 */
/**
 * @typedef {object} Problem Why a request failed (RFC 9457).
 * @property {string} title In a word or two.
 * @property {number} status The HTTP status.
 * @property {string} detail A sentence.
 * @property {string} [rule] The rule that refuses it, if one does.
 */
/**
 * @typedef {object} Transfer Cards that an effect moves; `other` is one other player, `others` is each of them.
 * @property {string} zone From which zone.
 * @property {Whose} whose Whose that is.
 * @property {string} to_zone To which zone.
 * @property {Whose} to_whose Whose that is.
 */
/**
 * @typedef {object} ExplainedCard A kind of card, explained; "" where there is nothing to say.
 * @property {string} code How actions and views name it.
 * @property {number} copies How many are in the pack at a table of that size.
 * @property {string} what What it does.
 * @property {string} when When it can be played.
 * @property {string} worth What it counts.
 * @property {string} rule Its number on the rules page.
 * @property {string[]} verbs The verbs that play it for its effect.
 * @property {Transfer[]} transfers What that moves.
 */
/**
 * @typedef {object} SummaryAim What players try to do.
 * @property {string} text In a sentence.
 * @property {(string | null)[]} cards As a picture; null is a card face down.
 */
/**
 * @typedef {object} SummaryPart A part of a turn.
 * @property {(string | null)[]} cards As a picture; null is a card face down.
 * @property {string} title What to do, in two or three words.
 * @property {string} text The same in a sentence.
 */
/**
 * @typedef {object} SummaryScore What scores, and how much.
 * @property {(string | null)[]} cards As a picture.
 * @property {string} label In a word.
 * @property {string} points How much.
 */
/**
 * @typedef {object} SummaryScoring How points are scored.
 * @property {string} title In a word or two.
 * @property {string} text In a sentence.
 * @property {SummaryScore[]} items Some of what scores.
 */
/**
 * @typedef {object} Mistake What newcomers get wrong.
 * @property {string} text In a sentence.
 * @property {string} rule The rule's number on the rules page.
 */
/**
 * @typedef {object} Summary A game in one minute.
 * @property {SummaryAim} aim What players try to do.
 * @property {SummaryPart[]} turn A turn in three parts.
 * @property {SummaryScoring} scoring How points are scored.
 * @property {Mistake[]} mistakes What newcomers get wrong.
 */
/**
 * @typedef {object} LessonStep What a learner is asked to do; `{1}` stands for the name at seat 1.
 * @property {number} ply In which position.
 * @property {string} move The action.
 * @property {string} say What to read first.
 * @property {string} ask What to do.
 * @property {string} otherwise What to say after another action, or "".
 */
/**
 * @typedef {object} LessonPly A position of a lesson, and what led there.
 * @property {number} ply How many actions have been played.
 * @property {number[]} to_act The seats to act: several in a race, none when the game is over.
 * @property {View} view All that the seat can see.
 * @property {Result | null} result How the game ended; null while it runs.
 * @property {string} worth What your cards are worth, in a few words.
 * @property {Group[]} hand Your cards in groups.
 * @property {Pad} pad The score pad.
 * @property {Facts} display Facts that the game's own front end shows.
 * @property {LegalAction[]} legal `text`, `action` (its verb) and the fields as they are written; without help texts.
 * @property {Effect[]} effects Your cards that can be played for their effect now.
 * @property {string} prompt In one sentence what you are asked to do, or "".
 * @property {boolean} undo Whether you may take your last action back.
 * @property {number | null} left Seconds that the turn, or the race, has left; null without a clock.
 * @property {Showdown} [showdown] How the hand ended, if it did and you asked for it.
 * @property {number} [open_deals] To watchers, where the table has `open_hands`: how many deals they may look at.
 * @property {Move[]} moves Who did what.
 * @property {GameEvent[]} events What happened.
 */
/**
 * @typedef {object} Lesson A first hand on a fixed deal, as the learner sees it.
 * @property {string} game The key of the game.
 * @property {number} seat The learner's.
 * @property {string[]} names Of all players.
 * @property {{[name: string]: number | string}} options The house rules.
 * @property {LessonPly[]} plies Every position.
 * @property {LessonStep[]} steps What the learner is asked to do.
 * @property {string[]} learned What the learner knows now, in sentences.
 */
/**
 * @typedef {object} CheckedMove Whether a review would call a move of a lesson a mistake; nulls if not.
 * @property {number | null} loss What it costs of the chance to win.
 * @property {number | null} error The standard error of that.
 */
/**
 * @typedef {object} Strength How often a bot wins against bots of another level.
 * @property {string} against That level.
 * @property {string} game The key of the game.
 * @property {number} seats How many.
 * @property {{[name: string]: number | string}} options The house rules that were changed.
 * @property {number} games How many were played.
 * @property {number} wins The share of games that it won.
 */
/**
 * @typedef {object} Bot A level of bots; those of other packages have a name alone.
 * @property {string} name As tables name it.
 * @property {string} [label] As people read it.
 * @property {string} [about] In a few words.
 * @property {string[]} [games] The games that it plays; missing where it plays all.
 * @property {Strength[]} [strength] As docs/strength.md measured it.
 */
/**
 * @typedef {object} Address An address of the server.
 * @property {string} url Where it is.
 * @property {"internet" | "machine" | "network"} scope Who can open it: this computer, others in the local network, or
 *   everybody.
 */
/**
 * @typedef {object} LobbyPage Some public tables, in the order of their keys.
 * @property {Table[]} tables Up to 50 of them, and 50 kB.
 * @property {string | null} next To be given as `after` for the next page; null on the last one.
 */
/**
 * @typedef {object} TakenSeat A seat that was taken, or asked for.
 * @property {string} table The key of the table.
 * @property {number} seat The number of the seat.
 * @property {string} code For the link to the table.
 * @property {boolean} [waiting] True if the seat has to be waited for.
 * @property {string} [token] What proves the seat; only for `keep` `token`.
 */
/**
 * @typedef {object} ClosedTable A table that was closed.
 * @property {string} table Its key.
 * @property {"closed"} phase As the message `table` has it.
 */
/**
 * @typedef {object} EveningGame A game of an evening.
 * @property {number} number At this table.
 * @property {number} at When it ended, in milliseconds since 1970, UTC.
 * @property {string[]} players Names by seat.
 * @property {number[]} scores By seat.
 * @property {number[]} places By seat.
 */
/**
 * @typedef {object} EveningTotal What a player won in an evening.
 * @property {string} name By which the player is known.
 * @property {number} games Played.
 * @property {number} wins Games won.
 * @property {number} points In all games together.
 */
/**
 * @typedef {object} Evening The games at a table since no game ended there for six hours.
 * @property {EveningGame[]} games The first one first.
 * @property {EveningTotal[]} totals Whoever won most comes first.
 */
/**
 * @typedef {object} StoredScore A game without its positions, also by rules that this version lacks.
 * @property {string} game Its key.
 * @property {string} rules The version of its rules.
 * @property {{[name: string]: number | string}} options The house rules.
 * @property {string[]} players Names by seat.
 * @property {Pad} pad The score pad.
 * @property {Result | null} result Null if the game did not end.
 * @property {Move[] | null} moves Null if the game did not end.
 */
/**
 * @typedef {object} GameEnd Whether a game is over.
 * @property {boolean} closed Whether the host ended the table.
 * @property {Result | null} result How the game ended; null while it runs.
 */
/**
 * @typedef {object} GameRecord The record of a finished game (docs/record.md).
 * @property {"meldroom/1"} format Of the record.
 * @property {string} game Its key.
 * @property {string} rules The version of its rules.
 * @property {{[name: string]: number | string}} options All house rules.
 * @property {string[]} players Names by seat.
 * @property {string} seed That all chance comes from, in hexadecimal digits.
 * @property {Move[]} moves All of them.
 * @property {RecordResult} result How it ended.
 * @property {string} digest SHA-256 of the record and where every card was at the end.
 * @property {Branch} [branch] Of a game that went on from another one, which promises nothing.
 * @property {string} [commit] SHA-256 of the secret, or of the seed.
 * @property {string} [secret] Of the server, if a table dealt the game.
 * @property {string[]} [contributions] The shares of the players.
 * @property {string[]} [commitments] To those shares.
 * @property {number[]} [hints] The numbers of the moves that followed a hint.
 */
/**
 * @typedef {object} ReplayPage Some positions of a finished game.
 * @property {number} plies How many moves it has.
 * @property {ReplayPosition[]} shots Up to 50 positions.
 */
/**
 * @typedef {object} ReviewPrice What an action was worth.
 * @property {string} action In the game's notation.
 * @property {{action: string, [name: string]: string}} fields The action, as in `legal`.
 * @property {number} chance To win the game by it.
 * @property {number} lead Over what was played.
 * @property {number} error The standard error of the lead.
 */
/**
 * @typedef {object} ReviewDifference What sets the best action apart.
 * @property {string} kind What is compared.
 * @property {string | null} better The number that the best action comes to, or null.
 * @property {string | null} worse The number that what was played comes to, or null.
 */
/**
 * @typedef {object} ReviewReason What speaks for the best action.
 * @property {string} text A sentence, with `{1}` for the name at seat 1.
 * @property {ReviewDifference[]} differences What it is made of.
 */
/**
 * @typedef {object} ReviewDecision A move with a choice.
 * @property {number} ply How many moves came before.
 * @property {number} turn How many turns came before; what a seat plays in a row is one.
 * @property {number} seat Who decided.
 * @property {number} loss Of the chance to win; a little below 0 by chance.
 * @property {number} error The standard error of the loss.
 * @property {"" | "blunder" | "inaccuracy" | "mistake"} word What to call it.
 * @property {number} best Which of the prices was the best; 0 if nothing was better.
 * @property {ReviewPrice[]} prices What was played first, then the alternatives.
 * @property {ReviewReason | null} why Of a decision with a `word`; null for others.
 */
/**
 * @typedef {object} ReviewBalance Where a player's result came from, in shares of the win; with the fair share they
 *   make it.
 * @property {number} luck By chance.
 * @property {number} own By the player's own decisions.
 * @property {number} others By the decisions of the others.
 * @property {number} error The standard error.
 */
/**
 * @typedef {object} Review The review of a finished game.
 * @property {"meldroom-review/1"} format Of the review.
 * @property {string} game Its key.
 * @property {string[]} players Names by seat.
 * @property {number[][]} line Every seat's chance to win before each move, and after the last.
 * @property {ReviewDecision[]} decisions Each move with a choice.
 * @property {number[]} costliest The plies of up to three decisions that cost most, the worst first.
 * @property {ReviewBalance[]} balances By seat.
 * @property {(number | null)[]} mean_loss Of a decision, by seat; null for a seat without any.
 */
/**
 * @typedef {object} RoughLine A first line of the chances to win.
 * @property {number[]} plies The first is 0, the last is the end.
 * @property {number[][]} line Every seat's chance to win at each of them.
 */
/**
 * @typedef {object} ReviewProgress How far a review is.
 * @property {number} progress The share of the moves that are reviewed.
 * @property {RoughLine | null} rough After a second or two.
 */
/**
 * @typedef {object} Streak How many games in a row were won.
 * @property {number} current Up to now.
 * @property {number} longest At best.
 */
/**
 * @typedef {object} PersonMet Somebody whom the person met.
 * @property {string} name The last one at a table together.
 * @property {number} games How many together.
 * @property {number} ahead The share of games in which the person came out ahead, a tie counting half.
 */
/**
 * @typedef {object} BotMet A level of bots that the person met.
 * @property {string} bot The level.
 * @property {number} games How many together.
 * @property {number} ahead The share of games in which the person came out ahead, a tie counting half.
 */
/**
 * @typedef {object} OtherPlayer How somebody else did in a game.
 * @property {string} name At the table.
 * @property {string | null} bot Its level; null for a person.
 * @property {number} place From 1.
 * @property {number} score In points.
 */
/**
 * @typedef {object} RecentGame A finished game of the person.
 * @property {string} table The key of the table.
 * @property {number} number At that table.
 * @property {string} game The key of the game.
 * @property {number} at When it ended, in milliseconds since 1970, UTC.
 * @property {number} seat The person's.
 * @property {number} place From 1.
 * @property {number} score In points.
 * @property {boolean} hinted Whether it was played with hints, and so is not rated.
 * @property {OtherPlayer[]} others Everybody else.
 */
/**
 * @typedef {object} Rating A rating; `value` ± `error` holds the true strength 19 times in 20.
 * @property {number} value 400 points are ten wins to one; `house` has 1500.
 * @property {number} error Of that.
 * @property {number} games That it rests on.
 */
/**
 * @typedef {object} BotRating The measured rating of a bot.
 * @property {string} bot The level.
 * @property {number} rating In this game.
 */
/**
 * @typedef {object} ReviewFigures What the stored reviews of a person's games say.
 * @property {number} games That were reviewed.
 * @property {number | null} loss The mean loss of a decision; null without any.
 * @property {number} luck The mean luck.
 */
/**
 * @typedef {object} GameFigures What a person's games of one kind add up to.
 * @property {string} game The key of the game.
 * @property {number} games Finished.
 * @property {number} wins Games won.
 * @property {number[]} places How often first, second …
 * @property {Streak} streak Of wins.
 * @property {number[]} scores Of the last 50 games, the newest last.
 * @property {Rating | null} rating Null before ten rated games.
 * @property {number} rating_after How many games are missing for a rating.
 * @property {BotRating[]} ladder The bots.
 * @property {BotMet[]} bots How the person did against each level.
 * @property {ReviewFigures | null} reviews Null if no game was reviewed.
 */
/**
 * @typedef {object} MyRecord What a person's finished games add up to.
 * @property {number} games Finished.
 * @property {number} wins Games won.
 * @property {number | null} since When the first one ended, in milliseconds since 1970, UTC.
 * @property {string} name The last one, or "".
 * @property {GameFigures[]} by_game Game by game.
 * @property {Streak} streak Of wins.
 * @property {number[]} form The last ten places.
 * @property {PersonMet[]} people Those who were met most.
 * @property {BotMet[]} bots How the person did against each level.
 * @property {RecentGame[]} recent The last 12 games, the newest first.
 */
/**
 * @typedef {object} RatedPlayer A rated player of the room.
 * @property {number} value 400 points are ten wins to one; `house` has 1500.
 * @property {number} error Of that.
 * @property {number} games That it rests on.
 * @property {string} name The last one.
 */
/**
 * @typedef {object} PlayersOfGame The rated players of a game.
 * @property {string} game Its key.
 * @property {RatedPlayer[]} players The best first.
 */
/**
 * @typedef {object} CarryCode What makes another device the same person.
 * @property {string} code Valid once.
 * @property {number} seconds For how long.
 */
/**
 * @typedef {object} Joined The browser is that person now.
 */
/**
 * @typedef {object} Erased The person was erased.
 * @property {number} tables At how many tables the name was replaced.
 */
/**
 * @typedef {object} MailState What the owner of a mailbox decided.
 * @property {"confirmed" | "expired" | "stopped" | "unconfirmed"} state See below.
 */
/**
 * @typedef {object} LeftAddress The address that the person left at a table.
 * @property {string} address Their own, or "".
 * @property {"confirmed" | "expired" | "stopped" | "unconfirmed" | ""} state What its owner decided.
 */
/**
 * @typedef {object} TableMail Whether a table sends emails, and to what address of the person.
 * @property {string} address Their own, or "".
 * @property {"confirmed" | "expired" | "stopped" | "unconfirmed" | ""} state What its owner decided.
 * @property {boolean} available Whether it sends any.
 */
/**
 * @typedef {object} DailyGame A deal, and how far the person is with it.
 * @property {string} game The key of the game.
 * @property {"new" | "over" | "playing"} state Of the person's attempt.
 * @property {string | null} table Where it is played.
 * @property {number | null} place Null until the attempt is over.
 * @property {number | null} score Null until the attempt is over.
 */
/**
 * @typedef {object} TodaysGame A deal of today.
 * @property {string} game The key of the game.
 * @property {"new" | "over" | "playing"} state Of the person's attempt.
 * @property {string | null} table Where it is played.
 * @property {number | null} place Null until the attempt is over.
 * @property {number | null} score Null until the attempt is over.
 * @property {string} commit SHA-256 of its secret.
 */
/**
 * @typedef {object} PastDay The deals of a past day.
 * @property {string} day As YYYY-MM-DD, of UTC.
 * @property {DailyGame[]} games Game by game.
 */
/**
 * @typedef {object} DailyOverview The deals of today, and of past days.
 * @property {string} day Today as YYYY-MM-DD, of UTC.
 * @property {number} ends When the day ends, in milliseconds since 1970, UTC.
 * @property {number} streak Days in a row with a finished deal.
 * @property {TodaysGame[]} games Game by game.
 * @property {PastDay[]} past The latest first.
 */
/**
 * @typedef {object} DailyResult How somebody did.
 * @property {number} place In their game.
 * @property {number} score In their game.
 * @property {boolean} mine Whether it is the person who asks.
 * @property {string | null} name Where the room shows its players, else null.
 */
/**
 * @typedef {object} MasterResult How the bot `master` did in the same seat.
 * @property {number} place In its game.
 * @property {number} score In its game.
 */
/**
 * @typedef {object} DailyDeal One deal; the field is for people who have finished it, and for everybody afterwards.
 * @property {string} game The key of the game.
 * @property {"new" | "over" | "playing"} state Of the person's attempt.
 * @property {string | null} table Where it is played.
 * @property {number | null} place Null until the attempt is over.
 * @property {number | null} score Null until the attempt is over.
 * @property {string} commit SHA-256 of its secret.
 * @property {string} day As YYYY-MM-DD, of UTC.
 * @property {string | null} secret Null until the day is over.
 * @property {DailyResult[] | null} field Everybody, the best first; null until you may see it.
 * @property {MasterResult | null} master Null until you see the field and it has played.
 */
// end of types

/** @typedef {{[name: string]: unknown}} Facts facts of a game that only its own table.js knows */
/** @typedef {Pick<Spot, "zone" | "owner"> & Partial<Spot>} Place a place on the table */
/** @typedef {Snapshot & Partial<Omit<PlayMessage, keyof Snapshot>>} Play a position at a table, and what led there */
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

export {};
