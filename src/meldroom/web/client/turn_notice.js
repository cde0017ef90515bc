// A notification when it is the player's turn while the page is in the background.
import { settings } from "/client/settings.js";
import { isShared } from "/client/table_state.js";
import { words } from "/words/en.js";

const t = words.notice;

/** Whether this browser has notifications here, as by https and on localhost. */
export const canNotify = () => "Notification" in window && Boolean(navigator.serviceWorker);

/** Ask the browser for leave, once the player wants to be notified; gives whether it is given. */
export const mayNotify = async () => (await Notification.requestPermission()) === "granted";

/**
 * Notify a player who does not look at the table; no card is named.
 * @param {import("/client/table_state.js").TableState} state
 */
export async function notifyOfTurn(state) {
  const { key, game, table, me, isSaved } = state;
  const looks = !document.hidden && document.hasFocus();
  if (settings.notify !== "on" || looks || !isSaved || isShared(state) || !canNotify()) return;
  if (Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) return;
  const others = table.seats.filter((_, seat) => seat !== me).map(({ name }) => name);
  const tag = `turn-${key}`; // one for each table
  const about = { body: t.against(others), tag, icon: "/style/icon-192.png", data: location.pathname };
  await registration.showNotification(t.yourTurn(game?.name ?? ""), about);
  const withdraw = async () => {
    for (const notice of await registration.getNotifications({ tag })) notice.close();
  };
  addEventListener("focus", withdraw, { once: true });
  document.addEventListener("visibilitychange", withdraw, { once: true });
}
