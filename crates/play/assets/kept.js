// The games stored by the server: listed, searched, opened, deleted.

import { notationOf } from "./moves.js";
import { beginOf, localTime } from "./dates.js";
import { resumption } from "./game-setup.js";
import { by, enter, keepGame, kept, keptGame, make, sendMessage, state, ticket } from "./page.js";
import { showStudies } from "./studies.js";
import { title, translated, word } from "./words.js";

const UNDO_TIME = 6000; // Milliseconds in which a deletion is undone.

let shown = []; // The games in the list.
const removed = new Map(); // The timers of the games that are about to be deleted.
let skip = 0;
let refused = ""; // Why the last request was refused.

function search(from) {
  skip = from;
  refused = "";
  const find = Object.fromEntries([...new FormData(by("search"))].map(([name, value]) => [name, value]));
  sendMessage({ do: "kept", find: { ...find, since: beginOf(find.since), until: beginOf(find.until), skip } });
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
const ticketOf = (id) => ticket(id) ?? id;

function keptRow(game) {
  const found = state.games.find((each) => each.name === game.game);
  const about = `${found ? title(found.titles) : game.game}: ${game.players.map(translatedPlayer).join(" – ")}`;
  // A game that is no longer offered, or was stored by an earlier version, may have fewer notations.
  const opening = game.openings[found ? notationOf(found.notations) : 0] ?? game.openings[0] ?? "";
  const ended = game.reason ? `${game.result}, ${translated(game.reason)}` : game.result;
  const open = () => openGame(game.id);
  if (removed.has(game.id)) {
    const undo = () => {
      clearTimeout(removed.get(game.id));
      removed.delete(game.id);
      showKept();
    };
    return make("li", { class: "removed" }, make("span", { class: "wide" }, `${word("deleted")}${word("colon")}${about}`), make("button", { type: "button", onclick: undo }, word("undo")));
  }
  const remove = () => {
    removed.set(game.id, setTimeout(() => deleteNow(game.id), UNDO_TIME));
    showKept();
  };
  return make(
    "li",
    {},
    make("button", { type: "button", class: "wide", onclick: open }, make("strong", {}, about), ` ${ended}`, make("br"),
      make("small", {}, `${localTime(game.begun)} · ${game.turns} ${word("turns")} · ${opening}`)),
    make("button", { type: "button", onclick: remove, "aria-label": `${word("delete")}: ${about}, ${localTime(game.begun)}` }, word("delete")),
  );
}

// Deletes a game. The list is requested again, because the deletion may be refused, and is not answered otherwise.
function deleteNow(id) {
  clearTimeout(removed.get(id));
  removed.delete(id);
  sendMessage({ do: "delete", id: ticketOf(id) });
  search(0);
}
by("games").addEventListener("close", () => [...removed.keys()].forEach(deleteNow));
addEventListener("pagehide", () => [...removed.keys()].forEach(deleteNow));

const showKept = () => {
  by("kept").replaceChildren(...shown.map(keptRow));
  const count = shown.length === 0 ? word("noGames") : shown.length === 1 ? word("oneGame") : `${shown.length} ${word("games")}`;
  by("found").textContent = [refused, count].filter(Boolean).join(" · ");
};

export function refuseKept(reason) {
  refused = reason;
  by("found").textContent = reason;
}

const translatedPlayer = (name) => name.replace(/^(person|engine)/, (kind) => word(kind));

export function openGame(id) {
  by("games").close();
  sendMessage({ do: "open", id: ticketOf(id), name: kept.name ?? "" });
  enter();
}

let resuming = false; // Whether the game under way is being opened by its id.
export const isResuming = () => resuming;
export const resumed = () => { resuming = false; };

// Resumes the game that was under way when the page was left; if it is no longer stored, from the
// text in the browser's storage.
export function resume() {
  if (!keptGame.id) return again();
  resuming = true;
  sendMessage({ do: "open", id: keptGame.id });
  enter();
  return true;
}

export function again() {
  resuming = false;
  if (!keptGame.begun) return false;
  keepGame({ id: null });
  sendMessage({ do: "begin", begin: resumption(keptGame) });
  enter();
  return true;
}

by("search").addEventListener("submit", (event) => {
  event.preventDefault();
  search(0);
});
by("more").addEventListener("click", () => search(shown.length));
