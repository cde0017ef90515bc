// Keeps the service worker, which opens the page from this device: registers it, and moves on to new versions.
import { store, stored } from "/client/stored.js";

const WORKER = "/service_worker.js";
const CHANGED_AT = "meldroom-version-changed-at";
const CHANGE_AGAIN_MS = 60_000;

/** @typedef {{createScriptURL: (url: string) => string}} ScriptPolicy */
/** @typedef {{createPolicy: (name: string, rules: object) => ScriptPolicy}} TrustedTypes */

/** @type {ServiceWorkerRegistration | null} */
let registration = null;
let touched = false; // by the reader, since the page was loaded

for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(
    kind,
    () => {
      touched = true;
    },
    { capture: true, once: true },
  );
}

/** The worker's address as a script, which the page's policy asks for. */
function workerUrl() {
  const trustedTypes = /** @type {TrustedTypes | undefined} */ (Reflect.get(window, "trustedTypes"));
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => WORKER });
  return policy?.createScriptURL("") ?? WORKER;
}

/** Start the worker, once the page is shown; where it cannot be stored, the page works without it. */
export async function keepShell() {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) {
    // a worker of another version serves this page from now on: no file of it may be mixed with ours
    serviceWorker.addEventListener("controllerchange", () => location.reload());
  }
  registration = await serviceWorker.register(workerUrl(), { updateViaCache: "none" }).catch(() => null);
  if (!registration || changedJustNow()) return;
  const follow = () =>
    registration?.installing?.addEventListener("statechange", () => {
      if (!touched) takeOver(); // nothing of the reader's is lost
    });
  registration.addEventListener("updatefound", follow);
  follow();
  takeOver();
}

/** Whether this tab has changed to another version within a minute, as if two servers took turns. */
const changedJustNow = () => Date.now() - stored("session", CHANGED_AT, 0) < CHANGE_AGAIN_MS;

/** Change to a new version if one is stored: the page is loaded again. Gives whether it is. */
export function takeOver() {
  if (!navigator.serviceWorker.controller || !registration?.waiting) return false;
  store("session", CHANGED_AT, Date.now());
  registration.waiting.postMessage("take over");
  return true;
}

/** Ask whether there is a new version, as when the server was away. */
export const checkVersion = () => registration?.update().catch(() => {});
