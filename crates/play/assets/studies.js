// Games that a person keeps by name in the storage of the browser, with their variations and comments.

import { by, enter, make, offer, say, sendMessage, state } from "./page.js";
import { sideName, word } from "./words.js";

const KEY = "duiyi-studies";
const MOST = 200;

const studies = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");
const store = (list) => localStorage.setItem(KEY, JSON.stringify(list));

// The name of the game shown: its players or its opening, and the day.
function usualName() {
  const { view } = state;
  const players = view.names.some(Boolean) ? view.names.map((name, side) => name || sideName(view.sides[side])).join(" – ") : "";
  const day = new Date().toISOString().slice(0, 10);
  return [players || by("opening-line").textContent || offer()?.name, day].filter(Boolean).join(", ");
}

// Keeps the record of the game shown.
export function keepStudy(record) {
  const list = studies();
  list.unshift({ name: usualName(), record });
  store(list.slice(0, MOST));
  say(word("studyKept"));
}

export function showStudies() {
  const list = studies();
  by("studies").hidden = !list.length;
  by("study-list").replaceChildren(...list.map((study, index) => {
    const name = make("input", { value: study.name, "aria-label": word("studyName"), maxlength: 80 });
    name.addEventListener("change", () => {
      list[index] = { ...study, name: name.value };
      store(list);
    });
    const open = () => {
      by("games").close();
      sendMessage({ do: "load", file: study.record, number: 0 });
      enter();
    };
    const remove = () => {
      store(list.filter((each) => each !== study));
      showStudies();
    };
    return make("li", {}, name,
      make("button", { type: "button", onclick: open, "aria-label": `${word("open")}: ${study.name}` }, word("open")),
      make("button", { type: "button", onclick: remove, "aria-label": `${word("delete")}: ${study.name}` }, word("delete")));
  }));
}
