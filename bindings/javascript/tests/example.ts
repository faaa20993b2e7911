// Uses the package; `tsc --strict` reads this file.

import {
  Connect6,
  DuiyiError,
  Engine,
  Game,
  GameNode,
  ProofError,
  Xiangqi,
  load,
  loadEndgame,
  readGames,
  verify,
  type ErrorCode,
  type Limits,
  type Outcome,
  type Report,
  type SearchResult,
} from "duiyi";

await load();
const board = new Xiangqi({ rules: "asian-120" });
const moves: string[] = board.legalMoves;
const played: string = board.push(moves[0] ?? "h2e2");
const texts: string[] = board.write([], "wxf");
const text: string = board.copy().write("h9g7", "chinese");
const outcome: Outcome | null = board.outcome;
const winner: "red" | "black" | "white" | null | undefined = outcome?.winner;

const reports: Report[] = [];
const limits: Limits = {
  clock: { left: 60_000, increment: 1000, movesToGo: 40 },
  multiPv: 3,
  onReport: (report) => void reports.push(report),
};
const engine = new Engine({ Hash: 16, OwnBook: true }, { network: new URL("https://example.org/a.nnue") });
const searching: Promise<SearchResult> = engine.search(board, limits);
await engine.stop();
const { best, lines, score } = await searching;
console.log(best, lines[1]?.score.text, score?.mateDistance ?? 0, played, texts, text, winner);
await engine.close();

const control = new AbortController();
await engine.search(board, { depth: 3, signal: control.signal, onReport: async ({ depth }) => console.log(depth) });
const dests: Map<string, string[]> = board.dests({ base: 1 });
const kind: string | undefined = board.pieceAt("e1", { base: 1 })?.kind;
const captures: string[] = board.verboseMoves().filter(({ captured }) => captured !== null).map(({ move }) => move);
console.log(dests.size, kind, captures, board.fen, board.isCheck() || board.isGameOver());
board.reset();
{
  using copy = board.copy();
  await using other = new Engine();
  await other.search(copy, { depth: 1 });
}

const solution = new Connect6().solve(3);
if (solution.status === "win") console.log(solution.turn, solution.turns);

const game: Game = new Game({ game: "connect6" });
const node: GameNode = game.root.add("J10");
node.comment = "the centre";
node.marks = [1];
const [first] = readGames(game.writeText("SGF"), { game: "connect6" });
const bytes: Uint8Array = game.write("SGF");
const move: string | null | undefined = first?.mainLine.at(-1)?.move;

try {
  loadEndgame(bytes);
} catch (error) {
  if (!(error instanceof DuiyiError)) throw error;
  const code: ErrorCode = error.code;
  console.log(code, error.argument ?? "", error.message, move);
}

try {
  const { plies, lines }: { plies: number; lines: number } = verify("duiyi-proof 1");
  console.log(plies, lines);
} catch (error) {
  if (!(error instanceof ProofError)) throw error;
  const kind: "unreadable" | "refused" = error.kind;
  console.log(kind, error.line, error.moves.join(" "), error.reason);
}
