// Games with variations, and records.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { importPackage } from "./built.mjs";

const { Game, Xiangqi, load, readGames } = await importPackage();
before(load);

/** A game as plain data. */
function plain(game) {
  const node = ({ move, comment, marks, children }) => ({ move, comment, marks, children: children.map(node) });
  const { names, event, date, result, rules, position } = game;
  return { names, event, date, result, rules, position, root: node(game.root) };
}

/** A game of xiangqi with variations, comments and marks. */
function sample() {
  const game = new Game();
  game.names = ["胡荣华", "Xu Yinchuan"];
  game.event = "Cup";
  game.date = "1999.12.31";
  game.result = "1-0";
  game.root.comment = "before the game";
  const first = game.root.add("炮二平五");
  const second = first.add("h9g7");
  second.comment = "屏风马";
  second.marks = [1];
  second.add("h0g2").add("i9h9");
  first.add("b9c7").add("H0-G2").marks = [5];
  game.root.add("c3c4").comment = "another opening";
  return game;
}

test("a game has moves, variations, comments and marks", () => {
  const game = sample();
  const [first, other] = game.root.children;
  assert.deepEqual(game.mainLine.map(({ move }) => move), ["h2e2", "h9g7", "h0g2", "i9h9"]);
  assert.deepEqual([first.move, other.move, first.parent, first.ply], ["h2e2", "c3c4", game.root, 1]);
  assert.equal(game.root.add("h2e2"), first);
  assert.deepEqual(first.children[1].path, ["h2e2", "b9c7"]);
  assert.equal(game.mainLine[1].board().line, new Xiangqi({ line: "moves h2e2 h9g7" }).line);
  assert.throws(() => first.add("h2e2"), { code: "illegal-move" });
  assert.equal(first.children.length, 2);
  other.promote();
  assert.deepEqual(game.mainLine, [other]);
  other.remove();
  assert.deepEqual([game.root.children, game.mainLine.length], [[first], 4]);
  game.root.remove();
  assert.deepEqual([game.root.children, game.mainLine], [[], []]);
});

test("the methods of a removed node are errors, and no other node is lost", () => {
  const game = new Game();
  const [a, b, c] = ["h2e2", "b2e2", "c3c4"].map((move) => game.root.add(move));
  const later = a.add("h9g7");
  a.remove();
  for (const node of [a, later]) {
    for (const call of [() => node.promote(), () => node.remove(), () => node.add("h0g2"), () => node.board()]) {
      assert.throws(call, { name: "DuiyiError", code: "nothing", message: /h2e2.* was removed from its game/ });
      assert.deepEqual(game.root.children, [b, c]);
    }
  }
  assert.notEqual(game.root.add("h2e2"), a, "the move can be added again");
  c.promote();
  game.root.remove();
  for (const node of [b, c]) assert.throws(() => node.promote(), { code: "nothing" });
  assert.deepEqual(game.root.children, []);
  game.root.remove();
  assert.equal(game.root.add("h2e2").ply, 1);
});

test("records of xiangqi are read back equal", () => {
  const game = sample();
  assert.deepEqual(game.formats, ["PGN", "PGN 中文", "DhtmlXQ", "XQF"]);
  for (const format of game.formats) {
    const [read, ...more] = readGames(game.write(format));
    assert.equal(more.length, 0);
    assert.equal(read.game, "xiangqi");
    const [found, expected] = [plain(read), plain(game)];
    assert.deepEqual(found, expected, format);
  }
  const text = game.writeText("pgn");
  assert.match(text, /\[Red "胡荣华"\]/);
  assert.equal(readGames(`${text}\n${text}`).length, 2);
});

test("a record has the positions of its rules", () => {
  const position = "4k4/9/9/9/9/9/R8/1R7/9/3K5 w - - 0 1";
  const game = new Game({ position, rules: "cxa2020-120" });
  game.root.add("a3a9");
  const [read] = readGames(game.writeText("PGN"));
  assert.deepEqual([read.rules, read.position, read.mainLine[0].board().turns], ["cxa2020-120", position, ["a3a9"]]);
});

test("records of Connect6 are read back equal", () => {
  const game = new Game({ game: "connect6" });
  const opening = game.root.add("J10");
  const reply = opening.add("K10-L10");
  assert.deepEqual([reply.move, reply.ply, reply.parent.move], ["L10", 3, "K10"]);
  reply.comment = "a reply";
  opening.add("A1-B2");
  for (const format of ["SGF", "SGF 1"]) {
    const [read] = readGames(game.write(format));
    assert.equal(read.game, "connect6");
    assert.deepEqual(plain(read), plain(game), format);
  }
  assert.match(game.writeText("SGF"), /^\(;/);
});

test("damaged records are errors that name the game", () => {
  const text = sample().writeText("PGN");
  assert.throws(() => readGames(`${text}\n${text.replace("H2-E2", "H2-E9")}`), {
    code: "invalid-record",
    message: /H2-E9/,
  });
  for (const format of ["PGN", "DhtmlXQ", "XQF"]) {
    const bytes = sample().write(format);
    for (let length = 0; length < bytes.length; length += 7) {
      try {
        readGames(bytes.subarray(0, length));
      } catch (error) {
        assert.deepEqual([error.name, error.code], ["DuiyiError", "invalid-record"], error.message);
      }
    }
  }
  const game = sample();
  game.result = "2-0";
  assert.throws(() => game.write("PGN"), { argument: "result" });
});
