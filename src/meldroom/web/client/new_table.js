// Defaults of a new table: the player's name, how many seats, which bots.
import { hooksOf } from "/client/game_assets.js";
import { settings } from "/client/settings.js";
import { words } from "/words/en.js";

const DEFAULT_SEATS = 4;

export const playerName = () => settings.name || words.home.guest;

/** How many seats: as last time, else as the game suggests. @param {import("/client/game_assets.js").Game} game */
export function seatCount(game) {
  const wanted = settings.seats[game.key] ?? hooksOf(game.key).defaultSeats ?? DEFAULT_SEATS;
  return Math.min(game.players[1], Math.max(game.players[0], wanted));
}

/** @typedef {import("/client/protocol_types.js").Bot} Bot */

/**
 * The bot that this player chose last, else one of medium strength.
 * @param {Bot[]} bots the strongest last @returns {string | undefined}
 */
export const botLevel = (bots) =>
  (bots.find(({ name }) => name === settings.bot) ?? bots.at(Math.max(0, Math.ceil(bots.length / 2) - 1)))?.name;

/** The fields of a request that say who sits down, against which bots. @param {Bot[]} bots */
export function playerFields(bots) {
  const bot = botLevel(bots);
  return { name: playerName(), ...(bot ? { bot } : {}) };
}

/** The address of a table at which the server gave a seat. @param {{table: string, code: string}} seat */
export const tableUrl = (seat) => `/t/${seat.table}#${seat.code}`;
