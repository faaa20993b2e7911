// The explanation of the static score: lines of text, and tables whose columns are separated by bars.

import { ask, by, make, offer, state } from "./page.js";
import { isChinese, translated } from "./words.js";

export function showExplained() {
  const { explained } = state.view;
  by("explain").checked = explained !== null;
  by("explained").hidden = explained === null;
  by("explained").replaceChildren(...parts(explained ?? ""));
}

// The kind of a line: a row between bars, an entry of a list (two words and a number), or text.
function kind(line) {
  if (line.split("|").length > 2) return termTable;
  return /^ {2}\S+ +\S+ +-?\d+$/.test(line) ? list : lines;
}

const lines = (all) => make("pre", {}, said(all.join("\n").trim()));

// Groups consecutive lines of the same kind.
function parts(text) {
  const found = [];
  for (const line of text.split("\n")) {
    const last = found.at(-1);
    if (last && kind(last[0]) === kind(line)) last.push(line);
    else found.push([line]);
  }
  return found.map((all) => kind(all[0])(all));
}

function list(entries) {
  const cells = ([name, place, number]) => [make("th", { scope: "row" }, said(name)), make("td", {}, place), make("td", {}, number)];
  const rows = entries.map((entry) => make("tr", {}, ...cells(entry.trim().split(/ +/))));
  return make("table", { class: "entries" }, make("tbody", {}, ...rows));
}

function termTable(all) {
  const rows = all.map((line) => line.split("|").map((cell) => cell.trim().split(/\s+/)));
  // A cell with one word spans all columns of its group.
  const widths = rows[0].map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  const cells = (row) => row.flatMap((words, place) => {
    const isHead = words[0] !== "" && (place === 0 || !/^[-+\d]/.test(words[0]));
    const tag = isHead ? "th" : "td";
    const scope = place === 0 ? "row" : "col";
    if (place === 0 || words.length < widths[place]) {
      return [make(tag, { colspan: place ? widths[place] : null, ...(isHead && { scope }) }, said(words.join(" ")))];
    }
    return words.map((word) => make(tag, isHead ? { scope } : {}, said(word)));
  });
  return make("table", {}, make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row)))));
}

function said(text) {
  if (!isChinese()) return text;
  const terms = offer()?.terms ?? [];
  const whole = terms.find(([english]) => english === text);
  if (whole) return whole[1];
  // Only phrases are replaced, because single words may be parts of other words.
  return translated(terms.filter(([english]) => english.includes(" ")).reduce((so, [english, chinese]) => so.replaceAll(english, chinese), text));
}

by("explain").addEventListener("change", () => ask({ do: "explain", on: by("explain").checked }));
