// The list of turns, the steps through it, and the game as text.

import { ask, by, keep, kept, look, make, state } from "./page.js";
import { isChinese, sideName, word } from "./words.js";

// The index of the notation in use; by default the first one in the language of the page.
export function notationOf(names) {
  const usual = isChinese() ? 0 : names.findIndex((name) => /^[ -~]+$/.test(name));
  return Math.min(kept.notation ?? usual, names.length - 1);
}

export const notation = () => Math.max(0, Math.min(by("notation").selectedIndex, state.view.notations.length - 1));

// Replaces the end of the list by the new turns.
export function updateTurns(view) {
  state.turns.length = view.from;
  state.turns.push(...view.turns);
  showNotations(view);
  const list = by("turns");
  while (list.children.length > view.from) list.lastChild.remove();
  list.append(...state.turns.slice(view.from).map(item));
  markShown();
  by("game-text").value = gameText();
}

function item(turn) {
  const step = () => look({ ply: turn.ply });
  const button = make("button", { type: "button", onclick: step }, turn.texts[notation()]);
  return make("li", { "data-ply": turn.ply }, button);
}

// Rewrites the list in another notation.
function rewrite() {
  by("turns").replaceChildren(...state.turns.map(item));
  markShown();
}

function markShown() {
  const list = by("turns");
  const shown = list.querySelector(`[data-ply="${state.view.shown}"]`);
  if (shown?.classList.contains("shown")) return;
  list.querySelector(".shown")?.classList.remove("shown");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  shown?.classList.add("shown");
  shown?.firstChild.setAttribute("aria-current", "step");
  // Not scrollIntoView, which would move the page as well.
  if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// Marks the turns of a review: a sign for each ply.
export function markTurns(signs) {
  for (const child of by("turns").children) child.dataset.mark = signs.get(Number(child.dataset.ply)) ?? "";
}

function showNotations(view) {
  const names = view.notations.map((name) => (name === "own" ? view.game : name));
  const select = by("notation");
  const same = [...select.options].map((option) => option.text).join() === names.join();
  if (same && select.selectedIndex === notationOf(names)) return;
  select.replaceChildren(...names.map((name) => new Option(name)));
  select.selectedIndex = notationOf(names);
  rewrite();
}

export function gameText() {
  const turns = state.turns.map((turn) => turn.texts.at(-1));
  return turns.length ? `${state.view.start} moves ${turns.join(" ")}` : state.view.start;
}

by("notation").addEventListener("change", () => {
  keep({ notation: by("notation").selectedIndex });
  if (state.view) rewrite();
});

// Steps by whole turns; does nothing at the first and the last position.
export function step(way) {
  if (!state.view) return;
  const plies = [0, ...state.turns.map((turn) => turn.ply)];
  const at = plies.indexOf(state.view.shown);
  const next = { first: 0, back: Math.max(0, at - 1), on: Math.min(plies.length - 1, at + 1), last: plies.length - 1 };
  const ply = plies[next[way]];
  look({ ply: ply === state.view.ply ? null : ply });
}

by("steps").addEventListener("click", (event) => {
  const way = event.target.dataset.step;
  if (way) step(way);
});

document.addEventListener("keydown", (event) => {
  const way = { PageUp: "back", PageDown: "on", Home: "first", End: "last" }[event.key];
  if (!way || event.target.closest("input, textarea, select, dialog")) return;
  step(way);
  event.preventDefault();
});

by("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ do: "turn", text: by("text").value });
  by("text").value = "";
});

export const lastTurn = () => {
  const last = state.turns.at(-1);
  return last ? `${sideName(state.view.sides[last.side])} ${last.texts[notation()]}${word("stop")}` : "";
};
