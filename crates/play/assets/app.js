// The page: shows the views of the session and sends the actions of a person. It has no code for
// individual games: the board, turns and reasons come from the session.

import { dropHint, showActions } from "./actions.js";
import { receivePreview, receiveThought, showAnalysis } from "./analysis.js";
import { firstGame, openDialog, openSeats, rematch, setupOf, showGames, start } from "./begin.js";
import { answerAhead, dropAhead, playLater, playPremove } from "./board.js";
import { showPlayers } from "./clocks.js";
import { connect } from "./connection.js";
import { enterFriendly, receiveFriendInvites, receivePresent } from "./friend.js";
import { again, isResuming, receiveKept, openGame, openGames, refuseKept, resume, resumed } from "./kept.js";
import { openProblems, receiveProblems, requestProblemsAgain, showLearning } from "./learn.js";
import { gameText, lastTurn, numbered, updateMoves } from "./moves.js";
import { receivePlayed, showOpenings } from "./openings.js";
import { by, dropLine, keepGame, keepTicket, playNext, refuse, say, sendBy, sendMessage, showAgain, shownNode, state, whenShown, whenUnkept } from "./page.js";
import { resultText, showEnd } from "./ended.js";
import { showExplained } from "./explained.js";
import { receiveContents, receiveFaults, receiveFile, showFormats } from "./records.js";
import { updateReview } from "./review.js";
import { beginSetUp, showSetUp } from "./setup.js";
import { openSettings } from "./settings.js";
import { openSharedRecord, receiveInvites, sharedGame, sharedRoom, showWanted, treeChanged } from "./share.js";
import { play } from "./sounds.js";
import { isMidTurn, updateTree } from "./tree.js";
import { changeLanguage, sideName, title, translatePage, translated, word } from "./words.js";
import "./tabs.js";

const NO_GAME = "no game is open"; // The refusal of what belongs to a game.

const handlers = {
  games: receiveOffers,
  view: receiveView,
  refused: receiveRefusal,
  problems: receiveProblems,
  thought: receiveThought,
  preview: receivePreview,
  played: receivePlayed,
  kept: receiveKept,
  file: receiveFile,
  contents: receiveContents,
  faults: receiveFaults,
  invites: (message) => receiveFriendInvites(message) || receiveInvites(message),
  present: receivePresent,
  "kept-as": receiveTicket,
};

// Remembers the id of the game with its key, `ID.KEY`; a spectator gets the id alone.
function receiveTicket(ticket) {
  const [id, key] = ticket.split(".");
  keepGame({ id: ticket });
  if (key) keepTicket(id, ticket);
}

function receive(message) {
  const [[kind, value]] = Object.entries(message);
  handlers[kind]?.(value);
}

function connectionChanged(to) {
  if (to === "open") sendMessage({ do: "games" });
  else say(word(to === "slow" ? "slow" : "disconnected"));
}

function receiveOffers(games) {
  state.games = games;
  requestProblemsAgain();
  showGames();
  const [shared, room] = [sharedGame(), sharedRoom()];
  if (room) openGame(room);
  else if (shared) start(shared);
  else if (openSharedRecord(damagedLink)) return;
  else if (!resume()) start(firstGame());
}

function damagedLink() {
  start(firstGame());
  refuse(word("damagedLink"));
}

function receiveRefusal(reason) {
  // The reason is that of the refused game, which came before.
  if (reason === NO_GAME && state.entering) return;
  state.follows = null;
  dropLine();
  dropAhead();
  // The game under way is no longer stored.
  if (isResuming() && again()) return;
  // A dialog covers the place of refusals.
  else if (by("games").open) refuseKept(translated(reason));
  else refuse(translated(reason));
  // There is no game to show.
  if (!state.view) openDialog(translated(reason));
}

function receiveView(view) {
  const before = state.view;
  const tip = state.view?.tip;
  state.view = view;
  if (view.fresh) {
    state.entering = false;
    resumed();
    enterFriendly(view);
  }
  state.viewed = performance.now();
  if (view.look) state.look = view.look;
  answerAhead(view);
  updateTree(view);
  treeChanged(view);
  if (view.fresh || state.follows?.(view)) {
    state.node = view.shown === view.tip ? null : view.shown;
    state.follows = null;
  }
  if (before && !view.fresh && view.tip !== tip) {
    sound(view);
    dropHint();
  }
  updateMoves(view);
  showPlayers();
  showActions();
  showFormats();
  showSetUp();
  showRuling(view);
  updateReview(view.review);
  showEnd();
  showAnalysis();
  showExplained();
  showOpenings();
  showLearning();
  showAgain();
  playLater();
  playPremove();
  playNext();
  if (view.fresh) showWanted();
  // A new game has no id before it is stored.
  keepGame({ ...(view.fresh && { id: null }), begun: setupOf(view), text: gameText() });
}

// The sound of the last move.
function sound(view) {
  const node = state.nodes.get(view.tip);
  const parent = state.nodes.get(node?.parent);
  if (!parent) return;
  const pieces = (board) => board.replaceAll(".", "").length;
  if (view.ended) play("end");
  else if (node.threats.length && state.look.pieces === "discs") play("check");
  else play(pieces(node.board) < pieces(parent.board) ? "capture" : "move");
}

function status(view) {
  if (view.draft) return word("settingUp");
  if (view.trouble) return translated(view.trouble);
  const node = shownNode();
  if (view.free && isMidTurn(node)) return `${sideName(view.sides[node.side])}${word("gap")}${word("secondStone")}`;
  if (view.free && node.id !== view.tip) return `${node.id ? `${numbered(node)}${word("stop")}` : ""}${sideName(view.sides[node["to-move"]])}${word("gap")}${word("toMove")}`;
  const name = sideName(view.sides[view["to-move"]]);
  const ended = view.ended;
  if (ended) return `${lastTurn()}${resultText(view)}${word("colon")}${translated(ended.reason)}`;
  const asks = view["take-back-offer"];
  if (asks !== null) return `${sideName(view.sides[asks])}${word("gap")}${word("asksTakeBack")}`;
  if (view["draw-offer"] !== null) return `${sideName(view.sides[view["draw-offer"]])}${word("gap")}${word("offers")}`;
  const next = isMidTurn(state.nodes.get(view.tip)) ? word("secondStone") : word("toMove");
  return `${lastTurn()}${name}${word("gap")}${view.thinking ? word("thinking") : next}`;
}

function showRuling(view) {
  by("ruling").hidden = !view.ruling;
  by("ruling-text").textContent = view.ruling ? title(view.ruling) : "";
}

const ACTS = { new: () => openDialog(), games: openGames, problems: openProblems, settings: openSettings, sit: openSeats, "set-up": beginSetUp, again: rematch };

document.addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  ACTS[act]?.();
});

by("language").addEventListener("click", () => {
  changeLanguage();
  showGames();
  if (!state.view) return;
  const review = state.view.review && { ...state.view.review, from: state.judged.length, judged: [] };
  receiveView({ ...state.view, from: state.turns.length, turns: [], nodes: [], removed: [], fresh: false, look: null, review });
});

translatePage();
whenUnkept(() => refuse(word("unkept")));
whenShown(() => say(status(state.view)));
sendBy(connect(receive, connectionChanged));

for (const button of document.querySelectorAll("dialog [data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
