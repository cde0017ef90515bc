// Entry point and router: shows the page that belongs to the address.
import { whenBack } from "/client/away.js";
import { loadSymbols } from "/client/game_assets.js";
import { applySettings } from "/client/settings.js";
import { currentPage, showPage } from "/client/render.js";
import { homePage } from "/pages/home.js";

/** @param {string} path */
function navigate(path) {
  const samePath = path.split("#")[0] === location.pathname;
  history.pushState(null, "", path);
  if (!samePath) scrollTo(0, 0);
  if (!shell?.takeOver()) route();
}

let currentRoute = "";
/** @type {typeof import("/client/shell.js") | null} null until the page is loaded, and where there is none */
let shell = null;

async function route() {
  const [, first = "", second = "", third = ""] = location.pathname.split("/");
  const wanted = location.pathname + (first === "t" ? Date.now() : ""); // a table is always opened anew
  if (wanted === currentRoute) return;
  currentRoute = wanted;
  const stillWanted = () => currentRoute === wanted;
  if (first === "t") {
    const { tablePage } = await import("/pages/table.js");
    if (stillWanted()) showPage(tablePage(second, location.hash.slice(1), navigate));
  } else if (first === "rules") {
    const { rulesPage } = await import("/pages/rules.js");
    if (stillWanted()) showPage(rulesPage(second));
  } else if (first === "learn") {
    const { learnPage } = await import("/pages/learn.js");
    const page = await learnPage(second, navigate);
    if (stillWanted()) showPage(page);
    else page.leave?.();
  } else if (first === "replay") {
    const { replayPage } = await import("/pages/replay.js");
    if (stillWanted()) showPage(replayPage(second, Number(third), navigate));
  } else if (first === "settings") {
    const { settingsPage } = await import("/pages/settings.js");
    if (stillWanted()) showPage(settingsPage());
  } else if (first === "mail") {
    const { mailPage } = await import("/pages/mail.js");
    if (stillWanted()) showPage(mailPage(second));
  } else if (first === "me") {
    const { recordPage } = await import("/pages/record.js");
    if (stillWanted()) showPage(recordPage(location.hash.slice(1)));
  } else if (first === "daily") {
    const { dailyPage } = await import("/pages/daily.js");
    if (stillWanted()) showPage(dailyPage(navigate));
  } else {
    showPage(homePage(navigate));
  }
}

/** Follow links of this site without loading the document again. @param {MouseEvent} event */
function followLink(event) {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest?.("a[href^='/']"));
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.target || link.download) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.hash);
}

/** Go on after the server was away. */
function goOn() {
  shell?.checkVersion();
  const page = currentPage();
  if (page?.serverBack) {
    page.serverBack();
  } else {
    currentRoute = "";
    route();
  }
}

/** Let the page be opened from this device, as browsers allow by https and on localhost. */
async function startShell() {
  shell = await import("/client/shell.js");
  shell.keepShell();
}

addEventListener("popstate", route);
whenBack(goOn);
if (navigator.serviceWorker) addEventListener("load", startShell);
document.addEventListener("click", followLink);
applySettings();
loadSymbols("/style/icons.svg");
route();
