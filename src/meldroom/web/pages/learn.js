// Lesson: a first hand on a fixed deal, played at the same table as any game.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { loadAssets, loadGames } from "/client/game_assets.js";
import { LessonSocket } from "/client/lesson_socket.js";
import { renderMarkdown, ruleParagraph } from "/client/markdown.js";
import { botsFor, playerName, playNowSetUp, tableFields, tableUrl } from "/client/new_table.js";
import { redraw } from "/client/render.js";
import { TableSession } from "/client/table_session.js";
import { coachCard, lessonSummary } from "/parts/coach.js";
import { dialog } from "/parts/dialog.js";
import { topBar } from "/parts/top_bar.js";
import { tablePage } from "/pages/table.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/protocol_types.js").Lesson} Lesson */

const t = words.learn;
const wideScreen = matchMedia("(min-width: 1001px)"); // has a sidebar, where the coach's card goes

/** @typedef {import("/client/game_assets.js").Game} Game */
/** @typedef {import("/client/render.js").Page} Page */

/** @param {string} key @param {(path: string) => void} navigate @returns {Promise<Page>} */
export async function learnPage(key, navigate) {
  try {
    const [games, lesson] = await Promise.all([loadGames(), api.lesson(key)]);
    const game = /** @type {Game} */ (games.find((one) => one.key === key));
    await loadAssets(game);
    return lessonPage(game, lesson, navigate);
  } catch (error) {
    const why = words.asSentence(/** @type {Error} */ (error).message);
    const draw = () =>
      html`${topBar(t.title, "", nothing)}<main><p class="notice">${why} <a href="/rules/${key}">${
        t.rules
      }</a></p></main>`;
    return { title: () => t.title, draw };
  }
}

/** @param {Game} game @param {Lesson} lessonData @param {(path: string) => void} navigate @returns {Page} */
function lessonPage(game, lessonData, navigate) {
  const lesson = new LessonSocket(lessonData, game, playerName());
  const session = new TableSession(`learn-${game.key}`, "", {
    connect: (onMessage, onState) => lesson.start(onMessage, onState),
  });
  lesson.onWrongMove = (text) => {
    const answer = lesson.step?.otherwise ?? "";
    session.dispatch({ is: "prompt", prompt: answer, says: answer });
    if (text) sayCost(text, answer);
  };

  /** Add what a move would cost to the answer, if it is a mistake. @param {string} text @param {string} answer */
  async function sayCost(text, answer) {
    const { stepIndex, step } = lesson;
    const { loss } = await api.checkLessonMove(game.key, stepIndex, text).catch(() => ({ loss: null }));
    if (loss === null || lesson.step !== step || !lesson.wrongMove) return;
    lesson.cost = words.advice.loses(loss);
    session.dispatch({ is: "prompt", prompt: `${answer} ${lesson.cost}`, says: lesson.cost });
  }
  lesson.onRewind = (plays) => session.dispatch({ is: "rewind", plays });
  session.received = session.received.then(() => lesson.resume());
  let busy = false;
  let problem = "";
  let shownRule = ""; // the number of the rule that a dialog shows
  /** @type {string | null} */
  let rules = null;

  async function play() {
    if (busy) return;
    busy = true;
    try {
      const bots = botsFor(await api.bots(), game.key);
      const fields = tableFields(game, playNowSetUp(game, bots), bots);
      navigate(tableUrl(await api.createTable(fields)));
    } catch (error) {
      problem = words.asSentence(/** @type {Error} */ (error).message);
    }
    busy = false;
    redraw();
  }

  /** Show a rule in a dialog, so that nobody has to leave the table. @param {Event} event */
  function showRule(event) {
    const link = /** @type {Element} */ (event.target).closest?.("a.rule-link");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    shownRule = link.getAttribute("data-rule") ?? "";
    if (rules === null)
      api.rules(game.key).then(
        (text) => {
          rules = text;
          redraw();
        },
        () => {},
      );
    redraw();
  }
  document.addEventListener("click", showRule, { capture: true });
  wideScreen.addEventListener("change", redraw);

  function ruleDialog() {
    if (!shownRule) return nothing;
    const text = ruleParagraph(rules ?? "", shownRule);
    const close = () => {
      shownRule = "";
      redraw();
    };
    const emphasis = (/** @type {string} */ word) => html`<em>${word}</em>`;
    return dialog(t.rule(shownRule), html`<div class="rules">${renderMarkdown(text, emphasis)}</div>`, close);
  }

  /** @param {import("/client/toolkit.js").Toolkit} kit */
  function lastMove(kit) {
    const line = session.state.log.lines.at(-1);
    if (!line) return "";
    return line.seat === null ? `${line.text}.` : `${kit.name(line.seat)} ${line.text}.`;
  }

  const table = tablePage(session.state.key, "", navigate, {
    session,
    coach: (kit, where) =>
      where === (wideScreen.matches ? "sidebar" : "felt") ? coachCard(kit, lesson, lastMove(kit)) : nothing,
    ownSide: (kit) =>
      lesson.done
        ? html`${lessonSummary(kit, lesson, { play, busy })}${
            problem ? html`<p class="notice" role="alert">${problem}</p>` : nothing
          }`
        : undefined,
    dialog: ruleDialog,
    undo: () => lesson.stepBack(),
    move: () => lesson.step?.move ?? null,
  });
  return {
    ...table,
    title: () => `${t.title}, ${game.name}`,
    game: () => game.key,
    leave() {
      document.removeEventListener("click", showRule, { capture: true });
      wideScreen.removeEventListener("change", redraw);
      table.leave?.();
    },
  };
}
