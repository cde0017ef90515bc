// What a play sounds like: said to screen readers, and played.
import { announce } from "/client/render.js";
import { playSound, soundOf } from "/client/sound.js";
import { notifyOfTurn } from "/client/turn_notice.js";
import { words } from "/words/en.js";

/** @typedef {import("/client/table_session.js").TableSession} TableSession */
/** @typedef {import("/client/protocol_types.js").Play} Play */

const SECOND_SOUND = 0.16; // seconds after the first

/**
 * @param {TableSession} session @param {Play} play
 * @param {{sentences: string[], wasMyTurn: boolean, raceEnded: boolean}} before what happened, and how it was before
 */
export function soundPlay(session, play, { sentences, wasMyTurn, raceEnded }) {
  const { isMyTurn, hold, table } = session;
  const { handOverTo } = session.device;
  const turnBegins = isMyTurn && !wasMyTurn;
  const turn = turnBegins ? ` ${words.table.yourTurn}.` : "";
  const prompt = isMyTurn ? ` ${play.prompt}` : "";
  if (handOverTo !== null)
    announce(words.handOver.title(table.seats[handOverTo].name)); // and nothing private
  else if (!hold.showdown) announce(`${sentences.join(". ")}.${turn}${prompt}`); // else its heading is read
  const sound = soundOf(play, raceEnded);
  if (sound) playSound(sound);
  if (turnBegins) playSound("turn", sound ? SECOND_SOUND : 0);
  if (turnBegins) notifyOfTurn(session);
}
