// Tests the built package; PACKAGE names its folder.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${resolve(process.env.PACKAGE ?? "target/npm")}/`);
const { Connect6, DuiyiError, Engine, Game, Xiangqi, load, loadBook, loadEndgame, loadRecords, readGames } = await import(new URL("index.js", folder));
const CHECKS = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w";
const engine = new Engine({ Hash: 1 });

test("boards cannot be created before load", async () => {
  assert.throws(() => new Xiangqi(), /await load\(\) first/);
  assert.throws(() => loadEndgame(new Uint8Array()), /await load\(\) first/);
  assert.throws(() => readGames("1. h2e2 *"), { code: "not-loaded", message: /await loadRecords\(\) first/ });
  await Promise.all([load(), load()]);
  const board = new Xiangqi();
  await load();
  assert.equal(board.push("h2e2"), "h2e2", "a board stays valid after another load");
});

after(() => engine.close());

test("moves are played in any notation and taken back", () => {
  const board = new Xiangqi();
  const first = board.legalMoves;
  assert.deepEqual([first.length, first.includes("h2e2")], [44, true]);
  first.pop();
  assert.equal(board.legalMoves.length, 44, "the list is a copy");
  assert.deepEqual(["炮二平五", "H8+7", "H0-G2"].map((text) => board.push(text)), ["h2e2", "h9g7", "h0g2"]);
  assert.deepEqual([board.turn, board.turns.length, board.outcome], ["black", 3, null]);
  assert.deepEqual([board.legalMoves.includes("i9h9"), board.legalMoves.includes("h2e2")], [true, false]);
  assert.equal(board.pop(), "h0g2");
  assert.ok(board.legalMoves.includes("h0g2"));
  assert.equal(board.position, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
  assert.equal(board.copy().line, board.line);
  assert.throws(() => board.push("b0d1"), { name: "DuiyiError", message: /the horse on b0 cannot reach d1/ });
  assert.equal(board.turns.length, 2);
  assert.throws(() => new Xiangqi().pop(), DuiyiError);
  assert.throws(() => new Xiangqi({ position: "9/9" }), DuiyiError);
});

test("moves are written in all notations", () => {
  const board = new Xiangqi();
  const written = ["iccs", "wxf", "wxf-xqbase", "chinese"].map((name) => board.write("h2e2", name));
  assert.deepEqual(written, ["H2-E2", "C2=5", "C2.5", "炮二平五"]);
  assert.deepEqual(board.write(["h2e2", "h9g7"], "traditional"), ["炮二平五", "馬８進７"]);
  assert.throws(() => board.write("h2e2", "san"), /notation: 'san'; expected one of coordinates/);
});

test("perft equals the known count", () => assert.equal(new Xiangqi().perft(3), 79_666));
test("perft rejects a depth beyond 128", () => {
  assert.throws(() => new Xiangqi().perft(100_000), { argument: "depth", message: /depth: 100000; expected a whole number from 0 to 128/ });
});

test("a ruling on a repetition is explained", () => {
  const board = new Xiangqi({ position: CHECKS });
  for (let round = 0; round < 2; round += 1) ["h8h9", "f9f8", "h9h8", "f8f9"].forEach((move) => board.push(move));
  assert.deepEqual(board.outcome, { winner: "black", reason: "perpetual check", result: "0-1" });
  const ruling = board.ruling("wxf2018");
  assert.deepEqual([ruling.ruling, ruling.loser, ruling.rule], ["red-loses", "red", "perpetual check by Red"]);
  assert.equal(board.ruling("asian").moves[1].threats[0], "cannon a9 attacks rook h9: worth more than the attacker");
  assert.deepEqual([ruling.article.document, ruling.article.number], ["WXF 2018", "20.1"]);
  assert.equal(board.ruling("none").ruling, "draw");
  assert.equal(new Xiangqi({ position: CHECKS, rules: "none-120" }).rules, "none-120");
});

// kpk.endgame is the table that `xiangqi-engine endgame build kpk` writes.
test("endgame tables are loaded from bytes and looked up", async () => {
  const bytes = await readFile(new URL("kpk.endgame", import.meta.url));
  const board = new Xiangqi({ position: "4k4/9/4P4/9/9/9/9/9/9/3K5 w" });
  assert.equal(board.probeEndgame(), null);
  assert.throws(() => loadEndgame(bytes.subarray(0, 300)), { name: "DuiyiError", message: /'kpk': the table is damaged/ });
  assert.throws(() => loadEndgame(new Uint8Array(200)), /not an endgame table/);
  assert.equal(loadEndgame(bytes), "kpk");
  const found = board.probeEndgame();
  assert.deepEqual([found.result, found.exact, found.plies % 2], ["win", true, 1]);
  assert.deepEqual(found.moves.map(({ move }) => move).sort(), board.legalMoves.sort());
  for (let left = found.plies; left > 0; left -= 1) {
    const [best] = board.probeEndgame().moves;
    assert.equal(best.plies, left);
    board.push(best.move);
  }
  assert.equal(board.outcome.winner, "red");
  assert.deepEqual(board.probeEndgame(), { result: "loss", plies: 0, exact: true, moves: [] });
  assert.equal(new Xiangqi().probeEndgame(), null);
});

test("pictures are drawn", () => {
  const board = new Xiangqi();
  board.push("h2e2");
  assert.match(board.svg({ arrows: ["h9g7"], size: 20 }), /^<svg .*arrow-0/s);
  assert.throws(() => board.svg({ arrows: ["h2h3"] }), DuiyiError);
});

test("Connect6 has turns of two stones and a solver", () => {
  const board = new Connect6({ line: "moves J10 A1-S1 K10-L10 A19-S19" });
  assert.deepEqual([board.turn, board.turns.length, board.solve().status], ["black", 4, "win"]);
  assert.equal(board.push("M10-N10"), "M10-N10");
  assert.equal(new Connect6({ rules: "Connect(9,7,5,3,1)" }).legalMoves.length, 63);
  assert.throws(() => new Connect6({ rules: "go" }), /unknown rules 'go'/);
});

test("a search runs in a worker, and reports", async () => {
  const board = new Xiangqi({ position: "4k4/9/9/9/9/9/R8/1R7/9/3K5 w" });
  const depths = [];
  const searching = engine.search(board, { depth: 6, onReport: (report) => depths.push(report.depth) });
  let counted = 0;
  const timer = setInterval(() => (counted += 1), 1);
  const found = await searching;
  clearInterval(timer);
  assert.equal(found.score.mateDistance, 3);
  assert.ok(board.legalMoves.includes(found.best) && depths.at(-1) >= 3 && counted > 0);
  await assert.rejects(engine.search(board, {}), /a search without a limit/);
  const wrong = new Engine({ hush: 1 });
  await assert.rejects(wrong.search(board, { depth: 1 }), /unknown option 'hush'/);
  await wrong.close();
});

/** Stops a search without end, after its first report. */
async function stopped(engine, board) {
  let reported = null;
  const begun = new Promise((resolve) => (reported = resolve));
  const searching = engine.search(board, { infinite: true, onReport: reported });
  const waiting = engine.search(board, { depth: 1 });
  const rejected = assert.rejects(waiting, { code: "stopped", message: /before it began/ });
  await begun;
  await engine.stop();
  await rejected;
  return searching;
}

test("stop returns the best turn so far, and the engine can search again", async () => {
  for (const board of [new Xiangqi(), new Connect6({ line: "moves J10" })]) {
    const found = await stopped(engine, board);
    // The stones of a turn have no order.
    const stones = (turn) => turn.split("-").sort();
    assert.deepEqual(stones(found.turns[0]), stones(found.best));
    const after = board.copy();
    after.push(found.best);
    assert.ok(found.depth >= 1 && after.turn !== board.turn);
    assert.equal((await engine.search(board, { nodes: 10 })).turns.length > 0, true);
  }
});

test("stop returns the best turn so far without shared memory", async () => {
  const shared = globalThis.SharedArrayBuffer;
  delete globalThis.SharedArrayBuffer;
  const alone = new Engine({ Hash: 1 });
  globalThis.SharedArrayBuffer = shared;
  for (const board of [new Xiangqi(), new Connect6({ line: "moves J10" })]) {
    const found = await stopped(alone, board);
    const after = board.copy();
    after.push(found.best);
    assert.ok(found.depth >= 1 && found.lines[0].turns[0] === found.best && after.turn !== board.turn);
  }
  const board = new Xiangqi();
  // Before the first report, stop waits for it.
  const searching = alone.search(board, { infinite: true });
  await alone.stop();
  assert.ok(board.legalMoves.includes((await searching).best));
  assert.equal((await alone.search(board, { depth: 1 })).depth, 1);
  await alone.close();
});

test("a closed engine rejects its searches", async () => {
  const closing = new Engine({ Hash: 1 });
  const searching = closing.search(new Xiangqi(), { infinite: true });
  setTimeout(() => closing.close(), 50);
  await assert.rejects(searching, { name: "DuiyiError", code: "stopped", message: "the engine was closed" });
  await closing.stop();
});

test("several lines are searched, and one line after that", async () => {
  const board = new Xiangqi();
  const { best, lines } = await engine.search(board, { depth: 4, multiPv: 3 });
  const firsts = new Set(lines.map(({ turns }) => turns[0]));
  assert.deepEqual([lines.length, firsts.size, lines[0].turns[0]], [3, 3, best]);
  assert.ok(lines[0].score.units >= lines[2].score.units);
  assert.equal((await engine.search(board, { depth: 4 })).lines.length, 1);
});

test("a clock limits a search", async () => {
  const begun = performance.now();
  const clock = { left: 1000, increment: 10, opponentLeft: 5000, movesToGo: 20 };
  const found = await engine.search(new Xiangqi(), { clock });
  assert.ok(found.depth >= 1 && performance.now() - begun < 1000);
  await assert.rejects(engine.search(new Xiangqi(), { clock: { increment: 10 } }), { argument: "limits.clock.left" });
});

/** A changed copy of a network: its last 64 bits are the FNV-1a checksum of the others. */
function changed(network) {
  const bytes = Uint8Array.from(network, (byte, at) => (at > network.length / 4 ? byte ^ 3 : byte));
  const end = bytes.length - 8;
  let sum = 0xcbf29ce484222325n;
  for (const byte of bytes.subarray(0, end)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n);
  new DataView(bytes.buffer).setBigUint64(end, sum, true);
  return bytes;
}

test("a network is loaded from bytes and from an address", async () => {
  const place = new URL("../../../crates/xiangqi/src/network/xiangqi.nnue", import.meta.url);
  const bytes = await readFile(place);
  const scoreWith = async (network) => {
    const searcher = new Engine({ Hash: 1 }, { network });
    const { score } = await searcher.search(new Xiangqi(), { nodes: 1000 });
    await searcher.close();
    return score.units;
  };
  const own = await scoreWith(null);
  assert.deepEqual([await scoreWith(place), await scoreWith(place.href), await scoreWith(bytes)], [own, own, own]);
  assert.notEqual(await scoreWith(changed(bytes)), own);
  assert.notEqual(await scoreWith(changed(bytes).buffer), own);
});

test("the opening book is shown and played", async () => {
  await loadBook();
  const { name, moves } = new Xiangqi().book();
  assert.ok(name === null || typeof name === "string");
  assert.ok(moves.length >= 4 && moves[0].games >= moves[1].games && moves[0].name === "中炮");
  const reader = new Engine({ Hash: 1, OwnBook: true });
  const { best, lines } = await reader.search(new Xiangqi(), { depth: 1 });
  assert.ok(moves.some(({ move }) => move === best) && lines.length === 0);
  await reader.close();
});

test("the description of the package has the version and the address of the workspace", async () => {
  const described = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
  const workspace = await readFile(new URL("../../../Cargo.toml", import.meta.url), "utf8");
  const [version, repository] = ["version", "repository"].map((name) => workspace.match(new RegExp(`^${name} = "(.*)"$`, "m"))[1]);
  assert.equal(described.version, version);
  assert.equal(described.sideEffects, false);
  const expected = repository ? [`git+${repository}.git`, `${repository}#readme`] : [undefined, undefined];
  assert.deepEqual([described.repository?.url, described.homepage], expected);
});

test("the examples of the README run", async () => {
  await loadRecords();
  const text = await readFile(new URL("README.md", folder), "utf8");
  const Run = Object.getPrototypeOf(async () => {}).constructor;
  const printed = [];
  for (const [, example] of text.matchAll(/```js\n(.*?)```/gs)) {
    const body = example.replace(/^import .*$/m, "").replace(/^await load.*$/m, "");
    const console = { log: (...values) => printed.push(values) };
    await new Run("Xiangqi", "Engine", "Game", "readGames", "console", body)(Xiangqi, Engine, Game, readGames, console);
  }
  assert.equal(printed.length, 4);
  assert.deepEqual(printed[2], [12, ["h2e2"], "cannon"]);
  assert.deepEqual(printed[3][0], ["h2e2", "h9g7"]);
});
