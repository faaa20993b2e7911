// Boards: games in progress.

import { DuiyiError, checkFields, checkFlag, checkInteger, checkText, checkTexts, invalid } from "./errors.js";
import { DESCRIPTION, DISPOSE, INSPECT, WRITE, inspected } from "./internal.js";
import { loadedRules } from "./programs.js";
import { OF_CONNECT6, OF_XIANGQI, Squares, based, baseOf, ends, moveFromOne, squareOf } from "./squares.js";

/** The largest depth of perft. */
const MAX_PERFT_DEPTH = 128;
/** The largest number of 32 bits without a sign. */
export const MAX_U32 = 2 ** 32 - 1;

const closing = new FinalizationRegistry(({ program, number }) => program.close(number));

/** The texts of moves by game and rules, since they do not depend on the position. */
const texts = new Map();

/** The method of boards whose games have checks. */
const IS_CHECK = Symbol("isCheck");
/** Asks the program about the game of a board. */
const ASK = Symbol("ask");
/** What is on the squares of a board. */
const SQUARES = Symbol("squares");

/** A move of xiangqi, given with ranks from 0, with ranks from `base`. */
const inBase = (move, base) => (base === 0 ? move : ends(move).map((square) => based(square, base)).join(""));

const START = { rules: checkText, position: checkText, line: checkText };
const PICTURE = {
  size: (name, value) => checkInteger(name, value, 8, 512),
  flipped: checkFlag,
  letters: checkFlag,
  numbered: checkFlag,
  arrows: checkTexts,
  after: (name, value) => checkInteger(name, value, 0, MAX_U32),
};

/** The number of a board that the program has copied. */
class Copied {
  constructor(program, number) {
    this.program = program;
    this.number = number;
  }
}

export class Board {
  #game;
  #naming;
  #program;
  /** The number of the board, shared with the registry; null once the board is closed. */
  #held;
  /** The texts about the game since its last change, by their names. */
  #known = {};
  #legal = null;
  #squares = null;
  #texts = null;

  constructor(game, naming, start) {
    this.#game = game;
    this.#naming = naming;
    if (start instanceof Copied) {
      this.#program = start.program;
      this.#held = { program: start.program, number: start.number };
    } else {
      const { rules = "", position = "", line = position } = checkFields("start", start, START);
      this.#program = loadedRules();
      this.#held = { program: this.#program, number: this.#program.open({ game, rules, line }) };
    }
    closing.register(this, this.#held, this.#held);
  }

  /** The number of the board. */
  get #number() {
    const { number } = this.#held;
    if (number === null) throw new DuiyiError("closed", "the board was closed");
    return number;
  }

  /** Asks the program about the game. */
  [ASK](what, parts = {}) {
    return this.#program.ask(this.#number, { ask: what, ...parts });
  }

  #text(name) {
    const number = this.#number;
    return (this.#known[name] ??= this.#program.text(number, name));
  }

  #changed() {
    this.#known = {};
    this.#legal = null;
    this.#squares = null;
  }

  /** Writes turns in a notation. */
  [WRITE](turns, notation) {
    return this.#program.write(this.#number, turns, notation);
  }

  /** The game as a description for another program. */
  get [DESCRIPTION]() {
    return { game: this.#game, rules: this.rules, line: this.line };
  }

  get line() {
    return this.#text("line");
  }

  get rules() {
    return this.#text("rules");
  }

  get start() {
    return this.#text("start");
  }

  get position() {
    return this.#text("position");
  }

  get turn() {
    return this.#text("turn");
  }

  get turns() {
    const text = this.#text("turns");
    return text ? text.split(" ") : [];
  }

  get outcome() {
    const text = this.#text("outcome");
    return text ? JSON.parse(text) : null;
  }

  isGameOver() {
    return this.#program.isOver(this.#number);
  }

  /** Whether the side to move is in check. */
  [IS_CHECK]() {
    return this.#program.isCheck(this.#number);
  }

  [SQUARES]() {
    const number = this.#number;
    return (this.#squares ??= new Squares(this.#naming, this.#program.squares(number)));
  }

  pieceAt(square) {
    return this[SQUARES]().at("square", square);
  }

  pieces() {
    return this[SQUARES]().all();
  }

  get legalMoves() {
    const number = this.#number;
    this.#legal ??= this.#listLegal(number);
    return this.#legal.slice();
  }

  #listLegal(number) {
    if (!this.#texts) {
      const key = `${this.#game} ${this.rules}`;
      if (!texts.has(key)) texts.set(key, new Map());
      this.#texts = texts.get(key);
    }
    const program = this.#program;
    const known = this.#texts;
    let moves = program.legalMoves(number);
    const list = new Array(moves.length);
    for (let index = 0; index < list.length; index += 1) {
      let text = known.get(moves[index]);
      if (text === undefined) {
        // The call may move the memory of the program, and with it the list.
        const kept = moves.slice();
        moves = kept;
        text = program.moveText(number, kept[index]);
        known.set(kept[index], text);
      }
      list[index] = text;
    }
    return list;
  }

  push(turn) {
    const played = this.#program.play(this.#number, checkText("turn", turn));
    this.#changed();
    return played;
  }

  pop() {
    const undone = this.#program.undo(this.#number);
    this.#changed();
    return undone;
  }

  perft(depth) {
    return this.#program.perft(this.#number, checkInteger("depth", depth, 0, MAX_PERFT_DEPTH));
  }

  svg(picture = {}) {
    return this[ASK]("svg", checkFields("picture", picture, PICTURE)).svg;
  }

  book() {
    const { name, moves } = this[ASK]("book");
    return { name, moves };
  }

  set(start = {}) {
    const before = this.#number;
    const { rules = this.rules, position = "", line = position } = checkFields("start", start, START);
    const number = this.#program.open({ game: this.#game, rules, line });
    this.#program.close(before);
    this.#held.number = number;
    this.#texts = null;
    this.#changed();
  }

  reset() {
    this.set();
  }

  close() {
    const { number } = this.#held;
    if (number === null) return;
    closing.unregister(this.#held);
    this.#held.number = null;
    this.#program.close(number);
  }

  [DISPOSE]() {
    this.close();
  }

  toJSON() {
    return { rules: this.rules, line: this.line };
  }

  [INSPECT](depth, options, inspect) {
    if (this.#held.number === null) return `${this.constructor.name} (closed)`;
    const { rules, position, turn, turns, outcome } = this;
    return inspected(this, { rules, position, turn, turns, outcome }, options, inspect);
  }

  copy() {
    return new this.constructor(new Copied(this.#program, this.#program.copy(this.#number)));
  }

  toString() {
    return this.#text("drawing");
  }
}

export class Xiangqi extends Board {
  constructor(start = {}) {
    super("xiangqi", OF_XIANGQI, start);
  }

  get fen() {
    return this.position;
  }

  isCheck() {
    return this[IS_CHECK]();
  }

  push(turn, options = {}) {
    const base = baseOf(options);
    const played = super.push(base === 0 ? turn : moveFromOne("turn", turn));
    return inBase(played, base);
  }

  pieceAt(square, options = {}) {
    return this[SQUARES]().at("square", square, baseOf(options));
  }

  pieces(options = {}) {
    return this[SQUARES]().all(baseOf(options));
  }

  movesFrom(square, options = {}) {
    const base = baseOf(options);
    const from = squareOf("square", square, base);
    return this.legalMoves.filter((move) => move.startsWith(from)).map((move) => inBase(move, base));
  }

  dests(options = {}) {
    const base = baseOf(options);
    const found = new Map();
    for (const move of this.legalMoves) {
      const [from, to] = ends(move).map((square) => based(square, base));
      if (!found.has(from)) found.set(from, []);
      found.get(from).push(to);
    }
    return found;
  }

  verboseMoves(options = {}) {
    const base = baseOf(options);
    return this.legalMoves.map((move) => {
      const [from, to] = ends(move);
      const [piece, captured] = [this.pieceAt(from), this.pieceAt(to)];
      return { move: inBase(move, base), from: based(from, base), to: based(to, base), piece, captured };
    });
  }

  write(turns, notation = "coordinates") {
    checkText("notation", notation);
    if (Array.isArray(turns)) return this[WRITE](checkTexts("turns", turns), notation);
    return this[WRITE]([checkText("turn", turns)], notation)[0];
  }

  ruling(book = null) {
    if (book !== null) checkText("book", book);
    const { file, ...ruling } = this[ASK]("ruling", { book });
    return ruling;
  }

  probeEndgame() {
    return this[ASK]("endgame").value;
  }
}

export class Connect6 extends Board {
  constructor(start = {}) {
    super("connect6", OF_CONNECT6, start);
  }

  solve(turns = 40) {
    const { file, ...solution } = this[ASK]("solve", { turns: checkInteger("turns", turns, 1, 400) });
    return solution;
  }
}

/** The boards by the names of their games. */
export const BOARDS = { xiangqi: Xiangqi, connect6: Connect6 };

/** Checks that an argument is a board. */
export function checkBoard(argument, value) {
  if (!(value instanceof Board)) throw invalid(argument, value, "a Xiangqi or Connect6 board");
  return value;
}
