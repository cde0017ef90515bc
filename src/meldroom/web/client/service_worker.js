// The service worker: serves the files of the page from one version of the shell, and nothing else.
// The server puts `self.SHELL` before this file; API, websocket and downloads never pass through the cache.

/** @typedef {{version: string, pages: string[], folders: string[]}} ShellAbout */
/** @typedef {{version: string, texts: Record<string, [string, string]>, fonts: string[]}} ShellBundle */
/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} WorkEvent */
/** @typedef {Event & {request: Request, respondWith: (response: Promise<Response>) => void}} FetchEvent */
/** @typedef {WorkEvent & {notification: Notification}} NoticeEvent */
/** @typedef {{url: string, focus: () => Promise<unknown>}} OpenPage */
/** @typedef {(which: object) => Promise<OpenPage[]>} FindPages */
/** @typedef {{matchAll: FindPages, openWindow: (url: string) => Promise<unknown>}} Pages */

const SHELL = /** @type {ShellAbout} */ (Reflect.get(self, "SHELL"));
const CACHE_PREFIX = "meldroom-shell-";
const CACHE_NAME = CACHE_PREFIX + SHELL.version;
const PAGES = SHELL.pages.map((pattern) => new RegExp(pattern));
const FOLDERS = new Set(SHELL.folders);
const OWN_HEADERS = ["content-type", "content-length", "content-encoding", "date", "server", "vary"];

/** Store all files of this version, or none: another version may answer while a server is replaced. */
async function storeShell() {
  const response = await fetch("/shell.json", { cache: "no-store" });
  const bundle = /** @type {ShellBundle} */ (await response.json());
  if (bundle.version !== SHELL.version) throw new Error("the server has another version");
  const headers = new Headers(response.headers); // the page's policy among them
  for (const name of OWN_HEADERS) headers.delete(name);
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll(bundle.fonts);
  for (const [path, [type, text]] of Object.entries(bundle.texts)) {
    headers.set("Content-Type", type);
    await cache.put(path, new Response(text, { headers }));
  }
}

async function deleteOldShells() {
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The address under which the file for a request is stored, "" if it is not of the shell. @param {Request} request */
function storedPath(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return "";
  if (request.mode === "navigate" && PAGES.some((page) => page.test(pathname))) return "/";
  const [, folder, file] = pathname.split("/");
  return file !== undefined && FOLDERS.has(folder) ? pathname : "";
}

/** @param {Request} request @param {string} path */
async function fromShell(request, path) {
  const cache = await caches.open(CACHE_NAME);
  return (await cache.match(path)) ?? fetch(request);
}

/** Show the table that a notice is about: the page that is open there, or a new one. @param {string} path */
async function showTable(path) {
  const pages = /** @type {Pages} */ (Reflect.get(self, "clients"));
  const open = await pages.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : pages.openWindow(path));
}

addEventListener("install", (event) => /** @type {WorkEvent} */ (event).waitUntil(storeShell()));
addEventListener("activate", (event) => /** @type {WorkEvent} */ (event).waitUntil(deleteOldShells()));
addEventListener("message", (event) => {
  if (event.data === "take over") Reflect.get(self, "skipWaiting").call(self);
});
addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {FetchEvent} */ (event);
  const path = storedPath(request);
  if (path) respondWith.call(event, fromShell(request, path));
});
addEventListener("notificationclick", (event) => {
  const { notification } = /** @type {NoticeEvent} */ (event);
  notification.close();
  /** @type {NoticeEvent} */ (event).waitUntil(showTable(notification.data));
});
