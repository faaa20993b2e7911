// The review of a game: a graph, the mistakes with better lines, the accuracy.

import { scoreText } from "./analysis.js";
import { markTurns, notation } from "./moves.js";
import { ask, by, look, make, makeSvg, state } from "./page.js";
import { sideName, word } from "./words.js";

const WIDTH = 300;
const HEIGHT = 90;
const MILLISECONDS = 300; // For each position.
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function updateReview(review) {
  if (review) {
    state.judged.length = review.from;
    state.judged.push(...review.judged);
  } else {
    state.judged.length = 0;
  }
  by("review-result").hidden = !review;
  by("review").textContent = word(review ? "endReview" : "review");
  by("review").setAttribute("aria-pressed", String(Boolean(review)));
  markTurns(new Map(state.judged.filter((each) => each.mark).map((each) => [each.ply, SIGNS[each.mark]])));
  if (!review) return;
  const done = state.judged.length;
  const sides = review.accuracy.map((value, side) => `${sideName(state.view.sides[side])} ${value === null ? "–" : value.toFixed(0)}`);
  by("accuracy").textContent = `${word("accuracy")}: ${sides.join(", ")}`;
  by("progress").textContent = done < review.positions ? `${done} / ${review.positions}` : "";
  showGraph(review.positions);
  showTurn();
  showMistakes();
}

function showGraph(positions) {
  const at = (index) => (index * WIDTH) / Math.max(1, positions - 1);
  const points = state.judged.map((each, index) => `${at(index)},${HEIGHT * (1 - each.chance)}`);
  const shown = state.judged.findIndex((each) => each.ply === state.view.shown);
  const marks = state.judged.map((each, index) => each.mark
    && makeSvg("circle", { cx: at(index), cy: HEIGHT * (1 - each.chance), r: 4, class: each.mark })).filter(Boolean);
  const here = shown < 0 ? [] : [makeSvg("line", { x1: at(shown), x2: at(shown), y1: 0, y2: HEIGHT, class: "now" })];
  by("graph").setAttribute("viewBox", `-5 -5 ${WIDTH + 10} ${HEIGHT + 10}`);
  by("graph").replaceChildren(
    makeSvg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "ground" }),
    makeSvg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
    makeSvg("polyline", { points: points.join(" "), class: "curve" }),
    ...here,
    ...marks,
  );
}

// Shows the judgement of the turn that led to the position shown.
function showTurn() {
  const judged = state.judged.find((each) => each.ply === state.view.shown);
  if (!judged) {
    by("verdict").textContent = "";
    return;
  }
  const lost = judged.mark ? `${word(judged.mark)} (−${Math.round(100 * judged.loss)} %). ${word("better")}: ${judged.better[notation()]}` : "";
  by("verdict").textContent = `${scoreText(judged)} ${lost}`;
}

function showMistakes() {
  const items = state.judged.filter((each) => each.mark).map((each) => {
    const number = state.turns.findIndex((turn) => turn.ply === each.ply);
    const turn = state.turns[number];
    const text = `${number + 1}. ${sideName(state.view.sides[each.side])} ${turn?.texts[notation()] ?? ""}${SIGNS[each.mark]} −${Math.round(100 * each.loss)} %`;
    return make("li", {}, make("button", { type: "button", onclick: () => look({ ply: each.ply }) }, text));
  });
  by("mistakes").replaceChildren(...items);
}

by("notation").addEventListener("change", () => {
  if (!state.view?.review) return;
  showTurn();
  showMistakes();
});
by("review").addEventListener("click", () => {
  ask({ do: "review", milliseconds: state.view?.review ? null : MILLISECONDS });
});

by("graph").addEventListener("click", (event) => {
  const box = by("graph").getBoundingClientRect();
  const share = ((event.clientX - box.left) / box.width) * ((WIDTH + 10) / WIDTH) - 5 / WIDTH;
  const judged = state.judged[Math.round(share * (state.view.review.positions - 1))];
  if (judged) look({ ply: judged.ply });
});
