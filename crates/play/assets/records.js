// Records: loads a file that is chosen, dropped or pasted, and saves one.

import { by, enter, make, offer, refuse, sendMessage, state } from "./page.js";
import { keepStudy } from "./studies.js";
import { translated, word } from "./words.js";

// The server accepts messages of 256 KiB. A byte of a file that is not text takes up to four characters.
const MAX_TEXT = 240000;
const MAX_BYTES = 60000;

let loaded = null; // The last file, from which a game is chosen.
const receivers = []; // Receive the next records in the text format, in order; null for a download.

// The text of bytes in UTF-8; null for another encoding or a binary format.
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function load(blob) {
  const bytes = blob.size > MAX_TEXT ? null : new Uint8Array(await blob.arrayBuffer());
  const text = bytes && decoded(bytes);
  if (!bytes || (text === null && bytes.length > MAX_BYTES)) refuse(word("tooLong"));
  else loadRecord(text ?? [...bytes]);
}

// The game shown as a record.
const TEXT = "text"; // The format that can write every game.
export const exported = () => new Promise((resolve) => {
  receivers.push(resolve);
  sendMessage({ do: "export", format: TEXT });
});

// Opens the game of a text.
export const openText = (text) => loadRecord(text);

function loadRecord(file, number = null) {
  loaded = file;
  refuse("");
  sendMessage({ do: "load", file, number });
  enter();
}

// Lists the games of a file with several ones.
export function receiveContents(games) {
  const items = games.map(({ title, result, turns }, number) => make("li", {}, make(
    "button",
    { type: "button", class: "wide", onclick: () => {
      by("contents").close();
      loadRecord(loaded, number);
    } },
    make("strong", {}, title),
    ` ${result} `,
    make("small", {}, `${turns} ${word("turns")}`),
  )));
  by("contents-list").replaceChildren(...items);
  by("contents").showModal();
}

// Shows what was left out of the game, or in the list of games the ones that cannot be read.
export function receiveFaults([first, ...more]) {
  const count = more.length ? ` (+${more.length})` : "";
  const text = `${word("leftOut")}${word("colon")}${translated(first)}${count}`;
  if (by("contents").open) by("contents-list").append(make("li", {}, make("small", {}, text)));
  else refuse(text);
}

export function showFormats() {
  const formats = offer()?.formats ?? [];
  const select = by("format");
  if ([...select.options].map((option) => option.value).join() === formats.join()) return;
  select.replaceChildren(...formats.map((name) => new Option(name === "text" ? word("text") : name, name)));
}

// Saves the record as a file.
export function receiveFile({ format, name, file }) {
  const receive = format === TEXT ? receivers.shift() : null;
  if (receive) receive(file);
  else download(name, file);
}

export function download(name, file) {
  const bytes = typeof file === "string" || file instanceof Blob ? file : new Uint8Array(file);
  const url = URL.createObjectURL(file instanceof Blob ? file : new Blob([bytes]));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

by("save").addEventListener("click", () => {
  if (!state.view) return;
  const format = by("format").value;
  if (format === TEXT) receivers.push(null);
  sendMessage({ do: "export", format });
});

by("keep-study").addEventListener("click", () => {
  if (state.view) exported().then(keepStudy);
});

by("file").addEventListener("change", () => {
  const [file] = by("file").files;
  if (file) load(file);
  by("file").value = "";
});

document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
for (const kind of ["dragleave", "drop", "dragend"]) {
  document.addEventListener(kind, () => document.body.classList.remove("dropping"));
}
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = event.dataTransfer.getData("text");
  if (file) load(file);
  else if (text) loadRecord(text);
});

document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea, dialog")) return;
  const [file] = event.clipboardData.files;
  const text = event.clipboardData.getData("text");
  if (file) load(file);
  else if (text.trim()) loadRecord(text);
});
