// The names of squares, and the pieces on them.

import { checkFields, checkInteger, checkText, invalid } from "./errors.js";

const FILES = "abcdefghi";
const RANKS = 10;
/** The bit of a piece of the second side. */
const SECOND = 1 << 24;
const KINDS = { k: "king", a: "advisor", b: "elephant", n: "horse", r: "rook", c: "cannon", p: "pawn" };

/** Options of functions that read or write squares of xiangqi: `base` is the number of the lowest rank. */
const BASED = { base: (name, value) => checkInteger(name, value, 0, 1) };

/** The checked number of the lowest rank. */
export function baseOf(options) {
  const { base = 0 } = checkFields("options", options, BASED);
  return base;
}

/** The squares of a move in coordinates, with ranks from 0. */
export function ends(move) {
  return [move.slice(0, 2), move.slice(2)];
}

/** A square of xiangqi, given with ranks from 0, with ranks from `base`. */
export function based(square, base) {
  return base === 0 ? square : square[0] + (Number(square[1]) + base);
}

/** A square of xiangqi with ranks from 0, given with ranks from `base`; null for other texts. */
function fromZero(text, base) {
  const [, file, digits] = text.match(/^([a-i])(\d{1,2})$/i) ?? [];
  const rank = Number(digits) - base;
  // No rank begins with 0, except the rank 0 itself.
  return file && String(Number(digits)) === digits && rank >= 0 && rank < RANKS ? file.toLowerCase() + rank : null;
}

/** A checked square of xiangqi, with ranks from 0. */
export function squareOf(argument, value, base) {
  const square = fromZero(checkText(argument, value), base);
  if (square === null) throw invalid(argument, value, `a square from a${base} to i${base + RANKS - 1}`);
  return square;
}

/** A checked move with ranks from 1 in coordinates, with ranks from 0. */
export function moveFromOne(argument, value) {
  const [, from, to] = checkText(argument, value).match(/^([a-i]\d+)-?([a-i]\d+)$/i) ?? [];
  const squares = from ? [fromZero(from, 1), fromZero(to, 1)] : [null];
  if (squares.includes(null)) throw invalid(argument, value, "a move with ranks from 1 to 10, such as h3e3");
  return squares.join("");
}

/** The squares of xiangqi: their names by column and row, and what they hold. */
export const OF_XIANGQI = {
  colors: ["red", "black"],
  name: (column, row, base) => FILES[column] + (row + base),
  place: (argument, value, base) => {
    const square = squareOf(argument, value, base);
    return [FILES.indexOf(square[0]), Number(square[1])];
  },
  piece: (letter, color) => ({ color, kind: KINDS[letter.toLowerCase()], letter }),
};

/** A column as letters: A … Z, AA, AB … */
function columnName(column) {
  const letter = (value) => String.fromCharCode(65 + value);
  return column < 26 ? letter(column) : letter(Math.floor(column / 26) - 1) + letter(column % 26);
}

/** The squares of Connect6. */
export const OF_CONNECT6 = {
  colors: ["black", "white"],
  name: (column, row) => columnName(column) + (row + 1),
  place: (argument, value, base, { columns, rows }) => {
    const [, letters, digits] = checkText(argument, value).toUpperCase().match(/^([A-Z]{1,2})([1-9]\d*)$/) ?? [];
    const column = [...(letters ?? "")].reduce((before, letter) => before * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    if (!letters || column >= columns || digits > rows) {
      throw invalid(argument, value, `a point from A1 to ${columnName(columns - 1)}${rows}`);
    }
    return [column, digits - 1];
  },
  piece: (letter, color) => ({ color, kind: "stone", letter }),
};

/** What is on the squares of a board. */
export class Squares {
  #naming;
  #columns;
  #codes;

  /** `list` has the size of the board and the code of each square, as the program writes them. */
  constructor(naming, list) {
    this.#naming = naming;
    this.#columns = list[0];
    this.#codes = list.slice(2);
  }

  #piece(at) {
    const code = this.#codes[at];
    if (code === 0) return null;
    return this.#naming.piece(String.fromCodePoint(code & (SECOND - 1)), this.#naming.colors[code & SECOND ? 1 : 0]);
  }

  /** The piece on a named square, or null. */
  at(argument, value, base) {
    const size = { columns: this.#columns, rows: this.#codes.length / this.#columns };
    const [column, row] = this.#naming.place(argument, value, base, size);
    return this.#piece(row * this.#columns + column);
  }

  /** All pieces with their squares, from the lowest row. */
  all(base) {
    const pieces = [];
    this.#codes.forEach((code, at) => {
      if (code === 0) return;
      const square = this.#naming.name(at % this.#columns, Math.floor(at / this.#columns), base);
      pieces.push({ square, ...this.#piece(at) });
    });
    return pieces;
  }
}
