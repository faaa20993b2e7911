// The games that the server keeps: listed, searched, opened, deleted.

import { notationOf } from "./moves.js";
import { by, keep, kept, look, make, refuse, state, tell } from "./page.js";
import { title, translated, word } from "./words.js";

let shown = []; // What the list shows.
let skip = 0;

function search(from) {
  skip = from;
  const find = Object.fromEntries([...new FormData(by("search"))].map(([name, value]) => [name, value]));
  tell({ do: "kept", find: { ...find, skip } });
}

export function openGames() {
  const every = new Option(word("all"), "");
  const chosen = by("find-game").value;
  by("find-game").replaceChildren(every, ...state.games.map((each) => new Option(title(each.titles), each.name)));
  by("find-game").value = chosen;
  by("games").showModal();
  search(0);
}

export function hearKept(list) {
  shown = skip ? shown.concat(list) : list;
  by("kept").replaceChildren(...shown.map(row));
  by("more").hidden = list.length < 50;
  by("found").textContent = `${shown.length} ${word("games")}`;
}

function row(game) {
  const found = state.games.find((each) => each.name === game.game);
  const about = `${found ? title(found.titles) : game.game}: ${game.players.map(translatedPlayer).join(" – ")}`;
  // A game that is not offered any more, or one of an earlier version, may have fewer notations.
  const opening = game.openings[found ? notationOf(found.notations) : 0] ?? game.openings[0] ?? "";
  const ended = game.reason ? `${game.result}, ${translated(game.reason)}` : game.result;
  const open = () => openGame(game.id);
  const remove = () => {
    tell({ do: "delete", id: game.id });
    shown = shown.filter((each) => each !== game);
    hearKeptAgain();
  };
  return make(
    "li",
    {},
    make("button", { type: "button", class: "wide", onclick: open }, make("strong", {}, about), ` ${ended}`, make("br"),
      make("small", {}, `${game.begun} UTC · ${game.turns} ${word("turns")} · ${opening}`)),
    make("button", { type: "button", onclick: remove, "aria-label": `${word("delete")}: ${about}, ${game.begun}` }, word("delete")),
  );
}

const hearKeptAgain = () => {
  by("kept").replaceChildren(...shown.map(row));
  by("found").textContent = `${shown.length} ${word("games")}`;
};

const translatedPlayer = (name) => name.replace(/^(person|engine)/, (kind) => word(kind));

export function openGame(id) {
  by("games").close();
  refuse("");
  keep({ id: null });
  tell({ do: "open", id });
  look({ ply: null });
}

// The game that was under way when the page was left; if it is kept no longer, as the page
// remembers it.
export function resume() {
  if (kept.id) {
    tell({ do: "open", id: kept.id });
    look({});
    return true;
  }
  return again();
}

export function again() {
  if (!kept.begun) return false;
  keep({ id: null });
  tell({ do: "begin", begin: { ...kept.begun, position: kept.text ?? kept.begun.position, problem: null } });
  look({});
  return true;
}

by("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search(0);
});
by("more").addEventListener("click", () => search(shown.length));
