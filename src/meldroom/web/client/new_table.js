// Who sits down, and against whom: what a new table is asked for unless somebody says otherwise.
import { dressOf } from "/client/game_assets.js";
import { settings } from "/client/settings.js";
import { words } from "/words/en.js";

export const name = () => settings.name || words.home.guest;

/** How many sit down at a game. @param {import("/client/game_assets.js").Game} game */
export const seatsOf = (game) => Math.min(game.players[1], Math.max(game.players[0], settings.seats[game.key] ?? dressOf(game.key).seats ?? 4));

/** The bots that this person likes, else middling ones. @param {string[]} bots all levels, the strongest last @returns {string | undefined} */
export const levelOf = (bots) => (bots.includes(settings.bot) ? settings.bot : bots.at(Math.max(0, Math.ceil(bots.length / 2) - 1)) ?? undefined);

/** @param {string[]} bots */
export const sitter = (bots) => ({ name: name(), ...(levelOf(bots) ? { bot: levelOf(bots) } : {}) });

/** The address of a table that gave a seat. @param {{table: string, code: string}} seat */
export const tableOf = (seat) => `/t/${seat.table}#${seat.code}`;
