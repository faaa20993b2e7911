// Measures the package in microseconds per call: node bindings/javascript/bench/speed.mjs [PACKAGE-FOLDER [RECORD]]
// With a file of games, also the time and the memory for reading them.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${resolve(process.argv[2] ?? "target/npm")}/`);
const { Connect6, Xiangqi, loadRecords, readGames } = await import(new URL("index.js", folder));
await loadRecords();

/** Prints the median and the least time of nine runs, per call, after the compiler has optimized the program. */
function time(name, calls, action) {
  for (let call = 0; call < 10 * calls; call += 1) action();
  const times = [];
  for (let run = 0; run < 9; run += 1) {
    const begun = performance.now();
    for (let call = 0; call < calls; call += 1) action();
    times.push(((performance.now() - begun) * 1000) / calls);
  }
  times.sort((a, b) => a - b);
  console.log(`${name},${times[4].toFixed(2)},${times[0].toFixed(2)}`);
}

console.log("call,median microseconds,least");
const boards = {
  "xiangqi start": new Xiangqi(),
  "xiangqi after 40 moves": new Xiangqi({ line: `moves ${"h2h3 h7h6 h3h2 h6h7 ".repeat(10)}` }),
  "connect6 start": new Connect6(),
};
for (const [name, board] of Object.entries(boards)) {
  const [move] = board.legalMoves;
  time(`legalMoves unchanged; ${name}`, 300, () => board.legalMoves);
  time(`push + pop; ${name}`, 300, () => {
    board.push(move);
    board.pop();
  });
  for (const asked of ["legalMoves", "turn", "position", "outcome"]) {
    time(`push + ${asked} + pop; ${name}`, 300, () => {
      board.push(move);
      board[asked];
      board.pop();
    });
  }
  time(`pieces; ${name}`, 300, () => board.pieces());
}
time("dests with base 1, after a move; xiangqi start", 300, () => {
  boards["xiangqi start"].push("h2e2");
  boards["xiangqi start"].dests({ base: 1 });
  boards["xiangqi start"].pop();
});
time("new Xiangqi + close", 1000, () => new Xiangqi().close());

if (process.argv[3]) {
  const data = await readFile(process.argv[3]);
  for (let run = 0; run < 3; run += 1) {
    const begun = performance.now();
    let [games, moves, most] = [0, 0, 0];
    for (const { mainLine } of readGames(data)) {
      games += 1;
      moves += mainLine.length;
      if (games % 100 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(2);
    console.log(`${games} games with ${moves} moves: ${seconds} s, at most ${Math.round(most / 1e6)} MB`);
  }
}
