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

/**
 * The bots that this player chose, else those of medium strength.
 * @param {string[]} levels the strongest last @returns {string | undefined}
 */
export const botLevel = (levels) =>
  levels.includes(settings.bot) ? settings.bot : levels.at(Math.max(0, Math.ceil(levels.length / 2) - 1));

/** The fields of a request that say who sits down, against which bots. @param {string[]} levels */
export function playerFields(levels) {
  const bot = botLevel(levels);
  return { name: playerName(), ...(bot ? { bot } : {}) };
}

/** The address of a table at which the server gave a seat. @param {{table: string, code: string}} seat */
export const tableUrl = (seat) => `/t/${seat.table}#${seat.code}`;
