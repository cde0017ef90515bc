// Replay: a finished game, move by move, from any player's viewpoint; its deal can be verified.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { loadAssets, loadGames } from "/client/game_assets.js";
import { animateMoves } from "/client/motion.js";
import { savedTables } from "/client/my_tables.js";
import { botsFor, playerFields, tableUrl } from "/client/new_table.js";
import { drawNow, icon, isRightToLeft, redraw } from "/client/render.js";
import { Toolkit } from "/client/toolkit.js";
import { verify } from "/client/verify.js";
import { homeLink, stateCard } from "/parts/page_state.js";
import { archivedGame } from "/parts/archived_game.js";
import { dealCheck } from "/parts/deal_check.js";
import { ruleLink } from "/parts/rule_link.js";
import { centre, pastSeats } from "/parts/seats.js";
import { pastShowdown } from "/parts/showdown.js";
import { scorePad } from "/parts/sidebar.js";
import { barButton, barLink, topBar } from "/parts/top_bar.js";
import { words } from "/words/en.js";

/** @import { GameRecord, ReplayPosition } from "/client/protocol_types.js" */

const t = words.replay;
const POSITIONS_PER_REQUEST = 50;
const MOVE_INTERVAL_MS = 900;
const SHOWDOWN_STEPS = 5; // as many moves long the end of a hand is shown
const MAX_TICKS = 240; // of the timeline
const ALL_OPEN = "all";
const REVIEW_HASH = /^#review-?/; // before the ply, where the review is open

/** @typedef {import("/client/game_assets.js").Game} Game */

/**
 * @param {string} table @param {number} number of the game at this table @param {(path: string) => void} navigate
 * @returns {import("/client/render.js").Page}
 */
export function replayPage(table, number, navigate) {
  /** @type {GameRecord} */
  let record;
  /** @type {Game | undefined} */
  let game;
  /** @type {Map<string, ReplayPosition>} by viewpoint and ply */
  const positions = new Map();
  let ply = Math.max(0, Number(location.hash.replace(REVIEW_HASH, "#").slice(1)) || 0);
  let viewpoint = ALL_OPEN; // or a seat
  let problem = "";
  let sealed = false; // a deal of the day that this person has not finished
  /** @type {import("/client/protocol_types.js").StoredScore | undefined} of a game that cannot be replayed */
  let stored;
  let copied = false;
  let busy = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playTimer;
  /** @type {import("/client/verify.js").Verdict | "working" | null} */
  let verdict = null;
  /** @type {import("/parts/review.js").ReviewView | null} */
  let review = null;
  let hasLeft = false;

  const lastPly = () => record?.moves.length ?? 0;
  const position = (at = ply) => positions.get(`${viewpoint}.${at}`);

  async function load() {
    try {
      const [loaded, games] = await Promise.all([api.record(table, number), loadGames()]);
      record = loaded;
      game = games.find((one) => one.key === loaded.game);
      if (game) await loadAssets(game);
      ply = Math.min(ply, lastPly());
      await loadPositions(ply);
      if (REVIEW_HASH.test(location.hash)) openReview();
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
      sealed = error instanceof api.ApiError && error.rule === api.SEALED;
      const archived = error instanceof api.ApiError && error.rule === api.RULES_MISSING;
      if (archived) stored = await api.score(table, number).catch(() => undefined);
    }
    redraw();
  }

  /** Fetch the positions around a ply. @param {number} at @param {string} [seenBy] */
  async function loadPositions(at, seenBy = viewpoint) {
    if (positions.has(`${seenBy}.${at}`)) return;
    const first = Math.floor(at / POSITIONS_PER_REQUEST) * POSITIONS_PER_REQUEST;
    const last = Math.min(first + POSITIONS_PER_REQUEST - 1, lastPly());
    const { shots } = await api.positions(table, number, first, last, seenBy);
    for (const one of shots) positions.set(`${seenBy}.${one.ply}`, one);
  }

  /** @param {number} to @param {boolean} [animated] */
  async function goTo(to, animated = false) {
    const next = Math.max(0, Math.min(lastPly(), to));
    await loadPositions(next).catch((error) => {
      problem = error.message;
    });
    const before = position();
    ply = next;
    updateAddress();
    const now = position();
    if (animated && before && now) animateMoves(now.events, before.view, now.view, drawNow);
    else redraw();
  }

  function updateAddress() {
    history.replaceState(null, "", review ? `#review-${ply}` : `#${ply}`);
  }

  /** Show the review of this game above and beside the replay. */
  async function openReview() {
    const { ReviewView } = await import("/parts/review.js");
    if (review || hasLeft) return;
    const saved = savedTables().find((one) => one.key === table && one.number === number);
    review = new ReviewView({
      table,
      number,
      players: record.players,
      moves: lastPly(),
      me: saved?.seat ?? null,
      ply: () => ply,
      stepTo,
      playOn,
      positionOf: (at, seat) => positions.get(`${seat}.${at}`) ?? position(at),
      load: (at, seat) => loadPositions(at, String(seat)),
      toolkitFor,
    });
    updateAddress();
    await review.open();
  }

  /** Go to a ply of the review, seen by a seat where one is named. @param {number} to @param {number} [seat] */
  async function stepTo(to, seat) {
    if (seat !== undefined) {
      await loadPositions(to, String(seat)).catch(() => {}); // goTo says why
      viewpoint = String(seat);
    }
    await goTo(to);
    if (seat !== undefined) document.querySelector(".replay .felt")?.scrollIntoView({ block: "nearest" });
  }

  function togglePlaying() {
    if (playTimer) {
      clearInterval(playTimer);
      playTimer = undefined;
    } else {
      if (ply === lastPly()) ply = 0;
      let shownFor = 0; // steps: there is more to read where a hand ends
      const next = () => {
        shownFor = position()?.showdown ? shownFor + 1 : SHOWDOWN_STEPS;
        if (ply >= lastPly()) return togglePlaying();
        if (shownFor < SHOWDOWN_STEPS) return;
        shownFor = 0;
        goTo(ply + 1, true);
      };
      playTimer = setInterval(next, MOVE_INTERVAL_MS);
    }
    redraw();
  }

  /**
   * The seat to play on from: the viewpoint, else whose turn it is.
   * @param {ReplayPosition} now @returns {number | undefined}
   */
  function seatToPlayOn(now) {
    if (now.result) return undefined;
    return viewpoint === ALL_OPEN ? now.to_act[0] : Number(viewpoint);
  }

  /** Take a seat in a position; bots take the others. @param {number} seat @param {number} [from] */
  async function playOn(seat, from = ply) {
    if (busy) return;
    busy = true;
    redraw();
    try {
      const bots = botsFor(await api.bots(), game?.key ?? "");
      const fields = { ...playerFields(bots), ply: from, seat };
      navigate(tableUrl(await api.createBranch(table, number, fields)));
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    }
    busy = false;
    redraw();
  }

  async function verifyDeal() {
    verdict = "working";
    redraw();
    try {
      for (let at = 0; at <= lastPly(); at += POSITIONS_PER_REQUEST) await loadPositions(at, ALL_OPEN);
      const all = Array.from({ length: lastPly() + 1 }, (_, at) => positions.get(`${ALL_OPEN}.${at}`));
      const known = all.filter((one) => one !== undefined);
      verdict = await verify(record, known, game?.cards.map((card) => card.code) ?? []);
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
      verdict = null;
    }
    redraw();
  }

  /** @param {ReplayPosition} now */
  const toolkitFor = (now) =>
    new Toolkit({
      game: /** @type {Game} */ (game),
      names: record.players,
      view: now.view,
      play: now,
      me: null,
      choice: null,
      table: { options: record.options, seats: [] },
    });

  /** @param {Toolkit} kit @param {ReplayPosition} now */
  function moveText(kit, now) {
    if (!now.move) return t.deal;
    const [seat, text] = now.move;
    const did = kit.highlightCards(kit.describeMove(seat, text, now.events), true);
    return html`<b>${kit.name(seat)}</b> ${did}.${hintMark(ply)}`;
  }

  /** Says of a move that its player was given a hint. @param {number} at */
  const hintMark = (at) =>
    record.hints?.includes(at)
      ? html` <span class="advice-mark">${icon("bulb")}${words.advice.withHint}</span>`
      : nothing;

  /** The moves around the current one. @param {Toolkit} kit */
  function moveList(kit) {
    const from = Math.max(0, ply - 5);
    const items = [];
    for (let at = from + 1; at <= Math.min(lastPly(), from + 9); at++) {
      const one = position(at);
      if (one) items.push(moveItem(kit, one, at));
    }
    return html`<section class="log moves" aria-label=${t.moves}><h2>${t.moves}</h2><ol>${items}</ol></section>`;
  }

  /** @param {Toolkit} kit @param {ReplayPosition} one @param {number} at */
  function moveItem(kit, one, at) {
    if (!one.move) return nothing;
    const [seat, text] = one.move;
    const current = at === ply;
    const notes = one.events.filter((event) => event.event === "noted");
    const did = html`${kit.highlightCards(kit.describeMove(seat, text, one.events))}${moveMark(at)}`;
    return html`<li class=${current ? "current" : ""}><button type="button" class="move" @click=${() => goTo(at)}
      aria-current=${current ? "true" : nothing}>${kit.avatar(seat)}<span><span class="visually-hidden">${kit.name(
        seat,
      )} </span>${did}${hintMark(at)}</span></button>${notes.map(
        (note) => html`<p class="small note">${kit.fillNames(note.text)} ${ruleLink(kit.game.key, note.rule)}</p>`,
      )}</li>`;
  }

  /** What the review says of the move to a ply. @param {number} at */
  function moveMark(at) {
    const mark = review?.markAt(at);
    return mark ? html` <span class="review-move-mark">${mark.label}</span>` : nothing;
  }

  /** Whether one of these moves has a mark of the review. @param {number} from @param {number} many */
  const isMarked = (from, many) => Array.from({ length: many }, (_, at) => from + at).some((at) => review?.markAt(at));

  /** A tick for each move (or every few), in the colour of its player. */
  function timeline() {
    const step = Math.max(1, Math.ceil(lastPly() / MAX_TICKS));
    const plies = Array.from({ length: Math.ceil(lastPly() / step) }, (_, at) => at * step + 1);
    const state = (/** @type {number} */ at) => (at <= ply && at + step > ply ? "current" : at < ply ? "past" : "");
    return html`<div class="timeline" aria-hidden="true">${plies.map(
      (at) =>
        html`<i class="seat-colour-${record.moves[at - 1][0] % 8} ${state(at)} ${
          isMarked(at, step) ? "review-tick" : ""
        }"></i>`,
    )}</div>`;
  }

  /** @param {ReplayPosition} now */
  function controls(now) {
    const seat = seatToPlayOn(now);
    const playOnButton =
      seat === undefined
        ? nothing
        : html`<button type="button" class="btn play-on"
      data-command="play-on" ?disabled=${busy} @click=${() => playOn(seat)}>${t.playOnAs(
        record.players[seat],
      )}</button>`;
    return html`<div class="controls">
      <button type="button" class="btn" aria-label=${t.previous} @click=${() => goTo(ply - 1)}
        ?disabled=${ply === 0}>${icon("prev")}</button>
      <button type="button" class="btn primary big" @click=${togglePlaying}>${
        playTimer ? nothing : icon("play")
      }<span>${playTimer ? t.stop : t.play}</span></button>
      <button type="button" class="btn" aria-label=${t.next} @click=${() => goTo(ply + 1, true)}
        ?disabled=${ply === lastPly()}>${icon("next")}</button>
      <span class="spacer"></span>${playOnButton}
      <a class="btn plain" href="/api/tables/${table}/records/${number}" download>${icon("down")}<span>${
        t.download
      }</span></a></div>`;
  }

  /** @param {Toolkit} kit @param {ReplayPosition} now */
  function playback(kit, now) {
    const where = t.position(ply, lastPly());
    const slide = (/** @type {Event} */ event) => goTo(Number(/** @type {HTMLInputElement} */ (event.target).value));
    return html`<section class="own-side playback" aria-label=${t.title}>
      <p class="move-text"><span>${moveText(kit, now)}</span> <small>${where}</small></p>
      ${timeline()}
      <input class="slider" type="range" min="0" max=${lastPly()} .value=${String(ply)} aria-label=${t.slider}
        aria-valuetext=${where} @input=${slide}>
      ${controls(now)}</section>`;
  }

  function viewpointChoice() {
    const change = (/** @type {string} */ id) => {
      viewpoint = id;
      loadPositions(ply).then(redraw);
    };
    const choice = (/** @type {string} */ id, /** @type {string} */ label) => html`<label><input type="radio"
      name="viewpoint" .checked=${viewpoint === id} @change=${() => change(id)}><span>${label}</span></label>`;
    const players = record.players.map((/** @type {string} */ name, /** @type {number} */ seat) =>
      choice(String(seat), name),
    );
    return html`<fieldset class="viewpoint"><legend class="visually-hidden">${t.seenBy}</legend><span class="small"
      aria-hidden="true">${icon("eye")}${t.seenBy}</span>${choice(ALL_OPEN, t.allOpen)}${players}</fieldset>`;
  }

  function bar() {
    const copyLink = () =>
      navigator.clipboard?.writeText(location.href).then(
        () => {
          copied = true;
          redraw();
        },
        () => {},
      );
    const copyLabel = copied ? words.invite.copied : t.copyLink;
    const tools = html`<span @click=${copyLink}>${barButton("link", copyLabel, "copy")}</span>${
      game ? barLink("rules", words.bar.rules, `/rules/${game.key}`) : nothing
    }`;
    return topBar(t.title, game?.name ?? "", tools);
  }

  function draw() {
    const now = position();
    if (stored) return html`${bar()}${archivedGame(problem, stored, `/api/tables/${table}/records/${number}`)}`;
    if (sealed) {
      const play = html`<a class="btn primary" href="/daily">${words.states.dailyDeal}</a>`;
      const card = stateCard(words.states.sealed, words.states.sealedWhy, play);
      return html`${bar()}<main class="board replay">${card}</main>`;
    }
    const notice = problem ? html`<p class="notice" role="alert">${words.asSentence(problem)}</p>` : nothing;
    if (!now || !game) {
      const state = problem
        ? stateCard(words.states.noReplay, words.asSentence(problem), homeLink())
        : stateCard(words.states.openingReplay);
      return html`${bar()}<main class="board replay">${state}</main>`;
    }
    const kit = toolkitFor(now);
    const panels = [
      review?.drawPanel() ?? reviewOffer(openReview),
      dealCheck(record, verdict, verifyDeal),
      moveList(kit),
      scorePad(kit, now.pad),
    ];
    return html`${bar()}<main class="board replay ${review ? "has-review" : ""}">${
      review?.drawLine() ?? nothing
    }<section class="felt" aria-label=${words.table.table}>${kit.hooks.backdrop?.() ?? nothing}
      ${viewpointChoice()}${
        now.showdown
          ? pastShowdown(kit, now.showdown)
          : html`${pastSeats(kit, now.to_act, "all-seats")}${centre(kit, null)}`
      }${playback(kit, now)}${notice}</section>
      <aside class="sidebar always-shown" aria-label=${t.moves}>${panels}</aside></main>`;
  }

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (/** @type {Element} */ (event.target).closest("input, button, a")) return;
    const backKey = isRightToLeft() ? "ArrowRight" : "ArrowLeft";
    if (event.key === backKey) goTo(ply - 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") goTo(ply + 1, true);
  };
  addEventListener("keydown", onKey);
  load();
  return {
    draw,
    title: () => (game ? `${t.title}, ${game.name}` : t.title),
    game: () => game?.key ?? "",
    drawn: () => review?.drawn(),
    leave() {
      hasLeft = true;
      review?.close();
      clearInterval(playTimer);
      removeEventListener("keydown", onKey);
    },
  };
}

/** @param {() => void} open */
const reviewOffer = (open) =>
  html`<section class="score-pad review-offer" aria-label=${t.review}><h2>${
    t.reviewQuestion
  }</h2><p>${t.reviewText}</p><button type="button" class="btn primary" data-command="review" @click=${open}>${
    t.review
  }</button></section>`;
