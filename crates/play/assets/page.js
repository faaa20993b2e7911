// Shared by all modules of the page: its elements, its stored settings, and the game shown.

export const by = (id) => document.getElementById(id);

// The settings in the storage of the browser.
export const kept = JSON.parse(localStorage.getItem("duiyi") ?? "{}");
export const keep = (more) => localStorage.setItem("duiyi", JSON.stringify(Object.assign(kept, more)));

export const state = {
  games: [], // The games offered.
  view: null, // The last view, without the turns.
  turns: [], // The turns of the game.
  judged: [], // The positions of its review.
  viewed: 0, // When the view was received, for the clocks.
  sight: { ply: null, flipped: kept.flipped ?? false, letters: kept.letters ?? false, explores: kept.explores ?? false },
};

// The offer of the game shown.
export const offer = () => state.games.find((each) => each.name === state.view?.offer);

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
let send = () => {};
export const sendBy = (how) => { send = how; };
export const sendMessage = (message) => send(message);
export const ask = (asked) => {
  refuse("");
  send({ do: "ask", ask: asked });
};
export const look = (change) => {
  Object.assign(state.sight, change);
  const { flipped, letters, explores } = state.sight;
  keep({ flipped, letters, explores });
  ask({ do: "show", ...state.sight });
};
