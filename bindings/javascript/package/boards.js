// Boards: games in progress.

import { checkFields, checkFlag, checkInteger, checkText, checkTexts, invalid } from "./errors.js";
import { ASK, DESCRIPTION, WRITE } from "./internal.js";
import { loaded } from "./program.js";

/** The largest depth of perft. */
const MAX_PERFT_DEPTH = 128;
/** The largest number of 32 bits without a sign. */
export const MAX_U32 = 2 ** 32 - 1;

const closing = new FinalizationRegistry(({ program, number }) => program.close(number));

/** The texts of moves by game and rules, since they do not depend on the position. */
const texts = new Map();

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
  #program;
  #number;
  #state = null;
  #legal = null;
  #texts = null;

  constructor(game, start) {
    this.#game = game;
    if (start instanceof Copied) {
      this.#program = start.program;
      this.#number = start.number;
    } else {
      const { rules = "", position = "", line = position } = checkFields("start", start, START);
      this.#program = loaded();
      this.#number = this.#program.open({ game, rules, line });
    }
    closing.register(this, { program: this.#program, number: this.#number });
  }

  /** Asks the program about the game. */
  [ASK](what, parts = {}, file = undefined) {
    return this.#program.ask(this.#number, { ask: what, ...parts }, { file });
  }

  #read() {
    this.#state ??= this[ASK]("state");
    return this.#state;
  }

  #changed() {
    this.#state = null;
    this.#legal = null;
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
    return this.#read().line;
  }

  get rules() {
    return this.#read().rules;
  }

  get start() {
    return this.#read().start;
  }

  get position() {
    return this.#read().position;
  }

  get turn() {
    return this.#read().turn;
  }

  get turns() {
    return [...this.#read().turns];
  }

  get outcome() {
    const { outcome } = this.#read();
    return outcome && { ...outcome };
  }

  get legalMoves() {
    this.#legal ??= this.#listLegal();
    return this.#legal.slice();
  }

  #listLegal() {
    if (!this.#texts) {
      const key = `${this.#game} ${this.rules}`;
      if (!texts.has(key)) texts.set(key, new Map());
      this.#texts = texts.get(key);
    }
    const program = this.#program;
    const known = this.#texts;
    let moves = program.legalMoves(this.#number);
    const list = new Array(moves.length);
    for (let index = 0; index < list.length; index += 1) {
      let text = known.get(moves[index]);
      if (text === undefined) {
        // The call may move the memory of the program, and with it the list.
        const kept = moves.slice();
        moves = kept;
        text = program.moveText(this.#number, kept[index]);
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

  copy() {
    return new this.constructor(new Copied(this.#program, this.#program.copy(this.#number)));
  }

  toString() {
    return this.#read().drawing;
  }
}

export class Xiangqi extends Board {
  constructor(start = {}) {
    super("xiangqi", start);
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
    super("connect6", start);
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
