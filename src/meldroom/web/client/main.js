// The door: which page an address shows.
import { hang } from "/client/game_assets.js";
import { apply } from "/client/settings.js";
import { enter } from "/client/render.js";
import { homePage } from "/pages/home.js";

/** @param {string} path */
function go(path) {
  const same = path.split("#")[0] === location.pathname;
  history.pushState(null, "", path);
  if (!same) scrollTo(0, 0);
  show();
}

/** @type {string} */
let shown = "";

async function show() {
  const [, first = "", second = "", third = ""] = location.pathname.split("/");
  const here = location.pathname + (first === "t" ? Date.now() : "");
  if (here === shown) return;
  shown = here;
  const at = () => shown === here;
  if (first === "t") {
    const { tablePage } = await import("/pages/table.js");
    if (at()) enter(tablePage(second, location.hash.slice(1), go));
  } else if (first === "rules") {
    const { rulesPage } = await import("/pages/rules.js");
    if (at()) enter(rulesPage(second));
  } else if (first === "learn") {
    const { learnPage } = await import("/pages/learn.js");
    const page = await learnPage(second, go);
    if (at()) enter(page);
    else page.leave?.();
  } else if (first === "replay") {
    const { replayPage } = await import("/pages/replay.js");
    if (at()) enter(replayPage(second, Number(third), go));
  } else if (first === "settings") {
    const { settingsPage } = await import("/pages/settings.js");
    if (at()) enter(settingsPage());
  } else {
    enter(homePage(go));
  }
}

addEventListener("popstate", show);
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href^='/']"));
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.hash);
});
apply();
hang("/style/signs.svg");
show();
