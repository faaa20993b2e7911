// The page: shows the views of the session and sends the actions of a person. It has no code for a
// single game: board, turns and reasons come from the session.

import { hearThought, showAnalysis } from "./analysis.js";
import { showBoard } from "./board.js";
import { openDialog, openSeats, showGames } from "./begin.js";
import { showPlayers } from "./clocks.js";
import { connect } from "./connection.js";
import { again, hearKept, openGames, resume } from "./kept.js";
import { openProblems, showLearning } from "./learn.js";
import { gameText, hearTurns, lastTurn } from "./moves.js";
import { hearPlayed, showOpenings } from "./openings.js";
import { ask, by, keep, kept, look, refuse, say, sendBy, state, tell } from "./page.js";
import { showExplained } from "./explained.js";
import { hearFile, showFormats } from "./records.js";
import { hearReview } from "./review.js";
import { beginSetUp, showSetUp } from "./setup.js";
import { changeLanguage, sideName, title, translatePage, translated, word } from "./words.js";

const heard = {
  games: hearGames,
  view: hearView,
  refused: hearRefusal,
  thought: hearThought,
  played: hearPlayed,
  kept: hearKept,
  file: hearFile,
  "kept-as": (id) => keep({ id }),
};

function hear(message) {
  const [[kind, value]] = Object.entries(message);
  heard[kind]?.(value);
}

function connected(is) {
  if (is) tell({ do: "games" });
  else say(word("disconnected"));
}

function hearGames(games) {
  state.games = games;
  showGames();
  if (!resume()) openDialog();
}

function hearRefusal(reason) {
  // The game that was under way is kept no longer.
  if (!state.view && kept.id) again();
  else refuse(translated(reason));
  // There is nothing else to see.
  if (!state.view && !kept.id) openDialog(translated(reason));
}

function hearView(view) {
  state.view = view;
  state.viewed = performance.now();
  if (view.shown === view.ply) state.sight.ply = null;
  if (view.board) showBoard(view.board);
  hearTurns(view);
  showPlayers();
  showFormats();
  showSetUp();
  showRuling(view);
  hearReview(view.review);
  if (!view.thought) by("thought").textContent = "";
  showAnalysis();
  showExplained();
  showOpenings();
  showLearning();
  keep({ text: gameText() });
  say(status(view));
}

function status(view) {
  if (view.draft) return word("settingUp");
  if (view.trouble) return translated(view.trouble);
  const name = sideName(view.sides[view["to-move"]]);
  const ended = view.ended;
  if (ended) {
    const what = ended.winner === null ? word("drawn") : `${sideName(view.sides[ended.winner])} ${word("wins")}`;
    return `${lastTurn()}${what}: ${translated(ended.reason)}`;
  }
  if (view["draw-offer"] !== null) return `${sideName(view.sides[view["draw-offer"]])} ${word("offers")}`;
  return `${lastTurn()}${name} ${view.thinking ? word("thinking") : word("toMove")}`;
}

function showRuling(view) {
  by("ruling").hidden = !view.ruling;
  by("ruling-text").textContent = view.ruling ? title(view.ruling) : "";
}

by("actions").addEventListener("click", (event) => {
  const act = event.target.dataset.act;
  if (act === "flip") look({ flipped: !state.sight.flipped });
  else if (act === "letters") look({ letters: !state.sight.letters });
  else if (act === "new") openDialog();
  else if (act === "games") openGames();
  else if (act === "problems") openProblems();
  else if (act === "sit") openSeats();
  else if (act === "set-up") beginSetUp();
  else if (act) ask({ do: act });
});

// In another language.
function showAgain() {
  const review = state.view.review && { ...state.view.review, from: state.judged.length, judged: [] };
  hearView({ ...state.view, from: state.turns.length, turns: [], board: "", review });
}

by("language").addEventListener("click", () => {
  changeLanguage();
  showGames();
  if (state.view) showAgain();
});

translatePage();
sendBy(connect(hear, connected));

for (const button of document.querySelectorAll("dialog [data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
