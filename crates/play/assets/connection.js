// How the page reaches its session: by WebSocket. `hear` is given each message, `changed` whether
// there is a connection; what is returned sends a message.

export function connect(hear, changed) {
  let socket = null;
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/socket`);
    socket.onopen = () => changed(true);
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      changed(false);
      setTimeout(open, 1000);
    };
  };
  open();
  return (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
}
