// The tree of the game: its positions, and the way through them.

import { shownId, state } from "./page.js";

const children = new Map(); // The continuations of each position, in order.

// Takes over the new, changed and removed positions of a view.
export function updateTree(view) {
  if (view.fresh) state.nodes.clear();
  // What may be played in other positions changes with the state of the game only.
  const key = `${view.free} ${view["to-move"]} ${view.ply} ${Boolean(view.draft)} ${view.problem?.state}`;
  if (view.fresh || key !== state.legalKey) state.legal.clear();
  state.legalKey = key;
  state.legal.set(view.shown, view.legal);
  for (const id of view.removed) state.nodes.delete(id);
  for (const node of view.nodes) state.nodes.set(node.id, node);
  children.clear();
  for (const node of state.nodes.values()) {
    if (node.parent === null) continue;
    if (!children.has(node.parent)) children.set(node.parent, []);
    children.get(node.parent).push(node);
  }
  for (const list of children.values()) list.sort((a, b) => a.place - b.place);
}

export const childrenOf = (id) => children.get(id) ?? [];
export const parentOf = (node) => state.nodes.get(node.parent);

// Whether the side that moved goes on: the first of two stones.
export const isMidTurn = (node) => node.parent !== null && node["to-move"] === node.side && !node.ended;

// The position after the turn that begins with a node, and the positions on the way to it.
export function turnFrom(first) {
  const nodes = [first];
  while (isMidTurn(nodes.at(-1)) && childrenOf(nodes.at(-1).id).length) nodes.push(childrenOf(nodes.at(-1).id)[0]);
  return nodes;
}

// The positions from the start to a position, without the start.
export function pathTo(id) {
  const path = [];
  for (let node = state.nodes.get(id); node && node.parent !== null; node = parentOf(node)) path.unshift(node);
  return path;
}

// The position after the next turn, after the turn before, at the start, and at the end of the line.
export function next(id = shownId()) {
  const [first] = childrenOf(id);
  return first ? turnFrom(first).at(-1).id : id;
}

export function previous(id = shownId()) {
  let node = parentOf(state.nodes.get(id)) ?? state.nodes.get(id);
  while (isMidTurn(node)) node = parentOf(node);
  return node.id;
}

export function endOfLine(id = shownId()) {
  let end = id;
  while (childrenOf(end).length) end = childrenOf(end)[0].id;
  return end;
}

// The number of turns before the one that leads to a position; even if the first side plays it.
export function turnsBefore(node) {
  const path = pathTo(node.id);
  const first = state.nodes.get(0)["to-move"];
  const changes = path.filter((each, index) => index > 0 && each.side !== path[index - 1].side).length;
  return first + changes;
}

// The text of a node's marks, for example `!`.
const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
export const SIGN_NUMBERS = Object.fromEntries(Object.entries(SIGNS).map(([number, sign]) => [sign, Number(number)]));
export const signOf = (node) => node.marks.map((mark) => SIGNS[mark] ?? "").join("");
