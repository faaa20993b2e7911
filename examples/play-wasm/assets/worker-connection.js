// The connection to the session, which runs in a worker without a server. Calls `receive` with each
// message, and `changed` with whether there is a connection; returns a function that sends a message.

export function connect(receive, changed) {
  let worker = null;
  const open = () => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event) => receive(JSON.parse(event.data));
    worker.onerror = () => {
      // A failed worker is replaced.
      worker.terminate();
      changed(false);
      setTimeout(open, 1000);
    };
    changed(true);
  };
  // The caller receives the returned function before the first call of `changed`.
  setTimeout(open);
  return (message) => worker?.postMessage(JSON.stringify(message));
}
