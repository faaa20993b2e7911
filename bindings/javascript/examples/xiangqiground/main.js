// A game against the engine on the board of xiangqiground: you are Red.

import { DuiyiError, Engine, Xiangqi, load } from "duiyi";
import { Xiangqiground } from "xiangqiground";

/** The squares of xiangqiground are a1 to i10; its white side is Red. */
const KEYS = { base: 1 };
const [status, moves, undo] = ["status", "moves", "undo"].map((id) => document.getElementById(id));

await load();
const [start, board] = [new Xiangqi(), new Xiangqi()];
const engine = new Engine({ Hash: 16 });
const ground = Xiangqiground(document.getElementById("board"), {
  movable: { free: false, color: "white", events: { after: (from, to) => play(from + to) } },
  premovable: { enabled: false },
});

/** Shows the position, and allows the legal moves if Red is to move. */
function show(played = null) {
  const isRed = board.turn === "red";
  const turnColor = isRed ? "white" : "black";
  const isOver = board.isGameOver();
  ground.set({
    fen: board.fen,
    turnColor,
    lastMove: played?.match(/[a-i]\d+/g),
    check: board.isCheck() ? turnColor : false,
    movable: { dests: isRed && !isOver ? board.dests(KEYS) : new Map() },
  });
  moves.textContent = start.write(board.turns, "chinese").join(" ");
  undo.disabled = !isRed || board.turns.length === 0;
  if (isOver) status.textContent = `${board.outcome.result}: ${board.outcome.reason}`;
  else status.textContent = isRed ? "Your move" : "The engine thinks …";
}

async function play(move) {
  show(board.push(move, KEYS));
  if (board.isGameOver()) return;
  try {
    const { best } = await engine.search(board, { movetime: 300 });
    board.push(best);
    // The move as xiangqiground names its squares.
    show(best.replace(/\d/g, (rank) => Number(rank) + 1));
  } catch (error) {
    if (!(error instanceof DuiyiError)) throw error;
    status.textContent = error.message;
  }
}

undo.addEventListener("click", () => {
  board.pop();
  board.pop();
  show();
});

show();
