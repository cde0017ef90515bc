// A table: the other players, the centre, your side, and the sidebar.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { copyText } from "/client/clipboard.js";
import { startDrag } from "/client/drag.js";
import { loadStylesheet } from "/client/game_assets.js";
import { handleKey } from "/client/keys.js";
import { cardOf, startLongPress } from "/client/long_press.js";
import { announce, redraw } from "/client/render.js";
import { LIMITED, LIMITED_RETRY_MS } from "/client/socket.js";
import { changeSettings, settings } from "/client/settings.js";
import { TableSession } from "/client/table_session.js";
import { icon, Toolkit } from "/client/toolkit.js";
import { addLacking, askWhy } from "/client/why.js";
import { eveningPad } from "/parts/evening_pad.js";
import { gameOver } from "/parts/game_over.js";
import { handOver } from "/parts/hand_over.js";
import { inviteUrl } from "/parts/invite.js";
import { ownSide } from "/parts/own_side.js";
import { requestPrompt } from "/parts/seat_requests.js";
import { centre, otherSeats } from "/parts/seats.js";
import { discardsPanel, logPanel, scorePad } from "/parts/sidebar.js";
import { peopleButton } from "/parts/people_sheet.js";
import { otherPeople } from "/parts/questions.js";
import { showdown, ShowdownFocus } from "/parts/showdown.js";
import { openDialog, openSheet } from "/parts/table_dialogs.js";
import { announceTargets } from "/parts/targets.js";
import { barButton, barLink, topBar } from "/parts/top_bar.js";
import { waitingBoard, waitingSide } from "/parts/waiting_table.js";
import { words } from "/words/en.js";

const t = words.table;
loadStylesheet("/style/people.css");
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
  const ui = { dialog: "", sheet: "", wholeLog: false, allButtons: false, copied: false, person: "", removing: 0 };
  const clockTimer = setInterval(() => {
    if (session.hold.takeWarning()) announce(words.showdown.nextDealSoon(session.hold.secondsLeft ?? 0));
    if (session.hold.showdown || (session.secondsLeft !== null && !session.beforeRace)) redraw();
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
  let focusWasOnOwnSide = false;
  let wasCovered = false;
  /** @type {number | undefined} */
  let sitTimer;
  addEventListener("keydown", onKey);
  loadStylesheet("/style/showdown.css");

  /** @type {Record<string, () => void>} what the buttons and keys of the page do; any other command opens a dialog */
  const commands = {
    cancel: () => {
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
    "close-help": () => help?.close(),
    undo: () => session.undo(),
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
    copy: () => {
      copyText(inviteUrl(key, session.code)).then(
        () => {
          ui.copied = true;
          announce(words.invite.copied);
          redraw();
        },
        () => {},
      );
    },
    rematch: () => session.socket.send({ do: "rematch" }),
    start: () => session.socket.send({ do: "start" }),
    pause: () => session.socket.send({ do: "pause", on: !session.table.paused }),
    "end-now": () => {
      session.socket.send({ do: "end" });
      ui.dialog = "";
    },
    "hand-over-and-leave": () => {
      session.socket.send({ do: "hand", seat: otherPeople(session)[0].seat });
      commands["give-up"]();
    },
    allow: () => {
      const [request] = session.openRequests;
      if (request) session.socket.send({ do: "allow", seat: request.seat });
    },
    "not-now": () => {
      const [request] = session.openRequests;
      if (request) session.notNow.add(request.name);
    },
    "take-device": () => session.takeDevice(),
    "stop-waiting": () => session.socket.send({ do: "leave" }),
    kick: () => {
      session.socket.send({ do: "kick", seat: ui.removing });
      ui.dialog = "";
    },
    silence: () => {
      session.socket.send({ do: "silence", seat: ui.removing, on: true });
      ui.dialog = "";
    },
    "give-up": () => {
      session.socket.send({ do: "leave" });
      navigate("/");
    },
    home: () => navigate("/"),
  };

  /** @param {string} cardCode @param {Element} opener */
  async function explainCard(cardCode, opener) {
    const { CardHelp } = await import("/parts/card_help.js");
    help ??= new CardHelp(session);
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
    ui.sheet = ui.sheet === name ? "" : name;
    session.chat.show(ui.sheet === "chat");
  }

  /** @param {string} name */
  function toggleDialog(name) {
    ui.dialog = ui.dialog === name ? "" : name;
    ui.copied = false;
  }

  /** @param {Event} event */
  function onClick(event) {
    const target = /** @type {Element} */ (event.target);
    const attribute = (/** @type {string} */ name) => target.closest(`[${name}]`)?.getAttribute(name) ?? null;
    if (target.closest("button")?.disabled) return;
    const command = attribute("data-command");
    const act = attribute("data-act");
    const selected = attribute("data-select");
    const aimed = attribute("data-target");
    const seat = attribute("data-seat");
    const why = attribute("data-why");
    const explained = attribute("data-help");
    if (help?.isOverFelt && !target.closest(".card-help")) help.close();
    const card = /** @type {HTMLElement | null} */ (attribute("data-slot") ? target.closest("button.card") : null);
    const picks = () => session.choice.picks.map((pick) => pick.code);
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
    redraw();
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
      hints: settings.hints === "on",
      newRows: session.hold.showdown?.new_rows,
    });

  const barTools = (/** @type {Toolkit | null} */ kit) => html`
    ${session.canInvite ? barButton("link", words.bar.invite, "invite", "not-phone") : nothing}
    ${kit ? barButton("pad", words.bar.pad, "pad", "only-narrow") : nothing}
    ${kit ? barButton("log", words.bar.log, "log", "only-narrow not-phone") : nothing}
    ${lesson || !session.table ? nothing : peopleButton(session)}
    ${session.game ? barLink("rules", words.bar.rules, `/rules/${session.game.key}`) : nothing}${
      lesson ? nothing : barButton("cog", words.bar.menu, "menu")
    }`;

  /** The host of a table whose rules this version lacks can end it; its score stays as it stands. */
  function endButton() {
    const end = async () => {
      const why = await api.endTable(key).then(
        () => t.endedWithItsScore,
        (error) => error.message,
      );
      session.refusal = null;
      session.setState("closed", why);
    };
    return html`<button type="button" class="btn" data-command="end-archived" @click=${end}>${t.endWithScore}</button>`;
  }

  function notice() {
    const homeLink = html`<a href="/">${t.home}</a>`;
    if (session.state === "lost") return html`<p class="notice">${t.connectionLost}</p>`;
    if (session.state === "limited") return html`<p class="notice">${t.tooManyTries}</p>`;
    if (session.state === "closed") {
      const why = session.closeReason ? words.asSentence(session.closeReason) : t.removed;
      return html`<p class="notice">${why} ${session.refusal?.rule === api.RULES_MISSING ? endButton() : nothing} ${
        homeLink
      }</p>`;
    }
    if (session.table?.phase === "closed") return html`<p class="notice">${t.tableClosed} ${homeLink}</p>`;
    return requestPrompt(session);
  }

  /** What the bar says below the game's name. @param {Toolkit | null} kit */
  function subtitle(kit) {
    if (lesson) return words.learn.title;
    const { showdown: ended, viewBefore } = session.hold;
    const shown = ended ? viewBefore && toolkit(viewBefore) : kit; // while it is shown, the hand that ended
    const progress = shown ? (shown.hooks.progress?.(shown) ?? "") : "";
    const branch = session.table?.branch;
    return branch ? html`${progress}<span class="not-phone"> · ${t.playedOnFrom(branch.ply)}</span>` : progress;
  }

  function draw() {
    const name = session.game?.name ?? "Meldroom";
    const covered = session.handOverTo !== null;
    const kit = session.play && session.game && !covered ? toolkit() : null;
    const back = html`<button type="button" class="btn plain only-phone" data-command="leave"
      aria-label=${words.bar.leave}>${icon("back")}</button>`;
    const noGame = () =>
      html`${covered ? handOver(session) : waitingBoard(session, sit)}${openSheet(kit, session, ui)}`;
    return html`<div class="page" @click=${onClick}>${topBar(name, subtitle(kit), barTools(kit), back)}${notice()}
      ${kit ? board(kit) : noGame()}
      ${openDialog(kit, session, ui)}${kit ? (lesson?.dialog() ?? nothing) : nothing}</div>`;
  }

  /** @param {Toolkit} kit */
  function board(kit) {
    const press = (/** @type {PointerEvent} */ event) => {
      startDrag(event, session, (text) => session.act(text));
      startLongPress(event, explainCard);
    };
    const ended = session.hold.showdown;
    const side =
      lesson?.ownSide(kit) ??
      (session.play.result
        ? gameOver(kit, session)
        : session.me === null
          ? waitingSide(session, sit)
          : ownSide(kit, session, ui.allButtons));
    return html`<main class="board ${lesson ? "lesson" : ""} ${ui.sheet ? "has-sheet" : ""}" aria-label=${t.table}
        data-ply=${session.play.ply} data-busy=${session.isBusy ? "yes" : "no"}>
      <section class="felt" aria-label=${t.table} @pointerdown=${press} @contextmenu=${onContextMenu}>
        ${kit.hooks.backdrop?.() ?? nothing}
        ${
          ended
            ? showdown(kit, session, ended)
            : html`${otherSeats(kit, session)}${centre(kit, session)}${lesson?.coach(kit, "felt") ?? nothing}${
                help?.draw(kit, "felt") ?? nothing
              }${side}`
        }
      </section>
      <aside class="sidebar">${lesson?.coach(kit, "sidebar") ?? nothing}${scorePad(kit, session.play.pad)}${eveningPad(
        session,
      )}${help?.draw(kit, "sidebar") ?? nothing}${logPanel(
        kit,
        session.log,
        ui.wholeLog,
        ended && session.log.lastHand(ended.held),
      )}${discardsPanel(kit, session.log.discards)}</aside>${openSheet(kit, session, ui)}
    </main>`;
  }

  /** Keep the focus on the player's side when the element that had it disappears. */
  function keepFocus() {
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      focusWasOnOwnSide = Boolean(focused.closest(".own-side, .target"));
    } else if (focusWasOnOwnSide && !document.querySelector("dialog:modal")) {
      const next = document.querySelector(".hand [data-hand][tabindex='0'], .game-over .btn");
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
    drawn() {
      showdownFocus.follow(Boolean(session.hold.showdown));
      keepFocus();
      focusCover();
      lesson?.drawn();
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
