// Tests of the parts of the board that need no browser: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";
import { boardAfter, choose, choosePremove, differences, kindIndex, matchPieces, nextSquares, pieceAt, partOf, places, planOf, restingSquare, step } from "../assets/board-logic.js";
import { boardPicture, geometry, marksAbove, marksBelow, notesPicture } from "../assets/board-picture.js";

const look = (columns, rows, more = {}) => ({ columns, rows, ground: "squares", pieces: "discs", ...more });
const kinds = [{ symbol: "R", letter: "R", side: 0 }, { symbol: "r", letter: "r", side: 1 }, { symbol: "N", letter: "N", side: 0 }];

// A scene from rows as they are seen, the top row first.
function scene(rows, more = {}) {
  const { ground = "squares", pieces = "discs" } = more;
  return {
    look: look(rows[0].length, rows.length, { ground, pieces }), kinds, board: [...rows].reverse().join(""), legal: [], movable: 0, premove: null,
    last: [], flipped: false, set: "letters", ...more,
  };
}

test("characters of a board are indices of kinds", () => {
  assert.deepEqual([..."09AZaz."].map(kindIndex), [0, 9, 10, 35, 36, 61, -1]);
  assert.equal(pieceAt(scene(["1.", ".0"]), [0, 1]).letter, "r");
  assert.equal(pieceAt(scene(["1.", ".0"]), [1, 1]), null);
});

test("differences list missing and added pieces with their squares", () => {
  const found = differences("0..1", "..01", 2);
  assert.deepEqual(found, { missing: [{ at: [0, 0], kind: 0 }], added: [{ at: [0, 1], kind: 0 }] });
});

test("a capture moves one piece, and the captured piece is gone", () => {
  const plan = planOf(scene(["1..", "0.."]), scene(["0..", "..."]));
  assert.deepEqual(plan, { moved: [{ from: [0, 0], to: [0, 1], kind: 0 }], gone: [{ at: [0, 1], kind: 1 }], fresh: [] });
});

test("the nearest pieces of one kind are matched", () => {
  const piece = (column, row, kind = 0) => ({ at: [column, row], kind });
  const plan = matchPieces({ missing: [piece(0, 0), piece(5, 0)], added: [piece(5, 1), piece(0, 2)] });
  assert.deepEqual(plan.moved.map(({ from, to }) => [from, to]), [[[5, 0], [5, 1]], [[0, 0], [0, 2]]]);
  const other = matchPieces({ missing: [piece(0, 0, 0)], added: [piece(0, 1, 2)] });
  assert.deepEqual([other.moved.length, other.gone.length, other.fresh.length], [0, 1, 1]);
});

test("distant positions are not animated as moves", () => {
  const all = (row) => [0, 1, 2, 3, 4].map((column) => ({ at: [column, row], kind: 0 }));
  const plan = matchPieces({ missing: all(0), added: all(1) });
  assert.deepEqual([plan.moved.length, plan.gone.length, plan.fresh.length], [0, 5, 5]);
});

test("stones slide only along a move", () => {
  const stones = { pieces: "stones" };
  const [one, other] = [scene(["0.."], { ...stones, last: [[0, 0]] }), scene(["..0"], { ...stones, last: [[2, 0]] })];
  assert.deepEqual(planOf(one, other).moved, []);
  const moved = { ...other, last: [[0, 0], [2, 0]] };
  assert.equal(planOf(one, moved).moved.length, 1, "forward");
  assert.equal(planOf(moved, one).moved.length, 1, "and back");
});

const moves = { legal: [[[0, 0], [0, 1]], [[0, 0], [1, 0]], [[2, 0], [2, 1]]] };

test("a piece is chosen, then its target plays the move", () => {
  const position = scene(["1.1", "0.0"], moves);
  assert.deepEqual(choose(position, [], [0, 0]), { chosen: [[0, 0]] });
  assert.deepEqual(nextSquares(position.legal, [[0, 0]]), [[0, 1], [1, 0]]);
  assert.deepEqual(choose(position, [[0, 0]], [0, 1]), { chosen: [], move: [[0, 0], [0, 1]] });
});

test("choosing the same piece again deselects, another own piece is chosen instead", () => {
  const position = scene(["1.1", "0.0"], moves);
  assert.deepEqual(choose(position, [[0, 0]], [0, 0]), { chosen: [] });
  assert.deepEqual(choose(position, [[0, 0]], [2, 0]), { chosen: [[2, 0]] });
});

test("squares that begin no legal move are reported", () => {
  const position = scene(["1.1", "0.0"], moves);
  assert.deepEqual(choose(position, [[0, 0]], [2, 1]), { chosen: [], asked: [[0, 0], [2, 1]] });
  assert.deepEqual(choose(position, [], [1, 1]), { chosen: [], asked: [[1, 1]] });
  assert.deepEqual(choose(scene(["0"], { movable: null }), [], [0, 0]), { chosen: [], asked: [[0, 0]] });
});

test("an own piece without legal moves can be chosen, so that its refusal gets a reason", () => {
  const position = scene(["1.1", "0.0"], { legal: [[[0, 0], [0, 1]]] });
  assert.deepEqual(choose(position, [[0, 0]], [2, 0]), { chosen: [[2, 0]] });
  assert.deepEqual(choose(position, [[2, 0]], [2, 1]), { chosen: [], asked: [[2, 0], [2, 1]] });
});

test("a move that could continue is played by choosing its last square again", () => {
  const position = scene(["...", "0.."], { legal: [[[0, 0], [1, 0]], [[0, 0], [1, 0], [2, 0]]] });
  assert.deepEqual(choose(position, [[0, 0]], [1, 0]), { chosen: [[0, 0], [1, 0]] });
  assert.deepEqual(choose(position, [[0, 0], [1, 0]], [1, 0]), { chosen: [], move: [[0, 0], [1, 0]] });
  assert.deepEqual(choose(position, [[0, 0], [1, 0]], [2, 0]), { chosen: [], move: [[0, 0], [1, 0], [2, 0]] });
});

test("any square of a column drops a piece into its hole", () => {
  const position = scene(["..", "0."], { ground: "holes", pieces: "stones", legal: [[[0, 1]], [[1, 0]]] });
  assert.deepEqual(restingSquare(position, [1, 1]), [1, 0]);
  assert.deepEqual(choose(position, [], [0, 0]).move, [[0, 1]]);
  const flat = { ...position, look: { ...position.look, ground: "squares" } };
  assert.deepEqual(choose(flat, [], [0, 0]).asked, [[0, 0]]);
});

test("premoves are entered by piece and target, or by one point", () => {
  const position = scene(["1.1", "0.0"], { movable: null, premove: 0 });
  assert.deepEqual(choosePremove(position, [], [0, 0], null, true), { chosen: [[0, 0]], cancelled: false });
  assert.deepEqual(choosePremove(position, [[0, 0]], [0, 1], null, true).premove, [[0, 0], [0, 1]]);
  assert.deepEqual(choosePremove(position, [], [1, 1], [[0, 0], [0, 1]], true), { chosen: [], cancelled: true });
  assert.deepEqual(choosePremove(position, [], [1, 1], null, false).premove, [[1, 1]]);
  assert.equal(choosePremove(position, [], [1, 1], [[1, 1]], false).premove, undefined);
});

test("places are marked only if they are few", () => {
  assert.deepEqual(places(scene(["...", "..."], { legal: [[[0, 0]], [[1, 0]]] })), [[0, 0], [1, 0]]);
  assert.deepEqual(places(scene(["...", "..."], { legal: [[[0, 0]], [[1, 0]], [[2, 0]]] })), []);
  assert.deepEqual(places(scene(["0.."], { legal: [[[0, 0], [1, 0]]] })), []);
});

test("the cursor stops at the edges and follows a flipped board", () => {
  assert.deepEqual(step(look(3, 3), [1, 1], "ArrowUp", false), [1, 2]);
  assert.deepEqual(step(look(3, 3), [1, 1], "ArrowUp", true), [1, 0]);
  assert.deepEqual(step(look(3, 3), [0, 0], "ArrowLeft", false), [0, 0]);
});

test("squares and their places in the picture agree, flipped too", () => {
  for (const flipped of [false, true]) {
    const place = geometry(look(3, 4, { below: ["a"] }), flipped);
    for (const square of [[0, 0], [2, 3], [1, 2]]) assert.deepEqual(place.squareAt(...place.middle(square)), square);
    assert.equal(place.squareAt(1, 1), null);
  }
  assert.ok(geometry(look(3, 3), false).middle([0, 0])[1] > geometry(look(3, 3), false).middle([0, 2])[1], "row 0 is at the bottom");
});

test("marks show targets, chosen pieces, arrows and numbers", () => {
  const position = scene(["1.1", "0.0"], { ...moves, numbers: { "0,0": 12 }, arrows: [{ squares: [[0, 0], [2, 1]], rank: 1 }, { squares: [[9, 9]], rank: 0 }] });
  const place = geometry(position.look, false);
  const above = marksAbove(position, place, { next: [[0, 1], [1, 0]] });
  assert.equal(above.match(/var\(--mark-target\)/g).length, 2);
  assert.equal(above.match(/var\(--arrow-best\)/g).length, 1, "marks outside the board are ignored");
  assert.match(marksBelow("x", position, place, { chosen: [[0, 0]] }), /mark-chosen/);
  assert.match(notesPicture(position, place), />12</);
});

test("an exported picture is self-contained and escapes its texts", () => {
  for (const ground of ["squares", "checkered", "points", "holes"]) {
    for (const pieces of ["discs", "stones", "characters"]) {
      const position = scene(["1.1", "0.2"], { ground, pieces, title: "<a & b>", last: [[0, 0]], threats: [[1, 1]] });
      const text = boardPicture(position, { colour: (name) => `[${name}]`, width: 300 });
      assert.ok(!text.includes("var("), `${ground}, ${pieces}`);
      assert.ok(!/undefined|NaN/.test(text), `${ground}, ${pieces}`);
      assert.ok(text.includes("<title>&lt;a &amp; b&gt;</title>"));
      assert.equal(text.match(/<use /g).length, 4);
    }
  }
});

test("a move is shown before its answer as far as its squares say", () => {
  const at = { ...look(3, 2), kinds };
  assert.equal(boardAfter("0.1...", [[0, 0], [2, 0]], at, 0), "..0...");
  assert.equal(boardAfter("0.1...", [[1, 1], [2, 0]], at, 0), null, "there is no piece");
  assert.equal(boardAfter("0.1...", [[1, 1]], at, 1), "0.1.1.", "a stone");
  assert.equal(boardAfter("0.1...", [[1, 1]], at, 0), null, "the side has two kinds of pieces");
  assert.equal(boardAfter("0.1...", [[2, 0]], at, 1), null, "the square is taken");
  assert.equal(boardAfter("0.1...", [[0, 0], [1, 0], [2, 1]], at, 0), null, "more than a move");
});

test("hexagons touch their six neighbours, and are found at their places", () => {
  const board = look(7, 5, { ground: "hexagons", below: ["a"] });
  for (const flipped of [false, true]) {
    const place = geometry(board, flipped);
    assert.equal(place.squares.length, 35);
    assert.deepEqual(place.part, [-2, 0, 6, 4]);
    const far = (one, other) => Math.hypot(...place.middle(one).map((at, index) => at - place.middle(other)[index]));
    for (const [column, row] of [[1, 0], [0, 1], [1, 1]]) assert.ok(Math.abs(far([3, 2], [3 + column, 2 + row]) - 100) < 1e-9);
    assert.ok(far([3, 2], [4, 1]) > 170, "the direction that hexagons do not have");
    for (const square of place.squares) {
      const [x, y] = place.middle(square);
      assert.ok(x > 50 && x < place.width - 50 && y > 50 && y < place.height - 50);
      for (const [dx, dy] of [[0, 0], [45, 0], [-45, 0], [0, 50], [30, -30]]) assert.deepEqual(place.squareAt(x + dx, y + dy), square);
    }
    assert.equal(place.squareAt(...(flipped ? [place.width - 20, place.height - 20] : [20, place.height - 20])), null);
  }
});

test("a board without an edge shows its pieces with some cells around them", () => {
  const hexagons = look(59, 59, { ground: "hexagons", unbounded: true });
  const scene = (...stones) => {
    const cells = new Array(59 * 59).fill(".");
    stones.forEach(([column, row], index) => { cells[row * 59 + column] = String(index % 2); });
    return { look: hexagons, board: cells.join("") };
  };
  assert.deepEqual(partOf({ look: look(9, 10), board: "" }), [0, 0, 8, 9]);
  assert.deepEqual(partOf(scene()), [8.5, 23, 20.5, 35]);
  assert.deepEqual(partOf(scene([29, 29], [30, 29])), [8.5, 23, 20.5, 35], "a stone near the middle changes nothing");
  // Four columns to the right and nine rows down: eight and a half cells to the right.
  assert.deepEqual(partOf(scene([29, 29], [33, 20])), [8.5, 14, 29.5, 35]);
  assert.deepEqual(partOf(scene([29, 58])).slice(1), [23, 20.5, 58], "not beyond the board");
  const { squares, squareAt, middle } = geometry(hexagons, false, [8.5, 23, 20.5, 35]);
  // Every other row has a cell less.
  assert.deepEqual([squares.length, squareAt(...middle([26, 35])), squareAt(...middle([25, 35]))], [7 * 13 + 6 * 12, [26, 35], null]);
});
