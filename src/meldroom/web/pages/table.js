// A table: the other players, the centre, your side, and the sidebar.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { startDrag } from "/client/drag.js";
import { lastHand } from "/client/game_log.js";
import { handleKey } from "/client/keys.js";
import { cardOf, startLongPress } from "/client/long_press.js";
import { shownHand } from "/client/open_hands.js";
import { pointedAt } from "/client/offers.js";
import { icon } from "/client/render.js";
import { LIMITED, LIMITED_RETRY_MS } from "/client/socket.js";
import { changeSettings, settings } from "/client/settings.js";
import { TableSession } from "/client/table_session.js";
import { canInvite, handOverTo, isBusy, isMyTurn, kitOf } from "/client/table_state.js";
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
import { barButton, barLink, topBar } from "/parts/top_bar.js";
import { watchersButton, watchersPanel, watchingTag } from "/parts/watchers.js";
import { waitingBoard, waitingSide } from "/parts/waiting_table.js";
import { words } from "/words/en.js";

/** @import { Done, Happened } from "/client/reduce.js" */
/** @typedef {import("/client/table_state.js").TableState} TableState */
/** @typedef {import("/client/protocol_types.js").View} View */
/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */

const t = words.table;
const SHEETS = ["people", "chat"];

/**
 * @typedef {object} Lesson what a lesson adds to the table
 * @property {TableSession} session
 * @property {(kit: Toolkit, where: "felt" | "sidebar") => unknown} coach
 * @property {(kit: Toolkit) => unknown} ownSide in place of your side; undefined leaves it
 * @property {() => unknown} dialog
 * @property {() => void} undo a step back
 * @property {() => string | null} move the move that waits to be made
 */

/**
 * @param {string} key @param {string} code @param {(path: string) => void} navigate
 * @param {Lesson | null} [lesson] @returns {import("/client/render.js").Page}
 */
export function tablePage(key, code, navigate, lesson = null) {
  const session = lesson?.session ?? new TableSession(key, code, { goHome: () => navigate("/") });
  const dispatch = (/** @type {Done | Happened} */ message) => session.dispatch(message);
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

  /** @param {string} cardCode @param {Element} opener */
  async function explainCard(cardCode, opener) {
    const { CardHelp } = await import("/parts/card_help.js");
    rules.close();
    help ??= new CardHelp(session);
    dispatch({ do: "sheet", name: "" }); // the help takes its place
    await help.open(cardCode, opener);
  }

  /** @param {MouseEvent} event */
  function onContextMenu(event) {
    const card = cardOf(event);
    if (!card) return;
    event.preventDefault();
    explainCard(card.dataset.code ?? "", card);
  }

  /** Do what a button or key of the page says. @param {string} command */
  function run(command) {
    if (command === "rules") return rules.isOpen ? rules.close() : openRules();
    if (command === "close-help") return help?.close();
    if (command === "cancel" && rules.isOpen) return rules.close();
    if (command === "undo" && lesson) return lesson.undo();
    if (command === "leave" && (lesson || session.state.table?.phase !== "playing")) return navigate("/");
    if (SHEETS.includes(command)) rules.close();
    dispatch({ do: command });
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
    const openCard = /** @type {HTMLElement | null} */ (target.closest(".seats span.card[data-code]"));
    const picked = target.closest("[data-with-picks]") ? session.state.selection.picks.map((pick) => pick.code) : [];
    if (why !== null) dispatch({ do: "why", cards: picked, verb: why });
    else if (explained) explainCard(explained, target);
    else if (command) run(command);
    else if (act) dispatch({ do: "act", text: act });
    else if (aimed) dispatch({ do: "target", number: Number(aimed) });
    else if (card) dispatch({ do: "pick", pick: pickOf(card) });
    else if (seat) dispatch({ do: "seat", seat: Number(seat) });
    else if (selected) dispatch({ do: "select", text: selected });
    else if (openCard) askOpenCard(openCard);
  }

  /** @param {HTMLElement} card */
  function pickOf({ dataset: { slot = "", code: cardCode = "", owner = "", hand } }) {
    const seat = hand !== undefined ? session.state.me : owner === "" ? null : Number(owner);
    return { slot, code: cardCode, owner: seat };
  }

  /** Ask why nothing can be done with an open card of another player. @param {HTMLElement} card */
  function askOpenCard(card) {
    const { of = "" } = /** @type {HTMLElement} */ (card.closest("[data-of]")).dataset;
    if (card.dataset.code) dispatch({ do: "ask-open-card", code: card.dataset.code, seat: Number(of) });
  }

  /** Show a linked rule without leaving the table. @param {Event} event @param {string | null} number */
  function openRule(event, number) {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
    if (!number || !session.state.game || lesson || ctrlKey || metaKey || shiftKey) return false;
    event.preventDefault();
    openRules(number);
    return true;
  }

  /** Open the rules, beside the table where there is one. @param {string} [number] */
  function openRules(number) {
    const { game, play } = session.state;
    if (!game) return;
    dispatch({ do: "sheet", name: "" });
    rules.open(game, number, Boolean(play));
  }

  /** @param {SubmitEvent} event */
  function sit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target), event.submitter);
    const name = String(form.get("name") ?? "").trim();
    const seat = String(form.get("seat") ?? "");
    changeSettings({ name });
    const fields = { name: name || words.home.guest, code: session.state.code ?? "" };
    takeSeat(seat === "" ? fields : { ...fields, seat: Number(seat) });
  }

  /** Take or ask for a seat, again and again while too many requests come from this network. @param {object} fields */
  async function takeSeat(fields) {
    clearTimeout(sitTimer);
    try {
      await api.takeSeat(key, fields);
      session.close();
      navigate(`/t/${key}#${session.state.code ?? ""}`);
    } catch (error) {
      const rule = error instanceof api.ApiError ? error.rule : "";
      dispatch({ is: "refused", why: /** @type {Error} */ (error).message, rule });
      if (rule === LIMITED) sitTimer = setTimeout(() => takeSeat(fields), LIMITED_RETRY_MS);
    }
  }

  /** What the table is drawn with; it marks what to touch next. @param {TableState} state @param {View} [view] */
  function toolkit(state, view = state.play.view) {
    const text = lesson ? lesson.move() : (state.advice.hint?.text ?? null);
    const name = lesson ? "data-pointer" : "data-advice";
    const pointed = text === null ? null : { name, ...pointedAt(state, settings, text) };
    return kitOf(state, { view, hints: settings.hints === "on", pointed });
  }

  const barTools = (/** @type {TableState} */ state, /** @type {Toolkit | null} */ kit) =>
    !state.table && !lesson
      ? nothing
      : html`
    ${watchersButton(state)}
    ${canInvite(state) ? barButton("link", words.bar.invite, "invite", "not-phone") : nothing}
    ${kit ? barButton("pad", words.bar.pad, "pad", "only-narrow") : nothing}
    ${kit ? barButton("log", words.bar.log, "log", "only-narrow not-phone") : nothing}
    ${lesson ? nothing : peopleButton(state)}
    ${rulesTool(state)}${lesson ? nothing : barButton("cog", words.bar.menu, "menu")}`;

  /** @param {TableState} state */
  function rulesTool({ game }) {
    if (!game) return nothing;
    if (lesson) return barLink("rules", words.bar.rules, `/rules/${game.key}`);
    return barButton("rules", words.bar.rules, "rules");
  }

  /** What the bar says below the game's name. @param {TableState} state @param {Toolkit | null} kit */
  function subtitle(state, kit) {
    if (lesson) return words.learn.title;
    if (state.table?.phase === "waiting") return words.joining.waitingRoom;
    const { showdown: ended, viewBefore } = state.hold;
    const looked = shownHand(state.openHands);
    const past = looked ? openHandsKit(state, looked) : ended ? viewBefore && toolkit(state, viewBefore) : null;
    const shown = looked || ended ? past : kit; // while it is shown, the hand that ended
    const progress = shown ? (shown.hooks.progress?.(shown) ?? "") : "";
    const branch = state.table?.branch;
    const from = branch ? html`<span class="not-phone"> · ${t.playedOnFrom(branch.ply)}</span>` : nothing;
    return html`<span class="bar-progress">${progress}${from}</span>${watchingTag(state)}`;
  }

  /** @param {TableState} state */
  function view(state) {
    const covered = handOverTo(state) !== null;
    const kit = state.play && state.game && !covered ? toolkit(state) : null;
    const back = html`<button type="button" class="btn plain only-phone" data-command="leave"
      aria-label=${words.bar.leave}>${icon("back")}</button>`;
    const bar = topBar(state.game?.name ?? "Meldroom", subtitle(state, kit), barTools(state, kit), back);
    const noGame = () =>
      html`${covered ? handOver(state) : waitingBoard(state, sit, dispatch)}${openSheet(kit, state, dispatch)}`;
    return html`<div class="page" @click=${onClick}>${bar}${tableNotice(state)}
      ${kit ? board(kit, state) : noGame()}
      ${openDialog(kit, state, dispatch)}${rules.isBeside ? nothing : rules.draw()}
      ${kit ? (lesson?.dialog() ?? nothing) : nothing}</div>`;
  }

  /** @param {Toolkit} kit @param {TableState} state */
  function board(kit, state) {
    const press = (/** @type {PointerEvent} */ event) => {
      startDrag(event, session);
      startLongPress(event, explainCard);
    };
    const { table, play } = state;
    const looked = shownHand(state.openHands);
    const ended = state.hold.showdown;
    const side =
      lesson?.ownSide(kit) ??
      (play.result
        ? gameOver(kit, state)
        : state.me === null
          ? waitingSide(state, sit, dispatch)
          : ownSide(kit, state));
    return html`<main class="board ${lesson ? "lesson" : ""} ${
      state.ui.sheet || rules.isBeside ? "has-sheet" : ""
    } ${table.paused ? "is-paused" : ""}" aria-label=${t.table}
        data-ply=${play.ply} data-busy=${isBusy(state) ? "yes" : "no"}>
      ${
        looked
          ? openHandsBoard(state, looked, dispatch)
          : html`<section class="felt" aria-label=${t.table} @pointerdown=${press} @contextmenu=${onContextMenu}>
        ${kit.hooks.backdrop?.() ?? nothing}
        ${
          ended
            ? showdown(kit, state, ended)
            : html`${otherSeats(kit, state)}${centre(kit, state)}${
                table.paused ? pauseSign() : nothing
              }${lesson?.coach(kit, "felt") ?? nothing}${help?.draw(kit, "felt") ?? nothing}${side}`
        }
      </section>
      ${sidebar(kit, state)}`
      }${rules.isBeside ? rules.draw() : nothing}${openSheet(kit, state, dispatch)}
    </main>`;
  }

  /** @param {Toolkit} kit @param {TableState} state */
  function sidebar(kit, state) {
    const { hold, log, play, ui } = state;
    const logged = logPanel(kit, log, ui.wholeLog, hold.showdown && lastHand(log, !play.result));
    const coach = lesson?.coach(kit, "sidebar") ?? nothing;
    const pads = html`${scorePad(kit, play.pad)}${eveningPad(state)}${watchersPanel(state)}`;
    const explained = help?.draw(kit, "sidebar") ?? nothing;
    return html`<aside class="sidebar">${coach}${pads}${explained}${logged}${discardsPanel(kit, log.discards)}</aside>`;
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
    draw: () => view(session.state),
    serverBack: () => {}, // the socket connects again automatically
    drawn() {
      const { state } = session;
      showdownFocus.follow(Boolean(state.hold.showdown));
      keepFocus();
      focusCover();
      rules.drawn();
    },
    title: () => `${isMyTurn(session.state) ? "● " : ""}${session.state.game?.name ?? "Table"}`,
    game: () => session.state.game?.key ?? "",
    leave() {
      clearTimeout(sitTimer);
      help?.destroy();
      removeEventListener("keydown", onKey);
      session.close();
    },
  };
}
