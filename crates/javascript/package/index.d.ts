/** What is wrong with a question, in the library's own words. */
export class DuiyiError extends Error {}

/** Loads the program; the boards can be used when it is there. */
export function load(): Promise<void>;

export interface Start {
  /** The name of the rules: `asian-120`, `connect6`, `Connect(m,n,k,p,q)`; empty for the usual ones. */
  rules?: string;
  /** The position: a FEN, or a board of Connect6 by rows. */
  position?: string;
  /** A whole game, `[position] [moves turn turn …]`, as `line` gives it. */
  line?: string;
}

export interface Outcome {
  /** Who won; null is a draw. */
  winner: "red" | "black" | "white" | null;
  /** Why, in a few words. */
  reason: string;
  result: "1-0" | "0-1" | "1/2-1/2";
}

export interface Picture {
  /** The side of a square in pixels; 48 at first. */
  size?: number;
  /** Whether the board is seen from the other side. */
  flipped?: boolean;
  /** Letters on the pieces instead of characters. */
  letters?: boolean;
  /** The number of its turn on each stone. */
  numbered?: boolean;
  /** Turns that might follow, the best one first. */
  arrows?: string[];
  /** The game after so many moves. */
  after?: number;
}

declare abstract class Game {
  /** The game in one line. */
  readonly line: string;
  /** The name of the rules. */
  readonly rules: string;
  /** The position as a text: a FEN in xiangqi. */
  readonly position: string;
  /** The side to move. */
  readonly turn: "red" | "black" | "white";
  /** The turns that were played. */
  readonly turns: string[];
  /** How the game has ended; null if it goes on. */
  readonly outcome: Outcome | null;
  /** The legal moves, in Connect6 stone by stone. */
  readonly legalMoves: string[];
  /** Plays a turn and gives it back in coordinates. A DuiyiError says why it cannot be played. */
  push(turn: string): string;
  /** Takes the last turn back, and gives it back. */
  pop(): string;
  /** Counts the sequences of so many moves. */
  perft(depth: number): number;
  /** The board as an SVG picture. */
  svg(picture?: Picture): string;
  copy(): this;
  /** The board in characters. */
  toString(): string;
}

export type Notation =
  | "coordinates"
  | "iccs"
  | "wxf"
  | "wxf-xqbase"
  | "chinese"
  | "chinese-half"
  | "traditional"
  | "traditional-half";

export type Book = "none" | "check-only" | "asian" | "wxf2018" | "cxa2020";

export interface RuledMove {
  move: string;
  /** What the move does: `check`, `chase`, `idle` … */
  nature: string;
  /** The attacks that it brings about, with the reason why each counts or does not. */
  threats: string[];
  text: string;
}

export interface Ruling {
  book: Book;
  ruling: "open" | "draw" | "red-loses" | "black-loses";
  loser: "red" | "black" | null;
  rule: string;
  occurrences: number;
  moves: RuledMove[];
  text: string;
}

/** A game of xiangqi. */
export class Xiangqi extends Game {
  constructor(start?: Start);
  /** Writes a legal move, or moves that follow one another; each may be in any notation. */
  write(turn: string, notation?: Notation): string;
  write(turns: string[], notation?: Notation): string[];
  /** The ruling on the position with its reasons, by the book of the rules or by another one. */
  ruling(book?: Book | null): Ruling;
}

export type Solution = { status: "win"; turns: number; turn: string } | { status: "no win" | "unknown" };

/** A game of the family Connect(m,n,k,p,q). */
export class Connect6 extends Game {
  constructor(start?: Start);
  /** Whether the side to move wins by threats within so many of its turns, and how. */
  solve(turns?: number): Solution;
}

export interface Score {
  /** Hundredths of a pawn, or beyond ±30872 a game that is decided. */
  units: number;
  /** Plies to the mate, negative for the side that is mated; null if there is none. */
  mateDistance: number | null;
  text: string;
}

export interface Report {
  depth: number;
  line: number;
  score: Score;
  bound: "exact" | "at least" | "at most";
  nodes: number;
  seconds: number;
  turns: string[];
}

export interface Limits {
  /** In plies. */
  depth?: number;
  nodes?: number;
  /** In milliseconds. */
  movetime?: number;
  /** In moves. */
  mate?: number;
  onReport?: (report: Report) => void;
}

export interface SearchResult {
  /** The best turn. */
  best: string;
  /** The expected turns, the best one first. */
  turns: string[];
  score: Score | null;
  proved: boolean;
  depth: number;
  nodes: number;
  reason: string | null;
}

/** A player that searches in a worker of its own, so that the page goes on. */
export class Engine {
  /** Options of the program by name, an underscore for a blank: `{ Hash: 16 }`. */
  constructor(options?: Record<string, string | number | boolean>);
  search(board: Xiangqi | Connect6, limits: Limits): Promise<SearchResult>;
  /** Ends the worker and what it searches: that is rejected. The next search begins a new one. */
  stop(): Promise<void>;
}
