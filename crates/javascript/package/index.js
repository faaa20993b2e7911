// Xiangqi and Connect6 for JavaScript; index.d.ts describes the interface.

import { DuiyiError, start } from "./program.js";

export { DuiyiError };

let program = null;

/** Loads the program; then boards can be created. */
export async function load() {
  program ??= await start();
}

function loaded() {
  if (!program) throw new DuiyiError("the program is not loaded: await load() first");
  return program;
}

export function loadEndgame(bytes) {
  return loaded().loadEndgame(bytes);
}

class Game {
  #game;
  #state;

  constructor(game, { rules = "", position = "", line = position } = {}) {
    loaded();
    this.#game = game;
    this.#state = { rules, line };
    this.#state = this.ask("state");
  }

  /** Asks the program about the game. */
  ask(what, parts = {}) {
    const { rules, line } = this.#state;
    return loaded().ask({ game: this.#game, rules, line, ask: what, ...parts });
  }

  /** The game as part of a question to the engine. */
  get question() {
    const { rules, line } = this.#state;
    return { game: this.#game, rules, line };
  }

  get line() {
    return this.#state.line;
  }

  get rules() {
    return this.#state.rules;
  }

  get position() {
    return this.#state.position;
  }

  get turn() {
    return this.#state.turn;
  }

  get turns() {
    return [...this.#state.turns];
  }

  get outcome() {
    return this.#state.outcome;
  }

  get legalMoves() {
    return this.ask("legalMoves").moves;
  }

  push(turn) {
    this.#state = this.ask("play", { turn });
    return this.#state.turns.at(-1);
  }

  pop() {
    const last = this.#state.turns.at(-1);
    this.#state = this.ask("undo");
    return last;
  }

  perft(depth) {
    return this.ask("perft", { depth }).count;
  }

  svg(picture = {}) {
    return this.ask("svg", picture).svg;
  }

  copy() {
    const { rules, line } = this.#state;
    return new this.constructor({ rules, line });
  }

  toString() {
    return this.#state.drawing;
  }
}

export class Xiangqi extends Game {
  constructor(start) {
    super("xiangqi", start);
  }

  write(turns, notation = "coordinates") {
    return Array.isArray(turns)
      ? this.ask("write", { turns, notation }).turns
      : this.ask("write", { turns: [turns], notation }).turns[0];
  }

  ruling(book = null) {
    return this.ask("ruling", { book });
  }

  probeEndgame() {
    return this.ask("endgame").value;
  }
}

export class Connect6 extends Game {
  constructor(start) {
    super("connect6", start);
  }

  solve(turns = 40) {
    return this.ask("solve", { turns });
  }
}

async function openWorker(receive, fail) {
  const place = new URL("worker.js", import.meta.url);
  if (globalThis.Worker) {
    const worker = new Worker(place, { type: "module" });
    worker.onmessage = (event) => receive(event.data);
    worker.onerror = fail;
    return worker;
  }
  const { Worker: Thread } = await import("node:worker_threads");
  const worker = new Thread(place);
  worker.on("message", receive);
  worker.on("error", fail);
  return worker;
}

export class Engine {
  #options;
  #worker = null;
  #asked = new Map();
  #number = 0;

  constructor(options = {}) {
    this.#options = Object.fromEntries(
      Object.entries(options).map(([name, value]) => [name.replaceAll("_", " "), String(value)]),
    );
  }

  async search(board, { onReport, ...limits } = {}) {
    const id = ++this.#number;
    const question = { ...board.question, ask: "search", options: this.#options, ...limits };
    const answer = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject, onReport }));
    this.#worker ??= openWorker(
      (message) => this.#receive(message),
      (error) => this.#fail(error.message),
    );
    (await this.#worker).postMessage({ id, question });
    return answer;
  }

  #receive({ id, report, answer, error }) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (report !== undefined) {
      asked.onReport?.(report);
      return;
    }
    this.#asked.delete(id);
    if (error === undefined) asked.resolve(answer);
    else asked.reject(new DuiyiError(error));
  }

  #fail(reason) {
    for (const { reject } of this.#asked.values()) reject(new DuiyiError(reason));
    this.#asked.clear();
  }

  async stop() {
    const worker = this.#worker;
    this.#worker = null;
    this.#fail("the search was stopped");
    await (await worker)?.terminate();
  }
}
