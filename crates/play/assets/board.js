// The board of the page: what it shows, and what a person does on it.

import { boardAfter } from "./board-logic.js";
import { createBoard } from "./board-view.js";
import { ask, askAndFollow, by, go, keepGame, kept, keptGame, shownId, shownNode, showAgain, state, whenShown } from "./page.js";
import { premoveFate, premover } from "./play-logic.js";
import { isMidTurn, next, pathTo, previous } from "./tree.js";
import { sideName, translated, word } from "./words.js";

let arrows = []; // Set by the analysis.
let hint = null; // The square of a hint.
let premove = null; // The move to be played after the engine's answer, and the last position at its entry.
let ahead = null; // The board after a move that the session has not answered yet, and the position before it.
let later = null; // The squares chosen in the meantime.
let pick = null; // Called with the squares that a person chooses while a position is set up.

const board = createBoard(by("board"), {
  onMove: (squares) => playSquares(squares),
  onSquare: (squares) => {
    if (ahead) later = squares;
    else if (liftsStone(squares)) askAndFollow({ do: "take-back" });
    else ask({ do: "move", squares, at: shownId() });
  },
  onPick: (square) => pick?.(square),
  onPremove: (squares) => { premove = { squares, tip: state.view.tip }; },
  onCancelPremove: () => { premove = null; },
  onCursor: (square) => { by("square").textContent = by("board").querySelector(`[data-square="${square.join()}"]`)?.getAttribute("aria-label") ?? ""; },
  onWheel: (way) => go(way > 0 ? next() : previous()),
});

// Whether a click is on the first stone of a turn that is not complete: it is taken back.
function liftsStone([square, ...more]) {
  const { view } = state;
  const node = shownNode();
  const isOwn = node.id === view.tip && isMidTurn(node) && view.acts[node.side] && view.seats[node.side].kind === "person" && !view.friendly;
  return isOwn && more.length === 0 && String(node.last.at(-1)) === String(square);
}

// Plays a move in the position shown.
function playSquares(squares) {
  showAhead(squares);
  const at = shownId() === state.view.tip && !state.view.ended ? null : shownId();
  askAndFollow({ do: "move", squares, at });
}

// Shows a move before the answer of the session, which has the result: what it captures or turns over may come later.
function showAhead(squares) {
  const node = shownNode();
  const board = boardAfter(node.board, squares, state.look, node["to-move"]);
  if (!board || state.view.draft) return;
  ahead = { id: node.id, board, last: squares };
  showBoard();
}

// A view may answer the move; other views come in between.
export function answerAhead({ fresh, nodes, removed, shown }) {
  if (fresh || nodes.length || removed.length || shown !== ahead?.id) ahead = null;
}

// The move is refused.
export function dropAhead() {
  later = null;
  if (!ahead) return;
  ahead = null;
  if (state.view) showBoard();
}

export const pickBy = (how) => { pick = how; };
export function setArrows(list) {
  if (JSON.stringify(list) === JSON.stringify(arrows)) return;
  arrows = list;
  showBoard();
}
export const setHint = (square) => { hint = square; };
export const flash = (squares) => board.flash(squares);
export const svgText = (options) => board.svgText(options);

// The numbers of the turns on stones.
function numbers() {
  if (!kept.numbers || state.look.pieces !== "stones") return null;
  const all = {};
  let turn = 0;
  pathTo(shownId()).forEach((node, index, path) => {
    if (!index || path[index - 1].side !== node.side) turn += 1;
    const square = node.last.at(-1);
    if (square) all[square.join()] = turn;
  });
  return all;
}

function label(square, piece) {
  const { look } = state;
  const name = `${look.below[square[0]]?.split(" ")[0] ?? ""} ${look.left[square[1]]?.split(" ")[0] ?? ""}`.trim();
  const symbol = piece && (kept.set === "letters" ? piece.letter : piece.symbol);
  return symbol ? `${name}: ${symbol}` : name;
}

// The scene of a node, for pictures of a whole game.
export const sceneOf = (node) => ({ board: node.board, last: node.last, threats: node.threats });

// The page divides its width by the proportions of the board, which has a frame of about a square.
function layOut() {
  const { columns, rows, pieces } = state.look;
  const { dataset, style } = document.documentElement;
  dataset.pieces = pieces;
  style.setProperty("--ratio", ((columns + 1.1) / (rows + 1.1)).toFixed(4));
  // The dots beside the names have the colours of the sides.
  ["--dot-first", "--dot-second"].forEach((name, side) => {
    if (state.look["stone-colors"]) style.setProperty(name, state.look["stone-colors"][side]);
    else style.removeProperty(name);
  });
}

export function showBoard() {
  const { view, look } = state;
  // The person looks at another position.
  if (shownId() !== view.tip) premove = null;
  layOut();
  const node = shownNode();
  const isCurrent = view.shown === node.id;
  const drawn = view.draft || isCurrent ? view.drawn : null;
  const { zone, texts, targets, threats } = isCurrent ? view.overlay : { zone: [], texts: [], targets: [], threats: [] };
  const mover = node["to-move"];
  const played = ahead?.id === node.id && !drawn ? ahead : null;
  const legal = view.draft || played ? [] : state.legal.get(node.id) ?? [];
  board.show({
    look,
    kinds: look.kinds,
    board: drawn?.board ?? played?.board ?? node.board,
    last: drawn?.last ?? played?.last ?? node.last,
    threats: drawn ? threats : played ? [] : [...node.threats, ...threats],
    zone, texts, targets,
    legal,
    movable: legal.length ? mover : null,
    premove: shownId() === view.tip ? premover(view) : null,
    arrows: drawn ? [] : arrows,
    hint: drawn ? null : hint,
    numbers: drawn ? null : numbers(),
    flipped: keptGame.flipped ?? false,
    set: kept.set ?? "chinese",
    pick: Boolean(view.draft),
    label,
    title: `${translated(view.game)}: ${sideName(view.sides[mover])} ${word("toMove")}`,
  });
}

// Plays a stone that was placed before the answer to the one before it.
export function playLater() {
  if (!later || ahead) return;
  const squares = later;
  later = null;
  const isLegal = (state.legal.get(shownId()) ?? []).some((move) => String(move) === String(squares));
  if (isLegal) playSquares(squares);
}

// Plays the entered premove when the person is to move.
export function playPremove() {
  if (!premove) return;
  const { squares } = premove;
  const fate = premoveFate(premove, state.view, (id) => state.nodes.get(id)?.parent);
  if (fate === "wait") return;
  premove = null;
  board.dropPremove();
  if (fate === "play" && shownId() === state.view.tip) playSquares(squares);
}

export function flip() {
  keepGame({ flipped: !keptGame.flipped });
  showAgain();
}

whenShown(showBoard);
