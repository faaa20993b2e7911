// Games with variations, and their records.

import { BOARDS } from "./boards.js";
import { DuiyiError, bytesOf, checkFields, checkFlag, checkInteger, checkText, invalid } from "./errors.js";
import { DISPOSE, FROM_ANSWER, INSPECT, START_BOARD, inspected } from "./internal.js";
import { loadedRecords } from "./programs.js";

const START = { game: checkGame, rules: checkText, position: checkText };
const READ = { game: checkGame, rules: checkText, strict: checkFlag };
const RESULTS = [null, "1-0", "0-1", "1/2-1/2"];

function checkGame(argument, value) {
  if (!Object.hasOwn(BOARDS, value)) throw invalid(argument, value, `one of ${Object.keys(BOARDS).join(", ")}`);
}

/** The result of a function for a board, which is closed after that. */
function closed(board, action) {
  try {
    return action(board);
  } finally {
    board.close();
  }
}

/** Asks the program with the formats of records. */
function askRecords(game, rules, question, file = undefined) {
  const program = loadedRecords();
  const board = program.open({ game, rules });
  try {
    return program.ask(board, question, { file });
  } finally {
    program.close(board);
  }
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
    return this.#game[START_BOARD](this.path);
  }

  add(turn) {
    let node = this;
    // A turn of Connect6 is two moves.
    for (const text of closed(this.board(), (board) => board.push(turn)).split("-")) {
      node = node.#children.find((child) => child.#move === text) ?? new GameNode(this.#game, node, text);
    }
    return node;
  }

  toJSON() {
    const { move, ply, path, comment, marks } = this;
    return { move, ply, path, comment, marks, children: this.#children.map((child) => child.#move) };
  }

  [INSPECT](depth, options, inspect) {
    return inspected(this, this.toJSON(), options, inspect);
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
  return closed(new BOARDS[game]({ rules, position }), (board) => ({ game, rules: board.rules, position: board.start }));
}

export class Game {
  #start;
  /** The root; null until the nodes of a game that was read are made. */
  #root = null;
  /** The nodes of a game that was read, as the program writes them. */
  #text = { moves: "", parents: [], comments: [], marks: [] };
  #faults = [];

  constructor(start = {}) {
    this.#start = start instanceof Written ? start.start : checkStart(start);
    this.names = ["", ""];
    this.event = "";
    this.date = "";
    this.result = null;
    this.reason = "";
  }

  /** A game from the answer of the program. */
  static [FROM_ANSWER](game, { rules, position, moves, parents, comments, marks, faults, ...texts }) {
    const read = new Game(new Written(game, rules, position));
    read.#faults = faults;
    read.#text = { moves, parents, comments, marks };
    return Object.assign(read, texts);
  }

  /** Makes the nodes. */
  #makeNodes() {
    const { moves, parents, comments, marks } = this.#text;
    this.#text = null;
    const parentOf = new Map(parents);
    const made = [new GameNode(this, null, null)];
    for (const move of moves ? moves.split(" ") : []) {
      const parent = parentOf.get(made.length) ?? made.length - 1;
      made.push(new GameNode(this, made[parent], move));
    }
    for (const [at, comment] of comments) made[at].comment = comment;
    for (const [at, numbers] of marks) made[at].marks = numbers;
    return made[0];
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
    this.#root ??= this.#makeNodes();
    return this.#root;
  }

  get faults() {
    return this.#faults.map((fault) => ({ ...fault, legal: [...fault.legal] }));
  }

  get mainLine() {
    const line = [];
    for (let [node] = this.root.children; node; [node] = node.children) {
      line.push(node);
    }
    return line;
  }

  /** A board after moves from the start of the game. */
  [START_BOARD](moves = []) {
    const { game, rules, position } = this.#start;
    return new BOARDS[game]({ rules, line: moves.length > 0 ? `${position} moves ${moves.join(" ")}` : position });
  }

  get formats() {
    return askRecords(this.game, "", { ask: "formats" }).formats;
  }

  write(format) {
    checkText("format", format);
    return askRecords(this.game, this.rules, { ask: "writeGame", format, game: this.#written() }).file;
  }

  toJSON() {
    const { game, rules, position, names, event, date, result, reason } = this;
    return { game, rules, position, names, event, date, result, reason, nodes: this.#listed() };
  }

  [INSPECT](depth, options, inspect) {
    const { game, rules, position, names, event, date, result, mainLine } = this;
    const moves = mainLine.map(({ move }) => move).join(" ");
    return inspected(this, { game, rules, position, names, event, date, result, moves }, options, inspect);
  }

  writeText(format) {
    const bytes = this.write(format);
    try {
      // A text has no zeros; files of XQF begin with some.
      if (!bytes.includes(0)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // The bytes are not UTF-8.
    }
    throw invalid("format", format, `a format in UTF-8, such as ${this.formats[0]}; write() returns the bytes of the others`);
  }

  /** The nodes in an order in which each comes after its parent, by which the others refer to it. */
  #listed() {
    const nodes = [];
    const rest = [[0, this.root]];
    while (rest.length > 0) {
      const [parent, node] = rest.pop();
      const { move, comment, marks, children } = node;
      const index = nodes.length;
      nodes.push({ parent, move, comment, marks });
      rest.push(...children.reverse().map((child) => [index, child]));
    }
    return nodes;
  }

  /** The game as the program reads it. */
  #written() {
    const { rules, position } = this.#start;
    if (!Array.isArray(this.names) || this.names.length !== 2) throw invalid("names", this.names, "two strings");
    this.names.forEach((name, index) => checkText(`names[${index}]`, name));
    for (const name of ["event", "date", "reason"]) checkText(name, this[name]);
    if (!RESULTS.includes(this.result)) throw invalid("result", this.result, "1-0, 0-1, 1/2-1/2 or null");
    const [moves, parents, comments, marks] = [[], [], [], []];
    for (const [index, node] of this.#listed().entries()) {
      checkText("comment", node.comment);
      if (!Array.isArray(node.marks)) throw invalid("marks", node.marks, "an array of numbers");
      node.marks.forEach((mark, at) => checkInteger(`marks[${at}]`, mark, 0, 255));
      if (index > 0) moves.push(node.move);
      if (index > 0 && node.parent !== index - 1) parents.push([index, node.parent]);
      if (node.comment) comments.push([index, node.comment]);
      if (node.marks.length > 0) marks.push([index, node.marks]);
    }
    const { names, event, date, result, reason } = this;
    return { rules, position, names, event, date, result, reason, moves: moves.join(" "), parents, comments, marks };
  }
}

const closing = new FinalizationRegistry(({ program, reader }) => program.closeReader(reader));

/** The games of a record, one at a time. */
class Games {
  #game;
  #strict;
  #program = loadedRecords();
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

  [DISPOSE]() {
    this.return();
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
  const refusals = [];
  for (const name of names) {
    try {
      const { reader } = askRecords(name, rules, { ask: "readGames" }, bytes);
      return new Games(name, reader, strict);
    } catch (error) {
      if (error.code !== "invalid-record") throw error;
      refusals.push(error.message);
    }
  }
  throw new DuiyiError("invalid-record", refusals.join("; "));
}
