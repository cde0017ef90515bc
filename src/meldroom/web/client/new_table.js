// How a new table is set up: who sits where, which house rules, who may come in.
import * as api from "/client/api.js";
import { hooksOf } from "/client/game_assets.js";
import { redraw } from "/client/render.js";
import { settings } from "/client/settings.js";
import { words } from "/words/en_home.js";

const DEFAULT_SEATS = 4;

/** @typedef {import("/client/game_assets.js").Game} Game */
/** @typedef {import("/client/protocol_types.js").Bot} Bot */
/**
 * @typedef {object} SetUp
 * @property {(string | null)[]} seats besides the player's own: the level of a bot, null for a friend
 * @property {Record<string, string | number>} options those that differ from the printed rules
 * @property {string} clock
 * @property {boolean} listed whether anybody may join
 * @property {"off" | "delayed" | "open_hands"} watchers
 * @property {boolean | null} chat null where the server decides
 * @property {boolean} oneDevice whether the friends play here, at this device, and not by link
 * @property {string[]} names of those friends, by seat
 * @property {boolean} regular whether the table stays for the next evening
 */

const AT_OWN_DEVICES = { oneDevice: false, names: [], regular: false };

export const playerName = () => settings.name || words.home.guest;

/** How many seats the game suggests. @param {Game} game */
function seatCount(game) {
  const wanted = hooksOf(game.key).defaultSeats ?? DEFAULT_SEATS;
  return Math.min(game.players[1], Math.max(game.players[0], wanted));
}

/**
 * The bot that this player chose last, else one of medium strength.
 * @param {Bot[]} bots the strongest last @returns {string} "" where the server chooses
 */
export const botLevel = (bots) =>
  (bots.find(({ name }) => name === settings.bot) ?? bots.at(Math.max(0, Math.ceil(bots.length / 2) - 1)))?.name ?? "";

/** Those that play a game. @param {Bot[]} bots @param {string} game its key */
export const botsFor = (bots, game) => bots.filter(({ games }) => !games || games.includes(game));

/** The fields of a request that say who sits down, against which bots. @param {Bot[]} bots */
export function playerFields(bots) {
  const bot = botLevel(bots);
  return { name: playerName(), ...(bot ? { bot } : {}) };
}

/** The printed rules, against bots. @param {Game} game @param {Bot[]} bots @returns {SetUp} */
export function defaultSetUp(game, bots) {
  const seats = Array.from({ length: seatCount(game) - 1 }, () => botLevel(bots));
  return { seats, options: {}, clock: "off", listed: false, watchers: "off", chat: null, ...AT_OWN_DEVICES };
}

/**
 * A stored set-up, without what this version of the game does not offer.
 * @param {Game} game @param {Bot[]} bots @param {Partial<SetUp> | undefined} stored @returns {SetUp}
 */
function readSetUp(game, bots, stored) {
  const standard = defaultSetUp(game, bots);
  if (!stored) return standard;
  const known = (/** @type {string | null} */ level) =>
    level === null || bots.some(({ name }) => name === level) ? level : botLevel(bots);
  const seats = (stored.seats ?? standard.seats).slice(0, game.players[1] - 1).map(known);
  while (seats.length < game.players[0] - 1) seats.push(botLevel(bots));
  const options = Object.entries(stored.options ?? {}).filter(([name, value]) =>
    game.options.find((one) => one.name === name)?.values.some((one) => one.value === value),
  );
  return { ...standard, ...stored, seats, options: Object.fromEntries(options) };
}

/** What the form shows: the last set-up of this game. @param {Game} game @param {Bot[]} bots */
export const lastSetUp = (game, bots) => readSetUp(game, bots, settings.setUps[game.key]);

/** What *Play now* opens. @param {Game} game @param {Bot[]} bots */
export const playNowSetUp = (game, bots) => readSetUp(game, bots, settings.playNow[game.key]);

/** The request that opens such a table. @param {Game} game @param {SetUp} setUp @param {Bot[]} bots */
export function tableFields(game, setUp, bots) {
  const { seats, options, clock, listed, watchers, chat } = setUp;
  const fields = {
    ...playerFields(bots),
    game: game.key,
    seats: seats.length + 1,
    bots: [null, ...seats],
    fill: seats.includes(null) ? "people" : "bots",
    options,
    clock,
    listed,
    watchers,
    chat,
    standing: setUp.regular,
  };
  return isShared(setUp) ? { ...fields, ...sharedFields(setUp) } : fields;
}

/** Whether several people play at this device. @param {SetUp} setUp */
export const isShared = ({ oneDevice, seats }) => oneDevice && seats.includes(null);

/** The name of a friend at this device. @param {SetUp} setUp @param {number} at */
export const friendName = ({ names }, at) => names[at]?.trim() || words.setUp.player(at + 2);

/** What differs at one device: its people sit side by side, without a clock. @param {SetUp} setUp */
function sharedFields(setUp) {
  const local = setUp.seats.flatMap((level, at) => (level === null ? [friendName(setUp, at)] : []));
  const bots = [null, ...local.map(() => null), ...setUp.seats.filter((level) => level !== null)];
  return { local, bots, fill: "bots", clock: "off", listed: false, watchers: "off" };
}

/** The address of a table at which the server gave a seat. @param {{table: string, code: string}} seat */
export const tableUrl = (seat) => `/t/${seat.table}#${seat.code}`;

/** @type {Bot[]} the levels of bots that this server has, asked for once */
let levels = [];
let areLevelsAsked = false;

/** The levels, the strongest last; none until they are loaded. */
export function botLevels() {
  if (!areLevelsAsked) loadLevels();
  return levels;
}

async function loadLevels() {
  areLevelsAsked = true;
  try {
    levels = await api.bots();
    redraw();
  } catch {
    areLevelsAsked = false; // until the page is drawn next
  }
}

/** How a level is called. @param {string} name */
export const levelLabel = (name) => botLevels().find((bot) => bot.name === name)?.label ?? "";
