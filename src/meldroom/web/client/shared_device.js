// A device that several people share: who holds it, and who is to take it up.
import { TableSocket } from "/client/socket.js";

export class SharedDevice {
  #session;
  /** @type {Map<number | null, number | null>} up to which entry each has seen the game */ #seenSeq = new Map();
  /** @type {number | null} who is to take it up while nobody holds it */ next = null;

  /** @param {import("/client/table_session.js").TableSession} session */
  constructor(session) {
    this.#session = session;
  }

  /** Whether several people play at this device. */
  get isShared() {
    return Boolean(this.#session.table?.local?.length);
  }

  /** The seat whose person is to take this device up; until then everything is covered. */
  get handOverTo() {
    const { table, me, play, hold } = this.#session;
    if (!this.isShared || table.phase !== "playing" || hold.showdown) return null;
    if (me === null) return this.next;
    const acting = play?.to_act ?? [];
    if (acting.length !== 1 || acting.includes(me)) return null; // nobody can race at one device
    return table.local?.includes(acting[0]) ? acting[0] : null;
  }

  /** Let the next person at this device see their cards. */
  takeUp() {
    const { handOverTo } = this;
    if (handOverTo !== null) this.sit(handOverTo);
  }

  /** Let the person in a seat hold the device. @param {number} seat */
  sit(seat) {
    const { socket, me } = this.#session;
    if (socket instanceof TableSocket) this.#seenSeq.set(me, socket.lastSeq);
    const since = this.#seenSeq.get(seat) ?? null;
    socket.send({ do: "sit", seat, ...(since === null ? {} : { since }) });
  }
}
