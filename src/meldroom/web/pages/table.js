// A table: the other players, the centre, your side, and the sidebar.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { startDrag } from "/client/drag.js";
import { handleKey } from "/client/keys.js";
import { cardOf, startLongPress } from "/client/long_press.js";
import { peopleCommands } from "/client/people_commands.js";
import { pointAtNext } from "/client/pointer.js";
import { announce, icon, redraw } from "/client/render.js";
import { LIMITED, LIMITED_RETRY_MS } from "/client/socket.js";
import { changeSettings, settings } from "/client/settings.js";
import { TableSession } from "/client/table_session.js";
import { Toolkit } from "/client/toolkit.js";
import { addLacking, askAboutOpenCard, askWhy } from "/client/why.js";
import { adviceInWords } from "/parts/advice.js";
import { eveningPad } from "/parts/evening_pad.js";
import { gameOver } from "/parts/game_over.js";
import { handOver } from "/parts/hand_over.js";
import { openHandsBoard, openHandsKit } from "/parts/open_hands.js";
import { ownSide } from "/parts/own_side.js";
import { pauseSign } from "/parts/paused.js";
import { RulesSheet } from "/parts/rules_sheet.js";
import { centre, otherSeats } from "/parts/seats.js";
import { discardsPanel, logPanel, scorePad } from "/parts/sidebar.js";
import { peopleButton } from "/parts/people_sheet.js";
import { showdown, ShowdownFocus } from "/parts/showdown.js";
import { openDialog, openSheet } from "/parts/table_dialogs.js";
import { tableNotice } from "/parts/table_notice.js";
import { announceTargets } from "/parts/targets.js";
import { barButton, barLink, topBar } from "/parts/top_bar.js";
import { watchersButton, watchersPanel, watchingTag } from "/parts/watchers.js";
import { waitingBoard, waitingSide } from "/parts/waiting_table.js";
import { words } from "/words/en.js";

const t = words.table;
const SORTS = ["meld", "set", "run", "free"];

/**
 * @typedef {object} Lesson what a lesson adds to the table
 * @property {TableSession} session
 * @property {(kit: Toolkit, where: "felt" | "sidebar") => unknown} coach
 * @property {(kit: Toolkit) => unknown} ownSide in place of your side; undefined leaves it
 * @property {() => unknown} dialog
 * @property {() => void} drawn
 */

/**
 * @param {string} key @param {string} code @param {(path: string) => void} navigate
 * @param {Lesson | null} [lesson] @returns {import("/client/render.js").Page}
 */
export function tablePage(key, code, navigate, lesson = null) {
  const session = lesson?.session ?? new TableSession(key, code);
  /** @type {import("/parts/table_dialogs.js").TableUi} */
  const ui = { dialog: "", sheet: "", wholeLog: false, allButtons: false, person: "", removing: 0, seat: 0 };
  const clockTimer = setInterval(() => {
    if (session.hold.takeWarning()) announce(words.showdown.nextDealSoon(session.hold.secondsLeft ?? 0));
    if (session.hold.showdown || session.isCounting) redraw();
  }, 1000);
  /** @type {import("/parts/card_help.js").CardHelp | null} */
  let help = null;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const card = event.key === "?" ? cardOf(event) : null;
    if (card) explainCard(card.dataset.code ?? "", card);
    else if (event.key === "Escape" && help?.isOpen && !document.querySelector("dialog:modal")) help.close();
    else handleKey(event, session, run);
  };
  const showdownFocus = new ShowdownFocus();
  const rules = new RulesSheet();
  let focusWasOnOwnSide = false;
  let wasCovered = false;
  /** @type {number | undefined} */
  let sitTimer;
  addEventListener("keydown", onKey);

  /** @type {Record<string, () => void>} what the buttons and keys of the page do; any other command opens a dialog */
  const commands = {
    ...peopleCommands(session, ui, () => navigate("/")),
    cancel: () => {
      if (rules.isOpen) return rules.close();
      if (session.advice.isOpen || session.advice.isAsking) return session.advice.close();
      if (ui.sheet && session.choice.isEmpty && !session.explained) toggleSheet(ui.sheet);
      session.choice.clear();
      session.explained = null;
    },
    close: () => {
      ui.dialog = "";
    },
    people: () => toggleSheet(ui.sheet === "chat" || session.chat.unread ? "chat" : "people"),
    chat: () => toggleSheet("chat"),
    "add-lacking": () => addLacking(session),
    rules: () => (rules.isOpen ? rules.close() : openRules()),
    "close-help": () => help?.close(),
    undo: () => session.undo(),
    hint: askForHint,
    "close-advice": () => session.advice.close(),
    "play-anyway": () => session.act(session.advice.caution?.text ?? "", true),
    race: () => session.race(),
    continue: () => session.continueAfterHand(),
    skip: () => session.socket.send({ do: "skip" }),
    more: () => {
      ui.allButtons = !ui.allButtons;
    },
    "whole-log": () => {
      ui.wholeLog = !ui.wholeLog;
    },
    sort: () => changeSettings({ sort: SORTS[(SORTS.indexOf(settings.sort) + 1) % SORTS.length] }),
    "take-device": () => session.device.takeUp(),
    home: () => navigate("/"),
  };

  /** Mark what to touch for the suggestion on the table, and say it once to screen readers. */
  function showAdvice() {
    const { advice } = session;
    pointAtNext(session, advice.hint?.text ?? null, "data-advice");
    if (!advice.isNew) return;
    advice.isNew = false;
    announce(adviceInWords(toolkit(), session));
  }

  /** Ask what to play; where that needs everybody's consent, show whose. */
  function askForHint() {
    const { advice, table } = session;
    if (advice.isOpen) return advice.close();
    if (session.isMyTurn && session.choice.acts.length === 1) return announce(words.advice.noChoice);
    if (advice.isOffered || !session.isMyTurn || !table.hints || table.hints.allowed) return advice.ask();
    announce(words.advice.needConsent);
    if (ui.sheet !== "people") toggleSheet("people");
  }

  /** @param {string} cardCode @param {Element} opener */
  async function explainCard(cardCode, opener) {
    const { CardHelp } = await import("/parts/card_help.js");
    rules.close();
    help ??= new CardHelp(session);
    if (ui.sheet) toggleSheet(ui.sheet); // the help takes its place
    await help.open(cardCode, opener);
  }

  /** @param {MouseEvent} event */
  function onContextMenu(event) {
    const card = cardOf(event);
    if (!card) return;
    event.preventDefault();
    explainCard(card.dataset.code ?? "", card);
  }

  /** @param {string} command */
  function run(command) {
    if (command in commands) commands[command]();
    else if (command === "leave" && (lesson || session.table?.phase !== "playing")) navigate("/");
    else toggleDialog(command);
    redraw();
  }

  /** @param {string} name */
  function toggleSheet(name) {
    rules.close();
    ui.sheet = ui.sheet === name ? "" : name;
    session.chat.show(ui.sheet === "chat");
  }

  /** @param {string} name */
  function toggleDialog(name) {
    ui.dialog = ui.dialog === name ? "" : name;
  }

  /** @param {Event} event */
  function onClick(event) {
    const target = /** @type {Element} */ (event.target);
    const attribute = (/** @type {string} */ name) => target.closest(`[${name}]`)?.getAttribute(name) ?? null;
    if (target.closest("button")?.disabled) return;
    if (openRule(event, attribute("data-rule"))) return;
    const command = attribute("data-command");
    const act = attribute("data-act");
    const selected = attribute("data-select");
    const aimed = attribute("data-target");
    const seat = attribute("data-seat");
    const why = attribute("data-why");
    const explained = attribute("data-help");
    if (help?.isOverFelt && !target.closest(".card-help")) help.close();
    const card = /** @type {HTMLElement | null} */ (attribute("data-slot") ? target.closest("button.card") : null);
    const openCard = target.closest(".seats span.card[data-code]");
    const picks = () => session.choice.picks.map((pick) => pick.code);
    if (aimed || card || seat || selected) session.advice.close();
    if (why !== null) askWhy(session, target.closest("[data-with-picks]") ? picks() : [], why);
    else if (explained) explainCard(explained, target);
    else if (command) run(command);
    else if (act) {
      ui.allButtons = false;
      session.act(act);
    } else if (aimed) {
      session.choice.aim(Number(aimed));
      announceTargets(toolkit());
    } else if (card) pickCard(card);
    else if (seat) session.choice.toggleSeat(Number(seat));
    else if (selected) selectOrAct(selected);
    else if (openCard) askAboutOpenCard(session, openCard);
    redraw();
  }

  /** Show a linked rule without leaving the table. @param {Event} event @param {string | null} number */
  function openRule(event, number) {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
    if (!number || !session.game || lesson || ctrlKey || metaKey || shiftKey) return false;
    event.preventDefault();
    openRules(number);
    return true;
  }

  /** Open the rules, beside the table where there is one. @param {string} [number] */
  function openRules(number) {
    if (!session.game) return;
    if (ui.sheet) toggleSheet(ui.sheet);
    rules.open(session.game, number, Boolean(session.play));
  }

  /** Select the action of a pile, or do it if it needs no confirmation. @param {string} text */
  function selectOrAct(text) {
    if (session.choice.selectedText === text || settings.confirm === "off") session.act(text);
    else session.choice.select(text);
  }

  /** @param {HTMLElement} card */
  function pickCard(card) {
    const { slot = "", code: cardCode = "", owner } = card.dataset;
    session.focusedSlot = slot;
    session.refusal = session.explained = null;
    ui.allButtons = false;
    const seat = card.hasAttribute("data-hand") ? session.me : owner === "" ? null : Number(owner);
    const pick = { slot, code: cardCode, owner: seat };
    if (session.isMyTurn && session.choice.toggle(pick)) announceTargets(toolkit());
    else askWhy(session, [...session.choice.picks.map((one) => one.code), cardCode]);
  }

  /** @param {number} seat */
  function openSeatMenu(seat) {
    ui.seat = seat;
    ui.dialog = "seat";
    redraw();
  }

  /** @param {SubmitEvent} event */
  function sit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target), event.submitter);
    const name = String(form.get("name") ?? "").trim();
    const seat = String(form.get("seat") ?? "");
    changeSettings({ name });
    const fields = { name: name || words.home.guest, code: session.code ?? "" };
    takeSeat(seat === "" ? fields : { ...fields, seat: Number(seat) });
  }

  /** Take or ask for a seat, again and again while too many requests come from this network. @param {object} fields */
  async function takeSeat(fields) {
    clearTimeout(sitTimer);
    try {
      await api.takeSeat(key, fields);
      session.close();
      navigate(`/t/${key}#${session.code ?? ""}`);
    } catch (error) {
      const rule = error instanceof api.ApiError ? error.rule : "";
      session.refusal = { why: /** @type {Error} */ (error).message, rule };
      if (rule === LIMITED) sitTimer = setTimeout(() => takeSeat(fields), LIMITED_RETRY_MS);
      redraw();
    }
  }

  const toolkit = (view = session.play.view) =>
    new Toolkit({
      game: /** @type {import("/client/game_assets.js").Game} */ (session.game),
      table: session.table,
      view,
      play: session.play,
      me: session.me,
      names: session.table.seats.map((seat) => seat.name),
      choice: session.me === null ? null : session.choice,
      mark: session.timeOuts.mark,
      hints: settings.hints === "on",
      newRows: session.hold.showdown?.new_rows,
    });

  const barTools = (/** @type {Toolkit | null} */ kit) =>
    !session.table && !lesson
      ? nothing
      : html`
    ${watchersButton(session)}
    ${session.canInvite ? barButton("link", words.bar.invite, "invite", "not-phone") : nothing}
    ${kit ? barButton("pad", words.bar.pad, "pad", "only-narrow") : nothing}
    ${kit ? barButton("log", words.bar.log, "log", "only-narrow not-phone") : nothing}
    ${lesson ? nothing : peopleButton(session)}
    ${rulesTool()}${lesson ? nothing : barButton("cog", words.bar.menu, "menu")}`;

  function rulesTool() {
    if (!session.game) return nothing;
    if (lesson) return barLink("rules", words.bar.rules, `/rules/${session.game.key}`);
    return barButton("rules", words.bar.rules, "rules");
  }

  /** What the bar says below the game's name. @param {Toolkit | null} kit */
  function subtitle(kit) {
    if (lesson) return words.learn.title;
    const { showdown: ended, viewBefore } = session.hold;
    const { shown: looked } = session.openHands;
    const past = looked ? openHandsKit(session, looked) : ended ? viewBefore && toolkit(viewBefore) : null;
    const shown = looked || ended ? past : kit; // while it is shown, the hand that ended
    const progress = shown ? (shown.hooks.progress?.(shown) ?? "") : "";
    const branch = session.table?.branch;
    const from = branch ? html`<span class="not-phone"> · ${t.playedOnFrom(branch.ply)}</span>` : nothing;
    if (session.table?.phase === "waiting") return words.joining.waitingRoom;
    return html`<span class="bar-progress">${progress}${from}</span>${watchingTag(session)}`;
  }

  function draw() {
    const name = session.game?.name ?? "Meldroom";
    const covered = session.device.handOverTo !== null;
    const kit = session.play && session.game && !covered ? toolkit() : null;
    const back = html`<button type="button" class="btn plain only-phone" data-command="leave"
      aria-label=${words.bar.leave}>${icon("back")}</button>`;
    const noGame = () =>
      html`${covered ? handOver(session) : waitingBoard(session, sit, openSeatMenu)}${openSheet(kit, session, ui)}`;
    return html`<div class="page" @click=${onClick}>${topBar(name, subtitle(kit), barTools(kit), back)}${tableNotice(
      session,
    )}
      ${kit ? board(kit) : noGame()}
      ${openDialog(kit, session, ui)}${rules.isBeside ? nothing : rules.draw()}
      ${kit ? (lesson?.dialog() ?? nothing) : nothing}</div>`;
  }

  /** @param {Toolkit} kit */
  function board(kit) {
    const press = (/** @type {PointerEvent} */ event) => {
      startDrag(event, session, (text) => session.act(text));
      startLongPress(event, explainCard);
    };
    const looked = session.openHands.shown;
    const ended = session.hold.showdown;
    const side =
      lesson?.ownSide(kit) ??
      (session.play.result
        ? gameOver(kit, session)
        : session.me === null
          ? waitingSide(session, sit)
          : ownSide(kit, session, ui.allButtons));
    return html`<main class="board ${lesson ? "lesson" : ""} ${ui.sheet || rules.isBeside ? "has-sheet" : ""} ${
      session.table.paused ? "is-paused" : ""
    }" aria-label=${t.table}
        data-ply=${session.play.ply} data-busy=${session.isBusy ? "yes" : "no"}>
      ${
        looked
          ? openHandsBoard(session, looked)
          : html`<section class="felt" aria-label=${t.table} @pointerdown=${press} @contextmenu=${onContextMenu}>
        ${kit.hooks.backdrop?.() ?? nothing}
        ${
          ended
            ? showdown(kit, session, ended)
            : html`${otherSeats(kit, session)}${centre(kit, session)}${
                session.table.paused ? pauseSign() : nothing
              }${lesson?.coach(kit, "felt") ?? nothing}${help?.draw(kit, "felt") ?? nothing}${side}`
        }
      </section>
      ${sidebar(kit)}`
      }${rules.isBeside ? rules.draw() : nothing}${openSheet(kit, session, ui)}
    </main>`;
  }

  /** @param {Toolkit} kit */
  function sidebar(kit) {
    const ended = session.hold.showdown;
    const log = logPanel(kit, session.log, ui.wholeLog, ended && session.log.lastHand(!session.play.result));
    const coach = lesson?.coach(kit, "sidebar") ?? nothing;
    const pads = html`${scorePad(kit, session.play.pad)}${eveningPad(session)}${watchersPanel(session)}`;
    const explained = help?.draw(kit, "sidebar") ?? nothing;
    const discards = discardsPanel(kit, session.log.discards);
    return html`<aside class="sidebar">${coach}${pads}${explained}${log}${discards}</aside>`;
  }

  /** Keep the focus on the player's side when the element that had it disappears. */
  function keepFocus() {
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      focusWasOnOwnSide = Boolean(focused.closest(".own-side, .target"));
    } else if (focusWasOnOwnSide && !document.querySelector("dialog:modal")) {
      const places = ".hand [data-hand][tabindex='0'], .game-over .btn, .open-hands-choice input:checked";
      const next = document.querySelector(places);
      /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
    }
  }

  /** Put the focus on the heading of a cover that has just come. */
  function focusCover() {
    const heading = /** @type {HTMLElement | null} */ (document.querySelector(".hand-over h2"));
    if (heading && !wasCovered) heading.focus({ preventScroll: true });
    wasCovered = Boolean(heading);
  }

  return {
    draw,
    serverBack: () => {}, // the socket connects again by itself
    drawn() {
      showdownFocus.follow(Boolean(session.hold.showdown));
      keepFocus();
      focusCover();
      rules.drawn();
      if (lesson) lesson.drawn();
      else showAdvice();
    },
    title: () => (session.isMyTurn ? `● ${session.game?.name ?? ""}` : (session.game?.name ?? "Table")),
    game: () => session.game?.key ?? "",
    leave() {
      clearInterval(clockTimer);
      clearTimeout(sitTimer);
      help?.destroy();
      removeEventListener("keydown", onKey);
      session.close();
    },
  };
}
