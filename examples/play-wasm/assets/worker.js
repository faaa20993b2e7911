// The session and its engines, in a thread of the page, instead of a server.

const queue = []; // Messages that came before the program.
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
  goOn();
}

// An engine thinks when the messages that wait are heard; flags fall by themselves.
function goOn() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (program.think()) {
      goOn();
      return;
    }
    const left = program.wake();
    if (left > 0) timer = setTimeout(goOn, left + 1);
  });
}

onmessage = (event) => handle(event.data);
load();
