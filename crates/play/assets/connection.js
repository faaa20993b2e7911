// Whether there is a server, through which other persons can be reached.
export const hasServer = true;

const SLOW = 2500; // Milliseconds without an answer after which the server is slow.
const LOST = 20000; // Milliseconds without an answer after which the connection is opened again.

// The connection to the session, by WebSocket. Calls `receive` with each message, and `changed` with the state of the
// connection: `open`, `closed`, or `slow` if the server does not answer; returns a function that sends a message.
export function connect(receive, changed) {
  let socket = null;
  let timers = []; // Wait for an answer.
  const settle = () => {
    timers.forEach(clearTimeout);
    timers = [];
  };
  const open = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    socket.onopen = () => changed("open");
    socket.onmessage = (event) => {
      settle();
      receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      settle();
      changed("closed");
      setTimeout(open, 1000);
    };
  };
  open();
  // A page that the browser keeps for a way back leaves its game, and enters it again.
  addEventListener("pagehide", () => socket.close());
  return (message) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(message));
    if (!timers.length) timers = [setTimeout(() => changed("slow"), SLOW), setTimeout(() => socket.close(), LOST)];
  };
}
