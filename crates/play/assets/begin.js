// A new game.

import { ask, by, keep, kept, look, offer, refuse, sendMessage, state } from "./page.js";
import { levelName, sideName, title, translated, word } from "./words.js";

const OTHERS = "…"; // The option to type the name of other rules.

export function showGames() {
  const chosen = by("game").value || kept.begun?.game;
  by("game").replaceChildren(...state.games.map((each) => new Option(title(each.titles), each.name)));
  chooseGame(chosen);
}

// The rating of a level.
function rating(known) {
  if (!known) return word("notMeasured");
  return known.measured ? `Elo ${known.elo}` : `Elo ≈ ${known.elo}`;
}

const seatOptions = (each) => {
  const levels = each.levels.map(([level, known], index) => {
    const name = levelName(index, each.levels.length);
    return new Option(`${word("level")} ${level}: ${name} (${rating(known)})`, level);
  });
  return [new Option(word("person"), "person"), new Option(word("engine"), "engine"), ...levels];
};

export function chooseGame(name) {
  const each = state.games.find((one) => one.name === name) ?? state.games[0];
  if (!each) return;
  by("game").value = each.name;
  const rules = each.rules.map((name) => new Option(translated(name, each) || title(each.titles), name));
  by("rules").replaceChildren(...rules, new Option(word("others"), OTHERS));
  by("own-rules").hidden = true;
  for (const side of [0, 1]) {
    by(`seat-${side}`).replaceChildren(...seatOptions(each));
    by(side ? "second-name" : "first-name").textContent = title(each["side-names"][side]);
  }
  by("seat-1").selectedIndex = 1;
  by("about-levels").hidden = !each.levels.length;
}

export function openDialog(refusal = "") {
  by("begin-refusal").textContent = refusal;
  if (!by("new-game").open) by("new-game").showModal();
}

by("game").addEventListener("change", () => chooseGame(by("game").value));

by("rules").addEventListener("change", () => { by("own-rules").hidden = by("rules").value !== OTHERS; });

export const seatOf = (select) => {
  if (select.value === "person") return { kind: "person" };
  return { kind: "engine", level: select.value === "engine" ? null : Number(select.value) };
};

by("begin").addEventListener("submit", () => {
  const begin = {
    game: by("game").value,
    rules: by("rules").value === OTHERS ? by("rules-text").value : by("rules").value,
    position: by("position").value,
    seats: [seatOf(by("seat-0")), seatOf(by("seat-1"))],
    clock: by("clock").value,
    names: [by("name-0").value, by("name-1").value],
    date: new Date().toISOString().slice(0, 10).replaceAll("-", "."),
  };
  refuse("");
  start(begin);
});

// Opens the dialog to change the players of the game shown.
export function openSeats() {
  const { view } = state;
  for (const side of [0, 1]) {
    const select = by(`sit-${side}`);
    select.replaceChildren(...seatOptions(offer()));
    const seat = view.seats[side];
    select.value = seat.kind === "person" ? "person" : seat.level ?? "engine";
    by(`sit-name-${side}`).textContent = sideName(view.sides[side]);
  }
  by("seats").showModal();
}

by("sit").addEventListener("submit", () => ask({ do: "sit", seats: [seatOf(by("sit-0")), seatOf(by("sit-1"))] }));

export function start(begin) {
  keep({ begun: begin, text: begin.position, id: null });
  sendMessage({ do: "begin", begin });
  look({ ply: null, flipped: begin.seats[0].kind !== "person" && begin.seats[1].kind === "person" });
}
