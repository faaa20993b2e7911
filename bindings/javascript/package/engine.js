// Engines: searches in a worker.

import { checkBoard, MAX_U32 } from "./boards.js";
import { DuiyiError, bytesOf, checkFields, checkFlag, checkInteger, checkObject, errorOf, invalid } from "./errors.js";
import { DESCRIPTION } from "./internal.js";
import { nodeModule } from "./program.js";

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
  if (typeof network !== "string" && !(network instanceof URL)) return bytesOf("network", network).slice();
  try {
    const place = new URL(network, globalThis.location?.href);
    if (place.protocol === "file:") return new Uint8Array(await (await nodeModule("fs/promises")).readFile(place));
    const response = await fetch(place);
    if (!response.ok) throw new Error(`the status is ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw errorOf("not-loaded", `the network ${network} cannot be loaded`, error);
  }
}

/** Opens the worker: its functions in a browser and in Node. */
async function openWorker(receive, fail) {
  if (globalThis.Worker) {
    // Bundlers recognize this form.
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event) => receive(event.data);
    worker.onerror = fail;
    worker.onmessageerror = fail;
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), hold() {}, release() {} };
  }
  const { Worker: Thread } = await nodeModule("worker_threads");
  const worker = new Thread(new URL("./worker.js", import.meta.url));
  worker.on("message", receive);
  worker.on("error", fail);
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

export class Engine {
  #options;
  #network;
  /** The contents of the network, once they are needed. */
  #bytes = null;
  #hasNetwork = false;
  #worker = null;
  /** The searches that are not finished, in their order; only the first one runs. */
  #searches = new Map();
  #number = 0;
  #flag = null;

  constructor(options = {}, settings = {}) {
    this.#options = checkOptions(options);
    const { network = null } = checkFields("settings", settings, SETTINGS);
    this.#network = network;
    // Only pages that are isolated from other origins can share memory.
    if (typeof SharedArrayBuffer !== "undefined") this.#flag = new Int32Array(new SharedArrayBuffer(4));
  }

  async search(board, limits) {
    checkBoard("board", board);
    const { onReport, multiPv, ...given } = checkFields("limits", limits, LIMITS);
    const others = this.#options.filter(([name]) => name.toLowerCase() !== "multipv");
    const [own] = this.#options.filter(([name]) => name.toLowerCase() === "multipv");
    const options = Object.fromEntries([...others, ["MultiPV", String(multiPv ?? own?.[1] ?? 1)]]);
    const question = { ask: "search", options, ...given };
    const description = board[DESCRIPTION];
    const id = ++this.#number;
    const search = { onReport, lines: [], stopping: false };
    const answer = new Promise((resolve, reject) => Object.assign(search, { resolve, reject }));
    this.#searches.set(id, search);
    try {
      await this.#send(id, { id, description, question, flag: this.#flag });
    } catch (error) {
      this.#bytes = null;
      this.#settle(id)?.reject(errorOf("worker", "the worker cannot be started", error));
    }
    return answer;
  }

  async #send(id, message) {
    if (this.#network !== null) this.#bytes ??= networkBytes(this.#network);
    const network = await this.#bytes;
    this.#worker ??= openWorker(
      (received) => this.#receive(received),
      (error) => this.#fail(errorOf("worker", "the worker failed", error)),
    );
    const worker = await this.#worker;
    // The search may have been stopped meanwhile.
    if (!this.#searches.has(id)) return;
    worker.hold();
    worker.post({ ...message, network: this.#hasNetwork ? null : network });
    this.#hasNetwork = true;
  }

  /** Removes a search that is finished. */
  #settle(id) {
    const search = this.#searches.get(id);
    this.#searches.delete(id);
    if (this.#searches.size === 0) this.#worker?.then((worker) => this.#searches.size === 0 && worker.release());
    return search;
  }

  #receive({ id, report, answer, error }) {
    const search = this.#searches.get(id);
    if (!search) return;
    if (report !== undefined) {
      search.lines[report.line - 1] = report;
      search.onReport?.(report);
      if (search.stopping) this.#interrupt(id);
      return;
    }
    this.#settle(id);
    search.stopped?.();
    if (error === undefined) search.resolve(answer);
    else search.reject(new DuiyiError(error.code, error.text));
    if (error?.code === "internal") this.#end();
  }

  #fail(error) {
    for (const { reject, stopped } of this.#searches.values()) {
      reject(error);
      stopped?.();
    }
    this.#searches.clear();
    this.#end();
  }

  /** Ends the worker; the next search starts another one. */
  async #end() {
    const worker = this.#worker;
    this.#worker = null;
    this.#hasNetwork = false;
    await (await worker)?.end();
  }

  /** Ends a search with its worker, once it has reported a whole turn. */
  #interrupt(id) {
    const search = this.#searches.get(id);
    if (!search.lines[0]?.complete) return;
    this.#settle(id);
    this.#end();
    search.resolve(resultOf(search.lines.filter(Boolean)));
    search.stopped?.();
  }

  async stop() {
    const [running, ...waiting] = this.#searches.keys();
    if (running === undefined) return;
    for (const id of waiting) {
      this.#settle(id).reject(new DuiyiError("stopped", "the search was stopped before it began"));
    }
    const search = this.#searches.get(running);
    const stopped = new Promise((resolve) => {
      search.stopped = resolve;
    });
    if (this.#flag) {
      Atomics.store(this.#flag, 0, this.#number);
    } else {
      search.stopping = true;
      this.#interrupt(running);
    }
    await stopped;
  }

  async close() {
    const error = new DuiyiError("stopped", "the engine was closed");
    for (const { reject, stopped } of this.#searches.values()) {
      reject(error);
      stopped?.();
    }
    this.#searches.clear();
    await this.#end();
  }
}
