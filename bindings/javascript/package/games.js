// Games with variations, and their records.

import { BOARDS } from "./boards.js";
import { DuiyiError, bytesOf, checkFields, checkFlag, checkInteger, checkText, invalid } from "./errors.js";
import { ASK, FROM_ANSWER, START_BOARD } from "./internal.js";
import { loaded } from "./program.js";

const START = { game: checkGame, rules: checkText, position: checkText };
const READ = { game: checkGame, rules: checkText, strict: checkFlag };
const RESULTS = [null, "1-0", "0-1", "1/2-1/2"];

function checkGame(argument, value) {
  if (!Object.hasOwn(BOARDS, value)) throw invalid(argument, value, `one of ${Object.keys(BOARDS).join(", ")}`);
}

/** A position in a game: the move that leads to it, and what an annotator wrote. */
export class GameNode {
  #game;
  #parent;
  #move;
  #children = [];
  #removed = false;

  constructor(game, parent, move, comment = "", marks = []) {
    this.#game = game;
    this.#parent = parent;
    this.#move = move;
    this.comment = comment;
    this.marks = marks;
    parent?.#children.push(this);
  }

  get parent() {
    return this.#parent;
  }

  get move() {
    return this.#move;
  }

  get children() {
    return [...this.#children];
  }

  get ply() {
    return this.#parent ? this.#parent.ply + 1 : 0;
  }

  /** The moves from the start. */
  get path() {
    const path = [];
    for (let node = this; node.#parent; node = node.#parent) path.push(node.#move);
    return path.reverse();
  }

  /** Throws an error if the node is no longer in its game. */
  #checkKept() {
    for (let node = this; node; node = node.#parent) {
      if (node.#removed) throw new DuiyiError("nothing", `the node of ${this.path.join(" ")} was removed from its game`);
    }
  }

  board() {
    this.#checkKept();
    const board = this.#game[START_BOARD]();
    for (const move of this.path) board.push(move);
    return board;
  }

  add(turn) {
    let node = this;
    // A turn of Connect6 is two moves.
    for (const text of this.board().push(turn).split("-")) {
      node = node.#children.find((child) => child.#move === text) ?? new GameNode(this.#game, node, text);
    }
    return node;
  }

  promote() {
    this.#checkKept();
    for (let node = this; node.#parent; node = node.#parent) {
      const siblings = node.#parent.#children;
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
    }
  }

  remove() {
    this.#checkKept();
    const removed = this.#parent ? [this] : [...this.#children];
    for (const node of removed) {
      const siblings = node.#parent.#children;
      siblings.splice(siblings.indexOf(node), 1);
      node.#removed = true;
    }
  }
}

/** A start as the program writes it, which needs no check. */
class Written {
  constructor(game, rules, position) {
    this.start = { game, rules, position };
  }
}

/** A start as the program writes it. */
function checkStart(start) {
  const { game = "xiangqi", rules = "", position = "" } = checkFields("start", start, START);
  const board = new BOARDS[game]({ rules, position });
  return { game, rules: board.rules, position: board.start };
}

export class Game {
  #start;
  #root;
  #faults = [];

  constructor(start = {}) {
    this.#start = start instanceof Written ? start.start : checkStart(start);
    this.#root = new GameNode(this, null, null);
    this.names = ["", ""];
    this.event = "";
    this.date = "";
    this.result = null;
    this.reason = "";
  }

  /** A game from the answer of the program. */
  static [FROM_ANSWER](game, { rules, position, nodes, faults, ...texts }) {
    const read = new Game(new Written(game, rules, position));
    read.#faults = faults;
    Object.assign(read, texts);
    const made = [];
    for (const { parent, move, comment, marks } of nodes) {
      if (made.length > 0) {
        made.push(new GameNode(read, made[parent], move, comment, marks));
      } else {
        made.push(read.#root);
        Object.assign(read.#root, { comment, marks });
      }
    }
    return read;
  }

  get game() {
    return this.#start.game;
  }

  get rules() {
    return this.#start.rules;
  }

  get position() {
    return this.#start.position;
  }

  get root() {
    return this.#root;
  }

  get faults() {
    return this.#faults.map((fault) => ({ ...fault, legal: [...fault.legal] }));
  }

  get mainLine() {
    const line = [];
    for (let node = this.#root; node.children.length > 0; ) {
      [node] = node.children;
      line.push(node);
    }
    return line;
  }

  /** A board at the start of the game. */
  [START_BOARD]() {
    const { game, rules, position } = this.#start;
    return new BOARDS[game]({ rules, position });
  }

  get formats() {
    return this[START_BOARD]()[ASK]("formats").formats;
  }

  write(format) {
    checkText("format", format);
    return this[START_BOARD]()[ASK]("writeGame", { format, game: this.#text() }).file;
  }

  writeText(format) {
    const bytes = this.write(format);
    try {
      // A text has no zeros; files of XQF begin with some.
      if (!bytes.includes(0)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // The bytes are not UTF-8.
    }
    throw invalid("format", format, "a format in UTF-8; write returns the bytes of others");
  }

  /** The game as the program reads it. */
  #text() {
    const { rules, position } = this.#start;
    if (!Array.isArray(this.names) || this.names.length !== 2) throw invalid("names", this.names, "two strings");
    this.names.forEach((name, index) => checkText(`names[${index}]`, name));
    for (const name of ["event", "date", "reason"]) checkText(name, this[name]);
    if (!RESULTS.includes(this.result)) throw invalid("result", this.result, "1-0, 0-1, 1/2-1/2 or null");
    const nodes = [];
    const rest = [[0, this.#root]];
    while (rest.length > 0) {
      const [parent, node] = rest.pop();
      const { move, comment, marks, children } = node;
      checkText("comment", comment);
      if (!Array.isArray(marks)) throw invalid("marks", marks, "an array of numbers");
      marks.forEach((mark, index) => checkInteger(`marks[${index}]`, mark, 0, 255));
      const index = nodes.length;
      nodes.push({ parent, move: move ?? "", comment, marks });
      rest.push(...children.reverse().map((child) => [index, child]));
    }
    const { names, event, date, result, reason } = this;
    return { rules, position, names, event, date, result, reason, nodes };
  }
}

const closing = new FinalizationRegistry(({ program, reader }) => program.closeReader(reader));

/** The games of a record, one at a time. */
class Games {
  #game;
  #strict;
  #program = loaded();
  /** The number of the reader; null at the end. */
  #reader;
  #faults = [];
  #isEmpty = true;

  constructor(game, reader, strict) {
    this.#game = game;
    this.#reader = reader;
    this.#strict = strict;
    closing.register(this, { program: this.#program, reader }, this);
  }

  get faults() {
    return this.#faults.map((fault) => ({ ...fault, legal: [...fault.legal] }));
  }

  [Symbol.iterator]() {
    return this;
  }

  next() {
    while (this.#reader !== null) {
      const { game, fault } = this.#program.nextGame(this.#reader);
      const [wrong] = game?.faults ?? [fault];
      if (fault) this.#faults.push(fault);
      if (!game && !fault) this.return();
      if (wrong && this.#strict) throw new DuiyiError("invalid-record", wrong.message);
      if (game) {
        this.#isEmpty = false;
        return { value: Game[FROM_ANSWER](this.#game, game), done: false };
      }
    }
    // A file without a single game is an error, which a strict reader has thrown if there was a damaged one.
    if (this.#isEmpty) {
      this.#isEmpty = false;
      const [wrong] = this.#faults;
      if (!wrong || !this.#strict) throw new DuiyiError("invalid-record", wrong?.message ?? "the file has no game");
    }
    return { value: undefined, done: true };
  }

  return(value) {
    if (this.#reader !== null) {
      closing.unregister(this);
      this.#program.closeReader(this.#reader);
      this.#reader = null;
    }
    return { value, done: true };
  }
}

export function readGames(data, options = {}) {
  const { game, rules = "", strict = false } = checkFields("options", options, READ);
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : bytesOf("data", data);
  if (game === undefined && rules) throw invalid("options.game", game, "the game of the rules");
  const names = game === undefined ? Object.keys(BOARDS) : [game];
  let first = null;
  for (const name of names) {
    try {
      const { reader } = new BOARDS[name]({ rules })[ASK]("readGames", {}, bytes);
      return new Games(name, reader, strict);
    } catch (error) {
      if (error.code !== "invalid-record") throw error;
      first ??= error;
    }
  }
  throw first;
}
