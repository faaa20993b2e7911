// The rules of xiangqi from JavaScript, by the WebAssembly module of the C interface:
//   node rules.mjs path/to/duiyi_capi.wasm
// It runs in browsers, too, with fetch instead of readFile. Memory is freed by hand; the npm
// package in bindings/javascript does that itself, and also searches.
import { readFile } from "node:fs/promises";

const MAX_MOVES = 128;
const OUTCOMES = ["ongoing", "red wins", "black wins", "draw"];

/** The module, and its memory as texts and numbers. */
export class Library {
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Library(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
  }

  /** The memory, which moves when it grows: never keep the view. */
  get view() {
    return new DataView(this.exports.memory.buffer);
  }

  /** The bytes of a text before its final zero byte, as a string. */
  text(pointer) {
    const bytes = new Uint8Array(this.exports.memory.buffer, pointer);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** Copies a text of the library and releases it. */
  owned(pointer) {
    if (pointer === 0) return null;
    const text = this.text(pointer);
    this.exports.duiyi_string_free(pointer);
    return text;
  }

  /**
   * Calls a function with arguments, of which strings are copied into the memory and null is the
   * null pointer; appends `error`, and throws its message on failure.
   */
  call(name, ...values) {
    const buffers = [];
    const reserve = (size) => {
      const pointer = this.exports.duiyi_buffer_new(size);
      buffers.push([pointer, size]);
      return pointer;
    };
    const argument = (value) => {
      if (typeof value !== "string") return value ?? 0;
      const bytes = new TextEncoder().encode(`${value}\0`);
      const pointer = reserve(bytes.length);
      new Uint8Array(this.exports.memory.buffer, pointer).set(bytes);
      return pointer;
    };
    try {
      const error = reserve(4);
      if (this.exports[name](...values.map(argument), error) !== 0) {
        throw new Error(this.owned(this.view.getUint32(error, true)));
      }
    } finally {
      for (const [pointer, size] of buffers) this.exports.duiyi_buffer_free(pointer, size);
    }
  }

  /** Calls `body` with room for results. */
  withRoom(size, body) {
    const room = this.exports.duiyi_buffer_new(size);
    try {
      return body(room);
    } finally {
      this.exports.duiyi_buffer_free(room, size);
    }
  }
}

/** A game; moves are numbers. Call free() in the end. */
export class Game {
  constructor(library, { fen = null, rules = null } = {}) {
    this.library = library;
    this.handle = library.withRoom(4, (room) => {
      library.call("duiyi_game_new", fen, rules, room);
      return library.view.getUint32(room, true);
    });
  }

  /** A call whose last result is a text. */
  #text(name, ...values) {
    return this.library.withRoom(4, (room) => {
      this.library.call(name, this.handle, ...values, room);
      return this.library.owned(this.library.view.getUint32(room, true));
    });
  }

  get fen() {
    return this.#text("duiyi_game_fen");
  }

  get legalMoves() {
    return this.library.withRoom(4 + 2 * MAX_MOVES, (room) => {
      this.library.call("duiyi_game_legal_moves", this.handle, room + 4, MAX_MOVES, room);
      const { view } = this.library;
      return Array.from({ length: view.getUint32(room, true) }, (_, i) => view.getUint16(room + 4 + 2 * i, true));
    });
  }

  read(text, notation = null) {
    return this.library.withRoom(2, (room) => {
      this.library.call("duiyi_game_read_move", this.handle, text, notation, room);
      return this.library.view.getUint16(room, true);
    });
  }

  write(move, notation = "coordinates") {
    return this.#text("duiyi_game_write_move", move, notation);
  }

  push(move) {
    this.library.call("duiyi_game_push", this.handle, move);
  }

  get outcome() {
    return this.library.withRoom(8, (room) => {
      this.library.call("duiyi_game_outcome", this.handle, room, room + 4);
      const reason = this.library.owned(this.library.view.getUint32(room + 4, true));
      const words = OUTCOMES[this.library.view.getUint32(room, true)];
      return reason === null ? words : `${words}: ${reason}`;
    });
  }

  judge(book = null) {
    return JSON.parse(this.#text("duiyi_game_judge", book));
  }

  perft(depth) {
    return this.library.withRoom(8, (room) => {
      this.library.call("duiyi_game_perft", this.handle, depth, room);
      return this.library.view.getBigUint64(room, true);
    });
  }

  free() {
    this.library.exports.duiyi_game_free(this.handle);
  }
}

const library = await Library.load(await readFile(process.argv[2]));
console.log(`version ${library.text(library.exports.duiyi_version())}`);
const start = new Game(library);
console.log(`perft 3: ${start.perft(3)}`);
start.free();
const game = new Game(library, { fen: "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w" });
console.log(`${game.legalMoves.length} legal moves`);
for (let i = 0; i < 8; i++) {
  const move = game.read(["h8h9", "f9f8", "h9h8", "f8f9"][i % 4]);
  console.log(game.write(move, "chinese"));
  game.push(move);
}
console.log(game.outcome);
const ruling = game.judge();
console.log(`${ruling.ruling}: ${ruling.rule}`);
for (const { text } of ruling.moves) console.log(text);
try {
  game.read("a0a9");
} catch (error) {
  console.log(`error: ${error.message}`);
}
game.free();
