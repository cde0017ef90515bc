// Replay: a finished game, move by move, with anybody's eyes, and its deal verified.
import { html, nothing } from "/vendor/lit.js";
import * as api from "/client/api.js";
import { verify } from "/client/verify.js";
import { all, dress } from "/client/game_assets.js";
import { move } from "/client/motion.js";
import { Parts, sign } from "/client/toolkit.js";
import { sitter, tableOf } from "/client/new_table.js";
import { drawNow, mirrored, redraw, vars } from "/client/render.js";
import { bar, tool, way } from "/parts/bar.js";
import { rule } from "/parts/own_side.js";
import { scorePad } from "/parts/rail.js";
import { before, centre, facts } from "/parts/seats.js";
import { words } from "/words/en.js";

const t = words.replay;
const REEL = 50;
const PACE = 900;
const TICKS = 240;

/** @param {string} key @param {number} number @param {(path: string) => void} leave @returns {import("/client/render.js").Page} */
export function replayPage(key, number, leave) {
  /** @type {any} */ let record = null;
  /** @type {import("/client/game_assets.js").Game | undefined} */ let game;
  /** @type {Map<string, any>} */ const shots = new Map();
  let ply = Math.max(0, Number(location.hash.slice(1)) || 0);
  let eyes = "all";
  let problem = "";
  let copied = false;
  let busy = false;
  /** @type {any} */ let timer = null;
  /** @type {import("/client/verify.js").Verdict | "working" | null} */ let verdict = null;

  const last = () => record?.moves.length ?? 0;
  const shot = (at = ply) => shots.get(`${eyes}.${at}`);

  async function begin() {
    try {
      const [told, games] = await Promise.all([api.record(key, number), all()]);
      record = told;
      game = games.find((one) => one.key === told.game);
      if (game) await dress(game);
      ply = Math.min(ply, last());
      await reel(ply);
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    }
    redraw();
  }

  /** Fetch the plies around one. @param {number} at @param {string} [who] */
  async function reel(at, who = eyes) {
    const first = Math.floor(at / REEL) * REEL;
    if (shots.has(`${who}.${at}`)) return;
    const told = await api.plies(key, number, first, Math.min(first + REEL - 1, last()), who);
    for (const one of told.shots) shots.set(`${who}.${one.ply}`, one);
  }

  /** @param {number} to @param {boolean} [moving] */
  async function go(to, moving = false) {
    const next = Math.max(0, Math.min(last(), to));
    await reel(next).catch((error) => { problem = error.message; });
    const old = shot();
    ply = next;
    history.replaceState(null, "", `#${ply}`);
    const now = shot();
    if (moving && old && now) move(now.events, old.view, now.view, drawNow);
    else redraw();
  }

  function play() {
    if (timer) { clearInterval(timer); timer = null; return redraw(); }
    if (ply === last()) ply = 0;
    timer = setInterval(() => { if (ply >= last()) play(); else go(ply + 1, true); }, PACE);
    return redraw();
  }

  /** Who would play on from here: the one whose eyes are looked with, else who is on turn. @param {any} now @returns {number | undefined} */
  const next = (now) => (now.result ? undefined : eyes === "all" ? now.to_act[0] : Number(eyes));

  /** Take a seat where the game stands now; bots take the others. @param {number} seat */
  async function playOn(seat) {
    if (busy) return;
    busy = true;
    redraw();
    try {
      leave(tableOf(await api.playOn(key, number, { ...sitter(await api.bots()), ply, seat })));
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
    }
    busy = false;
    redraw();
  }

  async function check() {
    verdict = "working";
    redraw();
    try {
      const open = [];
      for (let at = 0; at <= last(); at += REEL) await reel(at, "all");
      for (let at = 0; at <= last(); at++) open.push(shots.get(`all.${at}`));
      verdict = await verify(record, open, game?.cards.map((card) => card.code) ?? []);
    } catch (error) {
      problem = /** @type {Error} */ (error).message;
      verdict = null;
    }
    redraw();
  }

  /** @param {any} now */
  const parts = (now) => new Parts({ game, names: record.players, view: now.view, play: now, me: null, choice: null, table: { options: record.options, seats: [] } });

  /** @param {Parts} p @param {any} now */
  function sentence(p, now) {
    if (!now.move) return t.start;
    const [seat, text] = now.move;
    return html`<b>${p.name(seat)}</b> ${p.marked(p.tell(seat, text, now.events), true)}.`;
  }

  const short = (/** @type {string} */ text) => (text.match(/.{4}/g) ?? []).slice(0, 3).join(" ") + " … " + text.slice(-4);

  function deal() {
    const shares = record.contributions?.filter(Boolean).length ?? 0;
    const done = verdict && verdict !== "working" ? verdict : null;
    return html`<section class="pad verify" aria-label=${t.deal}><h2>${t.deal}<small>${t.checked}</small></h2>
      <div aria-live="polite">${done ? html`<p class="seal ${done.good ? "" : "bad"}"><span class="ico-round">${done.good ? sign("check") : "×"}</span><span><b>${!done.good ? t.bad : record.branch ? t.known : t.good}</b> ${!done.good ? nothing : record.branch ? t.knownText : t.goodText}</span></p>` : verdict === "working" ? html`<p class="seal">${t.working}</p>` : nothing}</div>
      <dl>${record.branch ? html`<dt>${t.branch(record.branch.ply)}</dt><dd data-branch>${short(record.branch.digest)}</dd>` : nothing}<dt>${t.promised}</dt><dd>${record.commit ? short(record.commit) : t.none}</dd><dt>${record.branch ? t.seedKnown : t.seed}</dt><dd>${short(record.seed)}</dd>${record.contributions ? html`<dt>${t.shares}</dt><dd>${shares}</dd>` : nothing}
      ${done ? html`<dt>${t.shuffles}</dt><dd data-shuffles>${t.equal(done.shuffles.filter((one) => one.equal).length, done.shuffles.length)}</dd>` : nothing}</dl>
      <button type="button" class="btn go" ?disabled=${verdict === "working"} @click=${check}>${done ? t.again : t.verify}</button></section>`;
  }

  /** @param {Parts} p */
  function moves(p) {
    const from = Math.max(0, ply - 5);
    const list = [];
    for (let at = from + 1; at <= Math.min(last(), from + 9); at++) {
      const one = shot(at);
      if (!one) continue;
      const [seat, text] = one.move;
      const notes = one.events.filter((/** @type {any} */ event) => event.event === "noted");
      list.push(html`<li class=${at === ply ? "now" : ""}><button type="button" class="ply" @click=${() => go(at)} aria-current=${at === ply ? "true" : nothing}>${p.disc(seat)}<span><span class="vh">${p.name(seat)} </span>${p.marked(p.tell(seat, text, one.events))}</span></button>${notes.map((/** @type {any} */ note) => html`<p class="small note">${p.named(note.text)} ${rule(p.game.key, note.rule)}</p>`)}</li>`);
    }
    return html`<section class="log moves" aria-label=${t.moves}><h2>${t.moves}</h2><ol>${list}</ol></section>`;
  }

  /** @param {Parts} p @param {any} now */
  function scrub(p, now) {
    const step = Math.max(1, Math.ceil(last() / TICKS));
    const ticks = Array.from({ length: Math.ceil(last() / step) }, (_, at) => at * step + 1);
    return html`<section class="mine scrub" aria-label=${t.title}><p class="at"><span>${sentence(p, now)}</span> <small>${t.at(ply, last())}</small></p>
      <div class="ticks" aria-hidden="true">${ticks.map((at) => html`<i class="seat-${record.moves[at - 1][0] % 8} ${at <= ply && at + step > ply ? "now" : at < ply ? "past" : ""}"></i>`)}</div>
      <input class="slide" type="range" min="0" max=${last()} .value=${String(ply)} aria-label=${t.slider} aria-valuetext=${t.at(ply, last())} @input=${(/** @type {any} */ e) => go(Number(e.target.value))} ${vars({ "--at": last() ? ply / last() : 0 })}>
      <div class="ctl"><button type="button" class="btn" aria-label=${t.prev} @click=${() => go(ply - 1)} ?disabled=${ply === 0}>${sign("prev")}</button><button type="button" class="btn go big" @click=${play}>${timer ? nothing : sign("play")}<span>${timer ? t.stop : t.play}</span></button><button type="button" class="btn" aria-label=${t.next} @click=${() => go(ply + 1, true)} ?disabled=${ply === last()}>${sign("next")}</button><span class="push"></span>
        ${next(now) === undefined ? nothing : html`<button type="button" class="btn onward" data-do="onward" ?disabled=${busy} @click=${() => playOn(/** @type {number} */ (next(now)))}>${t.onward(record.players[/** @type {number} */ (next(now))])}</button>`}
        <a class="btn plain" href="/api/tables/${key}/records/${number}" download>${sign("down")}<span>${t.down}</span></a></div></section>`;
  }

  /** @param {Parts} p @param {any} now */
  const ring = (p, now) => html`<ol class="seats ring ${p.view.seats > 4 ? "many" : ""}" aria-label=${words.table.seatsLabel}>${record.players.map((/** @type {string} */ name, /** @type {number} */ seat) => html`<li class="seat ${now.to_act.includes(seat) ? "is-turn" : ""}"><div class="plate">${p.disc(seat)}<span><b>${name}</b><small>${facts(p.dress.meta?.(p, seat) ?? "")}</small></span></div>${p.dress.seat?.(p, seat) ?? before(p, seat)}</li>`)}</ol>`;

  const eye = (/** @type {string} */ id, /** @type {string} */ label) => html`<label><input type="radio" name="eyes" .checked=${eyes === id} @change=${() => { eyes = id; reel(ply).then(redraw); }}><span>${label}</span></label>`;

  function draw() {
    const copy = () => navigator.clipboard?.writeText(location.href).then(() => { copied = true; redraw(); }, () => {});
    const tools = html`<span @click=${copy}>${tool("link", copied ? words.invite.copied : t.link, "copy")}</span>${game ? way("rules", words.bar.rules, `/rules/${game.key}`) : nothing}`;
    const head = bar(t.title, game?.name ?? "", tools);
    const now = shot();
    if (!now || !game) return html`${head}<main class="board replay"><section class="felt" aria-label=${t.title}>${problem ? html`<p class="strip">${words.table.refused(problem)}</p>` : nothing}</section></main>`;
    const p = parts(now);
    return html`${head}<main class="board replay"><section class="felt" aria-label=${words.table.boardLabel}>${p.dress.ground?.() ?? nothing}
      <fieldset class="eyes"><legend class="vh">${t.seen}</legend><span class="small" aria-hidden="true">${sign("eye")}${t.seen}</span>${eye("all", t.open)}${record.players.map((/** @type {string} */ name, /** @type {number} */ seat) => eye(String(seat), name))}</fieldset>
      ${ring(p, now)}${centre(p, null)}${scrub(p, now)}${problem ? html`<p class="strip" role="alert">${words.table.refused(problem)}</p>` : nothing}</section>
      <aside class="rail keep" aria-label=${t.moves}>${deal()}${moves(p)}${scorePad(p, now.pad)}</aside></main>`;
  }

  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (/** @type {Element} */ (event.target).closest("input, button, a")) return;
    const back = mirrored() ? "ArrowRight" : "ArrowLeft";
    if (event.key === back) go(ply - 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") go(ply + 1, true);
  };
  addEventListener("keydown", keys);
  begin();
  return {
    draw, title: () => `${t.title}${game ? `, ${game.name}` : ""}`, game: () => game?.key ?? "",
    leave() { clearInterval(timer); removeEventListener("keydown", keys); },
  };
}
