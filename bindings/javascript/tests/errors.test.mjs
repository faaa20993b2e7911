// Errors: their class, text, code and argument.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importPackage } from "./built.mjs";

const { Connect6, DuiyiError, Engine, Game, Xiangqi, load, loadEndgame, loadRecords, readGames } = await importPackage();
before(loadRecords);
const engine = new Engine();
after(() => engine.close());

/** Checks an error: class, code, and a text that begins with the argument. */
function isError(argument) {
  return (error) => {
    assert.ok(error instanceof Error && error instanceof DuiyiError, `${argument}: ${error}`);
    assert.equal(error.code, "invalid-argument", error.message);
    assert.equal(error.argument, argument);
    assert.ok(error.message.startsWith(`${argument}: `) && error.message.includes("expected"), error.message);
    return true;
  };
}

const search = (limits) => engine.search(new Xiangqi(), limits);
/** All numeric arguments, and a call with each. */
const NUMERIC = {
  depth: (value) => new Xiangqi().perft(value),
  turns: (value) => new Connect6().solve(value),
  "picture.size": (value) => new Xiangqi().svg({ size: value }),
  "picture.after": (value) => new Xiangqi().svg({ after: value }),
  "limits.depth": (value) => search({ depth: value }),
  "limits.nodes": (value) => search({ nodes: value }),
  "limits.movetime": (value) => search({ movetime: value }),
  "limits.mate": (value) => search({ mate: value }),
  "limits.multiPv": (value) => search({ depth: 1, multiPv: value }),
  "limits.clock.left": (value) => search({ clock: { left: value } }),
  "limits.clock.increment": (value) => search({ clock: { left: 1, increment: value } }),
  "limits.clock.opponentLeft": (value) => search({ clock: { left: 1, opponentLeft: value } }),
  "limits.clock.opponentIncrement": (value) => search({ clock: { left: 1, opponentIncrement: value } }),
  "limits.clock.movesToGo": (value) => search({ clock: { left: 1, movesToGo: value } }),
  "limits.clock.byoyomi": (value) => search({ clock: { left: 1, byoyomi: value } }),
  "limits.clock.periods": (value) => search({ clock: { left: 1, byoyomi: 1, periods: value } }),
  "marks[0]": (value) => {
    const game = new Game();
    game.root.marks = [value];
    game.write("PGN");
  },
};

for (const value of [NaN, -1, 1e99, Infinity, -Infinity, 0.5, 2 ** 53, "3", null, [], {}, 3n]) {
  for (const [argument, call] of Object.entries(NUMERIC)) {
    test(`${argument} rejects ${typeof value === "bigint" ? "3n" : JSON.stringify(value)} (${value})`, async () => {
      await assert.rejects(async () => call(value), isError(argument));
    });
  }
}

test("messages have articles, formats and the code in JSON", () => {
  const shown = [[{}, "an object"], [[], "an array"], [() => {}, "a function"], [Symbol("x"), "a symbol"], [3n, "3n"]];
  for (const [value, name] of shown) {
    assert.throws(() => new Xiangqi().push(value), { message: `turn: ${name}; expected a string` });
  }
  assert.throws(() => new Game().write("GIF"), { message: /^unknown format 'GIF'; expected one of PGN, / });
  assert.throws(() => new Game().writeText("XQF"), {
    message: "format: 'XQF'; expected a format in UTF-8, such as PGN; write() returns the bytes of the others",
  });
  assert.throws(() => new Xiangqi().push(3), (error) => {
    const { message, code, argument } = JSON.parse(JSON.stringify(error));
    assert.deepEqual([message, code, argument], [error.message, "invalid-argument", "turn"]);
    return true;
  });
});

test("options of engines with the wrong type are errors", async () => {
  for (const value of [NaN, Infinity, null, {}, []]) {
    assert.throws(() => new Engine({ Hash: value }), isError("options.Hash"));
  }
  for (const value of [-1, 1e99, "x"]) {
    const wrong = new Engine({ Hash: value });
    await assert.rejects(wrong.search(new Xiangqi(), { depth: 1 }), {
      name: "DuiyiError",
      code: "invalid-argument",
      message: /Hash/,
    });
    await wrong.close();
  }
});

/** Calls with arguments of a wrong type, by the argument. */
const TYPED = [
  ["start.line", () => new Xiangqi({ line: 1 })],
  ["start.fen", () => new Xiangqi({ fen: "" })],
  ["start", () => new Connect6(null)],
  ["turn", () => new Xiangqi().push(3)],
  ["turn", () => new Xiangqi().write(3)],
  ["turns[1]", () => new Xiangqi().write(["h2e2", 3])],
  ["notation", () => new Xiangqi().write("h2e2", 3)],
  ["book", () => new Xiangqi().ruling(3)],
  ["picture.flipped", () => new Xiangqi().svg({ flipped: 1 })],
  ["picture.arrows[0]", () => new Xiangqi().svg({ arrows: [1] })],
  ["bytes", () => loadEndgame("kpk")],
  ["data", () => readGames(3)],
  ["options.game", () => readGames("", { game: "go" })],
  ["options.game", () => readGames("", { rules: "asian-120" })],
  ["start.game", () => new Game({ game: "toString" })],
  ["format", () => new Game().write(3)],
  ["format", () => new Game().writeText("XQF")],
  ["options", () => new Engine(3)],
  ["settings", () => new Engine({}, null)],
  ["settings.network", () => new Engine({}, { network: 3 })],
  ["settings.nets", () => new Engine({}, { nets: 3 })],
  ["limits", () => engine.search(new Xiangqi())],
  ["board", () => engine.search("xiangqi", { depth: 1 })],
  ["limits", () => search(3)],
  ["limits.deep", () => search({ deep: 3 })],
  ["limits.onReport", () => search({ depth: 1, onReport: 3 })],
  ["limits.infinite", () => search({ infinite: 1 })],
  ["limits.clock", () => search({ clock: 3 })],
];

for (const [argument, call] of TYPED) {
  test(`${argument} of a wrong type is an error: ${call}`, () => assert.rejects(async () => call(), isError(argument)));
}

test("errors that are not about an argument have codes and texts", async () => {
  const cases = [
    ["invalid-game", () => new Xiangqi({ position: "9/9" })],
    ["invalid-game", () => new Connect6({ rules: "go" })],
    ["illegal-move", () => new Xiangqi().push("h2h9x")],
    ["illegal-move", () => new Xiangqi().write("a0a9")],
    ["nothing", () => new Xiangqi().pop()],
    ["invalid-file", () => loadEndgame(new Uint8Array(9))],
    ["invalid-record", () => readGames("hello")],
    ["invalid-record", () => new Game().write("SGF")],
    ["invalid-argument", () => new Xiangqi().ruling("fide")],
    ["nothing", () => engine.search(new Xiangqi({ position: "3k5/4P4/9/9/9/9/9/9/9/4K4 b" }), { depth: 1 })],
    ["invalid-argument", () => search({})],
  ];
  for (const [code, call] of cases) {
    await assert.rejects(async () => call(), (error) => {
      assert.deepEqual([error.name, error.code, error instanceof Error], ["DuiyiError", code, true], error.message);
      assert.ok(error.message.length > 10, `${call}: ${error.message}`);
      return true;
    });
  }
});

test("a network that is missing, damaged, or for another game is an error", async () => {
  const cases = [
    [new URL("missing.nnue", import.meta.url), new Xiangqi(), "not-loaded", /missing\.nnue cannot be loaded: ENOENT/],
    ["not an address", new Xiangqi(), "not-loaded", /not an address cannot be loaded/],
    [new Uint8Array(9), new Xiangqi(), "invalid-file", /./],
    [new ArrayBuffer(9), new Connect6(), "invalid-argument", /network: connect6 has no networks/],
  ];
  for (const [network, board, code, message] of cases) {
    const wrong = new Engine({}, { network });
    await assert.rejects(wrong.search(board, { depth: 1 }), { name: "DuiyiError", code, message });
    await wrong.close();
  }
});

test("a worker that cannot be started is an error with a text", async () => {
  // As browsers report a script that cannot be loaded: an event without a message.
  globalThis.Worker = class {
    postMessage() {
      this.onerror({ type: "error" });
    }

    terminate() {}
  };
  try {
    const broken = new Engine();
    const searching = broken.search(new Xiangqi(), { depth: 1 });
    await assert.rejects(searching, { name: "DuiyiError", code: "worker", message: "the worker failed: error" });
  } finally {
    delete globalThis.Worker;
  }
});

test("after the program has stopped, load starts it again", async () => {
  const [old, board] = [new Xiangqi(), new Xiangqi()];
  const error = { name: "DuiyiError", code: "internal" };
  assert.throws(() => loadEndgame(new Uint8Array(2 ** 31)), error);
  const later = { ...error, message: /await load\(\) again/ };
  for (const call of [() => new Xiangqi(), () => old.turn, () => old.copy()]) assert.throws(call, later);
  await Promise.all([load(), load()]);
  const made = new Xiangqi({ line: "moves h2e2" });
  assert.deepEqual([made.turn, made.push("h9g7")], ["black", "h9g7"]);
  // What the old program had stays unusable, and does not reach the boards of the new one.
  for (const call of [() => board.push("h2e2"), () => old.pop()]) assert.throws(call, later);
  assert.equal(made.line, new Xiangqi({ line: "moves h2e2 h9g7" }).line);
  await load();
  assert.equal(made.turn, "red");
});

test("after the program of records has stopped, loadRecords starts it again", async () => {
  const board = new Xiangqi();
  const reading = readGames('1. h2e2 *\n[Red "A"]\n1. b2e2 *');
  const error = { name: "DuiyiError", code: "internal" };
  assert.throws(() => readGames(new Uint8Array(2 ** 31)), error);
  const later = { ...error, message: /await loadRecords\(\) again/ };
  for (const call of [() => readGames("1. h2e2 *"), () => reading.next(), () => new Game().write("PGN")]) {
    assert.throws(call, later);
  }
  assert.equal(board.push("h2e2"), "h2e2", "the rules go on");
  await loadRecords();
  assert.equal([...readGames("1. h2e2 *")].length, 1);
  assert.throws(() => reading.next(), later);
});
