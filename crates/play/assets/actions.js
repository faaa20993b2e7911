// What the players of a game can do apart from moving: offers, claims, hints.

import { flip, setHint } from "./board.js";
import { ask, askAndFollow, by, offer, showAgain, state } from "./page.js";
import { drawActions, friendSide, takeBackActions } from "./play-logic.js";
import { word } from "./words.js";

const CONFIRM = 4000; // Milliseconds in which the second click confirms.
const THINKS = 1500; // Milliseconds of a search for a hint.

const button = (act) => document.querySelector(`[data-act=${act}]`);
let asked = null; // The button that waits for its second click.
let hinting = null; // The timer of the hint.

function reset() {
  if (!asked) return;
  asked.textContent = word(asked.dataset.word);
  asked.classList.remove("asks");
  asked = null;
}

// Whether an action is confirmed: the first click asks.
function confirmed(act) {
  const clicked = button(act);
  if (!("asks" in clicked.dataset) || asked === clicked) {
    reset();
    return true;
  }
  reset();
  asked = clicked;
  asked.textContent = word("reallyAct").replace("…", word(clicked.dataset.word));
  asked.classList.add("asks");
  setTimeout(reset, CONFIRM);
  return false;
}

// Shows the actions that make sense now.
export function showActions() {
  const { view } = state;
  const isOver = Boolean(view.ended);
  const hasPerson = view.seats.some((seat) => seat.kind === "person");
  const hasEngine = view.seats.some((seat) => seat.kind === "engine");
  const draw = drawActions(view);
  const isPlayed = !isOver && hasPerson && !view.draft && !view.problem;
  const isTurn = isPlayed && view.seats[view["to-move"]].kind === "person";
  // A board for analysis has its lines instead of a hint.
  button("hint").hidden = !isTurn || view.free || view.contested;
  const taking = takeBackActions(view);
  button("take-back").hidden = !isPlayed || (view.friendly ? !(taking.asks || taking.allows) : view.ply === 0);
  button("take-back").textContent = word(taking.allows ? "allowTakeBack" : view.friendly ? "askTakeBack" : "takeBack");
  button("draw").hidden = !isPlayed || !(draw.offers || draw.answers);
  button("draw").textContent = word(draw.answers ? "acceptDraw" : "draw");
  button("decline").hidden = !isPlayed || !(draw.answers || taking.allows);
  button("claim").hidden = !isPlayed || !offer()?.claims || view.ply === 0;
  button("resign").hidden = !isPlayed || view.ply === 0;
  // A record of others is not played again. Two persons at two pages agree about another game.
  const isOwn = view.friendly ? friendSide(view) !== null : hasEngine ? view.acts.some(Boolean) : view.acts.every(Boolean) && (view.clocks || !view.names.some(Boolean));
  button("again").hidden = !isOwn;
  const offered = view["rematch-offer"];
  button("again").textContent = word(!view.friendly ? "rematch" : offered === null ? "offerRematch" : offered === friendSide(view) ? "rematchOffered" : "acceptRematch");
  button("again").disabled = view.friendly && offered !== null && offered === friendSide(view);
  button("set-up").hidden = !offer()?.["set-up"];
}

// Searches the position for a short time and points at the first square of the best move.
function giveHint() {
  clearTimeout(hinting);
  ask({ do: "analyse", lines: 1 });
  hinting = setTimeout(endHint, THINKS);
}

function endHint() {
  if (!hinting) return;
  clearTimeout(hinting);
  hinting = null;
  ask({ do: "analyse", lines: 0 });
}

export const isHinting = () => hinting !== null;

export function showHint(squares) {
  setHint(squares[0]);
  showAgain();
}

export function dropHint() {
  setHint(null);
  endHint();
}

const HANDLERS = { flip, hint: giveHint };

by("actions").addEventListener("click", (event) => {
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (!act || !confirmed(act)) return;
  if (HANDLERS[act]) HANDLERS[act]();
  else if (act === "take-back" && state.view.friendly) ask({ do: "ask-take-back" });
  else askAndFollow({ do: act });
});
