// The page: shows the views of the session and sends the actions of a person. It has no code for
// individual games: the board, turns and reasons come from the session.

import { receiveThought, showAnalysis } from "./analysis.js";
import { showBoard } from "./board.js";
import { openDialog, openSeats, showGames } from "./begin.js";
import { showPlayers } from "./clocks.js";
import { connect } from "./connection.js";
import { again, receiveKept, openGames, resume } from "./kept.js";
import { openProblems, showLearning } from "./learn.js";
import { gameText, lastTurn, updateTurns } from "./moves.js";
import { receivePlayed, showOpenings } from "./openings.js";
import { ask, by, keep, kept, look, refuse, say, sendBy, sendMessage, state } from "./page.js";
import { showExplained } from "./explained.js";
import { receiveFile, showFormats } from "./records.js";
import { updateReview } from "./review.js";
import { beginSetUp, showSetUp } from "./setup.js";
import { changeLanguage, sideName, title, translatePage, translated, word } from "./words.js";

const handlers = {
  games: receiveOffers,
  view: receiveView,
  refused: receiveRefusal,
  thought: receiveThought,
  played: receivePlayed,
  kept: receiveKept,
  file: receiveFile,
  "kept-as": (id) => keep({ id }),
};

function receive(message) {
  const [[kind, value]] = Object.entries(message);
  handlers[kind]?.(value);
}

function connectionChanged(isOpen) {
  if (isOpen) sendMessage({ do: "games" });
  else say(word("disconnected"));
}

function receiveOffers(games) {
  state.games = games;
  showGames();
  if (!resume()) openDialog();
}

function receiveRefusal(reason) {
  // The game under way is no longer stored.
  if (!state.view && kept.id) again();
  else refuse(translated(reason));
  // There is no game to show.
  if (!state.view && !kept.id) openDialog(translated(reason));
}

function receiveView(view) {
  state.view = view;
  state.viewed = performance.now();
  if (view.shown === view.ply) state.sight.ply = null;
  if (view.board) showBoard(view.board);
  updateTurns(view);
  showPlayers();
  showFormats();
  showSetUp();
  showRuling(view);
  updateReview(view.review);
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

// Shows everything again, after a change of language.
function showAgain() {
  const review = state.view.review && { ...state.view.review, from: state.judged.length, judged: [] };
  receiveView({ ...state.view, from: state.turns.length, turns: [], board: "", review });
}

by("language").addEventListener("click", () => {
  changeLanguage();
  showGames();
  if (state.view) showAgain();
});

translatePage();
sendBy(connect(receive, connectionChanged));

for (const button of document.querySelectorAll("dialog [data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
