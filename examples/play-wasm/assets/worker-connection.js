// The connection to the session without a server: the session runs in the page, its engines in a worker. Calls
// `receive` with each message, and `changed` with whether there is a connection; returns a function that sends a
// message.

export const hasServer = false;

export function connect(receive, changed) {
  const waiting = []; // Messages sent before the program was loaded.
  const received = []; // Messages of the session, delivered after the call that sent them.
  let program = null;
  let compiled = null;
  let worker = null;
  let timer = null;

  const memory = (from, length) => new Uint8Array(program.memory.buffer, from, length);
  const textAt = (from, length) => new TextDecoder().decode(memory(from, length));
  const imports = {
    now: () => performance.now(),
    post: (from, length) => received.push(JSON.parse(textAt(from, length))),
    order: (from, length) => engine().postMessage(textAt(from, length)),
    stop: () => dismiss(),
  };

  function write(text) {
    const bytes = new TextEncoder().encode(text);
    const at = program.room_for(bytes.length);
    memory(at, bytes.length).set(bytes);
  }

  // The worker, started when it is needed.
  function engine() {
    if (worker) return worker;
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      const report = JSON.parse(data);
      if (report.thought) receive(report);
      else answered(report.answer);
    };
    // A failed worker is replaced at the next order.
    worker.onerror = () => {
      dismiss();
      answered("failed");
    };
    worker.postMessage(compiled);
    return worker;
  }

  function dismiss() {
    worker?.terminate();
    worker = null;
  }

  function answered(answer) {
    write(JSON.stringify(answer));
    program.take();
    proceed();
  }

  // Delivers the messages, hands out the next order, and sets a timer for the next flag.
  function proceed() {
    clearTimeout(timer);
    // First, because the next order ends a game whose flag has fallen without a view.
    const left = program.wake();
    if (left >= 0) timer = setTimeout(proceed, left + 1);
    program.work();
    for (const message of received.splice(0)) receive(message);
  }

  function handle(message) {
    if (!program) {
      waiting.push(message);
      return;
    }
    write(JSON.stringify(message));
    program.handle();
    proceed();
  }

  async function load() {
    try {
      compiled = await WebAssembly.compileStreaming(fetch(new URL("play.wasm", import.meta.url)));
    } catch {
      // The host serves the program with another type.
      compiled = await WebAssembly.compile(await (await fetch(new URL("play.wasm", import.meta.url))).arrayBuffer());
    }
    program = (await WebAssembly.instantiate(compiled, { worker: imports })).exports;
    for (const message of waiting.splice(0)) handle(message);
  }

  load();
  // Then the page can be installed, and works without a network.
  navigator.serviceWorker?.register(new URL("sw.js", import.meta.url)).catch(() => {});
  // The caller receives the returned function before the first call of `changed`.
  setTimeout(() => changed("open"));
  return handle;
}
