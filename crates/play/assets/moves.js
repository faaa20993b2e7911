// The moves of the game with their variations, the steps through them, and the game as text.

import { flip } from "./board.js";
import { ask, askAndFollow, by, go, keep, kept, make, shownId, shownNode, state, whenShown } from "./page.js";
import { SIGN_NUMBERS, childrenOf, endOfLine, next, pathTo, previous, signOf, turnFrom, turnsBefore } from "./tree.js";
import { isChinese, sideName, word } from "./words.js";

let reviewed = new Map(); // The signs of a review by the numbers of positions.

// The index of the notation in use; by default the first one in the language of the page.
export function notationOf(names) {
  const usual = isChinese() ? 0 : names.findIndex((name) => /^[ -~]+$/.test(name));
  return Math.min(kept.notation ?? usual, names.length - 1);
}

export const notation = () => Math.max(0, Math.min(by("notation").selectedIndex, state.view.notations.length - 1));

// The text of the turn that leads to a node.
export const turnText = (node) => node.texts[notation()] ?? node.texts.at(-1) ?? "";

const sign = (node) => signOf(node) || reviewed.get(node.id) || "";

function turnButton(node) {
  const isShown = node.id === shownId();
  return make("button", { type: "button", class: "turn", "data-node": node.id, "aria-current": isShown ? "step" : null, onclick: () => go(node.id) },
    turnText(node), sign(node) && make("span", { class: `sign sign-${sign(node).replaceAll("!", "good").replaceAll("?", "bad")}` }, sign(node)));
}

const number = (turn) => `${Math.floor(turn / 2) + 1}${turn % 2 ? "…" : "."}`;

// The variations that branch off on the way from a position to the end of a turn.
function alternatives(from, turn) {
  const parents = [from, ...turn.slice(0, -1).map((node) => node.id)];
  return parents.flatMap((id, index) => childrenOf(id).filter((child) => child !== turn[index]));
}

// A variation as one paragraph; its own variations follow in parentheses.
function variation(first, turn) {
  const parts = [make("span", { class: "number" }, number(turn))];
  let [at, count, needsNumber] = [turnFrom(first), turn, false];
  for (;;) {
    const end = at.at(-1);
    if (needsNumber || (count > turn && count % 2 === 0)) parts.push(make("span", { class: "number" }, number(count)));
    parts.push(turnButton(end));
    needsNumber = false;
    if (end.comment) parts.push(make("span", { class: "comment" }, end.comment));
    const [following] = childrenOf(end.id);
    if (!following) break;
    count += 1;
    at = turnFrom(following);
    const others = alternatives(end.id, at);
    if (others.length) {
      // The main continuation is written before its alternatives.
      if (count % 2 === 0) parts.push(make("span", { class: "number" }, number(count)));
      parts.push(turnButton(at.at(-1)));
      for (const other of others) parts.push(make("span", { class: "inner" }, "(", ...variation(other, count), ")"));
      const after = childrenOf(at.at(-1).id)[0];
      if (at.at(-1).comment) parts.push(make("span", { class: "comment" }, at.at(-1).comment));
      if (!after) break;
      count += 1;
      at = turnFrom(after);
      needsNumber = true;
    }
  }
  return parts;
}

// The list: the turns of the main line in two columns, variations and comments between them.
function showMoves() {
  const items = [];
  const root = state.nodes.get(0);
  if (root.comment) items.push(make("li", { class: "notes" }, make("p", { class: "comment" }, root.comment)));
  let [at, turn, breaks] = [0, root["to-move"], true];
  while (childrenOf(at).length) {
    const nodes = turnFrom(childrenOf(at)[0]);
    const end = nodes.at(-1);
    const label = turn % 2 === 0 || breaks ? make("span", { class: "number" }, number(turn)) : "";
    items.push(make("li", { class: `side-${turn % 2}`, "data-ply": end.ply }, label, turnButton(end)));
    const others = alternatives(at, nodes);
    breaks = Boolean(end.comment || others.length);
    if (breaks) {
      const paragraphs = others.map((other) => make("p", { class: "variation" }, ...variation(other, turn)));
      const comment = end.comment ? [make("p", { class: "comment" }, end.comment)] : [];
      items.push(make("li", { class: "notes" }, ...comment, ...paragraphs));
    }
    at = end.id;
    turn += 1;
  }
  by("turns").replaceChildren(...items);
  showPlace();
}

// Marks the turn shown and scrolls to it.
function showPlace() {
  const list = by("turns");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const shown = list.querySelector(`[data-node="${shownId()}"]`);
  shown?.setAttribute("aria-current", "step");
  // Not scrollIntoView, which would move the page as well.
  if (shown) list.scrollTop = shown.offsetTop - list.clientHeight / 2;
  else if (shownId() === 0) list.scrollTop = 0;
  showEditor();
}

// The comment and the marks of the position shown.
function showEditor() {
  const node = shownNode();
  if (document.activeElement !== by("comment") || by("comment").dataset.node !== String(node.id)) {
    by("comment").value = node.comment;
    by("comment").dataset.node = node.id;
  }
  for (const button of by("marks").querySelectorAll("[data-mark]")) {
    button.setAttribute("aria-pressed", String(node.marks.includes(SIGN_NUMBERS[button.dataset.mark])));
    button.disabled = node.id === 0;
  }
  const isMain = pathTo(node.id).every((each) => each.place === 0);
  by("promote").disabled = !state.view.free || isMain;
  by("remove").disabled = !state.view.free || node.id === 0;
  const [undoes, redoes] = state.view.edits;
  by("undo").disabled = !undoes;
  by("redo").disabled = !redoes;
}

export function updateMoves(view) {
  const same = state.turns.length === view.from && !view.turns.length && !view.nodes.length && !view.removed.length && !view.fresh;
  state.turns.length = view.from;
  state.turns.push(...view.turns);
  const isNew = showNotations(view);
  if (!same || isNew) showMoves();
  else showPlace();
  by("game-text").value = gameText();
}

// Marks the turns of a review: a sign for each position.
export function markTurns(signs) {
  const same = signs.size === reviewed.size && [...signs].every(([id, text]) => reviewed.get(id) === text);
  reviewed = signs;
  if (!same) showMoves();
}

// Returns whether the notations have changed.
function showNotations(view) {
  const names = view.notations.map((name) => (name === "own" ? view.game : name));
  const select = by("notation");
  const same = [...select.options].map((option) => option.text).join() === names.join();
  if (same && select.selectedIndex === notationOf(names)) return false;
  select.replaceChildren(...names.map((name) => new Option(name)));
  select.selectedIndex = notationOf(names);
  return true;
}

export function gameText() {
  const turns = state.turns.map((turn) => turn.texts.at(-1));
  return turns.length ? `${state.view.start} moves ${turns.join(" ")}` : state.view.start;
}

by("notation").addEventListener("change", () => {
  keep({ notation: by("notation").selectedIndex });
  if (state.view) showMoves();
});

// Steps by whole turns; does nothing at the first and the last position.
const ways = { first: () => 0, back: () => previous(), on: () => next(), last: () => endOfLine() };

function stepTo(way) {
  if (!state.view) return;
  const to = ways[way]();
  if (to !== shownId()) go(to);
}

by("steps").addEventListener("click", (event) => {
  const way = event.target.closest("[data-step]")?.dataset.step;
  if (way) stepTo(way);
});

const KEYS = { PageUp: "back", PageDown: "on", ArrowLeft: "back", ArrowRight: "on", ArrowUp: "first", ArrowDown: "last", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog, [role=tab]") || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    const edit = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
    if (edit && !by(edit).disabled) {
      askAndFollow({ do: edit });
      event.preventDefault();
    }
    return;
  }
  // The arrow keys move the cursor while the board has the focus.
  const isCursor = event.key.startsWith("Arrow") && event.target.closest("#board");
  const way = KEYS[event.key];
  if (event.key === "f") flip();
  else if (way && !isCursor) stepTo(way);
  else return;
  event.preventDefault();
});

by("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const at = shownId() === state.view.tip && !state.view.ended ? null : shownId();
  askAndFollow({ do: "turn", text: by("text").value, at });
  by("text").value = "";
});

function annotate(change) {
  const { id, comment, marks } = shownNode();
  ask({ do: "annotate", node: id, comment, marks, ...change });
}

by("comment").addEventListener("change", () => annotate({ comment: by("comment").value.trim() }));
by("marks").addEventListener("click", (event) => {
  const mark = SIGN_NUMBERS[event.target.closest("[data-mark]")?.dataset.mark];
  if (!mark) return;
  // One sign of quality at a time; other marks of a record stay.
  const others = shownNode().marks.filter((each) => each > 6);
  annotate({ marks: shownNode().marks.includes(mark) ? others : [mark, ...others] });
});
for (const edit of ["undo", "redo"]) by(edit).addEventListener("click", () => askAndFollow({ do: edit }));
by("promote").addEventListener("click", () => ask({ do: "promote", node: shownId() }));
by("remove").addEventListener("click", () => askAndFollow({ do: "remove", node: shownId() }));

export const lastTurn = () => {
  const last = state.turns.at(-1);
  return last ? `${sideName(state.view.sides[last.side])} ${last.texts[notation()]}${word("stop")}` : "";
};

// The number and text of a turn: `12… 馬8进7`.
export const numbered = (node) => `${number(turnsBefore(node))} ${turnText(node)}`;

whenShown(showPlace);
