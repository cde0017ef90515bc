// What the buttons of a table ask of the server about its people: the host's tools, newcomers, a pause, coming back.
import { openRequests, otherPeople } from "/client/seat_requests.js";
import { TableSocket } from "/client/socket.js";

/**
 * @param {import("/client/table_session.js").TableSession} session
 * @param {import("/parts/table_dialogs.js").TableUi} ui
 * @param {() => void} goHome
 * @returns {Record<string, () => void>} by the names that buttons have in `data-command`
 */
export function peopleCommands(session, ui, goHome) {
  const giveUp = () => {
    session.socket.send({ do: "leave" });
    goHome();
  };
  return {
    rematch: () => session.socket.send({ do: "rematch" }),
    start: () => session.socket.send({ do: "start" }),
    pause: () => {
      session.socket.send({ do: "pause", on: !session.table.paused });
      ui.dialog = "";
    },
    "end-now": () => {
      session.socket.send({ do: "end" });
      ui.dialog = "";
    },
    "hand-over-and-leave": () => {
      session.socket.send({ do: "hand", seat: otherPeople(session)[0].seat });
      giveUp();
    },
    "ask-continue": () => {
      if (session.interruptions.ask()) session.socket.send({ do: "ask_continue" });
    },
    here: () => {
      session.timeOuts.clear();
      session.socket.send({ do: "back" });
    },
    reconnect: () => {
      if (session.socket instanceof TableSocket) session.socket.check(true);
    },
    allow: () => {
      const [request] = openRequests(session);
      if (request) session.socket.send({ do: "allow", seat: request.seat });
    },
    "not-now": () => {
      const [request] = openRequests(session);
      if (request) session.notNow.add(request.name);
    },
    "stop-waiting": () => session.socket.send({ do: "leave" }),
    kick: () => {
      session.socket.send({ do: "kick", seat: ui.removing });
      ui.dialog = "";
    },
    silence: () => {
      session.socket.send({ do: "silence", seat: ui.removing, on: true });
      ui.dialog = "";
    },
    "give-up": giveUp,
  };
}
