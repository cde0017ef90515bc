// The rules over the table, in a sheet.
import { html, nothing } from "/vendor/lit.js";
import { loadRulebook, matchingRules, namedRule } from "/client/rulebook.js";
import { icon, redraw } from "/client/render.js";
import { NO_VIEW, Toolkit } from "/client/toolkit.js";
import { rulesSummary, rulesText, showRule } from "/parts/rules_text.js";
import { fitsBeside, sheet } from "/parts/sheet.js";
import { words } from "/words/en.js";

const t = words.rules;

/** @typedef {import("/client/game_assets.js").Game} Game */

export class RulesSheet {
  /** @type {Game | null} */ #game = null;
  /** @type {import("/client/rulebook.js").Rulebook | null} */ #rulebook = null;
  #problem = "";
  #query = "";
  #hasTable = false; // beside which it fits
  /** @type {string | null} the rule to show next; null shows the place where the reader left */ #goal = null;
  #isPlaced = true;
  #place = 0;

  get isOpen() {
    return this.#game !== null;
  }

  /** Whether it stands in the sidebar's place. */
  get isBeside() {
    return this.isOpen && this.#hasTable && fitsBeside();
  }

  /**
   * Open at a rule, or where the reader left.
   * @param {Game} game @param {string} [rule] @param {boolean} [beside] whether there is a table beside which it fits
   */
  open(game, rule = "", beside = true) {
    if (!this.isOpen) this.#hasTable = beside && !document.querySelector("dialog:modal");
    this.#game = game;
    if (rule) this.#query = "";
    this.#goal = rule || null;
    this.#isPlaced = false;
    loadRulebook(game.key).then(
      (rulebook) => {
        this.#rulebook = rulebook;
        redraw();
      },
      (error) => {
        this.#problem = error.message;
        redraw();
      },
    );
    redraw();
  }

  close() {
    if (!this.isOpen) return;
    this.#game = null;
    redraw();
  }

  draw() {
    if (!this.#game) return nothing;
    return sheet({
      title: t.title(this.#game.name),
      subtitle: t.inOneMinute,
      action: lessonLink(this.#game),
      body: this.#body(),
      cls: "ru-sheet",
      beside: this.#hasTable,
      close: () => this.close(),
    });
  }

  #body() {
    const game = /** @type {Game} */ (this.#game);
    if (this.#problem) return html`<p class="notice">${words.asSentence(this.#problem)}</p>`;
    if (!this.#rulebook) return html`<p class="small" role="status">${t.loading}</p>`;
    const { text, summary } = this.#rulebook;
    const kit = new Toolkit({ game, names: [], me: null, choice: null, view: NO_VIEW });
    const found = this.#query && !namedRule(text, this.#query) ? matchingRules(text, this.#query) : null;
    const content =
      found === null
        ? html`${rulesSummary(kit, summary)}${rulesText(text)}`
        : found
          ? rulesText(found)
          : html`<p role="status">${t.noMatch(this.#query)}</p>`;
    return html`<label class="ru-search"><span class="visually-hidden">${t.search}</span><input type="text"
        inputmode="search" autocomplete="off" placeholder=${t.searchHint} .value=${this.#query}
        @input=${this.#search}></label>
      <div class="rules ru-rules" @click=${this.#follow}>${content}</div>`;
  }

  #search = (/** @type {InputEvent} */ event) => {
    this.#query = /** @type {HTMLInputElement} */ (event.target).value;
    const number = namedRule(this.#rulebook?.text ?? "", this.#query);
    if (number) {
      this.#goal = number;
      this.#isPlaced = false;
    }
    redraw();
  };

  /** Stay at the table when a number within the rules is followed. */
  #follow = (/** @type {MouseEvent} */ event) => {
    const link = /** @type {Element} */ (event.target).closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    showRule(this.#find(decodeURIComponent(link.getAttribute("href") ?? "").slice(1)));
  };

  #keepPlace = (/** @type {Event} */ event) => {
    if (this.#isPlaced) this.#place = /** @type {Element} */ (event.currentTarget).scrollTop;
  };

  /** @param {string} id */
  #find(id) {
    return document.querySelector(".ru-sheet")?.querySelector(`[id="${CSS.escape(id)}"]`) ?? null;
  }

  drawn() {
    if (this.isOpen) queueMicrotask(() => this.#arrange()); // a dialog opens after it is drawn
  }

  /** Scroll to the rule that is wanted. */
  #arrange() {
    const scroller = document.querySelector(".ru-sheet .sheet-content");
    if (this.#isPlaced || !this.#rulebook || !scroller) return;
    this.#isPlaced = true;
    if (this.#goal) showRule(this.#find(this.#goal));
    else scroller.scrollTop = this.#place;
    scroller.addEventListener("scroll", this.#keepPlace);
  }
}

/** To the game's lesson, in another tab: nobody leaves the table for it. @param {Game} game */
function lessonLink({ key, lesson }) {
  if (!lesson) return nothing;
  return html`<a class="btn plain ru-lesson" href="/learn/${key}" target="_blank" aria-label=${t.openLesson}>${icon(
    "play",
  )}${t.lesson}</a>`;
}
