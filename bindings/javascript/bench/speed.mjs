// Measures the package in microseconds per call: node bindings/javascript/bench/speed.mjs [PACKAGE-FOLDER]

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${resolve(process.argv[2] ?? "target/npm")}/`);
const { Connect6, Xiangqi, load } = await import(new URL("index.js", folder));
await load();

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
  time(`push + legalMoves + pop; ${name}`, 300, () => {
    board.push(move);
    board.legalMoves.length;
    board.pop();
  });
}
