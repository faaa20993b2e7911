// The engine's thread: it answers each question that it is sent.

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

function hear(message) {
  if (ask) answer(message);
  else waiting.push(message);
}

// A message may come before the program is there.
if (port.on) port.on("message", hear);
else port.onmessage = (event) => hear(event.data);

ask = await start();
waiting.splice(0).forEach(answer);
