// A player's (or watcher's) session at a table: what the server said, what is picked, what is sent back.
import { Advice, noteHints } from "/client/advice.js";
import { announceArrivals } from "/client/arrivals.js";
import { Chat } from "/client/chat.js";
import { Choice, readActs } from "/client/choice.js";
import { DealShare } from "/client/deal_share.js";
import { EveningScore } from "/client/evening.js";
import { hooksOf, loadAssets } from "/client/game_assets.js";
import { GameLog } from "/client/game_log.js";
import { Hand } from "/client/hand.js";
import { HandHold } from "/client/hold.js";
import { OpenHands } from "/client/open_hands.js";
import { sendPace, withoutOldSkips } from "/client/pace.js";
import { Interruptions } from "/client/interruptions.js";
import { animateMoves } from "/client/motion.js";
import { Mutes } from "/client/mutes.js";
import { announce, drawNow, redraw } from "/client/render.js";
import { forgetTable, storeSession } from "/client/saved_session.js";
import { announceRequests, openRequests } from "/client/seat_requests.js";
import { settings } from "/client/settings.js";
import { SharedDevice } from "/client/shared_device.js";
import { NOT_SAVED, TableSocket } from "/client/socket.js";
import { soundPlay } from "/client/play_sounds.js";
import { playSound } from "/client/sound.js";
import { TimeOuts } from "/client/time_outs.js";
import { notifyOfTurn } from "/client/turn_notice.js";
import { Toolkit } from "/client/toolkit.js";
import { Questions } from "/client/why.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").View} View */
/** @typedef {import("/client/protocol_types.js").Welcome} Welcome */
/** @typedef {import("/client/protocol_types.js").Refusal} Refusal */
/** @typedef {import("/client/protocol_types.js").Said} Said */

const NOT_YET = /** @type {never} */ (/** @type {unknown} */ (null)); // the server has not sent it yet

/** @typedef {import("/client/socket.js").SocketState} SocketState */
/** @typedef {Pick<TableSocket, "unacknowledged" | "send" | "act" | "undo" | "close">} Socket */
/** @typedef {import("/client/protocol_types.js").Message} Message */
/** @typedef {import("/client/protocol_types.js").Play} Play */
/** @typedef {import("/client/protocol_types.js").Table} Table */
/** @typedef {(state: SocketState, reason: string) => void} OnState */
/** @typedef {(onMessage: (message: Message) => void, onState: OnState) => Socket} Connect */

export class TableSession {
  /**
   * @param {string} key @param {string} code
   * @param {Connect | null} [connect] what speaks in place of the server, as in a lesson; such a table is not saved
   */
  constructor(key, code, connect = null) {
    this.key = key;
    this.isSaved = connect === null;
    /** @type {Table} */ this.table = NOT_YET;
    /** @type {import("/client/game_assets.js").Game | null} */ this.game = null;
    /** @type {Play} the last `play` message */ this.play = NOT_YET;
    /** @type {Play | null} the last one before a silent race; null when there is no such race */ this.beforeRace =
      null;
    /** @type {number | null} the player's seat; null for a watcher */ this.me = null;
    this.justWatching = false; // a newcomer who wants no seat now
    this.arrivalChoice = ""; // the seat that a newcomer has chosen in the form, or "watch"
    /** @type {number | null} the seat that a newcomer waits for */ this.asked = null;
    /** @type {number | null} the seat that the player left and can return to */ this.leftSeat = null;
    this.device = new SharedDevice(this);
    /** @type {Set<string>} the names of newcomers whom the player leaves to the next deal */ this.notNow = new Set();
    this.mutes = new Mutes((message) => this.socket.send(message));
    /** @type {string | null} */ this.code = code || null;
    /** @type {string[]} */ this.phrases = [];
    /** @type {"connecting" | SocketState} */ this.state = "connecting";
    this.closeReason = "";
    /** @type {{why: string, rule: string} | null} */ this.refusal = null;
    /** @type {import("/client/why.js").Explained | null} why a move cannot be made */ this.explained = null;
    this.questions = new Questions((message) => this.socket.send(message));
    this.advice = new Advice(this);
    this.chat = new Chat(key);
    this.timeOuts = new TimeOuts();
    this.interruptions = new Interruptions();
    this.choice = new Choice(-1);
    this.hand = new Hand(key);
    this.log = new GameLog(key);
    this.evening = new EveningScore(key);
    this.hold = new HandHold(redraw);
    this.openHands = new OpenHands(
      (message) => this.socket.send(message),
      (before, now) => (before && now ? animateMoves(now.events, before.view, now.view, drawNow) : redraw()),
    );
    /** @type {Set<string>} names of the zones that make up the hand */ this.handZones = new Set();
    /** @type {Promise<unknown>} the messages received so far, handled in order */ this.received = Promise.resolve();
    this.receivedAt = 0;
    this.pendingId = ""; // the act that waits for its answer
    this.share = new DealShare(
      (message) => this.socket.send(message),
      () => {
        if (this.table && this.state === "open") this.#updateTable(this.table);
      },
    );
    this.focusedSlot = ""; // the card of the hand that the keyboard is at
    const onMessage = (/** @type {Message} */ message) => this.receive(message);
    const onState = (/** @type {SocketState} */ state, /** @type {string} */ reason) => this.setState(state, reason);
    /** @type {Socket} */
    this.socket = connect ? connect(onMessage, onState) : new TableSocket(key, code, onMessage, onState);
  }

  /** @param {SocketState} state @param {string} reason */
  setState(state, reason) {
    if (state === "lost" && this.state === "open") this.interruptions.connectionLost();
    if (state !== "open") this.advice.close();
    this.state = state;
    this.closeReason = reason;
    if (state === "closed") forgetTable(this.key);
    redraw();
  }

  /** Handle messages one after another: the first may have to wait for the game's files. @param {Message} message */
  receive(message) {
    this.received = this.received.then(() => this.#handle(message)).catch(reportError);
  }

  /** @param {Message} message */
  #handle(message) {
    switch (message.is) {
      case "welcome":
        return this.#welcome(message);
      case "table":
        return this.#updateTable(message);
      case "play":
        return this.#updatePlay(message);
      case "ack":
        if (message.id === this.pendingId) this.pendingId = "";
        return redraw();
      case "refusal":
        return this.#refuse(message);
      case "why":
        return this.questions.receive(message);
      case "hint":
      case "checked":
        return this.advice.receive(message);
      case "said":
        return this.#addChat(message);
      case "open_hands":
        return this.openHands.receive(message);
      case "hold":
        return this.#updateHold(message);
      default:
        return undefined;
    }
  }

  /** @param {Welcome} message */
  async #welcome(message) {
    this.game = message.game;
    if (this.asked !== null && message.you !== null) announce(words.table.seatedNow);
    if (message.table.local?.length && message.you !== this.me) this.#changePerson(message);
    else if (this.me !== null && message.you !== null && message.you !== this.me) {
      announce(words.joining.youChangedSeat(message.you + 1));
    }
    this.me = message.you;
    this.device.next = message.next ?? null;
    this.asked = message.asked ?? null;
    this.leftSeat = message.left ?? null;
    this.code = message.code ?? this.code;
    this.phrases = message.phrases;
    this.share.forget();
    this.choice.me = this.me ?? -1;
    this.choice.takes = message.game.takes;
    if (message.table.number !== this.table?.number) this.beforeRace = null;
    this.table = message.table;
    await loadAssets(message.game);
    const { unacknowledged } = this.socket;
    if (!unacknowledged.has(this.pendingId)) this.pendingId = [...unacknowledged.keys()].at(-1) ?? "";
    if (message.play) {
      const [kit, silent] = [this.#toolkitFor(message.play), this.#isSilent(message.play)];
      for (const missed of message.missed ?? []) this.log.add({ ...message.play, ...missed }, kit, silent);
      this.#setPlay(message.play, true);
    }
    this.openHands.update(message.play?.open_deals);
    this.openHands.reconnect();
    if (message.play?.showdown) this.hold.begin(message.play.showdown);
    else if (this.hold.showdown?.held) this.hold.end();
    this.#updateTable(message.table);
    if (message.lost) this.refusal = { why: words.table.entriesLost, rule: "" };
    this.mutes.sendAll();
    sendPace(this);
  }

  /** Give the next person at a shared device their own hand and log. @param {Welcome} message */
  #changePerson({ you, table }) {
    const place = `${this.key}-${table.number}-${you}`;
    this.play = NOT_YET;
    this.beforeRace = null;
    this.refusal = null;
    this.hand = new Hand(place);
    this.log = new GameLog(place);
    this.choice.clear();
    this.hold.end();
  }

  /** @param {Table} update */
  #updateTable(update) {
    const isLocal = this.me !== null && update.local?.includes(this.me);
    const table = isLocal ? { ...update, host: this.me } : update; // whoever holds the device is the host
    const before = this.table;
    const newGame = before?.number !== table.number;
    const requestsBefore = openRequests(this);
    this.interruptions.update(table, this.me);
    announceArrivals(this.table, table, this.me);
    this.table = table;
    this.evening.update(table);
    if (!table.requests?.some(({ seat }) => seat === this.asked)) this.asked = null;
    announceRequests(this, requestsBefore);
    this.mutes.update(table);
    noteHints(this, before, table);
    if (newGame) {
      this.hold.end();
      this.openHands.clear();
      this.log.clear();
      this.hand = new Hand(this.key);
      this.choice.clear();
    }
    if (table.phase === "waiting") this.play = NOT_YET;
    this.share.give(table, this.me);
    if (before?.phase === "playing" && this.share.wasReplaced(table)) {
      this.refusal = { why: words.table.dealReplaced, rule: "" };
      announce(words.asSentence(words.table.dealReplaced));
    }
    if (this.me !== null || this.device.isShared) this.#saveTable();
    if (this.me === null && this.device.isShared && table.phase !== "playing") this.device.sit(table.local?.[0] ?? 0);
    redraw();
  }

  #saveTable() {
    if (this.isSaved) storeSession(this);
  }

  /** @param {Play} play */
  #toolkitFor(play) {
    return new Toolkit({
      game: /** @type {import("/client/game_assets.js").Game} */ (this.game),
      table: this.table,
      view: play.view,
      play,
      me: this.me,
      choice: null,
      names: this.table.seats.map((seat) => seat.name),
      hints: settings.hints === "on",
    });
  }

  /** Whether a race is on that the page must not give away. @param {Play} play */
  #isSilent(play) {
    if (!this.game?.race || !play.to_act.length) return false;
    return Boolean(hooksOf(this.game.key).isSilentRace?.(play.view));
  }

  /** @param {Play} play */
  #updatePlay(play) {
    const viewBefore = this.play?.view;
    const silent = this.#isSilent(play);
    const sentences = this.log.add(play, this.#toolkitFor(play), silent);
    const wasMyTurn = this.isMyTurn;
    const raceEnded = Boolean(this.beforeRace);
    if (!silent && !raceEnded) this.timeOuts.add(play, this.#toolkitFor(play));
    this.refusal = null;
    this.#setPlay(play, false);
    this.openHands.update(play.open_deals);
    if (play.showdown) this.hold.begin(play.showdown, viewBefore, this.me === null && !play.result);
    else if (this.me !== null) this.hold.end(); // a watcher looks on while the next hand is played
    if (!silent) soundPlay(this, play, { sentences, wasMyTurn, raceEnded });
    if (this.me !== null) this.#saveTable();
    if (silent || this.hold.showdown || this.device.handOverTo !== null) drawNow();
    else animateMoves(play.undone ? [] : (play.events ?? []), viewBefore, play.view, drawNow);
  }

  /** @param {Play} play @param {boolean} first whether it is the first since the page was loaded or connected again */
  #setPlay(play, first) {
    const silent = this.#isSilent(play);
    this.beforeRace = silent ? (this.beforeRace ?? this.play ?? play) : null;
    this.play = play;
    this.table = withoutOldSkips(this.table, play);
    this.explained = null;
    this.advice.close();
    this.receivedAt = performance.now();
    if (this.me !== null) this.#updateHand(play.view, first);
    const acts =
      this.me === null || silent
        ? []
        : readActs(play.legal, /** @type {import("/client/game_assets.js").Game} */ (this.game), play.effects);
    this.choice.update(acts, (slot) => this.hand.cards.some((card) => card.slot === slot));
    if (!acts.length) this.choice.clear();
    else this.#pickOnlyCard();
  }

  /** @param {View} view @param {boolean} first */
  #updateHand(view, first) {
    const own = view.zones.filter((zone) => zone.owner === this.me);
    for (const zone of own) if (zone.sight === "owner") this.handZones.add(zone.name);
    const zones = own.filter((zone) => !this.handZones.size || this.handZones.has(zone.name));
    const codes = zones.flatMap((zone) => zone.cards.filter((code) => code !== null));
    this.hand.update(codes, first && !this.hand.cards.length);
  }

  /** Go back to an earlier position, given with all that led there. @param {Play[]} plays */
  rewind(plays) {
    this.log.clear();
    this.choice.clear();
    this.refusal = null;
    for (const play of plays) this.log.add(play, this.#toolkitFor(play), this.#isSilent(play));
    this.#setPlay(plays[plays.length - 1], false);
    this.hand.clearNew();
    redraw();
  }

  /** Pick the only card that can be played, as after drawing with no other choice. */
  #pickOnlyCard() {
    if (!this.choice.isEmpty || settings.hints === "off") return;
    const { acts } = this.choice;
    const only = acts.length === 1 && acts[0].cards.length === 1 ? acts[0] : null;
    const card = only && this.hand.cards.find((one) => one.code === only.cards[0]);
    if (card) this.choice.toggle({ code: card.code, owner: this.me, slot: card.slot });
  }

  /** @param {Refusal} message */
  #refuse(message) {
    if (message.rule === NOT_SAVED) {
      if (!message.id) this.share.notSaved();
      else if (this.socket.unacknowledged.has(message.id)) {
        this.refusal = { why: words.table.notSavedYet, rule: "" }; // the socket sends it again
        announce(words.asSentence(words.table.notSavedYet));
        return redraw();
      }
    }
    if (this.advice.refused(message)) return undefined;
    if (message.id && message.id === this.pendingId) this.pendingId = "";
    this.refusal = { why: message.why, rule: message.rule };
    announce(`${words.asSentence(message.why)} ${message.rule}`);
    playSound("refusal");
    return redraw();
  }

  /** @param {Said} message */
  #addChat(message) {
    this.chat.add(message, message.seat === this.me);
    if (message.asks && message.seat !== this.me) this.interruptions.askedBy = message.name;
    announce(`${message.name}: ${message.text}`);
    redraw();
  }

  /** Go on after a hand: to the next one once everybody is ready, or to the result of the game. */
  continueAfterHand() {
    if (this.hold.showdown?.held) this.socket.send({ do: "ready" });
    else this.hold.end();
  }

  /** @param {import("/client/protocol_types.js").HoldProgress} progress */
  #updateHold(progress) {
    if (this.me === null) return;
    if (progress.on) this.hold.update(progress);
    else if (this.hold.showdown) {
      this.hold.end();
      this.play = { ...this.play, left: progress.left };
      this.receivedAt = performance.now();
      if (this.isMyTurn) {
        announce(`${words.table.yourTurn}. ${this.play.prompt}`);
        playSound("turn");
        notifyOfTurn(this);
      }
    }
    redraw();
  }

  /** Whether friends can come by link. */
  get canInvite() {
    return Boolean(this.code) && !this.device.isShared;
  }

  /** Whether something on the page counts seconds. */
  get isCounting() {
    const turn = this.secondsLeft !== null && !this.beforeRace;
    return turn || this.state === "lost" || this.interruptions.isCounting;
  }

  get isMyTurn() {
    const canAct = this.me !== null && Boolean(this.play?.to_act.includes(this.me));
    return canAct && !this.beforeRace && !this.hold.showdown;
  }

  /** Whether no action can be sent now. */
  get isBusy() {
    return this.pendingId !== "" || this.state !== "open" || Boolean(this.table?.paused) || this.advice.isChecking;
  }

  /** Do an action. @param {string} text @param {boolean} [isSure] whether it is not to be checked first */
  act(text, isSure = false) {
    if (!this.play || this.isBusy || (!isSure && this.advice.holdBack(text))) return;
    this.advice.close();
    this.refusal = null;
    this.explained = null;
    this.hand.clearNew();
    this.pendingId = this.socket.act([text], this.play.ply);
    redraw();
  }

  /** Do the action that is raced for, also when it is too early: then the table refuses it. */
  race() {
    if (!this.play || this.pendingId) return;
    this.refusal = null;
    this.socket.act([/** @type {import("/client/game_assets.js").Game} */ (this.game).race], this.play.ply);
  }

  undo() {
    if (this.play?.undo && !this.isBusy) this.pendingId = this.socket.undo();
  }

  /** Seconds left for the turn; null without a clock. */
  get secondsLeft() {
    if (this.play?.left == null) return null;
    return Math.max(0, Math.round(this.play.left - (performance.now() - this.receivedAt) / 1000));
  }

  close() {
    this.hold.end();
    this.openHands.stop();
    this.socket.close();
  }
}
