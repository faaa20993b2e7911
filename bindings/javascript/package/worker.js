// The thread of an engine, which searches. `embed.mjs` writes it with the modules that it imports as one script.

import { nodeModule } from "./embedded.js";
import { errorOf } from "./errors.js";
import { start } from "./program.js";

/** The bytes of the program until it is started, and the program. */
let bytes = null;
let program = null;
/** The network for the searches, and the games whose searches use it. */
let network = null;
const accepted = new Set();

/** Searches; `flag` contains the number of the newest search to stop, if the threads share memory. */
function search(port, { id, description, question, flag }) {
  const isStopped = () => flag !== null && Atomics.load(flag, 0) >= id;
  const board = program.open(description);
  try {
    // A game that refuses the network does so in every search.
    if (network && !accepted.has(description.game)) {
      program.ask(board, { ask: "network" }, { file: network });
      accepted.add(description.game);
    }
    const onReport = (report) => port.postMessage({ id, report });
    const { file, ...answer } = program.ask(board, question, { onReport, isStopped });
    port.postMessage({ id, answer });
  } finally {
    program.close(board);
  }
}

const port = globalThis.postMessage ? globalThis : nodeModule("worker_threads").parentPort;

async function receive(message) {
  try {
    network = message.network ?? network;
    bytes = message.program ?? bytes;
    program ??= await start(bytes, "load()");
    bytes = null;
    search(port, message);
  } catch (error) {
    const { code, message: text } = errorOf("internal", "the search failed", error);
    port.postMessage({ id: message.id, error: { code, text } });
  }
}

if (port.on) port.on("message", receive);
else port.onmessage = (event) => receive(event.data);
