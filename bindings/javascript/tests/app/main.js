// Searches in a worker, and posts the results to the server.

import { Engine, Xiangqi, load } from "duiyi";

async function main() {
  await load();
  const board = new Xiangqi({ position: "4k4/9/9/9/9/9/R8/1R7/9/3K5 w" });
  const engine = new Engine({ Hash: 1 });
  const found = await engine.search(board, { depth: 4 });
  const searching = engine.search(new Xiangqi(), { infinite: true });
  await engine.stop();
  const stopped = await searching;
  await engine.close();
  return [found.score.mateDistance, board.legalMoves.includes(found.best), stopped.depth >= 1].join(" ");
}

const post = (body) => fetch("/", { method: "POST", body });
main().then(
  (text) => post(`found ${text}`),
  (error) => post(`error ${error.code} ${error.message}`),
);
