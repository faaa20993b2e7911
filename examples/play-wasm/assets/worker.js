// Runs the session and its engines in a thread of the page, instead of a server.

const queue = []; // Messages received before the program was loaded.
let program = null;
let timer = null;

const memory = (from, length) => new Uint8Array(program.memory.buffer, from, length);

const worker = {
  now: () => performance.now(),
  post: (from, length) => postMessage(new TextDecoder().decode(memory(from, length))),
};

async function load() {
  const bytes = await (await fetch(new URL("play.wasm", import.meta.url))).arrayBuffer();
  program = (await WebAssembly.instantiate(bytes, { worker })).instance.exports;
  for (const message of queue.splice(0)) handle(message);
}

function handle(message) {
  if (!program) {
    queue.push(message);
    return;
  }
  const bytes = new TextEncoder().encode(message);
  const at = program.room_for(bytes.length);
  memory(at, bytes.length).set(bytes);
  program.handle();
  schedule();
}

// Lets an engine think after the waiting messages were handled, and sets a timer for the next flag.
function schedule() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (program.think()) {
      schedule();
      return;
    }
    const left = program.wake();
    if (left > 0) timer = setTimeout(schedule, left + 1);
  });
}

onmessage = (event) => handle(event.data);
load();
