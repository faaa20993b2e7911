// The games stored by the server: listed, searched, opened, deleted.

import { notationOf } from "./moves.js";
import { by, enter, keep, kept, make, sendMessage, state } from "./page.js";
import { showStudies } from "./studies.js";
import { title, translated, word } from "./words.js";

let shown = []; // The games in the list.
let skip = 0;

function search(from) {
  skip = from;
  const find = Object.fromEntries([...new FormData(by("search"))].map(([name, value]) => [name, value]));
  sendMessage({ do: "kept", find: { ...find, skip } });
}

export function openGames() {
  const every = new Option(word("all"), "");
  const chosen = by("find-game").value;
  by("find-game").replaceChildren(every, ...state.games.map((each) => new Option(title(each.titles), each.name)));
  by("find-game").value = chosen;
  showStudies();
  by("games").showModal();
  search(0);
}

export function receiveKept(list) {
  shown = skip ? shown.concat(list) : list;
  by("more").hidden = list.length < 50;
  showKept();
}

// The id of a game with its key, if this browser has begun it.
const ticketOf = (id) => kept.tickets?.[id] ?? id;

function row(game) {
  const found = state.games.find((each) => each.name === game.game);
  const about = `${found ? title(found.titles) : game.game}: ${game.players.map(translatedPlayer).join(" – ")}`;
  // A game that is no longer offered, or was stored by an earlier version, may have fewer notations.
  const opening = game.openings[found ? notationOf(found.notations) : 0] ?? game.openings[0] ?? "";
  const ended = game.reason ? `${game.result}, ${translated(game.reason)}` : game.result;
  const open = () => openGame(game.id);
  const remove = () => {
    sendMessage({ do: "delete", id: ticketOf(game.id) });
    shown = shown.filter((each) => each !== game);
    showKept();
  };
  return make(
    "li",
    {},
    make("button", { type: "button", class: "wide", onclick: open }, make("strong", {}, about), ` ${ended}`, make("br"),
      make("small", {}, `${game.begun} UTC · ${game.turns} ${word("turns")} · ${opening}`)),
    make("button", { type: "button", onclick: remove, "aria-label": `${word("delete")}: ${about}, ${game.begun}` }, word("delete")),
  );
}

const showKept = () => {
  by("kept").replaceChildren(...shown.map(row));
  by("found").textContent = shown.length === 0 ? word("noGames") : shown.length === 1 ? word("oneGame") : `${shown.length} ${word("games")}`;
};

const translatedPlayer = (name) => name.replace(/^(person|engine)/, (kind) => word(kind));

export function openGame(id) {
  by("games").close();
  keep({ id: null });
  sendMessage({ do: "open", id: ticketOf(id) });
  enter();
}

// Resumes the game that was under way when the page was left; if it is no longer stored, from the
// text in the browser's storage.
export function resume() {
  if (kept.id) {
    sendMessage({ do: "open", id: kept.id });
    enter();
    return true;
  }
  return again();
}

export function again() {
  if (!kept.begun) return false;
  keep({ id: null });
  sendMessage({ do: "begin", begin: { ...kept.begun, position: kept.text ?? kept.begun.position, problem: null } });
  enter();
  return true;
}

by("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search(0);
});
by("more").addEventListener("click", () => search(shown.length));
