// The players whose chat the player does not want to read.

/** @typedef {import("/client/protocol_types.js").Table} Table */

export class Mutes {
  #send;
  /** @type {Map<number, string>} names by seat */ #muted = new Map();

  /** @param {(message: {do: "mute", seat: number, on: boolean}) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {number} seat */
  has(seat) {
    return this.#muted.has(seat);
  }

  /** Hide what a player writes. @param {number} seat @param {string} name */
  add(seat, name) {
    this.#muted.set(seat, name);
    this.#send({ do: "mute", seat, on: true });
  }

  /** Show again what a player writes. @param {number} seat */
  remove(seat) {
    this.#muted.delete(seat);
    this.#send({ do: "mute", seat, on: false });
  }

  /** Unmute the seats that somebody else has now, and follow who moved. @param {Table} table */
  update(table) {
    for (const [seat, name] of [...this.#muted]) {
      if (table.seats[seat].name === name) continue;
      this.remove(seat);
      const to = table.seats.findIndex((one) => one.person && one.name === name); // they changed seats
      if (to >= 0) this.add(to, name);
    }
  }

  /** Tell the server on a new connection, for mutes end with the old one. */
  sendAll() {
    for (const seat of this.#muted.keys()) this.#send({ do: "mute", seat, on: true });
  }
}
