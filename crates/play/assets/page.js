// Shared by all modules of the page: its elements, its stored settings, and the game shown.

import { createKeeper } from "./storage.js";

export const by = (id) => document.getElementById(id);

// A storage of the browser; it may not be allowed.
function storage(name) {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

let unkept = () => {}; // Called when something cannot be kept.
export const whenUnkept = (how) => { unkept = how; };
const keeper = createKeeper(storage("localStorage"), storage("sessionStorage"), () => unkept());
export const { keep, keepGame, keepTicket, ticket } = keeper;

// The settings, and the game of this tab: its id, its setup and its text.
export const kept = keeper.settings;
export const keptGame = keeper.game;

addEventListener("storage", (event) => {
  if (keeper.changed(event)) showAgain();
});

export const state = {
  games: [], // The games offered.
  view: null, // The last view, without its nodes.
  look: null, // The look of its board.
  nodes: new Map(), // The positions of its tree by their numbers.
  legal: new Map(), // The moves that the person may play in each position, as far as they are known.
  legalKey: "", // What they depend on.
  turns: [], // The turns of the game.
  judged: [], // The positions of its review.
  viewed: 0, // When the view was received, for the clocks.
  node: null, // The number of the position shown; null shows the last one of the game.
  follows: null, // Whether a view answers the last move, so that it selects the position shown.
  entering: false, // Whether another game was requested, of which nothing is received yet.
  explores: kept.explores ?? false,
};

// The offer of the game shown.
export const offer = () => state.games.find((each) => each.name === state.view?.offer);

// The number of the position shown.
export const shownId = () => (state.nodes.has(state.node) ? state.node : state.view.tip);
export const shownNode = () => state.nodes.get(shownId());

// Creates an element with attributes and children.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

// Creates an SVG element.
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const say = (text) => {
  if (by("status").textContent !== text) by("status").textContent = text;
};
export const refuse = (reason) => { by("refusal").textContent = reason; };

// `sendMessage` sends any message, `ask` an action for the session.
let sendOut = () => {};
export const sendBy = (how) => { sendOut = how; };
export const sendMessage = (message) => sendOut(message);
export const ask = (asked) => {
  refuse("");
  sendOut({ do: "ask", ask: asked });
};
// An action whose answer selects the position shown. Views that answer earlier requests may come before it: the answer
// shows a position after the one from which the action starts, or before it if that is removed.
export const askAndFollow = (asked) => {
  const from = shownId();
  const parent = state.nodes.get(from)?.parent;
  const isAfter = (id) => {
    for (let node = state.nodes.get(id); node; node = state.nodes.get(node.parent)) {
      if (node.parent === from) return true;
    }
    return false;
  };
  const answers = { move: isAfter, turn: isAfter, remove: (id) => id === parent };
  const answer = answers[asked.do] ?? (() => true);
  state.follows = (view) => answer(view.shown);
  ask(asked);
};

// Plays turns from the position shown, each after the answer to the one before.
let turnsAhead = [];
export function playLine(turns) {
  turnsAhead = turns;
  playNext();
}

// Plays the next turn of a line when the one before has been played.
export function playNext() {
  const [text, ...rest] = turnsAhead;
  if (text === undefined || state.follows) return;
  turnsAhead = rest;
  askAndFollow({ do: "turn", text, at: shownId() });
}
export const dropLine = () => { turnsAhead = []; };

// Functions called when another position is shown, or the same one in another way.
const watchers = [];
export const whenShown = (watcher) => { watchers.push(watcher); };
export const showAgain = () => {
  if (state.view) watchers.forEach((watcher) => watcher());
};

const showPosition = () => sendOut({ do: "ask", ask: { do: "show", node: state.node, explores: state.explores } });

// Shows a position at once; the session sends what belongs to it.
export function go(id) {
  dropLine();
  state.node = id === state.view?.tip ? null : id;
  refuse("");
  showAgain();
  showPosition();
}

export function explore(on) {
  state.explores = on;
  keep({ explores: on });
  showPosition();
}

// Shows the last position of another game.
export function enter() {
  state.node = null;
  state.entering = true;
  refuse("");
  showPosition();
}
