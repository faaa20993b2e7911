// The analysis board: lines, the bar beside the board, and arrows.

import { isHinting, showHint } from "./actions.js";
import { setArrows, svgText } from "./board.js";
import { notation } from "./moves.js";
import { ask, by, keep, kept, keptGame, make, playLine, sendMessage, shownId, state, whenShown } from "./page.js";
import { translated, word } from "./words.js";

const PREVIEW_WIDTH = 200; // The width of a small board in pixels.
const MAX_MOVES = 12; // The number of moves of a line that are shown.

let found = []; // The lines of the position shown, by rank.
let node = null; // The position to which they belong.
let thought = null; // The last report of the engine that plays.
let extra = []; // Arrows of a review.
let previewed = null; // The line whose position is shown beside it, and the button under the pointer.

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
  if (node !== info.node) found = [];
  node = info.node;
  found[info.rank - 1] = info;
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
  // A game under way has hints instead, unless its lines are shown already.
  by("engine").hidden = Boolean(view.draft || view.problem || view.contested) || !(view.free || (view.lines && !isHinting()));
  by("engine-switch").setAttribute("aria-checked", String(view.lines > 0 && !isHinting()));
  by("engine-switch").disabled = by("lines").disabled = view.contested || !view.acts.some(Boolean);
  by("thoughts").checked = kept.thoughts ?? false;
  thought = view.thought;
  showThought();
  if (!view.lines || isHinting()) found = [];
  found.length = Math.min(found.length, view.lines);
  showLines();
}

// The first moves of a line, none of which is broken at the end of a row.
export function lineParts(line, most = MAX_MOVES) {
  const moves = line.split(" ");
  const parts = moves.slice(0, most).flatMap((move, index) => [index ? " " : "", make("span", { class: "whole" }, move)]);
  return moves.length > most ? [...parts, " …"] : parts;
}

// A move of a line: a click plays the line up to it, and the pointer or the focus shows the position after it.
function moveButton(text, turns) {
  const button = make("button", { type: "button", class: "whole", onclick: () => playLine(turns) }, text);
  button.turns = turns;
  const show = () => {
    previewed = { at: shownId(), turns, button };
    sendMessage({ do: "preview", at: shownId(), line: turns });
  };
  for (const event of ["pointerenter", "focus"]) button.addEventListener(event, show);
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, hidePreview);
  return button;
}

function hidePreview() {
  previewed = null;
  by("preview").hidden = true;
}

// Shows the position after a line as a small board, beside the panel if there is room.
export function receivePreview({ at, turns, board, last }) {
  if (!previewed || previewed.at !== at || previewed.turns.length !== turns || !previewed.button.isConnected) return;
  const scene = { board, last, threats: [], zone: [], texts: [], targets: [], arrows: [], legal: [], hint: null, numbers: null };
  const picture = svgText({ scene, width: PREVIEW_WIDTH });
  const preview = by("preview");
  preview.replaceChildren(make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(picture)}` }));
  preview.hidden = false;
  const [line, box] = [previewed.button.getBoundingClientRect(), preview.getBoundingClientRect()];
  const panel = by("panel").getBoundingClientRect();
  const isBeside = panel.left > box.width;
  preview.style.left = `${isBeside ? panel.left - box.width : Math.min(line.left, innerWidth - box.width)}px`;
  const below = line.bottom + 6;
  const top = isBeside ? line.top : below + box.height <= innerHeight ? below : line.top - box.height - 6;
  preview.style.top = `${Math.max(0, Math.min(top, innerHeight - box.height))}px`;
}

// The first moves of a line as buttons that play the line up to them, where moves can be played.
function playableParts(line) {
  const own = line.line.at(-1).split(" ");
  const texts = line.line[notation()].split(" ");
  if (!state.view.free || state.view.draft || texts.length !== own.length) return lineParts(line.line[notation()]);
  const parts = texts.slice(0, MAX_MOVES).flatMap((text, index) => [
    index ? " " : "",
    // An ellipsis stands for the moves to a mate that are not known.
    text === "…" ? text : moveButton(text, own.slice(0, index + 1)),
  ]);
  return texts.length > MAX_MOVES ? [...parts, " …"] : parts;
}

function showLines() {
  const current = node === shownId() ? found.filter(Boolean) : [];
  by("analysis-lines").hidden = !state.view.lines || isHinting();
  showWork(current[0]);
  // The buttons are replaced, but the pointer or the focus may still be on the same move.
  const buttons = () => [...by("analysis-lines").querySelectorAll("button")];
  const [focused, shown] = [document.activeElement, previewed?.button].map((button) => buttons().indexOf(button));
  by("analysis-lines").replaceChildren(...current.map((line) => make(
    "li",
    {},
    make("strong", { class: line.score < 0 ? "worse" : "" }, scoreText(line)),
    make("span", {}, ...playableParts(line)),
  )));
  const same = buttons()[shown];
  if (same?.turns.join() === previewed?.turns.join()) previewed = previewed && { ...previewed, button: same };
  else hidePreview();
  buttons()[focused]?.focus({ preventScroll: true });
  showBar(current[0]);
  setArrows([...current.map((line) => ({ squares: line.squares, rank: line.rank - 1, color: "best" })), ...extra]);
}

// The score of the best line, and how far and how fast the engine searches.
function showWork(line) {
  by("engine-score").textContent = line ? scoreText(line) : "";
  const speed = line?.speed ? ` · ${line.speed < 1e6 ? `${Math.round(line.speed / 1e3)} k` : `${(line.speed / 1e6).toFixed(1)} M`}${word("nodesPerSecond")}` : "";
  by("engine-work").textContent = line ? `${word("depth")} ${line.depth}${speed}` : "";
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
const analyse = (count) => {
  found = [];
  if (count) keep({ lines: count });
  ask({ do: "analyse", lines: count });
};
by("lines").addEventListener("change", () => analyse(Number(by("lines").value)));
by("engine-switch").addEventListener("click", () => analyse(state.view.lines ? 0 : kept.lines ?? 2));
by("thoughts").addEventListener("change", () => {
  keep({ thoughts: by("thoughts").checked });
  showThought();
});

whenShown(showLines);
