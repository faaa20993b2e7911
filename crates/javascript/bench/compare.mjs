// Compares the package with `ffish` (Fairy-Stockfish for JavaScript) on positions of xiangqi, and prints a table in CSV:
//   npm install --prefix FOLDER ffish@0.7.10
//   node crates/javascript/bench/compare.mjs PACKAGE-FOLDER FOLDER
// The packages alternate in each of nine rounds; the times are medians. All results are compared first.

import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [own = "target/npm", other] = process.argv.slice(2);
if (!other) throw new Error("usage: compare.mjs PACKAGE-FOLDER FOLDER-WITH-FFISH");
const { Game, Xiangqi, load, readGames } = await import(new URL("index.js", pathToFileURL(`${resolve(own)}/`)));
await load();
const ffish = await loadFfish();

async function loadFfish() {
  // The package reads its file by `fetch` where that exists, which fails in Node.
  const { fetch } = globalThis;
  delete globalThis.fetch;
  const module = createRequire(pathToFileURL(`${resolve(other)}/`))("ffish");
  await new Promise((done) => (module.onRuntimeInitialized = done));
  globalThis.fetch = fetch;
  return module;
}

const bench = new URL("../../xiangqi/src/kit/bench.fen", import.meta.url);
const FENS = (await readFile(bench, "utf8")).trim().split("\n");
/** A move with ranks from 1 instead of 0. */
const fromOne = (move) => move.replace(/\d/g, (rank) => Number(rank) + 1);
const fromZero = (move) => move.replace(/\d+/g, (rank) => Number(rank) - 1);

const boards = FENS.map((position) => [new Xiangqi({ position, rules: "none-120" }), new ffish.Board("xiangqi", position)]);
const game = new Game();
let node = game.root;
for (let ply = 0; ply < 60; ply += 1) node = node.add(node.board().legalMoves[(ply * 7) % 5]);
const record = game.writeText("PGN");
// ffish reads records only in its own notation.
const text = new ffish.Board("xiangqi").variationSan(node.path.map(fromOne).join(" "), ffish.Notation.SAN);
const otherRecord = `[Variant "Xiangqi"]\n\n${text} *\n`;

function perftOfOwn(board, depth) {
  const moves = board.legalMoves;
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    board.push(move);
    count += perftOfOwn(board, depth - 1);
    board.pop();
  }
  return count;
}

function perftOfOther(board, depth) {
  const text = board.legalMoves();
  const moves = text ? text.split(" ") : [];
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    board.push(move);
    count += perftOfOther(board, depth - 1);
    board.pop();
  }
  return count;
}

function readByOther() {
  const read = ffish.readGamePGN(otherRecord);
  const moves = read.mainlineMoves();
  read.delete();
  return moves.split(" ");
}

const sorted = (moves) => [...moves].sort().join(" ");
const start = [new Xiangqi({ rules: "none-120" }), new ffish.Board("xiangqi")];
const WXF = ffish.Notation.XIANGQI_WXF;
const firsts = boards.map(([mine]) => mine.legalMoves);
const otherFirsts = firsts.map((moves) => moves.map(fromOne));

/**
 * The tasks: a name, the number of calls, the work of each package, and functions that make the results comparable.
 * Playing and taking back a move before the legal moves excludes cached lists.
 */
const TASKS = [
  {
    name: "push + pop + legal moves",
    calls: boards.length,
    own: () =>
      boards.map(([board], at) => {
        board.push(firsts[at][0]);
        board.pop();
        return board.legalMoves;
      }),
    other: () =>
      boards.map(([, board], at) => {
        board.push(otherFirsts[at][0]);
        board.pop();
        return board.legalMoves().split(" ");
      }),
    ownResults: (lists) => lists.map(sorted),
    otherResults: (lists) => lists.map((moves) => sorted(moves.map(fromZero))),
  },
  {
    name: "perft 3 by moves",
    calls: 1,
    own: () => [perftOfOwn(start[0], 3)],
    other: () => [perftOfOther(start[1], 3)],
  },
  {
    name: "a move in WXF notation",
    calls: firsts.flat().length,
    own: () => boards.flatMap(([board], at) => firsts[at].map((move) => board.write(move, "wxf"))),
    other: () => boards.flatMap(([, board], at) => otherFirsts[at].map((move) => board.sanMove(move, WXF))),
  },
  {
    name: "a record of 60 moves",
    calls: 1,
    own: () => readGames(record)[0].mainLine.map(({ move }) => move),
    other: readByOther,
    otherResults: (moves) => moves.map(fromZero),
  },
];

function microseconds(work, calls) {
  const begun = performance.now();
  work();
  return ((performance.now() - begun) * 1000) / calls;
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

console.log("task,results compared,equal,duiyi microseconds,ffish microseconds,ratio");
for (const { name, calls, own, other, ownResults = (x) => x, otherResults = (x) => x } of TASKS) {
  const [ours, others] = [ownResults(own()), otherResults(other())];
  const different = ours.flatMap((result, at) => (result === others[at] ? [] : [`${result} | ${others[at]}`]));
  if (different.length > 0) console.error(`${name}: ${different.length} differ, as ${different[0]}`);
  const times = [[], []];
  for (let round = 0; round < 9; round += 1) {
    times[0].push(microseconds(own, calls));
    times[1].push(microseconds(other, calls));
  }
  const [a, b] = times.map(median);
  const equal = ours.length - different.length;
  console.log([name, ours.length, equal, a.toFixed(2), b.toFixed(2), (b / a).toFixed(2)].join(","));
}
const times = [];
for (let round = 0; round < 9; round += 1) times.push(microseconds(() => start[0].perft(3), 1));
console.log(`perft 3 by Xiangqi.perft,1,,${median(times).toFixed(2)},,`);
