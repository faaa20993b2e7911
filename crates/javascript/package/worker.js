// The thread of an engine, which answers questions.

import { start } from "./program.js";

const port = globalThis.postMessage ? globalThis : (await import("node:worker_threads")).parentPort;
const waiting = [];
let ask = null;

function answer({ id, question }) {
  try {
    port.postMessage({ id, answer: ask(question, (report) => port.postMessage({ id, report })) });
  } catch (error) {
    port.postMessage({ id, error: error.message });
  }
}

function receive(message) {
  if (ask) answer(message);
  else waiting.push(message);
}

// Messages may arrive before the program is loaded.
if (port.on) port.on("message", receive);
else port.onmessage = (event) => receive(event.data);

ask = (await start()).ask;
waiting.splice(0).forEach(answer);
