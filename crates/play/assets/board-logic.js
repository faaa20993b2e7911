// The parts of the board that need no page: reading positions, matching pieces between two of them,
// and choosing moves by squares. A square is `[column, row]`; its key is "column,row".

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// The index of a kind from its character in a board, or -1 for an empty square.
export const kindIndex = (character) => DIGITS.indexOf(character);
export const keyOf = (square) => `${square[0]},${square[1]}`;
export const squareOfKey = (key) => key.split(",").map(Number);
export const sameSquare = (one, other) => one[0] === other[0] && one[1] === other[1];
export const isOn = (look, [column, row]) => column >= 0 && row >= 0 && column < look.columns && row < look.rows;

// How far to the right a square stands: each row of hexagons begins half a cell to the left of the one below.
export const across = (look, [column, row]) => (look.ground === "hexagons" ? column - row / 2 : column);

// The part of the board that is shown, `[left, bottom, right, top]`, from `across` and rows: all of it, or of a board
// without an edge the pieces with some cells around them, in steps, so that it does not change with every move.
export function partOf({ look, board }) {
  const [lastColumn, lastRow] = [look.columns - 1, look.rows - 1];
  if (!look.unbounded) return [across(look, [0, lastRow]), 0, across(look, [lastColumn, 0]), lastRow];
  const around = 5, step = 3;
  const middle = [Math.floor(lastColumn / 2), Math.floor(lastRow / 2)];
  const [x, y] = [across(look, middle), middle[1]];
  let [left, bottom, right, top] = [x, y, x, y];
  for (let index = 0; index < board.length; index++) {
    if (kindIndex(board[index]) < 0) continue;
    const square = [index % look.columns, Math.floor(index / look.columns)];
    const at = across(look, square);
    [left, right] = [Math.min(left, at), Math.max(right, at)];
    [bottom, top] = [Math.min(bottom, square[1]), Math.max(top, square[1])];
  }
  const reach = (far) => Math.ceil((far + around) / step) * step;
  return [x - reach(x - left), Math.max(0, y - reach(y - bottom)), x + reach(right - x), Math.min(lastRow, y + reach(top - y))];
}

// The index of the kind on a square, or -1.
export const kindAt = (scene, [column, row]) => kindIndex(scene.board[row * scene.look.columns + column] ?? ".");

// The kind on a square, `{symbol, letter, side}`, or null.
export const pieceAt = (scene, square) => scene.kinds[kindAt(scene, square)] ?? null;

// The differences between two boards of the same size: the pieces that are missing in the second
// and those that are new in it, each as `{at, kind}`.
export function differences(before, after, columns) {
  const missing = [], added = [];
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [old, now] = [before[index] ?? ".", after[index] ?? "."];
    if (old === now) continue;
    const at = [index % columns, Math.floor(index / columns)];
    if (old !== ".") missing.push({ at, kind: kindIndex(old) });
    if (now !== ".") added.push({ at, kind: kindIndex(now) });
  }
  return { missing, added };
}

// The board after a move of a side, as far as its squares say: a piece moves, or a stone of the only kind of the side is
// placed. Null if they say nothing.
export function boardAfter(board, squares, look, side) {
  const [from, to] = squares.map(([column, row]) => row * look.columns + column);
  const put = (text, at, character) => text.slice(0, at) + character + text.slice(at + 1);
  if (squares.length === 2 && board[from] !== ".") return put(put(board, from, "."), to, board[from]);
  const own = [...look.kinds.keys()].filter((kind) => look.kinds[kind].side === side);
  return squares.length === 1 && board[from] === "." && own.length === 1 ? put(board, from, DIGITS[own[0]]) : null;
}

const distance = (one, other) => (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2;

// With more moved pieces than this, the positions are not neighbours in a game.
const MAX_MOVED = 4;

// Matches missing with added pieces of the same kind, the nearest pairs first. Returns
// `{moved: [{from, to, kind}], gone: [{at, kind}], fresh: [{at, kind}]}`. `allowed(from, to)` restricts the pairs.
export function matchPieces({ missing, added }, allowed = () => true) {
  const pairs = [];
  for (const from of missing) {
    for (const to of added) {
      if (from.kind === to.kind && allowed(from.at, to.at)) pairs.push({ from, to, far: distance(from.at, to.at) });
    }
    if (pairs.length > 400) return { moved: [], gone: missing, fresh: added };
  }
  pairs.sort((one, other) => one.far - other.far);
  const used = new Set();
  const moved = [];
  for (const { from, to } of pairs) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    moved.push({ from: from.at, to: to.at, kind: from.kind });
  }
  if (moved.length > MAX_MOVED) return { moved: [], gone: missing, fresh: added };
  const rest = (list) => list.filter((piece) => !used.has(piece));
  return { moved, gone: rest(missing), fresh: rest(added) };
}

// The pieces that move between two scenes of the same board. Stones slide only along a move: in other
// cases a stone that is missing and a new one elsewhere are two different stones.
export function planOf(before, after) {
  const found = differences(before.board, after.board, after.look.columns);
  const lasts = [before.last ?? [], after.last ?? []].map((last) => new Set(last.map(keyOf)));
  const alongMove = (from, to) => lasts.some((last) => last.has(keyOf(from)) && last.has(keyOf(to)));
  return matchPieces(found, after.look.pieces === "stones" ? alongMove : undefined);
}

const beginsWith = (move, squares) => squares.length <= move.length && squares.every((at, index) => sameSquare(at, move[index]));

// The legal moves that begin with the given squares.
export const movesFrom = (legal, squares) => legal.filter((move) => beginsWith(move, squares));

// The squares that may be chosen after the given ones.
export function nextSquares(legal, squares) {
  const found = new Map();
  for (const move of movesFrom(legal, squares)) {
    const next = move[squares.length];
    if (next) found.set(keyOf(next), next);
  }
  return [...found.values()];
}

// Whether moves begin with a piece and continue to another square.
export const movesPieces = (scene) => scene.legal.some((move) => move.length > 1);

// The square that a choice stands for: in a board with holes, any square of a column stands for the
// hole where a piece comes to rest.
export function restingSquare(scene, square) {
  if (scene.look.ground !== "holes" || scene.legal.some((move) => sameSquare(move[0], square))) return square;
  const inColumn = scene.legal.filter((move) => move.length === 1 && move[0][0] === square[0]);
  return inColumn.length === 1 ? inColumn[0][0] : square;
}

// Chooses a square after those chosen before. Returns the squares chosen now, and `move` when they
// complete a legal move, or `asked` when they begin none.
export function choose(scene, chosen, square) {
  const at = restingSquare(scene, square);
  const next = [...chosen, at];
  const on = movesFrom(scene.legal, next);
  const isWhole = (squares) => scene.legal.some((move) => move.length === squares.length && beginsWith(move, squares));
  if (on.length > 0) return isWhole(next) && on.every((move) => move.length === next.length) ? { chosen: [], move: next } : { chosen: next };
  const last = chosen.at(-1);
  // A move that could also continue is played by choosing its last square again.
  if (last && sameSquare(last, at)) return chosen.length > 1 && isWhole(chosen) ? { chosen: [], move: chosen } : { chosen: [] };
  const begins = movesFrom(scene.legal, [at]).length > 0;
  const isOwn = movesPieces(scene) && scene.movable !== null && pieceAt(scene, at)?.side === scene.movable;
  if (chosen.length === 0) return isOwn ? { chosen: [at] } : { chosen: [], asked: [at] };
  if (begins) return choose(scene, [], at);
  return isOwn ? { chosen: [at] } : { chosen: [], asked: next };
}

// Chooses a square of a premove. `entered` is the premove entered before, or null; `movesPieces` is
// whether moves of the game begin with a piece. Returns the chosen squares, and `premove` when it is complete,
// `cancelled` when the earlier one is withdrawn.
export function choosePremove(scene, chosen, square, entered, byPieces) {
  const cancelled = entered !== null;
  const isOwn = pieceAt(scene, square)?.side === scene.premove;
  if (!byPieces) {
    const again = cancelled && sameSquare(entered[0], square);
    if (again || pieceAt(scene, square)) return { chosen: [], cancelled };
    return { chosen: [], premove: [square], cancelled };
  }
  if (chosen.length === 0) return { chosen: isOwn ? [square] : [], cancelled };
  if (sameSquare(chosen[0], square)) return { chosen: [], cancelled };
  if (isOwn) return { chosen: [square], cancelled };
  return { chosen: [], premove: [chosen[0], square], cancelled };
}

// The squares marked as places for a move of one square: only if they are a minority of the empty
// squares, so that they carry information.
export function places(scene) {
  // Nearly every empty cell that is shown is legal there.
  if (scene.look.unbounded) return [];
  if (scene.legal.length === 0 || scene.legal.some((move) => move.length !== 1)) return [];
  const empty = [...scene.board].filter((character) => character === ".").length;
  return scene.legal.length * 2 < empty ? scene.legal.map((move) => move[0]) : [];
}

// The square beside another in the direction of an arrow key, or the same at the edge.
export function step(look, square, key, flipped) {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  const next = square.map((place, axis) => place + (flipped ? -1 : 1) * direction[axis]);
  return isOn(look, next) ? next : square;
}
