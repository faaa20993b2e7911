/** An error of the library, with its message. */
export class DuiyiError extends Error {}

/** Loads the program; then boards can be created. */
export function load(): Promise<void>;

/**
 * Loads an endgame table of xiangqi from the contents of its file, and returns its name, as in `krkaabb`. The tables that
 * captures lead to are also needed. Throws a DuiyiError if the bytes are not a table.
 */
export function loadEndgame(bytes: Uint8Array | ArrayBuffer): string;

export interface Start {
  /** The name of the rules: `asian-120`, `connect6`, `Connect(m,n,k,p,q)`; empty for the default. */
  rules?: string;
  /** The position: a FEN, or the rows of a Connect6 board. */
  position?: string;
  /** A whole game, `[position] [moves turn turn …]`, in the form of `Game.line`. */
  line?: string;
}

export interface Outcome {
  /** The winner; null in a draw. */
  winner: "red" | "black" | "white" | null;
  /** The reason, in a few words. */
  reason: string;
  result: "1-0" | "0-1" | "1/2-1/2";
}

export interface Picture {
  /** The size of a square in pixels, by default 48. */
  size?: number;
  /** Whether the board is flipped. */
  flipped?: boolean;
  /** Whether pieces are drawn as letters instead of Chinese characters. */
  letters?: boolean;
  /** Whether stones carry the number of their turn. */
  numbered?: boolean;
  /** Turns to draw as arrows, the best one first. */
  arrows?: string[];
  /** The number of moves before the position drawn; by default the newest position. */
  after?: number;
}

declare abstract class Game {
  /** The game in one line. */
  readonly line: string;
  /** The name of the rules. */
  readonly rules: string;
  /** The position as text: a FEN in xiangqi. */
  readonly position: string;
  /** The side to move. */
  readonly turn: "red" | "black" | "white";
  /** The turns played. */
  readonly turns: string[];
  /** The result of the game; null if it is not over. */
  readonly outcome: Outcome | null;
  /** The legal moves; in Connect6 a move is one stone. */
  readonly legalMoves: string[];
  /** Plays a turn and returns it in coordinates. Throws a DuiyiError if it cannot be played. */
  push(turn: string): string;
  /** Takes back the last turn, and returns it. */
  pop(): string;
  /** Counts the sequences of `depth` moves. */
  perft(depth: number): number;
  /** The board as an SVG picture. */
  svg(picture?: Picture): string;
  copy(): this;
  /** The board as text. */
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
  /** The nature of the move: `check`, `chase`, `idle` … */
  nature: string;
  /** The attacks that it creates, each with the reason why it counts or not. */
  threats: string[];
  text: string;
}

/** An article of a rule book. */
export interface Article {
  /** `AXF`, `WXF 2018`, `CXA 2020`, or `Duiyi` for the rule sets without a book. */
  document: string;
  number: string;
  /** What it states, in one sentence. */
  english: string;
  chinese: string;
}

export interface Ruling {
  book: Book;
  ruling: "open" | "draw" | "red-loses" | "black-loses";
  loser: "red" | "black" | null;
  rule: string;
  /** The article that contains the rule; null if nothing is repeated. */
  article: Article | null;
  occurrences: number;
  moves: RuledMove[];
  text: string;
}

/** The value of a position or a move, for the side that moves. */
export interface EndgameValue {
  result: "win" | "draw" | "loss";
  /** The plies to mate with best play of both sides; null in a draw. */
  plies: number | null;
  /** Whether it holds under every repetition rule; a draw does not if both sides have pieces that attack. */
  exact: boolean;
}

export interface EndgamePosition extends EndgameValue {
  /** All legal moves, the best first. */
  moves: (EndgameValue & { move: string })[];
}

/** A game of xiangqi. */
export class Xiangqi extends Game {
  constructor(start?: Start);
  /** Writes a legal move, or a sequence of moves; each may be given in any notation. */
  write(turn: string, notation?: Notation): string;
  write(turns: string[], notation?: Notation): string[];
  /** The explained ruling on the position, by the rule book of the game or another one. */
  ruling(book?: Book | null): Ruling;
  /** The value of the position in the loaded endgame tables; null if none contains it. */
  probeEndgame(): EndgamePosition | null;
}

export type Solution = { status: "win"; turns: number; turn: string } | { status: "no win" | "unknown" };

/** A game of the family Connect(m,n,k,p,q). */
export class Connect6 extends Game {
  constructor(start?: Start);
  /** Searches for a win by threats of the side to move, within a number of its turns. */
  solve(turns?: number): Solution;
}

export interface Score {
  /** Centipawns; beyond ±30872 the game is decided. */
  units: number;
  /** Plies to mate, negative if the side to move is mated; null without a mate. */
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
  /** The principal variation, beginning with the best turn. */
  turns: string[];
  score: Score | null;
  proved: boolean;
  depth: number;
  nodes: number;
  reason: string | null;
}

/** A player that searches in its own worker, without blocking the page. */
export class Engine {
  /** Options of the engine by name, with underscores for blanks: `{ Hash: 16 }`. */
  constructor(options?: Record<string, string | number | boolean>);
  search(board: Xiangqi | Connect6, limits: Limits): Promise<SearchResult>;
  /** Terminates the worker; its searches are rejected. The next search starts a new worker. */
  stop(): Promise<void>;
}
