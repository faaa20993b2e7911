// The programs of this thread: the rules, and the formats of records; and the opening book.

import { unpacked } from "./embedded.js";
import { DuiyiError, errorOf } from "./errors.js";
import { start } from "./program.js";

/** A program that is started once; after a failure, or after it has stopped, it can be started again. */
class Once {
  #what;
  #call;
  #text;
  #starting = null;
  #program = null;

  /** `text` imports the module that contains the program; `call` is the function that users call. */
  constructor(what, call, text) {
    this.#what = what;
    this.#call = call;
    this.#text = text;
  }

  async #start() {
    const { default: text } = await this.#text();
    return start(await unpacked(text), this.#call);
  }

  async load() {
    if (this.#program?.hasStopped) {
      this.#program = null;
      this.#starting = null;
    }
    this.#starting ??= this.#start();
    try {
      this.#program = await this.#starting;
    } catch (error) {
      this.#starting = null;
      throw errorOf("not-loaded", `${this.#what} cannot be loaded`, error);
    }
  }

  /** The started program. */
  get program() {
    if (!this.#program) throw new DuiyiError("not-loaded", `${this.#what} are not loaded: await ${this.#call} first`);
    return this.#program;
  }
}

const rules = new Once("the rules", "load()", () => import("./rules-program.js"));
const records = new Once("the records", "loadRecords()", () => import("./records-program.js"));

export async function load() {
  await rules.load();
}

export async function loadRecords() {
  await Promise.all([rules.load(), records.load()]);
}

/** The program with the rules. */
export const loadedRules = () => rules.program;
/** The program with the rules and the formats of records. */
export const loadedRecords = () => records.program;

/** The programs that have the opening books or load them, and the promises of that. */
const shelved = new WeakMap();

async function shelve(program) {
  const { default: texts } = await import("./book-files.js");
  for (const file of await Promise.all(texts.map(unpacked))) program.loadBook(new Uint8Array(file));
}

export async function loadBook() {
  await rules.load();
  const { program } = rules;
  if (!shelved.has(program)) shelved.set(program, shelve(program));
  try {
    await shelved.get(program);
  } catch (error) {
    shelved.delete(program);
    throw errorOf("not-loaded", "the book cannot be loaded", error);
  }
}
