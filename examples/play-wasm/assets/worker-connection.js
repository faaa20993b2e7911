// How the page reaches its session: in a worker of its own, without a server. `hear` is given each
// message, `changed` whether there is a connection; what is returned sends a message.

export function connect(hear, changed) {
  let worker = null;
  const open = () => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event) => hear(JSON.parse(event.data));
    worker.onerror = () => {
      // What has failed is not asked again.
      worker.terminate();
      changed(false);
      setTimeout(open, 1000);
    };
    changed(true);
  };
  // Whoever called has what is returned before it is told anything.
  setTimeout(open);
  return (message) => worker?.postMessage(JSON.stringify(message));
}
