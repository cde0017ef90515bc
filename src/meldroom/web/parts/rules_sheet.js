// The rules over the table: in the sidebar's place on a desk, a dialog from below on narrow screens.
import { html, nothing } from "/vendor/lit.js";
import { loadRulebook, matchingRules, namedRule } from "/client/rulebook.js";
import { redraw } from "/client/render.js";
import { NO_VIEW, Toolkit } from "/client/toolkit.js";
import { dialog } from "/parts/dialog.js";
import { rulesSummary } from "/parts/rules_summary.js";
import { rulesText, showRule } from "/parts/rules_text.js";
import { words } from "/words/en.js";

const t = words.rules;
const narrow = matchMedia("(max-width: 1000px)");

/** @typedef {import("/client/game_assets.js").Game} Game */

export class RulesSheet {
  /** @type {Game | null} */ #game = null;
  /** @type {import("/client/rulebook.js").Rulebook | null} */ #rulebook = null;
  #problem = "";
  #query = "";
  #asDialog = false;
  #wantsFocus = false;
  /** @type {string | null} the rule to show next; null shows the place where the reader left */ #goal = null;
  #isPlaced = true;
  #place = 0;
  /** @type {HTMLElement | null} */ #opener = null;

  get isOpen() {
    return this.#game !== null;
  }

  /** Whether it stands in the sidebar's place. */
  get isBeside() {
    return this.isOpen && !this.#asDialog;
  }

  /**
   * Open at a rule, or where the reader left.
   * @param {Game} game @param {string} [rule] @param {boolean} [beside] whether there is a table beside which it fits
   */
  open(game, rule = "", beside = true) {
    if (!this.isOpen) {
      const focused = document.activeElement;
      this.#opener = focused instanceof HTMLElement && focused !== document.body ? focused : null;
      this.#asDialog = !beside || narrow.matches || Boolean(document.querySelector("dialog[open]"));
      this.#wantsFocus = true;
    }
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
    if (!this.#asDialog) this.#opener?.focus({ preventScroll: true }); // a dialog does it by itself
    this.#opener = null;
  }

  draw() {
    if (!this.#game) return nothing;
    const close = () => this.close();
    const title = t.title(this.#game.name);
    if (this.#asDialog) return dialog(title, html`<div class="ru-sheet">${this.#body()}</div>`, close);
    const head = html`<header class="ru-head"><div><h2>${this.#game.name}</h2><small>${
      t.inOneMinute
    }</small></div><button type="button" class="btn plain" aria-label=${t.close} @click=${close}>×</button></header>`;
    return html`<aside class="sidebar ru-sheet ru-beside" aria-label=${title} tabindex="0"
      @scroll=${this.#keepPlace}>${head}${this.#body()}</aside>`;
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

  /** Move the focus to a sheet that has just opened, and scroll to the rule that is wanted. */
  #arrange() {
    const scroller = document.querySelector(".ru-beside, .dialog-body:has(.ru-sheet)");
    const heading = /** @type {HTMLElement | null | undefined} */ (scroller?.querySelector("h2"));
    if (this.#wantsFocus && heading) {
      this.#wantsFocus = false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    if (this.#isPlaced || !this.#rulebook || !scroller) return;
    this.#isPlaced = true;
    if (this.#goal) showRule(this.#find(this.#goal));
    else scroller.scrollTop = this.#place;
    if (!this.isBeside) scroller.addEventListener("scroll", this.#keepPlace);
  }
}
