// The explorer: the moves of the book, of the stored games and of the endgame tables in the position shown.

import { notation } from "./moves.js";
import { askAndFollow, by, explore, make, offer, shownId, state } from "./page.js";
import { sideName, title, word } from "./words.js";

let played = null; // The moves of the stored games; null if no games are stored.

export function receivePlayed(moves) {
  played = moves;
  showOpenings();
}

export function showOpenings() {
  const { explored } = state.view;
  by("explore").checked = Boolean(explored);
  by("explore").nextElementSibling.textContent = word(offer()?.endgames ? "openingsEndings" : "showOpenings");
  by("explore").disabled = state.view.contested;
  by("explored").hidden = !explored;
  if (!explored) return;
  by("opening-name").textContent = explored.name ? title(explored.name) : "";
  by("opening-line").textContent = by("opening-name").textContent;
  const tables = explored.endgame ? [endgameTable(explored)] : [];
  if (offer()?.book) tables.push(table("book", explored, explored.moves));
  if (played) tables.push(table("playedHere", explored, played));
  by("opening-moves").replaceChildren(...tables);
}

function table(source, explored, moves) {
  if (!moves.length) return make("p", {}, `${word(source)}${word("colon")}${word("unknown")}`);
  const mover = sideName(state.view.sides[explored["to-move"]]);
  // A book may contain names without games.
  const counts = moves.some((move) => move.games) ? ["number", "results"] : [];
  const heads = ["move", ...counts].map((name) => make("th", { scope: "col" }, word(name)));
  return make(
    "table",
    {},
    make("caption", {}, counts.length ? `${word(source)}${word("colon")}${word("resultsFor").replace("…", mover)}` : word(source)),
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...moves.map((move) => exploredRow(move, counts.length))),
  );
}

// The value of every legal move by the endgame tables.
function endgameTable({ endgame, "to-move": mover }) {
  const head = (name) => make("th", { scope: "col" }, word(name));
  const rows = endgame.map((move) => make("tr", { class: move.verdict }, make("th", { scope: "row" }, playButton(move)), make("td", {}, verdictText(move))));
  return make(
    "table",
    { class: "endgame" },
    make("caption", {}, `${word("endgameTable")}${word("colon")}${word("resultOf").replace("…", sideName(state.view.sides[mover]))}`),
    make("thead", {}, make("tr", {}, head("move"), head("result"))),
    make("tbody", {}, ...rows),
  );
}

const verdictText = ({ verdict, plies }) => word(verdict === "won" ? "wonIn" : verdict === "lost" ? "lostIn" : verdict).replace("…", plies);

function playButton(move) {
  const text = move.texts[notation()] ?? move.texts.at(-1);
  return make("button", { type: "button", disabled: !isPlayable(), onclick: () => playExplored(move.texts.at(-1)) }, text);
}

function exploredRow(move, hasCounts) {
  const isNew = move.name && move.name[0] !== state.view.explored.name?.[0];
  const notes = [move.proof && word(move.proof === "win" ? "provedWin" : "provedLoss"), isNew && title(move.name)].filter(Boolean);
  const counts = hasCounts ? [make("td", {}, `${move.games}`), make("td", { class: "results" }, resultBar(move.results))] : [];
  return make("tr", {}, make("th", { scope: "row" }, playButton(move), ...notes.map((note) => make("small", {}, note))), ...counts);
}

// A bar with the shares of won, drawn and lost games in per cent.
function resultBar(results) {
  const over = results.reduce((sum, count) => sum + count, 0);
  if (!over) return "–";
  const parts = ["won", "drawnShort", "lost"].map((name, index) => [name, Math.round((100 * results[index]) / over)]);
  const spans = parts.map(([name, percent]) => make("span", { class: name, style: `flex-grow: ${percent}`, "aria-hidden": "true" }, percent > 9 ? `${percent}` : ""));
  const text = parts.map(([name, percent]) => `${word(name)} ${percent} %`).join(word("comma"));
  return make("div", { class: "shares", role: "img", "aria-label": text, title: text }, ...spans);
}

// A move can be played if the person may move in the position shown.
const isPlayable = () => state.view.shown === shownId() && state.view.legal.length > 0 && !state.view.draft;

// Plays a move of the tables in the position shown.
function playExplored(text) {
  const at = shownId() === state.view.tip && !state.view.ended ? null : shownId();
  askAndFollow({ do: "turn", text, at });
}

by("notation").addEventListener("change", () => { if (state.view) showOpenings(); });
by("explore").addEventListener("change", () => explore(by("explore").checked));
