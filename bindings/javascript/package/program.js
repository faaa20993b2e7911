// The WebAssembly program. It keeps boards, which have numbers; questions and answers other than the frequent ones are JSON.

import { DuiyiError, ProofError, errorOf } from "./errors.js";

/** The texts about a game, in the order of the program. */
const TEXTS = ["position", "turn", "turns", "outcome", "line", "rules", "start", "drawing"];

class Program {
  #exports = null;
  #answered = "";
  #attached = null;
  #reported = null;
  #isStopped = null;
  #hasStopped = false;
  /** The function that starts it again. */
  #starter;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(starter) {
    this.#starter = starter;
  }

  async start(bytes) {
    const host = {
      now: () => performance.now(),
      is_stopped: () => (this.#isStopped?.() ? 1 : 0),
      answer: (from, length) => {
        this.#answered = this.#text(from, length);
      },
      attachment: (from, length) => {
        this.#attached = this.#bytes(from, length).slice();
      },
      report: (from, length) => this.#reported?.(JSON.parse(this.#text(from, length))),
    };
    try {
      this.#exports = (await WebAssembly.instantiate(bytes, { host })).instance.exports;
    } catch (error) {
      throw errorOf("not-loaded", "the program cannot be started", error);
    }
    return this;
  }

  #bytes(from, length) {
    return new Uint8Array(this.#exports.memory.buffer, from, length);
  }

  #text(from, length) {
    return this.#decoder.decode(this.#bytes(from, length));
  }

  #put(bytes) {
    const at = this.#call("room_for", bytes.length);
    this.#bytes(at, bytes.length).set(bytes);
  }

  #putText(text) {
    this.#put(this.#encoder.encode(text));
  }

  /** Whether it stopped in a call: its memory is not reliable. */
  get hasStopped() {
    return this.#hasStopped;
  }

  #call(name, ...numbers) {
    if (this.#hasStopped) {
      throw new DuiyiError("internal", `the program has stopped: await ${this.#starter} again, and make the boards again`);
    }
    try {
      return this.#exports[name](...numbers);
    } catch (error) {
      this.#hasStopped = true;
      throw errorOf("internal", `the program stopped in '${name}'`, error);
    }
  }

  /** Calls a function that returns 1 if it fails; returns its answer. */
  #answer(name, ...numbers) {
    if (this.#call(name, ...numbers) === 0) return this.#answered;
    const { code, message, proof } = JSON.parse(this.#answered);
    throw proof ? new ProofError(message, proof) : new DuiyiError(code, message);
  }

  open(description) {
    this.#putText(JSON.stringify(description));
    return Number(this.#answer("open"));
  }

  copy(board) {
    return this.#call("copy", board) >>> 0;
  }

  close(board) {
    if (!this.#hasStopped) this.#call("close", board);
  }

  /** The legal moves as numbers; the list is valid until the next call. */
  legalMoves(board) {
    const length = this.#call("legal_moves", board);
    return new Uint32Array(this.#exports.memory.buffer, this.#call("moves"), length);
  }

  /** The size of the board and its squares; the list is valid until the next call. */
  squares(board) {
    const length = this.#call("squares", board);
    return new Uint32Array(this.#exports.memory.buffer, this.#call("moves"), length);
  }

  /** A text about the game, by its name. */
  text(board, name) {
    return this.#answer("text", board, TEXTS.indexOf(name));
  }

  isCheck(board) {
    return this.#call("is_check", board) === 1;
  }

  isOver(board) {
    return this.#call("is_over", board) === 1;
  }

  moveText(board, move) {
    return this.#answer("move_text", board, move);
  }

  play(board, text) {
    this.#putText(text);
    return this.#answer("play", board);
  }

  /** Writes turns in a notation. */
  write(board, turns, notation) {
    // Each is on its own line.
    this.#putText([notation, ...turns].map((text) => text.replaceAll("\n", " ")).join("\n"));
    const written = this.#answer("write_turns", board);
    return turns.length === 0 ? [] : written.split("\n");
  }

  undo(board) {
    return this.#answer("undo", board);
  }

  perft(board, depth) {
    return this.#call("perft", board, depth);
  }

  /**
   * Answers a question about a board. `file` belongs to the question, and the answer's `file` to the answer. A search
   * calls `onReport`, and `isStopped` regularly.
   */
  ask(board, question, { file, onReport, isStopped } = {}) {
    if (file) {
      this.#put(file);
      this.#call("attach");
    }
    this.#reported = onReport ?? null;
    this.#isStopped = isStopped ?? null;
    this.#putText(JSON.stringify(question));
    const answer = JSON.parse(this.#answer("ask", board));
    return { ...answer, file: this.#attached };
  }

  /** The next game of a reader: `{ game }`, `{ fault }`, or `{}` at the end. */
  nextGame(reader) {
    return JSON.parse(this.#answer("next_game", reader));
  }

  closeReader(reader) {
    if (!this.#hasStopped) this.#call("close_reader", reader);
  }

  loadBook(bytes) {
    this.#put(bytes);
    this.#answer("load_book");
  }

  loadEndgame(bytes) {
    this.#put(bytes);
    return this.#answer("load_endgame");
  }

  verify(text) {
    this.#putText(text);
    return JSON.parse(this.#answer("verify"));
  }
}

/** Starts a program from the bytes of its module; `starter` is the function that users call to start it again. */
export function start(bytes, starter) {
  return new Program(starter).start(bytes);
}
