// Engines: searches in a worker.

import { checkBoard, MAX_U32 } from "./boards.js";
import { nodeModule, unpacked } from "./embedded.js";
import { DuiyiError, bytesOf, checkFields, checkFlag, checkInteger, checkObject, errorOf, invalid } from "./errors.js";
import { ASYNC_DISPOSE, DESCRIPTION, DISPOSE, INSPECT, inspected } from "./internal.js";

/** The longest time in milliseconds: a year. */
const LONGEST = 365 * 24 * 60 * 60 * 1000;
const MAX_LINES = 128;

const milliseconds = (name, value) => checkInteger(name, value, 0, LONGEST);
const positive = (most) => (name, value) => checkInteger(name, value, 1, most);
const CLOCK = {
  left: milliseconds,
  increment: milliseconds,
  opponentLeft: milliseconds,
  opponentIncrement: milliseconds,
  movesToGo: positive(1000),
  byoyomi: milliseconds,
  periods: positive(1000),
};
const LIMITS = {
  depth: positive(MAX_U32),
  nodes: positive(Number.MAX_SAFE_INTEGER),
  movetime: positive(LONGEST),
  mate: positive(MAX_U32),
  infinite: checkFlag,
  clock: (name, value) => {
    if (!Object.hasOwn(checkFields(name, value, CLOCK), "left")) throw invalid(`${name}.left`, value.left, "the time left");
  },
  multiPv: positive(MAX_LINES),
  onReport: (name, value) => {
    if (typeof value !== "function") throw invalid(name, value, "a function");
  },
  signal: (name, value) => {
    if (!(value instanceof AbortSignal)) throw invalid(name, value, "an AbortSignal");
  },
};

const SETTINGS = {
  network: (name, value) => {
    if (value !== null && typeof value !== "string" && !(value instanceof URL)) bytesOf(name, value);
  },
};

/** The options of an engine as texts, with blanks for underscores. */
function checkOptions(options) {
  checkObject("options", options);
  return Object.entries(options).map(([name, value]) => {
    const fits = ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
    if (!fits) throw invalid(`options.${name}`, value, "a string, a finite number, true or false");
    return [name.replaceAll("_", " "), String(value)];
  });
}

async function networkBytes(network) {
  if (typeof network !== "string") return network;
  try {
    const place = new URL(network, globalThis.location?.href);
    if (place.protocol === "file:") return new Uint8Array(await nodeModule("fs/promises").readFile(place));
    const response = await fetch(place);
    if (!response.ok) throw new Error(`the status is ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw errorOf("not-loaded", `the network ${network} cannot be loaded`, error);
  }
}

/** The script of the worker, and the bytes of the program with the engine. */
async function engineFiles() {
  try {
    const modules = [import("./worker-program.js"), import("./engine-program.js")];
    const [{ default: script }, { default: program }] = await Promise.all(modules);
    return { script, program: new Uint8Array(await unpacked(program)) };
  } catch (error) {
    throw errorOf("not-loaded", "the engine cannot be loaded", error);
  }
}

/** Opens the worker: its functions in a browser and in Node. */
function openWorker(script, receive, fail) {
  if (globalThis.Worker) {
    // No bundler has to find a file, and no server has to send one.
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address, { type: "module" });
    worker.onmessage = (event) => receive(event.data);
    worker.onerror = fail;
    worker.onmessageerror = fail;
    const end = () => {
      URL.revokeObjectURL(address);
      worker.terminate();
    };
    return { post: (message) => worker.postMessage(message), end, hold() {}, release() {} };
  }
  const worker = new (nodeModule("worker_threads").Worker)(script, { eval: true });
  worker.on("message", receive);
  worker.on("error", fail);
  worker.on("messageerror", fail);
  worker.on("exit", () => fail("it ended"));
  // An idle engine does not keep the process running.
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    hold: () => worker.ref(),
    release: () => worker.unref(),
  };
}

/** The result of a search that ended with its worker, from its reports. */
function resultOf(lines) {
  const [first] = lines;
  const { turns, score, depth, nodes } = first;
  return { best: turns[0], turns, score, proved: false, claim: "none", depth, nodes, reason: null, lines };
}

/**
 * The states of an engine, and the next one after each event. Searches wait while it loads its worker; one at a time runs.
 * A search that is stopped runs until it answers or, without shared memory, reports a turn.
 */
const TRANSITIONS = {
  closed: { open: "loading" },
  loading: { opened: "idle", end: "closed" },
  idle: { begin: "searching", end: "closed" },
  searching: { stop: "stopping", settle: "idle", end: "closed" },
  stopping: { settle: "idle", end: "closed" },
};

export class Engine {
  #options;
  /** The address of the network or its contents, or null. */
  #network;
  #state = "closed";
  /** The opened worker, and what it belongs to: events of other workers are ignored. */
  #worker = null;
  #owner = null;
  /** The search that runs, and those that wait. */
  #current = null;
  #waiting = [];
  #number = 0;
  /** Workers that are being terminated, as promises. */
  #changing = new Set();
  #flag = null;

  constructor(options = {}, settings = {}) {
    this.#options = checkOptions(options);
    const { network = null } = checkFields("settings", settings, SETTINGS);
    const isAddress = network === null || typeof network === "string" || network instanceof URL;
    // The caller may change bytes and addresses later.
    this.#network = isAddress ? network && String(network) : bytesOf("network", network).slice();
    // Only pages that are isolated from other origins can share memory.
    if (typeof SharedArrayBuffer !== "undefined") this.#flag = new Int32Array(new SharedArrayBuffer(4));
  }

  async search(board, limits) {
    checkBoard("board", board);
    const { onReport, multiPv, signal, ...given } = checkFields("limits", limits, LIMITS);
    signal?.throwIfAborted();
    const others = this.#options.filter(([name]) => name.toLowerCase() !== "multipv");
    const [own] = this.#options.filter(([name]) => name.toLowerCase() === "multipv");
    const options = Object.fromEntries([...others, ["MultiPV", String(multiPv ?? own?.[1] ?? 1)]]);
    const question = { ask: "search", options, ...given };
    const id = ++this.#number;
    const message = { id, description: board[DESCRIPTION], question, flag: this.#flag };
    const search = { id, message, onReport, lines: [], stopping: false, settle: null, reporting: [] };
    search.answer = new Promise((resolve, reject) => Object.assign(search, { resolve, reject }));
    this.#waiting.push(search);
    const abort = () => this.#abort(search, signal.reason);
    signal?.addEventListener("abort", abort);
    this.#advance();
    try {
      const answer = await search.answer;
      await Promise.all(search.reporting);
      return answer;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  async stop() {
    this.#refuse(this.#current ? 0 : 1, "the search was stopped before it began");
    const search = this.#current ?? this.#waiting[0];
    if (!search) return;
    search.stopping = true;
    if (this.#state === "searching") this.#stop();
    await search.answer.catch(() => {});
  }

  async close() {
    const text = "the engine was closed";
    this.#refuse(0, text);
    if (this.#state !== "closed") this.#end((search) => search.reject(new DuiyiError("stopped", text)));
    await Promise.all(this.#changing);
  }

  [DISPOSE]() {
    this.close();
  }

  async [ASYNC_DISPOSE]() {
    await this.close();
  }

  toJSON() {
    return { options: Object.fromEntries(this.#options), state: this.#state };
  }

  [INSPECT](depth, options, inspect) {
    return inspected(this, this.toJSON(), options, inspect);
  }

  #go(event) {
    const next = TRANSITIONS[this.#state][event];
    if (!next) throw new DuiyiError("internal", `the engine cannot ${event} while it is ${this.#state}`);
    this.#state = next;
  }

  /** Opens a worker or begins a search, if a search waits and nothing else happens. */
  #advance() {
    if (this.#state === "idle") {
      if (this.#waiting.length > 0) this.#begin();
      else this.#worker.release();
    } else if (this.#state === "closed" && this.#waiting.length > 0) {
      this.#open();
    }
  }

  /** Rejects the searches that wait, after the first ones. */
  #refuse(kept, text) {
    for (const { reject } of this.#waiting.splice(kept)) reject(new DuiyiError("stopped", text));
  }

  async #open() {
    this.#go("open");
    const owner = {};
    this.#owner = owner;
    const isOwn = () => this.#owner === owner;
    const fail = (error) => isOwn() && this.#end(({ reject }) => reject(errorOf("worker", "the worker failed", error)));
    try {
      const network = this.#network === null ? null : await networkBytes(this.#network);
      const { script, program } = await engineFiles();
      if (!isOwn()) return;
      const worker = openWorker(script, (message) => isOwn() && this.#receive(message), fail);
      this.#worker = { ...worker, files: { program, network } };
      this.#go("opened");
    } catch (error) {
      const failure = errorOf("worker", "the worker cannot be started", error);
      if (isOwn()) this.#end(({ reject }) => reject(failure));
      return;
    }
    this.#advance();
  }

  /** Waits for a promise in `close`. */
  #track(promise) {
    const tracked = promise.catch(() => {}).finally(() => this.#changing.delete(tracked));
    this.#changing.add(tracked);
  }

  #begin() {
    const search = this.#waiting.shift();
    this.#current = search;
    this.#go("begin");
    const { files } = this.#worker;
    // The worker keeps them.
    this.#worker.files = null;
    if (search.stopping) this.#stop();
    this.#worker.hold();
    try {
      this.#worker.post({ ...search.message, ...files });
    } catch (error) {
      this.#end(({ reject }) => reject(errorOf("worker", "the worker cannot be asked", error)));
    }
  }

  #stop() {
    this.#go("stop");
    if (this.#current.settle) this.#settle(this.#current.settle);
    else if (this.#flag) Atomics.store(this.#flag, 0, this.#current.id);
    else this.#interrupt();
  }

  /** Rejects a search and stops it; its worker goes on with the next one, or ends where it cannot be stopped. */
  #abort(search, reason) {
    search.reject(reason);
    if (this.#current !== search) {
      this.#waiting = this.#waiting.filter((other) => other !== search);
    } else if (this.#flag || search.settle) {
      if (this.#state === "searching") this.#stop();
    } else {
      this.#end(() => {});
    }
  }

  /** Ends a search that is stopped with its worker, once it has reported a whole turn. */
  #interrupt() {
    const { lines } = this.#current;
    if (lines[0]?.complete) this.#end(({ resolve }) => resolve(resultOf(lines.filter(Boolean))));
  }

  #receive({ id, report, answer, error }) {
    const search = this.#current;
    if (search?.id !== id) return;
    if (report !== undefined) {
      search.lines[report.line - 1] = report;
      this.#report(search, report);
      if (this.#current === search && this.#state === "stopping" && !this.#flag) this.#interrupt();
      return;
    }
    const settle = ({ resolve, reject }) => (error ? reject(new DuiyiError(error.code, error.text)) : resolve(answer));
    // After an error of the program itself, its memory is not reliable.
    if (error?.code === "internal") this.#end(settle);
    // Only a stop ends an infinite search, even if nothing is left to search.
    else if (answer && search.message.question.infinite && this.#state === "searching") search.settle = settle;
    else this.#settle(settle);
  }

  /** Passes a report on. An error of the receiver, also of a promise that it returns, rejects the search. */
  #report(search, report) {
    try {
      const returned = search.onReport?.(report);
      if (typeof returned?.then !== "function") return;
      const reporting = Promise.resolve(returned);
      search.reporting.push(reporting);
      reporting.catch((error) => this.#abort(search, error));
    } catch (error) {
      this.#abort(search, error);
    }
  }

  #settle(settle) {
    const search = this.#current;
    this.#current = null;
    this.#go("settle");
    settle(search);
    this.#advance();
  }

  /** Ends the worker with the search that runs or waits for it to open; for further searches another worker is opened. */
  #end(settle) {
    const search = this.#state === "loading" ? this.#waiting.shift() : this.#current;
    const worker = this.#worker;
    this.#current = null;
    this.#worker = null;
    this.#owner = null;
    this.#go("end");
    if (worker) this.#track(Promise.resolve(worker.end()));
    if (search) settle(search);
    this.#advance();
  }
}
