// Games with variations, and records.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { inspect } from "node:util";
import { importPackage } from "./built.mjs";

const { Game, Xiangqi, loadRecords, readGames } = await importPackage();
before(loadRecords);

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
  assert.deepEqual(game.formats, ["PGN", "PGN 中文", "DhtmlXQ", "XQF", "WXF"]);
  for (const format of game.formats) {
    const [read, ...more] = readGames(game.write(format));
    assert.equal(more.length, 0);
    assert.equal(read.game, "xiangqi");
    const [found, expected] = [plain(read), plain(game)];
    assert.deepEqual(found, expected, format);
  }
  const text = game.writeText("pgn");
  assert.match(text, /\[Red "胡荣华"\]/);
  assert.equal([...readGames(`${text}\n${text}`)].length, 2);
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

/** Two whole games around a damaged one, and one that cannot be read. */
const DAMAGED = `[Red "A"]
1. h2e2 h9g7 *
[Red "B"]
1. h2e2 (1. b0a0 h9g7) h9g7 2. h0g2 h0g2 3. a3a4 *
[FEN "x"]
1. h2e2 *
[Red "D"]
1. b2e2 *
`;

test("damaged games are read as far as they go, and their faults are listed", () => {
  const reading = readGames(DAMAGED);
  const games = [...reading];
  assert.deepEqual(games.map(({ names, mainLine }) => [names[0], mainLine.length]), [["A", 2], ["B", 3], ["D", 1]]);
  assert.deepEqual(games.map(({ faults }) => faults.length), [0, 2, 0]);
  const [first, second] = games[1].faults;
  assert.match(first.message, /^game 2 \(from line 3\): line 4: move 1 of Red \(ply 1\): 'b0a0' is not a legal move/);
  assert.deepEqual([first.line, first.column, first.moveNumber, first.legal.length], [4, 13, 1, 44]);
  assert.deepEqual([second.line, second.column, second.moveNumber], [4, 37, 2]);
  assert.deepEqual(second.legal.sort(), games[1].mainLine[2].board().legalMoves.sort());
  const [unread, ...others] = reading.faults;
  assert.match(unread.message, /^game 3 \(from line 5\): line 5: FEN tag: /);
  assert.deepEqual([unread.line, unread.column, unread.moveNumber, unread.legal, others], [5, null, null, [], []]);
  // The damaged game can be written, and what is written is whole.
  const [again] = readGames(games[1].writeText("PGN"), { strict: true });
  assert.deepEqual(plain(again), plain(games[1]));
  assert.deepEqual(new Game().faults, []);
});

test("a strict reader throws errors and goes on with the next game", () => {
  const reading = readGames(DAMAGED, { strict: true });
  assert.equal(reading.next().value.names[0], "A");
  assert.throws(() => reading.next(), { code: "invalid-record", message: /'b0a0' is not a legal move/ });
  assert.throws(() => reading.next(), { code: "invalid-record", message: /FEN tag/ });
  assert.equal(reading.next().value.names[0], "D");
  assert.deepEqual([reading.next(), reading.next()].map(({ done }) => done), [true, true]);
  const sgf = "(;B[j10])(;B[j10];W[a1a1])";
  assert.equal([...readGames(sgf)].length, 1);
  assert.throws(() => [...readGames(sgf, { strict: true })], { code: "invalid-record", message: /^game 2: / });
});

test("reading can end early, and several files can be read at a time", () => {
  const [one, two] = [readGames(DAMAGED), readGames(DAMAGED)];
  assert.equal(one.next().value.names[0], "A");
  assert.equal(two.next().value.names[0], "A");
  assert.deepEqual([one.return(), one.next(), one.return()].map(({ done }) => done), [true, true, true]);
  assert.equal(two.next().value.names[0], "B");
  for (const { names } of two) {
    assert.equal(names[0], "D");
    break;
  }
  assert.equal(two.next().done, true);
});

test("a file without a game that can be read is an error", () => {
  for (const [text, message] of [
    ['[FEN "x"] *', /FEN tag/],
    ["[dhtmlxq]", /^this is not a record|no DhtmlXQ/],
    ["hello", /^this is not a record of xiangqi: expected PGN, .*CBL.*; this is not a record of connect6: expected SGF or CCGC$/],
  ]) {
    assert.throws(() => [...readGames(text)], { code: "invalid-record", message }, text);
    assert.throws(() => [...readGames(text, { strict: true })], { code: "invalid-record", message }, text);
  }
});

test("every part of a record is read, or is an error", () => {
  for (const format of ["PGN", "DhtmlXQ", "XQF", "WXF"]) {
    const bytes = sample().write(format);
    for (let length = 0; length < bytes.length; length += 7) {
      try {
        assert.equal([...readGames(bytes.subarray(0, length))].length, 1);
      } catch (error) {
        assert.deepEqual([error.name, error.code], ["DuiyiError", "invalid-record"], error.message);
      }
    }
  }
  const game = sample();
  game.result = "2-0";
  assert.throws(() => game.write("PGN"), { argument: "result" });
});

test("games and nodes are shown and written with their moves", () => {
  const game = sample();
  const { nodes, ...fields } = JSON.parse(JSON.stringify(game));
  assert.deepEqual([fields.names, fields.result, fields.position], [game.names, "1-0", game.position]);
  // The nodes suffice to make the game again.
  const made = [];
  for (const { parent, move, comment, marks } of nodes) {
    made.push(move === null ? new Game().root : made[parent].add(move));
    Object.assign(made.at(-1), { comment, marks });
  }
  const plainOf = ({ move, comment, marks, children }) => ({ move, comment, marks, children: children.map(plainOf) });
  assert.deepEqual(plainOf(made[0]), plainOf(game.root));
  const [first] = game.root.children;
  assert.deepEqual(JSON.parse(JSON.stringify(first)), {
    move: "h2e2",
    ply: 1,
    path: ["h2e2"],
    comment: "",
    marks: [],
    children: ["h9g7", "b9c7"],
  });
  assert.match(inspect(game), /^Game \{[^]*胡荣华[^]*moves: 'h2e2 h9g7 h0g2 i9h9'/);
  assert.match(inspect(first), /^GameNode \{[^]*move: 'h2e2'/);
});

test("the nodes of a game that was read stay the same, and its long lines have boards", () => {
  const moves = "h2h3 h7h6 h3h2 h6h7 ".repeat(100).trim().split(" ");
  const [read] = readGames(`[Rules "none-120"]\n1. ${moves.join(" ")} *`);
  assert.equal(read.root, read.root);
  assert.equal(read.mainLine[0], read.root.children[0]);
  assert.deepEqual(read.mainLine.at(-1).board().turns, moves);
  const [, damaged] = readGames(DAMAGED);
  damaged.root.add("c3c4");
  assert.deepEqual(plain([...readGames(damaged.write("PGN"))][0]), plain(damaged));
});

test("many games are read with little memory", { timeout: 60_000 }, () => {
  const game = `[Red "A"]\n1. ${"h2h3 h7h6 h3h2 h6h7 ".repeat(20)} *\n\n`;
  const data = game.repeat(4000);
  const begun = process.memoryUsage().rss;
  let count = 0;
  for (const { mainLine } of readGames(data)) {
    const end = mainLine.at(-1).board();
    assert.equal(end.turn, "red");
    end.close();
    count += 1;
  }
  const grown = (process.memoryUsage().rss - begun) / 2 ** 20;
  assert.ok(count === 4000 && grown < 100, `${grown} MB for ${count} games`);
});
