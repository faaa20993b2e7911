// A new game: the opponent, the colour and the time in a few words; everything else behind "More".

import { ask, by, enter, keep, keepGame, kept, keptGame, make, offer, refuse, sendMessage, state } from "./page.js";
import { hasServer } from "./connection.js";
import { today } from "./dates.js";
import { rematchOf } from "./game-setup.js";
import { sideName, title, translated, word } from "./words.js";

export { setupOf } from "./game-setup.js";

const OTHERS = "…"; // The option to type the name of other rules.
const STRENGTHS = 6; // The named strengths; the last one is the engine without a level.
const TIMES = [null, [3, 2], [5, 3], [10, 5], [15, 10], "own"]; // Minutes for each side and seconds for each turn.

const gameOf = (name) => state.games.find((one) => one.name === name) ?? state.games[0];

export function showGames() {
  const chosen = by("game").value || keptGame.begun?.game;
  by("game").replaceChildren(...state.games.map((each) => new Option(title(each.titles), each.name)));
  chooseGame(chosen);
}

// The rating of a level, if it was measured.
const rating = (known) => (known?.measured ? `Elo ${known.elo}` : "");

// How a level plays, if that is known; `null` is full strength.
function levelNote(each, level) {
  const at = level ?? each.levels.at(-1)?.[0];
  const note = each["level-notes"].findLast(([first]) => first <= at);
  return note ? title(note[1]) : "";
}

// The levels behind the named strengths, weakest first; `null` is full strength.
export function strengthsOf(each) {
  const { levels } = each;
  if (levels.length < STRENGTHS) return [...levels.map((level, index) => ({ level, name: index })), { level: [null, null], name: STRENGTHS - 1 }];
  const places = [...Array(STRENGTHS - 1).keys()].map((place) => Math.round((place * (levels.length - 1)) / (STRENGTHS - 1)));
  return [...places.map((place, name) => ({ level: levels[place], name })), { level: [null, levels.at(-1)[1]], name: STRENGTHS - 1 }];
}

// The name of the strength nearest to a level.
export function strengthName(each, level) {
  const all = strengthsOf(each).filter((one) => one.level[0] !== null);
  if (level === null || !all.length) return word("strengths")[STRENGTHS - 1];
  const nearest = all.reduce((best, one) => (Math.abs(one.level[0] - level) < Math.abs(best.level[0] - level) ? one : best));
  return word("strengths")[nearest.name];
}

const seatOptions = (each) => [
  new Option(word("person"), "person"),
  new Option(word("engine"), "engine"),
  ...each.levels.map(([level, known]) => new Option(`${word("level")} ${level}${word("colon")}${[strengthName(each, level), rating(known)].filter(Boolean).join(word("comma"))}`, level)),
];

function choice(group, value, label, checked, note = "") {
  const input = make("input", { type: "radio", name: group, value, checked });
  return make("label", { class: "choice" }, input, make("span", {}, label, note && make("small", {}, note)));
}

const legend = (id) => by(id).querySelector("legend");
const chosen = (group) => by("begin").querySelector(`[name=${group}]:checked`)?.value;

export function chooseGame(name) {
  const each = gameOf(name);
  if (!each) return;
  by("game").value = each.name;
  const rules = each.rules.map((name) => new Option(translated(name, each) || title(each.titles), name));
  by("rules").replaceChildren(...rules, new Option(word("others"), OTHERS));
  by("own-rules").hidden = true;
  for (const side of [0, 1]) {
    by(`seat-${side}`).replaceChildren(...seatOptions(each));
    by(side ? "second-name" : "first-name").textContent = title(each["side-names"][side]);
  }
  const opponents = strengthsOf(each).map(({ level: [level, known], name: index }) => {
    // The rating stays in one row.
    const note = [levelNote(each, level), rating(known).replaceAll(" ", "\u00a0")].filter(Boolean).join(" · ");
    return choice("opponent", level ?? "engine", word("strengths")[index], index === (kept.strength ?? 1), note);
  });
  const others = [["person", word("personHere"), ""], ...(hasServer ? [["friend", word("friend"), word("friendNote")]] : [])];
  by("strengths").replaceChildren(legend("strengths"), ...opponents, ...others.map(([value, label, note]) => choice("opponent", value, label, kept.strength === value, note)));
  const colours = [["0", title(each["side-names"][0])], ["1", title(each["side-names"][1])], ["random", word("random")]];
  by("colours").replaceChildren(legend("colours"), ...colours.map(([value, label]) => choice("colour", value, label, value === (kept.colour ?? "0"))));
  by("about-levels").hidden = !each.levels.length;
  if (!chosen("opponent")) by("strengths").querySelector("input").checked = true;
  chooseSeats();
}

// The names of the times, of which one is chosen.
function showTimes() {
  const label = (time) => (time === null ? word("noClock") : time === "own" ? word("ownTime") : `${time[0]}+${time[1]}`);
  by("times").replaceChildren(legend("times"), ...TIMES.map((time, index) => choice("time", index, label(time), index === (kept.time ?? 0))));
  by("own-time").hidden = TIMES[Number(chosen("time"))] !== "own";
}

// The time control as the session reads it, or null if the typed numbers are none.
function clockText() {
  const time = TIMES[Number(chosen("time"))];
  if (time === null) return "";
  if (time !== "own") return `${time[0] * 60}+${time[1]}`;
  const [minutes, increment] = [by("minutes"), by("increment")];
  return minutes.checkValidity() && increment.checkValidity() && minutes.value && increment.value ? `${Math.round(minutes.value * 60)}+${increment.value}` : null;
}

// Takes the opponent and the colour over into the seats.
function chooseSeats() {
  const [opponent, colour] = [chosen("opponent"), chosen("colour")];
  const person = colour === "random" ? Math.floor(2 * Math.random()) : Number(colour);
  by(`seat-${person}`).value = "person";
  by(`seat-${1 - person}`).value = opponent === "friend" ? "person" : opponent;
  by("colours").hidden = opponent === "person";
  by("own-name").hidden = opponent !== "friend";
  return person;
}

export function openDialog(refusal = "") {
  // The games are not known yet.
  if (!state.games.length) return;
  by("begin-refusal").textContent = refusal;
  showTimes();
  chooseSeats();
  by("person-name").value = kept.name ?? "";
  if (!by("new-game").open) by("new-game").showModal();
}

by("game").addEventListener("change", () => chooseGame(by("game").value));
by("rules").addEventListener("change", () => { by("own-rules").hidden = by("rules").value !== OTHERS; });
by("begin").addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (name === "opponent") {
    const index = strengthsOf(gameOf(by("game").value)).findIndex(({ level }) => String(level[0] ?? "engine") === value);
    keep({ strength: index < 0 ? value : index });
  }
  if (name === "colour") keep({ colour: value });
  if (name === "time") keep({ time: Number(value) });
  if (name === "opponent" || name === "colour") chooseSeats();
  if (name === "time") by("own-time").hidden = TIMES[Number(value)] !== "own";
});

export const seatOf = (value) => {
  if (value === "person") return { kind: "person" };
  return { kind: "engine", level: value === "engine" || value === null ? null : Number(value) };
};

by("begin").addEventListener("submit", (event) => {
  const clock = clockText();
  if (clock === null) {
    by("begin-refusal").textContent = word("wrongTime");
    event.preventDefault();
    return;
  }
  refuse("");
  const begin = {
    game: by("game").value,
    rules: by("rules").value === OTHERS ? by("rules-text").value : by("rules").value,
    position: by("position").value,
    seats: [seatOf(by("seat-0").value), seatOf(by("seat-1").value)],
    clock,
    names: [by("name-0").value, by("name-1").value],
    date: today().replaceAll("-", "."),
  };
  if (chosen("opponent") === "friend") host(begin);
  else start(begin);
});

// Begins a game with a friend, who enters it by a link.
function host(begin) {
  const side = chooseSeats();
  const name = by("person-name").value.trim();
  keep({ name });
  const person = { kind: "person" };
  sendMessage({ do: "host", begin: { ...begin, seats: [person, person], names: begin.names.map((each, index) => each || (index === side ? name : "")) }, side });
  enter();
}

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

by("sit").addEventListener("submit", () => ask({ do: "sit", seats: [seatOf(by("sit-0").value), seatOf(by("sit-1").value)] }));

export function start(begin) {
  keepGame({ flipped: begin.seats[0].kind !== "person" && begin.seats[1].kind === "person" });
  sendMessage({ do: "begin", begin });
  enter();
}

// The game that a new visitor can play at once.
export function firstGame() {
  const [each] = state.games;
  const { level } = strengthsOf(each)[Number.isInteger(kept.strength) ? kept.strength : 1] ?? strengthsOf(each)[0];
  return { game: each.name, seats: [{ kind: "person" }, seatOf(level[0])], position: "" };
}

// The same game again, with the colours exchanged; with a friend, who has to agree, in the same room.
export const rematch = () => (state.view.friendly ? ask({ do: "rematch" }) : start(rematchOf(state.view)));
