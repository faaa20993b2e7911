// Uses the rules, the book and the engine of the package.

import { Connect6, Engine, Xiangqi, load, loadBook } from "duiyi";

export async function uses() {
  await load();
  const board = new Xiangqi();
  const written = board.write("h2e2", "chinese");
  const { turn } = new Connect6({ line: "moves J10" });
  await loadBook();
  const [{ name }] = board.book().moves;
  const engine = new Engine({ Hash: 1 });
  const mate = new Xiangqi({ position: "4k4/9/9/9/9/9/R8/1R7/9/3K5 w" });
  const { score } = await engine.search(mate, { depth: 4 });
  const searching = engine.search(board, { infinite: true });
  await engine.stop();
  const { depth } = await searching;
  await engine.close();
  return [written, turn, name, `mate in ${score.mateDistance}`, depth >= 1 ? "stopped" : depth].join(", ");
}
