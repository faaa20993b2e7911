// The thread of an engine, which searches.

import { errorOf } from "./errors.js";
import { nodeModule, start } from "./program.js";

/** Searches; `flag` contains the number of the newest search to stop, if the threads share memory. */
function search(program, port, { id, description, question, network, flag }) {
  const isStopped = () => flag !== null && Atomics.load(flag, 0) >= id;
  const board = program.open(description);
  try {
    if (network) program.ask(board, { ask: "network" }, { file: network });
    const onReport = (report) => port.postMessage({ id, report });
    const { file, ...answer } = program.ask(board, question, { onReport, isStopped });
    port.postMessage({ id, answer });
  } finally {
    program.close(board);
  }
}

// Bundlers may turn this file into a script, which cannot wait at its top level.
async function main() {
  const port = globalThis.postMessage ? globalThis : (await nodeModule("worker_threads")).parentPort;
  const starting = start();
  const receive = async (message) => {
    try {
      search(await starting, port, message);
    } catch (error) {
      const { code, message: text } = errorOf("internal", "the search failed", error);
      // After an error of the program itself, its memory is not reliable.
      port.postMessage({ id: message.id, error: { code, text } });
    }
  };
  if (port.on) port.on("message", receive);
  else port.onmessage = (event) => receive(event.data);
}

main();
