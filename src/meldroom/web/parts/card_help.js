// Card help: what a card does, when, what can be done with it now, what it is worth, and its rule.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { icon, redraw } from "/client/render.js";
import { choiceOf, isMyTurn } from "/client/table_state.js";
import { capital } from "/client/toolkit.js";
import { hasEffectDemo, showEffect } from "/parts/effect_demo.js";
import { words } from "/words/en.js";

const t = words.cardHelp;
const NARROW = matchMedia("(max-width: 1000px)"); // where there is no sidebar

/** @typedef {import("/client/toolkit.js").Toolkit} Toolkit */
/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/protocol_types.js").ExplainedCard} ExplainedCard */

export class CardHelp {
  /** @param {TableSession} session */
  constructor(session) {
    this.session = session;
    /** @type {ExplainedCard[]} */ this.cards = [];
    this.code = ""; // the card that is explained
    /** @type {Element | null} */ this.opener = null;
    this.askedFor = ""; // the card and the ply for which it was asked why not
    NARROW.addEventListener("change", redraw);
  }

  get isOpen() {
    return this.code !== "";
  }

  /** Whether it lies over the felt, and not in the sidebar. */
  get isOverFelt() {
    return NARROW.matches;
  }

  /** @param {string} code @param {Element | null} opener what gets the focus back */
  async open(code, opener) {
    const { game, play } = this.session.state;
    if (!game) return;
    if (!this.cards.length) this.cards = await api.explainedCards(game.key, play.view.seats);
    if (!this.isOpen) this.opener = opener;
    this.code = code;
    redraw();
    queueMicrotask(() => {
      /** @type {HTMLElement | null} */ (document.querySelector(".card-help h2"))?.focus();
    });
  }

  close() {
    if (!this.isOpen) return;
    this.code = "";
    redraw();
    queueMicrotask(() => {
      const hand = document.querySelector(".hand [data-hand][tabindex='0']");
      const back = this.opener?.isConnected ? this.opener : hand;
      /** @type {HTMLElement | null} */ (back)?.focus({ preventScroll: true });
    });
  }

  destroy() {
    NARROW.removeEventListener("change", redraw);
  }

  /** @param {Toolkit} kit @param {"felt" | "sidebar"} where */
  draw(kit, where) {
    const about = this.cards.find((card) => card.code === this.code);
    if (!about || this.isOverFelt !== (where === "felt")) return nothing;
    const facts = [
      [t.when, about.when && capital(about.when)],
      [t.now, this.#now(about)],
      [t.worth, about.worth && capital(about.worth)],
      [t.pack, t.copies(about.copies, this.#inSight(kit))],
    ];
    const rule = html`<a class="btn plain" href="/rules/${kit.game.key}#${about.rule}" data-rule=${about.rule}>${icon(
      "rules",
    )}${t.rule(about.rule)}</a>`;
    const place = where === "felt" ? "over-felt" : "";
    return html`<section class="card-help ${place}" aria-label=${t.title}>${kit.picture(this.code)}
      <div><h2 tabindex="-1">${capital(kit.cardName(this.code))}</h2><p>${about.what}</p></div>
      <dl>${facts.map(([name, fact]) => (fact ? html`<dt>${name}</dt><dd>${fact}</dd>` : nothing))}</dl>
      <div class="card-help-buttons">${this.#showButton(kit, about)}${
        about.rule ? rule : nothing
      }<button type="button" class="btn"
        data-command="close-help" aria-keyshortcuts="Escape">${words.dialog.close}</button></div></section>`;
  }

  /** Shows on the table what the card does. @param {Toolkit} kit @param {ExplainedCard} about */
  #showButton(kit, about) {
    const { state } = this.session;
    if (!hasEffectDemo(state, about)) return nothing;
    const show = () => {
      const picture = document.querySelector(".card-help .card");
      if (picture) showEffect(kit, state, about, picture);
      if (this.isOverFelt) this.close();
    };
    return html`<button type="button" class="btn" @click=${show}>${icon("play")}${t.showMe}</button>`;
  }

  /** How many of the card the player can see. @param {Toolkit} kit */
  #inSight(kit) {
    return kit.view.zones.flatMap((zone) => zone.cards).filter((code) => code === this.code).length;
  }

  /** What can be done with a card of the hand now, or why not. @param {ExplainedCard} about */
  #now(about) {
    const { state } = this.session;
    if (!state.hand.cards.some((card) => card.code === this.code)) return "";
    const acts = isMyTurn(state) ? choiceOf(state).acts : [];
    const canPlay = acts.some((act) => about.verbs.includes(act.verb));
    const others = acts.filter((act) => act.cards.includes(this.code) && !about.verbs.includes(act.verb));
    const verbs = [...new Set(others.map((act) => act.verb))];
    this.#askWhyNot(about, canPlay);
    const { answer } = state.helpAnswer;
    const played = canPlay
      ? html`<b>${t.canPlay}</b>`
      : answer?.rule
        ? html`<b>${words.asSentence(answer.why)}</b>`
        : "";
    return played || verbs.length ? html`${played} ${verbs.length ? t.can(verbs) : nothing}` : "";
  }

  /** Ask the server once in each position. @param {ExplainedCard} about @param {boolean} canPlay */
  #askWhyNot({ code, verbs: [verb = ""] }, canPlay) {
    const { session } = this;
    const asked = `${code} ${session.state.play.ply}`;
    if (this.askedFor === asked) return;
    this.askedFor = asked;
    session.dispatch({ do: "ask-help", verb: canPlay ? "" : verb });
  }
}
