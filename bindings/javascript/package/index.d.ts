/// <reference lib="esnext.disposable" />

export type ErrorCode =
  /** A position, rules or a line of moves cannot be read. */
  | "invalid-game"
  /** A turn cannot be read, or is not legal. */
  | "illegal-move"
  /** An argument has the wrong type or is out of range. */
  | "invalid-argument"
  /** A record of games cannot be read or written. */
  | "invalid-record"
  /** A file is damaged, or has another format. */
  | "invalid-file"
  /** The proof of a win cannot be read, or is refused: a `ProofError`. */
  | "invalid-proof"
  /** There is no move to take back, no move to search, or a node is no longer in its game. */
  | "nothing"
  /** A file cannot be loaded, or `load`, `loadRecords` or `loadBook` was not called. */
  | "not-loaded"
  /** The worker cannot be started, or failed. */
  | "worker"
  /** The search was stopped before it began, or the engine was closed. */
  | "stopped"
  /** The board was closed. */
  | "closed"
  /** An error of the library itself. */
  | "internal";

/** An error of the library, with its message; all errors are of this class. */
export class DuiyiError extends Error {
  readonly code: ErrorCode;
  /** The name of the invalid argument, as in `limits.depth`, if the error is about one. */
  readonly argument?: string;
  constructor(code: ErrorCode, message: string, argument?: string);
  /** The message and the fields, for `JSON.stringify`. */
  toJSON(): object;
}

/** The proof of a win that `verify` does not accept. */
export class ProofError extends DuiyiError {
  readonly code: "invalid-proof";
  /** Whether the text is not a proof of a game, or does not prove its claim. */
  readonly kind: "unreadable" | "refused";
  /** The number of the line at fault, from 1; 0 if the tree is empty or the start position is at fault. */
  readonly line: number;
  /** The moves from the start position to the place; empty if the text is unreadable. */
  readonly moves: string[];
  /** What is wrong there, without the place, which is in the message. */
  readonly reason: string;
  constructor(message: string, proof: { kind: "unreadable" | "refused"; line: number; moves: string[]; reason: string });
}

/**
 * Loads the rules; then boards can be created. After an error with the code `internal` the program has stopped: load it
 * again, and make the boards again.
 */
export function load(): Promise<void>;

/** Loads the rules if they are not loaded, and the formats of records: for `readGames` and the methods of `Game` that write. */
export function loadRecords(): Promise<void>;

/**
 * Loads the rules if they are not loaded, and the opening book of xiangqi for `board.book()`. The book of Connect6 and that
 * of an `Engine` need no loading.
 */
export function loadBook(): Promise<void>;

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
  /** The size of a square in pixels, from 8 to 512, by default 48. */
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

/** A move in the opening book. */
export interface BookMove {
  move: string;
  /** The number of games with the move. */
  games: number;
  /** Its share of the games of the position, from 0 to 1. */
  share: number;
  /** The name of the opening after the move. */
  name: string | null;
}

export interface BookMoves {
  /** The name of the opening. */
  name: string | null;
  /** The moves, the most frequent first. */
  moves: BookMove[];
}

/** A piece on a board. */
export interface Piece {
  color: "red" | "black" | "white";
  kind: "king" | "advisor" | "elephant" | "horse" | "rook" | "cannon" | "pawn" | "stone";
  /** The letter of the FEN, lower case for Black; for stones `X` (Black) or `O` (White). */
  letter: string;
}

/** The number of the lowest rank in names of squares: 0, or 1 for `a1` to `i10`, the keys of xiangqiground. */
export interface Based {
  base?: 0 | 1;
}

/** A legal move with its squares and pieces. */
export interface VerboseMove {
  move: string;
  from: string;
  to: string;
  piece: Piece;
  captured: Piece | null;
}

/**
 * A game in progress: `Xiangqi` or `Connect6`. `close` frees its memory at once; otherwise it is freed some time after the
 * program has dropped the board, but not before it returns to the event loop.
 */
declare abstract class Board {
  /** The game in one line. */
  readonly line: string;
  /** The name of the rules. */
  readonly rules: string;
  /** The start position as text. */
  readonly start: string;
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
  /** Whether `outcome` is not null. */
  isGameOver(): boolean;
  /** The piece on a square; null if it is empty. */
  pieceAt(square: string): Piece | null;
  /** All pieces with their squares, from the lowest rank. */
  pieces(): (Piece & { square: string })[];
  /** Plays a turn and returns it in coordinates. Throws a DuiyiError if it cannot be played. */
  push(turn: string): string;
  /** Takes back the last turn, and returns it. */
  pop(): string;
  /** Counts the sequences of `depth` moves; from 0 to 128. */
  perft(depth: number): number;
  /** The board as an SVG picture. */
  svg(picture?: Picture): string;
  /** The position in the opening book. In xiangqi it throws a DuiyiError with the code `not-loaded` before `loadBook`. */
  book(): BookMoves;
  copy(): this;
  /** Replaces the game; the rules stay if none are given. The board stays as it was if the start is invalid. */
  set(start?: Start): void;
  /** Returns to the start position of the rules. */
  reset(): void;
  /** Frees the memory of the board. Its other methods then throw a DuiyiError with the code `closed`. */
  close(): void;
  /** Closes the board, for `using`. */
  [Symbol.dispose](): void;
  /** The board as text. */
  toString(): string;
  /** The start from which a new board restores the game. */
  toJSON(): { rules: string; line: string };
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
export class Xiangqi extends Board {
  constructor(start?: Start);
  /** The position as FEN, the same as `position`. */
  readonly fen: string;
  /** Whether the side to move is in check. */
  isCheck(): boolean;
  pieceAt(square: string, options?: Based): Piece | null;
  pieces(options?: Based): (Piece & { square: string })[];
  /** With `base: 1` the turn is in coordinates with ranks from 1, and so is the returned one. */
  push(turn: string, options?: Based): string;
  /** The legal moves from a square. */
  movesFrom(square: string, options?: Based): string[];
  /** The destinations of the legal moves by their origins, as xiangqiground and chessground expect them. */
  dests(options?: Based): Map<string, string[]>;
  /** The legal moves with their squares and pieces. */
  verboseMoves(options?: Based): VerboseMove[];
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
export class Connect6 extends Board {
  constructor(start?: Start);
  /** Searches for a win by threats of the side to move, within 1 to 400 of its turns, by default 40. */
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
  /** What the score claims. */
  claim: "none" | "ruling expected" | "mate" | "ruling";
  bound: "exact" | "at least" | "at most";
  nodes: number;
  seconds: number;
  turns: string[];
  /** Whether the first turn is complete; a shallow search of Connect6 may end after one stone. */
  complete: boolean;
}

/** The clocks, in milliseconds. */
export interface Clock {
  /** The time left. */
  left: number;
  /** The time added after each move. */
  increment?: number;
  opponentLeft?: number;
  opponentIncrement?: number;
  /** The moves to the next time control. */
  movesToGo?: number;
  /** The length of a period of overtime. */
  byoyomi?: number;
  /** The periods of overtime left, by default 1. */
  periods?: number;
}

/** The limits of a search, which ends at the first that it reaches. At least one is needed. */
export interface Limits {
  /** In plies. */
  depth?: number;
  nodes?: number;
  /** In milliseconds. */
  movetime?: number;
  /** In moves. */
  mate?: number;
  clock?: Clock;
  /** Whether only `stop` ends the search. */
  infinite?: boolean;
  /** The number of best lines to search, from 1 to 128; by default the option `MultiPV` of the engine, or 1. */
  multiPv?: number;
  /** Called with each report. An error that it throws, or with which its promise is rejected, rejects the search. */
  onReport?: (report: Report) => void | Promise<void>;
  /** Rejects the search with the reason of the signal when it is aborted. */
  signal?: AbortSignal;
}

export interface SearchResult {
  /** The best turn. */
  best: string;
  /** The principal variation, beginning with the best turn. */
  turns: string[];
  score: Score | null;
  /** What the score claims. A `ruling` is confirmed by the rules; one that is only expected leaves an evaluation. */
  claim: "none" | "ruling expected" | "mate" | "ruling";
  /** Whether a mate or a ruling is claimed. */
  proved: boolean;
  depth: number;
  nodes: number;
  reason: string | null;
  /** The last report of each line, the best first; empty if the turn was not searched. */
  lines: Report[];
}

/** A player that searches in its own worker, without blocking the page. Its first search loads the engine. */
export class Engine {
  /**
   * Options of the engine by name, with underscores for blanks: `{ Hash: 16, OwnBook: true }`. `network` is the file of a
   * network for xiangqi or its URL.
   */
  constructor(
    options?: Record<string, string | number | boolean>,
    settings?: { network?: string | URL | Uint8Array | ArrayBuffer | null },
  );
  /** Searches; further searches wait for it. */
  search(board: Xiangqi | Connect6, limits: Limits): Promise<SearchResult>;
  /** Ends the running search, which is resolved with the best turn so far. Searches that wait are rejected. */
  stop(): Promise<void>;
  /**
   * Terminates the worker; its searches are rejected. The next search starts a new worker. In Node an open worker keeps the
   * process running only during a search.
   */
  close(): Promise<void>;
  /** Closes the engine without waiting, for `using`. */
  [Symbol.dispose](): void;
  /** Closes the engine, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** Its options and its state, for `JSON.stringify`. */
  toJSON(): object;
}

/** A position in a game with variations. */
export class GameNode {
  private constructor();
  /** The move that leads here; null at the root. In Connect6 a move is one stone. */
  readonly move: string | null;
  readonly parent: GameNode | null;
  /** The main continuation first, then the variations. */
  readonly children: GameNode[];
  /** The number of moves from the start. */
  readonly ply: number;
  /** The moves from the start. */
  readonly path: string[];
  comment: string;
  /** Numeric annotation glyphs of PGN, from 0 to 255: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
  marks: number[];
  /** A board at the position. */
  board(): Xiangqi | Connect6;
  /** Returns the node after a turn, which is added as the last variation if it does not exist. */
  add(turn: string): GameNode;
  /** Makes the line through the node the main line. */
  promote(): void;
  /**
   * Removes the node with everything after it; the root stays. The methods of a removed node throw a DuiyiError with the
   * code `nothing`.
   */
  remove(): void;
  /** The node with the moves of its children, for `JSON.stringify`. */
  toJSON(): object;
}

export type GameName = "xiangqi" | "connect6";

/** What `readGames` left out of a record. */
export interface Fault {
  /** The line in the text, from 1; that in which the game begins if the format has no lines; null if it is unknown. */
  line: number | null;
  /** The column in characters, from 1; null if it is unknown. */
  column: number | null;
  /** The number of the move in the notation of the game; null if the fault is not about a move. */
  moveNumber: number | null;
  /** What is wrong, with the place. */
  message: string;
  /** The legal moves in the position; empty if the fault is not about a move. */
  legal: string[];
}

/** A game with variations, comments and marks. */
export class Game {
  constructor(start?: { game?: GameName; rules?: string; position?: string });
  readonly game: GameName;
  readonly rules: string;
  /** The start position. */
  readonly position: string;
  readonly root: GameNode;
  /** What was left out of a damaged record; empty if the game was not read, or is whole. */
  readonly faults: Fault[];
  /** The nodes of the main line, without the root. */
  readonly mainLine: GameNode[];
  /** The formats of `write`; they need `loadRecords`. */
  readonly formats: string[];
  /** The names of the players, the side that begins first. */
  names: [string, string];
  event: string;
  date: string;
  result: Outcome["result"] | null;
  /** The reason of the result; empty if it is unknown. */
  reason: string;
  /** Writes a record: `PGN`, `DhtmlXQ`, `XQF` and `WXF` of xiangqi, `SGF` of Connect6, and the other `formats`. */
  write(format: string): Uint8Array;
  /** The same for formats in UTF-8. */
  writeText(format: string): string;
  /**
   * The game as plain data, for `JSON.stringify`. The nodes are a list in which each comes after its parent; `parent` is
   * its index.
   */
  toJSON(): {
    game: GameName;
    rules: string;
    position: string;
    names: [string, string];
    event: string;
    date: string;
    result: Outcome["result"] | null;
    reason: string;
    nodes: { parent: number; move: string | null; comment: string; marks: number[] }[];
  };
}

/**
 * The games of a record, read one at a time. A `for` loop that is left early frees the reader, and so does `return`. After
 * an error that `next` throws, `next` goes on with the next game.
 */
export interface Games extends IterableIterator<Game, undefined> {
  /** The games that cannot be read so far: they have no valid start. */
  readonly faults: Fault[];
  next(): IteratorResult<Game, undefined>;
  return(): IteratorResult<Game, undefined>;
  /** Frees the reader, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Reads the games of a record in any format of a game; without `game`, in any format of all games. A damaged game is read
 * as far as it goes: an illegal move is left out with the branch that follows it, and `faults` of the game lists it; `strict`
 * throws an error instead. A file from which no game can be read is an error. Needs `loadRecords`.
 */
export function readGames(
  data: string | Uint8Array | ArrayBuffer,
  options?: { game?: GameName; rules?: string; strict?: boolean },
): Games;

/** A proof that was accepted. */
export interface VerifiedProof {
  game: GameName;
  /** The number of moves in its longest line. */
  plies: number;
  /** The number of its lines, each of which ends with a win. */
  lines: number;
}

/**
 * Checks the proof of a forced win, as `xiangqi-engine analyse --proof` and `connect6-engine solve --prove` write it, by the
 * rules alone. The text names the game. Throws a ProofError if the text is not a proof, or does not prove its claim.
 */
export function verify(text: string): VerifiedProof;

// Without this, every declaration above would be exported.
export {};
