// The connection to the session, by WebSocket. Calls `receive` with each message, and `changed` with
// whether there is a connection; returns a function that sends a message.

export function connect(receive, changed) {
  let socket = null;
  const open = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    socket.onopen = () => changed(true);
    socket.onmessage = (event) => receive(JSON.parse(event.data));
    socket.onclose = () => {
      changed(false);
      setTimeout(open, 1000);
    };
  };
  open();
  return (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
}
