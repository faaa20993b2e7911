// The program with the rules, once for each thread, and its opening books.

import { unpacked } from "./embedded.js";
import { DuiyiError, errorOf } from "./errors.js";
import { start } from "./program.js";

let starting = null;
let program = null;
/** The programs that have the opening books or load them, and the promises of that. */
const shelved = new WeakMap();

async function startRules() {
  const { default: text } = await import("./rules-program.js");
  return start(await unpacked(text));
}

/** Starts the program, once; after a failure, or after it has stopped, it can be started again. */
export async function load() {
  if (program?.hasStopped) {
    program = null;
    starting = null;
  }
  starting ??= startRules();
  try {
    program = await starting;
  } catch (error) {
    starting = null;
    throw errorOf("not-loaded", "the rules cannot be loaded", error);
  }
}

/** The program of this thread. */
export function loaded() {
  if (!program) throw new DuiyiError("not-loaded", "the program is not loaded: await load() first");
  return program;
}

async function shelve(program) {
  const { default: texts } = await import("./book-files.js");
  for (const file of await Promise.all(texts.map(unpacked))) program.loadBook(new Uint8Array(file));
}

/** Loads the opening books into the program, once; after a failure they can be loaded again. */
export async function loadBook() {
  await load();
  const current = loaded();
  if (!shelved.has(current)) shelved.set(current, shelve(current));
  try {
    await shelved.get(current);
  } catch (error) {
    shelved.delete(current);
    throw errorOf("not-loaded", "the book cannot be loaded", error);
  }
}
