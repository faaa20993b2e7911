// The analysis board: lines, the bar beside the board, and arrows.

import { isHinting, showHint } from "./actions.js";
import { setArrows } from "./board.js";
import { notation } from "./moves.js";
import { ask, by, keep, kept, keptGame, make, playLine, shownId, state, whenShown } from "./page.js";
import { translated, word } from "./words.js";

const MAX_MOVES = 12; // The number of moves of a line that are shown.

let lines = []; // The lines of the position shown, by rank.
let node = null; // The position to which they belong.
let thought = null; // The last report of the engine that plays.
let extra = []; // Arrows of a review.

export function scoreText({ score, mate }) {
  if (mate !== null && mate !== undefined) return `${mate > 0 ? "+" : "−"}#${Math.ceil(Math.abs(mate) / 2)}`;
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${(Math.abs(score) / 100).toFixed(2)}`;
}

// Takes a report of an engine.
export function receiveThought(info) {
  const isAnalysis = state.view?.lines > 0 && !state.view.thinking;
  if (!isAnalysis) thought = info;
  showThought();
  if (!isAnalysis || info.node !== shownId()) return;
  if (isHinting()) {
    showHint(info.squares);
    return;
  }
  if (node !== info.node) lines = [];
  node = info.node;
  lines[info.rank - 1] = info;
  showLines();
}

// What the playing engine thinks is a secret during the game, unless the person wants to see it.
function showThought() {
  const { view } = state;
  const isShown = thought && (kept.thoughts || view?.ended);
  by("thought").hidden = !isShown;
  by("thought").textContent = isShown ? `${word("depth")} ${thought.depth}${word("colon")}${scoreText(thought)}  ${thought.line[notation()]}` : "";
}

// Shows the lines, unless they belong to another position.
export function showAnalysis() {
  const { view } = state;
  by("lines").value = isHinting() ? 0 : view.lines;
  // All pages see the analysis; a spectator does not change it.
  by("lines").disabled = view.contested || !view.acts.some(Boolean);
  by("thoughts").checked = kept.thoughts ?? false;
  thought = view.thought;
  showThought();
  if (!view.lines || isHinting()) lines = [];
  lines.length = Math.min(lines.length, view.lines);
  showLines();
}

// The first moves of a line, none of which is broken at the end of a row.
export function lineParts(line, most = MAX_MOVES) {
  const moves = line.split(" ");
  const parts = moves.slice(0, most).flatMap((move, index) => [index ? " " : "", make("span", { class: "whole" }, move)]);
  return moves.length > most ? [...parts, " …"] : parts;
}

// The first moves of a line as buttons that play the line up to them, where moves can be played.
function playableParts(line) {
  const own = line.line.at(-1).split(" ");
  const texts = line.line[notation()].split(" ");
  if (!state.view.free || state.view.draft || texts.length !== own.length) return lineParts(line.line[notation()]);
  const parts = texts.slice(0, MAX_MOVES).flatMap((text, index) => [
    index ? " " : "",
    // An ellipsis stands for the moves to a mate that are not known.
    text === "…" ? text : make("button", { type: "button", class: "whole", onclick: () => playLine(own.slice(0, index + 1)) }, text),
  ]);
  return texts.length > MAX_MOVES ? [...parts, " …"] : parts;
}

function showLines() {
  const current = node === shownId() ? lines.filter(Boolean) : [];
  by("analysis-lines").hidden = !state.view.lines || isHinting();
  by("analysis-lines").replaceChildren(...current.map((line) => make(
    "li",
    {},
    make("strong", { class: line.score < 0 ? "worse" : "" }, scoreText(line)),
    make("span", {}, ...playableParts(line)),
    make("small", {}, `${word("depth")} ${line.depth}`),
  )));
  showBar(current[0]);
  setArrows([...current.map((line) => ({ squares: line.squares, rank: line.rank - 1, color: "best" })), ...extra]);
}

// Arrows in addition to those of the analysis.
export function setReviewArrows(arrows) {
  extra = arrows;
}

// The bar shows the expected result of the first side, if it is known.
function showBar(line) {
  const judged = state.judged.find((each) => each.node === shownId());
  const value = line?.chance ?? judged?.chance ?? null;
  const bar = by("bar");
  bar.hidden = value === null;
  if (value === null) return;
  const percent = Math.round(100 * value);
  bar.classList.toggle("flipped", keptGame.flipped ?? false);
  bar.firstElementChild.style.height = `${percent}%`;
  bar.setAttribute("aria-label", `${word("chanceOf")} ${translated(state.view.sides[0])}: ${percent} %`);
  bar.title = bar.getAttribute("aria-label");
}

by("notation").addEventListener("change", () => { if (state.view) showLines(); });
by("lines").addEventListener("change", () => {
  lines = [];
  ask({ do: "analyse", lines: Number(by("lines").value) });
});
by("thoughts").addEventListener("change", () => {
  keep({ thoughts: by("thoughts").checked });
  showThought();
});

whenShown(showLines);
