// The part of `speed` in JavaScript: ours against `ffish` (Fairy-Stockfish); prints rows in JSON.
// Arguments: the folder of our package, a folder with ffish installed, the number of rounds.

import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [own, other, rounds] = process.argv.slice(2);
const { Game, Xiangqi, loadRecords, readGames } = await import(new URL("index.js", pathToFileURL(`${resolve(own)}/`)));
await loadRecords();
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

const places = new URL("../../benches/data/midgame50.epd", import.meta.url);
const FENS = (await readFile(places, "utf8")).trim().split("\n").map((line) => line.split(";")[0].trim());
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

/** The processor time of a call: other programs may share the machine. */
function microseconds(work, calls) {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / calls;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1].toFixed(2);
const version = async (folder) => JSON.parse(await readFile(resolve(folder, "package.json"), "utf8")).version;
const names = { ours: `npm ${await version(own)}`, other: `ffish ${await version(`${other}/node_modules/ffish`)}` };

const rows = TASKS.map(({ name, calls, own, other, ownResults = (x) => x, otherResults = (x) => x }) => {
  const [ours, others] = [ownResults(own()), otherResults(other())];
  const equal = ours.filter((result, at) => result === others[at]).length;
  const repeat = (work) => () => {
    for (let times = 0; times < 10; times += 1) work();
  };
  repeat(own)();
  repeat(other)();
  const times = Array.from({ length: Number(rounds) }, () => [
    microseconds(repeat(own), 10 * calls),
    microseconds(repeat(other), 10 * calls),
  ]);
  const ratios = times.map(([mine, theirs]) => theirs / mine);
  return {
    ...names,
    task: name,
    results: ours.length,
    equal,
    our_us: median(times.map(([mine]) => mine)),
    other_us: median(times.map(([, theirs]) => theirs)),
    ratio: median(ratios),
    least: Math.min(...ratios).toFixed(2),
    greatest: Math.max(...ratios).toFixed(2),
  };
});
console.log(JSON.stringify(rows));
