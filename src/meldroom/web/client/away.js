// Whether the server answers. While it does not, a strip says so on every page, and it is asked until it does.
import { html, nothing, render } from "/vendor/lit.js";
import { announce, icon } from "/client/render.js";
import { words } from "/words/en_home.js";

const t = words.away;
const QUESTION = "/api/addresses"; // short, and never cached
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 8000;
const GATEWAY_ERRORS = [502, 503, 504];
const PROBLEM = "application/problem+json"; // what the server itself answers with

let away = false;
let wait = FIRST_WAIT_MS;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let onReturn = () => {};

export const isAway = () => away;

/** @param {() => void} callback what to do when the server answers again */
export function whenBack(callback) {
  onReturn = callback;
}

/** Fetch; notes if the server does not answer. @param {string} path @param {RequestInit} options */
export async function fetchOrAway(path, options) {
  const response = await fetch(path, options).catch((error) => {
    setAway();
    throw error;
  });
  if (isOfProxy(response)) setAway();
  return response;
}

/** Whether a proxy answered whose server is away. @param {Response} response */
function isOfProxy(response) {
  return GATEWAY_ERRORS.includes(response.status) && response.headers.get("Content-Type") !== PROBLEM;
}

function setAway() {
  if (away) return;
  away = true;
  wait = FIRST_WAIT_MS;
  timer = setTimeout(ask, wait);
  announce(t.isAway);
  draw();
}

async function ask() {
  if (!away) return;
  clearTimeout(timer);
  const answer = await fetch(QUESTION).catch(() => null);
  if (!away) return;
  if (!answer || isOfProxy(answer)) {
    wait = Math.min(MAX_WAIT_MS, 2 * wait);
    timer = setTimeout(ask, wait);
    return;
  }
  away = false;
  announce(t.isBack);
  draw();
  onReturn();
}

function draw() {
  const strip = html`<div class="notice away-strip">${icon("offline")}<p>${t.isAway}</p><button type="button"
    class="btn" @click=${ask}>${t.tryNow}</button></div>`;
  const place = /** @type {HTMLElement} */ (document.getElementById("away"));
  render(away ? strip : nothing, place);
}

const wake = () => {
  if (away && document.visibilityState === "visible") ask();
};
addEventListener("online", wake);
document.addEventListener("visibilitychange", wake);
