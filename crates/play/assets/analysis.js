// The analysis board: lines, the bar beside the board, and arrows.

import { placeOf } from "./board.js";
import { notation } from "./moves.js";
import { ask, by, make, makeSvg, state } from "./page.js";
import { translated, word } from "./words.js";

let lines = []; // The lines of the position shown, by rank.
let ply = null; // The number of moves before their position.

export function scoreText({ score, mate }) {
  if (mate !== null && mate !== undefined) return `${mate > 0 ? "+" : "−"}#${Math.ceil(Math.abs(mate) / 2)}`;
  return `${score > 0 ? "+" : ""}${(score / 100).toFixed(2)}`;
}

// Shows a report of the engine that is thinking.
export function receiveThought(thought) {
  by("thought").textContent = state.view?.lines ? "" : `${word("depth")} ${thought.depth}: ${scoreText(thought)}  ${thought.line[notation()]}`;
  if (!state.view?.lines || thought.ply !== state.view.shown) return;
  if (ply !== thought.ply) lines = [];
  ply = thought.ply;
  lines[thought.rank - 1] = thought;
  showLines();
}

// Shows the lines, unless they belong to another position.
export function showAnalysis() {
  const { view } = state;
  by("lines").value = view.lines;
  if (!view.lines || ply !== view.shown) lines = [];
  lines.length = Math.min(lines.length, view.lines);
  showLines();
}

function showLines() {
  by("analysis-lines").hidden = !state.view.lines;
  by("analysis-lines").replaceChildren(...lines.filter(Boolean).map((line) => make(
    "li",
    {},
    make("strong", {}, scoreText(line)),
    ` ${line.line[notation()]} `,
    make("small", {}, `${word("depth")} ${line.depth}`),
  )));
  showBar();
  drawArrows(lines.filter(Boolean).map((line) => line.squares));
}

// The expected result of the first side, or null if unknown.
function chance() {
  if (lines[0]) return lines[0].chance;
  const judged = state.judged.find((each) => each.ply === state.view.shown);
  return judged?.chance ?? null;
}

function showBar() {
  const value = chance();
  const bar = by("bar");
  bar.hidden = value === null;
  if (value === null) return;
  const percent = Math.round(100 * value);
  bar.classList.toggle("flipped", state.sight.flipped);
  bar.firstElementChild.style.height = `${percent}%`;
  bar.setAttribute("aria-label", `${word("chanceOf")} ${translated(state.view.sides[0])}: ${percent} %`);
  bar.title = bar.getAttribute("aria-label");
}

// Draws an arrow for the first move of each line, the best one darkest; a ring for a stone.
export function drawArrows(moves) {
  const svg = by("board").querySelector("svg");
  svg?.querySelector(".ideas")?.remove();
  const ideas = makeSvg("g", { class: "ideas", "pointer-events": "none" });
  moves.forEach((squares, rank) => {
    const [from, to] = squares.map(placeOf);
    if (!from) return;
    const opacity = [0.9, 0.6, 0.45, 0.35, 0.3][rank];
    const width = from.side * 0.1;
    if (!to) {
      ideas.append(makeSvg("circle", { cx: from.x, cy: from.y, r: from.side * 0.3, fill: "none", stroke: "#1b7f3b", "stroke-width": width, opacity }));
      return;
    }
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [bx, by_] = [to.x - dx * from.side * 0.32, to.y - dy * from.side * 0.32];
    const half = from.side * 0.18;
    ideas.append(makeSvg("g", { opacity, fill: "#1b7f3b", stroke: "#1b7f3b" },
      makeSvg("line", { x1: from.x, y1: from.y, x2: bx, y2: by_, "stroke-width": width, "stroke-linecap": "round" }),
      makeSvg("path", { stroke: "none", d: `M${to.x} ${to.y}L${bx - dy * half} ${by_ + dx * half}L${bx + dy * half} ${by_ - dx * half}Z` })));
  });
  svg?.append(ideas);
}

by("notation").addEventListener("change", () => { if (state.view) showLines(); });
by("lines").addEventListener("change", () => {
  lines = [];
  ask({ do: "analyse", lines: Number(by("lines").value) });
});
