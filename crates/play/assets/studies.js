// Games that a person keeps by name in the storage of the browser, with their variations and comments.

import { today } from "./dates.js";
import { by, enter, make, offer, say, sendMessage, state } from "./page.js";
import { studyList } from "./study-list.js";
import { sideName, word } from "./words.js";

const studies = studyList(() => localStorage);

// The name of the game shown: its players or its opening, and the day.
function usualName() {
  const { view } = state;
  const players = view.names.some(Boolean) ? view.names.map((name, side) => name || sideName(view.sides[side])).join(" – ") : "";
  return [players || by("opening-line").textContent || offer()?.name, today()].filter(Boolean).join(", ");
}

// Keeps the record of the game shown.
export function keepStudy(record) {
  say(word(studies.add(usualName(), record) ? "studyKept" : "unkept"));
}

export function showStudies() {
  const list = studies.all();
  const changed = (done) => {
    if (!done) say(word("unkept"));
    showStudies();
  };
  by("studies").hidden = !list.length;
  by("study-list").replaceChildren(...list.map((study) => {
    const name = make("input", { value: study.name, "aria-label": word("studyName"), maxlength: 80 });
    name.addEventListener("change", () => changed(studies.rename(study.id, name.value)));
    const open = () => {
      by("games").close();
      sendMessage({ do: "load", file: study.record, number: 0 });
      enter();
    };
    const remove = () => changed(studies.remove(study.id));
    return make("li", {}, name,
      make("button", { type: "button", onclick: open, "aria-label": `${word("open")}: ${study.name}` }, word("open")),
      make("button", { type: "button", onclick: remove, "aria-label": `${word("delete")}: ${study.name}` }, word("delete")));
  }));
}
