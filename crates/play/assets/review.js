// The review of a game: a graph, the mistakes with better lines, the accuracy, and exercises.

import { lineParts, scoreText, setReviewArrows } from "./analysis.js";
import { markTurns, notation, numbered } from "./moves.js";
import { ask, by, go, make, makeSvg, shownId, state, whenShown } from "./page.js";
import { openTab } from "./tabs.js";
import { pathTo } from "./tree.js";
import { isChinese, sideName, title, word } from "./words.js";

const WIDTH = 320;
const HEIGHT = 110;
const LEFT = 26; // The width of the axis.
const MILLISECONDS = 300; // For each position.
const BETTER_MOVES = 6; // The number of moves of a better line that are shown.
const REVIEW_SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

let exercise = null; // The judged position whose turn the person tries to improve.

export function updateReview(review) {
  if (review) {
    const line = pathTo(state.view.tip);
    const nodeAt = (ply) => (ply === 0 ? 0 : line[ply - 1]?.id ?? null);
    state.judged.length = review.from;
    state.judged.push(...review.judged.map((each) => ({ ...each, node: nodeAt(each.ply) })));
  } else {
    state.judged.length = 0;
    exercise = null;
  }
  by("review-result").hidden = !review;
  by("review").textContent = word(review ? "endReview" : "review");
  by("review").setAttribute("aria-pressed", String(Boolean(review)));
  markTurns(new Map(state.judged.filter((each) => each.mark).map((each) => [each.node, REVIEW_SIGNS[each.mark]])));
  if (!review) {
    setReviewArrows([]);
    return;
  }
  const done = state.judged.length;
  const sides = review.accuracy.map((value, side) => `${sideName(state.view.sides[side])} ${value === null ? "–" : value.toFixed(0)}`);
  by("accuracy").textContent = `${word("accuracy")}${word("colon")}${sides.join(word("comma"))}`;
  by("progress").textContent = done < review.positions ? `${done} / ${review.positions}` : "";
  by("keep-review").hidden = done < review.positions || !state.judged.some((each) => each.note);
  showMistakes();
  showReviewed();
}

// The graph: the expected result of the first side after each turn.
function showGraph() {
  const { positions } = state.view.review;
  const at = (index) => LEFT + (index * (WIDTH - LEFT)) / Math.max(1, positions - 1);
  const high = (chance) => HEIGHT * (1 - chance);
  const points = state.judged.map((each, index) => `${at(index)},${high(each.chance)}`);
  const last = at(Math.max(0, state.judged.length - 1));
  const shown = state.judged.findIndex((each) => each.node === shownId());
  const marks = state.judged.map((each, index) => each.mark
    && makeSvg("circle", { cx: at(index), cy: high(each.chance), r: 3.5, class: each.mark })).filter(Boolean);
  const here = shown < 0 ? [] : [makeSvg("line", { x1: at(shown), x2: at(shown), y1: 0, y2: HEIGHT, class: "now" })];
  const axis = [100, 50, 0].map((percent) => makeSvg("text", { x: LEFT - 4, y: high(percent / 100) + 4, class: "axis", "text-anchor": "end" }, `${percent}`));
  by("graph").setAttribute("viewBox", `-2 -8 ${WIDTH + 6} ${HEIGHT + 16}`);
  by("graph").replaceChildren(
    makeSvg("rect", { x: LEFT, y: 0, width: WIDTH - LEFT, height: HEIGHT, class: "ground" }),
    makeSvg("polygon", { points: [`${LEFT},${HEIGHT}`, ...points, `${last},${HEIGHT}`].join(" "), class: "area" }),
    makeSvg("line", { x1: LEFT, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
    makeSvg("polyline", { points: points.join(" "), class: "curve" }),
    ...axis,
    ...here,
    ...marks,
  );
}

// The score after a turn; after the last one the result.
const judgedText = (judged) => (judged.over ? { 0: "0–1", 0.5: "½–½", 1: "1–0" }[judged.chance] : scoreText(judged));

// Shows the judgement of the turn that led to the position shown.
function showReviewed() {
  if (!state.view.review) return;
  showGraph();
  const index = state.judged.findIndex((each) => each.node === shownId());
  const judged = state.judged[index];
  const lost = judged?.mark
    ? [make("strong", { class: judged.mark }, word(judged.mark)), ` −${Math.round(100 * judged.loss)}%${word("stop")}${word("better")}${word("colon")}`, ...lineParts(judged.better[notation()], BETTER_MOVES)]
    : [];
  by("verdict").replaceChildren(...(judged ? [make("strong", { class: "score" }, judgedText(judged)), " ", ...(judged.book ? [word("inBook")] : lost)] : []));
  // The better move is an arrow on the board before the turn, but not while a person looks for it.
  const next = state.judged[index + 1];
  setReviewArrows(judged?.first.length && !exercise && next?.mark ? [{ squares: judged.first, rank: 0, color: "best" }] : []);
  showExercise();
}

function showMistakes() {
  const items = state.judged.map((each, index) => [each, index]).filter(([each]) => each.mark).map(([each, index]) => {
    const node = state.nodes.get(each.node);
    const text = `${numbered(node)}${REVIEW_SIGNS[each.mark]} −${Math.round(100 * each.loss)}%`;
    return make("li", { class: each.mark },
      make("button", { type: "button", class: "wide", onclick: () => go(each.node) }, make("strong", {}, `${sideName(state.view.sides[each.side])} `), text, make("small", { class: "note" }, each.note ? title(each.note) : "")),
      make("button", { type: "button", onclick: () => beginExercise(index) }, word("findBetter")));
  });
  by("mistakes").replaceChildren(...items);
}

// Asks the person for a better turn than that of a mistake.
function beginExercise(index) {
  exercise = { before: state.judged[index - 1], judged: state.judged[index], state: "asked" };
  openTab("analysis");
  go(exercise.before.node);
}

function showExercise() {
  by("exercise").hidden = !exercise;
  if (!exercise) return;
  const shown = state.nodes.get(shownId());
  const best = exercise.judged.better.at(-1).split(" ")[0];
  // The move that the person played from the position of the exercise.
  if (exercise.state !== "shown" && shown?.parent === exercise.before.node) {
    exercise.state = shown.texts.at(-1) === best ? "right" : "wrong";
  }
  const texts = { asked: word("findIt"), right: word("right").replace(/[ 。.].*/, "!"), wrong: word("notBest"), shown: `${word("better")}${word("colon")}${exercise.judged.better[notation()]}` };
  by("exercise-state").textContent = texts[exercise.state];
  by("exercise-state").className = exercise.state;
}

by("exercise-show").addEventListener("click", () => {
  const { before } = exercise;
  exercise.state = "shown";
  setReviewArrows([{ squares: before.first, rank: 0, color: "best" }]);
  showExercise();
});
by("exercise-leave").addEventListener("click", () => {
  const { judged } = exercise;
  exercise = null;
  go(judged.node);
});

by("notation").addEventListener("change", () => {
  if (!state.view?.review) return;
  showMistakes();
  showReviewed();
});
by("review").addEventListener("click", () => {
  ask({ do: "review", milliseconds: state.view?.review ? null : MILLISECONDS });
});

by("keep-review").addEventListener("click", () => ask({ do: "keep-review", language: isChinese() ? 1 : 0 }));

by("graph").addEventListener("click", (event) => {
  const box = by("graph").getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * (WIDTH + 6) - 2;
  const share = Math.min(1, Math.max(0, (x - LEFT) / (WIDTH - LEFT)));
  const judged = state.judged[Math.round(share * (state.view.review.positions - 1))];
  if (judged) go(judged.node);
});

whenShown(showReviewed);
