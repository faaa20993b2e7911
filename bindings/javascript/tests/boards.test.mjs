// Boards: what they answer without JSON, squares and pieces, other starts, and their end.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { inspect } from "node:util";
import { importPackage } from "./built.mjs";

const { Connect6, Game, Xiangqi, loadRecords, readGames } = await importPackage();
before(loadRecords);

const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");
const CLOSED = { name: "DuiyiError", code: "closed", message: "the board was closed" };

/** The least time of some runs, per call, in microseconds. */
function timed(calls, action) {
  const times = [];
  for (let run = 0; run < 25; run += 1) {
    const begun = performance.now();
    for (let call = 0; call < calls; call += 1) action();
    times.push(((performance.now() - begun) * 1000) / calls);
  }
  return Math.min(...times);
}

test("the turn, the position and the outcome cost little more than a move", () => {
  const lines = ["", `moves ${"h2h3 h7h6 h3h2 h6h7 ".repeat(10)}`];
  for (const line of lines) {
    const board = new Xiangqi({ line, rules: "none-120" });
    const playing = (ask) => timed(300, () => {
      board.push("b0c2");
      ask();
      board.pop();
    });
    const alone = playing(() => {});
    const answers = {
      turn: () => board.turn,
      fen: () => board.fen,
      outcome: () => board.outcome,
      isCheck: () => board.isCheck(),
      isGameOver: () => board.isGameOver(),
      pieceAt: () => board.pieceAt("c2"),
    };
    for (const [name, ask] of Object.entries(answers)) {
      const time = playing(ask);
      assert.ok(time < 6 * alone, `${name}: ${time} µs with push and pop, which take ${alone} µs`);
    }
  }
});

test("checks and the end of the game are reported", () => {
  const board = new Xiangqi({ position: "3k5/R8/1R7/9/9/9/9/9/9/4K4 w" });
  assert.deepEqual([board.isCheck(), board.isGameOver(), board.outcome], [false, false, null]);
  board.push("b7b9");
  assert.deepEqual([board.isCheck(), board.isGameOver(), board.outcome.reason], [true, true, "checkmate"]);
  board.pop();
  assert.deepEqual([board.isCheck(), board.isGameOver(), board.outcome], [false, false, null]);
  assert.equal(board.fen, board.position);
  const won = new Connect6({ line: "moves J10 A1-S1 K10-L10 A19-S19 M10-N10 B1-C1 O10-P10" });
  assert.deepEqual([won.isGameOver(), won.outcome.winner], [true, "black"]);
  assert.equal(new Connect6().isGameOver(), false);
});

test("pieces are found by their squares", () => {
  const board = new Xiangqi();
  assert.deepEqual(board.pieceAt("h2"), { color: "red", kind: "cannon", letter: "C" });
  assert.deepEqual(board.pieceAt("E9"), { color: "black", kind: "king", letter: "k" });
  assert.equal(board.pieceAt("e2"), null);
  board.push("h2e2");
  assert.deepEqual([board.pieceAt("h2"), board.pieceAt("e2")?.kind], [null, "cannon"]);
  board.pop();
  assert.deepEqual([board.pieceAt("e2"), board.pieceAt("h2")?.kind], [null, "cannon"]);
  const pieces = board.pieces();
  assert.deepEqual([pieces.length, pieces[0]], [32, { square: "a0", color: "red", kind: "rook", letter: "R" }]);
  const kinds = new Set(pieces.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ["advisor", "cannon", "elephant", "horse", "king", "pawn", "rook"]);
  for (const { square, ...piece } of pieces) assert.deepEqual(board.pieceAt(square), piece);
  for (const wrong of ["", "j0", "a10", "a", "a01", "a-1", "a1.0", "h2e2"]) {
    assert.throws(() => board.pieceAt(wrong), { argument: "square", message: /expected a square from a0 to i9$/ });
  }
  assert.throws(() => board.pieceAt(3), { argument: "square" });
  assert.throws(() => board.pieces({ base: 2 }), { argument: "options.base" });
});

test("stones are found by their points", () => {
  const board = new Connect6({ line: "moves J10 A1-S19" });
  assert.deepEqual(board.pieceAt("j10"), { color: "black", kind: "stone", letter: "X" });
  assert.deepEqual(board.pieceAt("S19"), { color: "white", kind: "stone", letter: "O" });
  assert.equal(board.pieceAt("B1"), null);
  assert.deepEqual(board.pieces().map(({ square, color }) => `${square} ${color}`), ["A1 white", "J10 black", "S19 white"]);
  for (const wrong of ["", "T1", "A0", "A20", "A01", "AA1", "1A", "A1.5"]) {
    assert.throws(() => board.pieceAt(wrong), { argument: "square", message: /expected a point from A1 to S19$/ });
  }
  const wide = new Connect6({ rules: "Connect(30,12,6,2,1)" });
  for (const point of ["Z1", "AA12", "AD7"]) {
    const after = wide.copy();
    after.push(point);
    assert.equal(after.pieceAt(point)?.kind, "stone");
    assert.deepEqual(after.pieces().map(({ square }) => square), [point]);
  }
});

test("destinations are the legal moves, with ranks from 0 or from 1", () => {
  const board = new Xiangqi();
  const [dests, keys] = [board.dests(), board.dests({ base: 1 })];
  const moves = [...dests].flatMap(([from, to]) => to.map((square) => from + square));
  assert.deepEqual(moves.sort(), board.legalMoves.sort());
  assert.deepEqual([dests.get("b0"), keys.get("b1")].map((to) => to.sort()), [["a2", "c2"], ["a3", "c3"]]);
  assert.ok(keys.get("h3").includes("h10") && keys.get("a1").length === 2 && !keys.has("a0"));
  assert.deepEqual(board.movesFrom("b0").sort(), ["b0a2", "b0c2"]);
  assert.deepEqual(board.movesFrom("b1", { base: 1 }).sort(), ["b1a3", "b1c3"]);
  assert.deepEqual(board.movesFrom("e5"), []);
  assert.deepEqual(board.pieceAt("e10", { base: 1 }), board.pieceAt("e9"));
  assert.equal(board.pieces({ base: 1 }).at(-1).square, "i10");
  for (const wrong of ["a0", "a11", "a"]) assert.throws(() => board.movesFrom(wrong, { base: 1 }), { argument: "square" });
});

test("turns with ranks from 1 are played", () => {
  const board = new Xiangqi();
  assert.equal(board.push("h3h10", { base: 1 }), "h3h10");
  assert.equal(board.push("i10-h10", { base: 1 }), "i10h10");
  assert.deepEqual(board.turns, ["h2h9", "i9h9"]);
  for (const wrong of ["h0g2", "炮二平五", "b1", "b1c3d4", "b1k3"]) {
    assert.throws(() => board.push(wrong, { base: 1 }), { argument: "turn", message: /with ranks from 1 to 10/ });
  }
  assert.throws(() => board.push("b1b9", { base: 1 }), { code: "illegal-move" });
  assert.equal(board.turns.length, 2);
});

test("verbose moves have squares, pieces and captures", () => {
  const board = new Xiangqi();
  const moves = board.verboseMoves({ base: 1 });
  assert.equal(moves.length, 44);
  assert.deepEqual(moves.find(({ move }) => move === "h3h10"), {
    move: "h3h10",
    from: "h3",
    to: "h10",
    piece: { color: "red", kind: "cannon", letter: "C" },
    captured: { color: "black", kind: "horse", letter: "n" },
  });
  assert.equal(board.verboseMoves().find(({ move }) => move === "h2e2").captured, null);
});

test("a board is set to another game and reset", () => {
  const board = new Xiangqi({ rules: "wxf2018-120" });
  const first = board.position;
  board.push("h2e2");
  board.set({ position: "4k4/9/9/9/9/9/R8/1R7/9/3K5 w - - 0 1" });
  assert.deepEqual([board.turns, board.rules, board.pieces().length], [[], "wxf2018-120", 4]);
  assert.ok(board.legalMoves.includes("a3a9"));
  board.set({ rules: "none-120", line: "moves h2e2 h9g7" });
  assert.deepEqual([board.turns, board.rules], [["h2e2", "h9g7"], "none-120"]);
  for (const wrong of [{ position: "9/9" }, { rules: "go" }, { fen: first }, { line: 3 }]) {
    assert.throws(() => board.set(wrong), { name: "DuiyiError" });
    assert.deepEqual([board.turns, board.rules], [["h2e2", "h9g7"], "none-120"], "an invalid start changes nothing");
  }
  board.reset();
  assert.deepEqual([board.position, board.turns, board.rules], [first, [], "none-120"]);
  const family = new Connect6({ rules: "Connect(9,7,5,3,1)", line: "moves A1" });
  family.reset();
  assert.deepEqual([family.pieces(), family.legalMoves.length], [[], 63]);
});

test("a closed board throws errors, and others stay", () => {
  const board = new Xiangqi({ line: "moves h2e2" });
  const copy = board.copy();
  // What was asked before is not answered either.
  [board.turn, board.legalMoves, board.pieces()].forEach((value) => assert.ok(value));
  board.close();
  board.close();
  const calls = [
    ...["line", "rules", "start", "position", "fen", "turn", "turns", "outcome", "legalMoves"].map((name) => () => board[name]),
    ...["isCheck", "isGameOver", "pieces", "dests", "verboseMoves", "pop", "copy", "svg", "book", "ruling", "probeEndgame"].map(
      (name) => () => board[name](),
    ),
    ...["reset", "toString", "toJSON"].map((name) => () => board[name]()),
    () => board.push("h9g7"),
    () => board.pieceAt("e2"),
    () => board.movesFrom("e2"),
    () => board.perft(1),
    () => board.write("h9g7"),
    () => board.set({ rules: "none-120", position: "" }),
  ];
  for (const call of calls) assert.throws(call, CLOSED, String(call));
  assert.equal(copy.push("h9g7"), "h9g7");
  copy[DISPOSE]();
  assert.throws(() => copy.turn, CLOSED);
  assert.match(inspect(copy), /^Xiangqi \(closed\)$/);
});

const megabytes = () => process.memoryUsage().rss / 2 ** 20;

test("closed boards leave no memory behind, and open boards do not slow others", { timeout: 60_000 }, () => {
  const [begun, most] = [megabytes(), 100_000];
  for (let count = 0; count < most; count += 1) new Xiangqi().close();
  const reused = new Xiangqi();
  for (let count = 0; count < 20_000; count += 1) reused.reset();
  assert.ok(megabytes() - begun < 60, `${megabytes() - begun} MB for ${most} closed boards`);
  const opening = () => new Xiangqi();
  const [alone, live] = [timed(100, () => opening().close()), []];
  const before = performance.now();
  for (let count = 0; count < 5000; count += 1) live.push(opening());
  // The memory grows, but in large steps.
  const each = ((performance.now() - before) * 1000) / live.length;
  assert.ok(each < 30 * alone, `${each} µs for an open board, ${alone} µs for one that is closed`);
  assert.ok(timed(100, () => opening().close()) < 5 * alone);
  live.forEach((board) => board.close());
});

test("games close the boards that they open", { timeout: 60_000 }, () => {
  const game = new Game();
  const node = game.root.add("h2e2");
  const begun = megabytes();
  for (let count = 0; count < 3000; count += 1) {
    node.add("h9g7");
    game.writeText("PGN");
    readGames("1. h2e2 *")[DISPOSE]();
    assert.ok(game.formats.length > 0 && new Game().position);
  }
  assert.ok(megabytes() - begun < 60, `${megabytes() - begun} MB`);
});

test("boards are shown and written as their games", () => {
  for (const board of [new Xiangqi({ line: "moves h2e2", rules: "none-120" }), new Connect6({ line: "moves J10" })]) {
    const again = new board.constructor(JSON.parse(JSON.stringify(board)));
    assert.deepEqual([again.line, again.rules], [board.line, board.rules]);
    const shown = inspect(board);
    assert.ok(shown.startsWith(`${board.constructor.name} {`) && shown.includes(board.turns[0]), shown);
    assert.ok(shown.includes(board.turn) && shown.includes(board.rules), shown);
  }
});
