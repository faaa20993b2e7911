// Records in and out: a file that is chosen, dragged onto the page or pasted, and one to save.

import { by, keep, look, make, offer, refuse, state, tell } from "./page.js";
import { word } from "./words.js";

const MOST = 60000; // Bytes; more is no single game.

async function load(blob) {
  if (blob.size > MOST) {
    refuse(word("tooLong"));
    return;
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  try {
    send(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // No text in UTF-8: an old encoding, or no text at all.
    send([...bytes]);
  }
}

function send(file) {
  refuse("");
  keep({ id: null });
  tell({ do: "load", file });
  look({ ply: null });
}

export function showFormats() {
  const formats = offer()?.formats ?? [];
  const select = by("format");
  if ([...select.options].map((option) => option.value).join() === formats.join()) return;
  select.replaceChildren(...formats.map((name) => new Option(name === "text" ? word("text") : name, name)));
}

// The record of the session is saved as a file.
export function hearFile({ name, file }) {
  const bytes = typeof file === "string" ? file : new Uint8Array(file);
  const url = URL.createObjectURL(new Blob([bytes]));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

by("save").addEventListener("click", () => {
  if (state.view) tell({ do: "export", format: by("format").value });
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
  else if (text) send(text);
});

document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea, dialog")) return;
  const [file] = event.clipboardData.files;
  const text = event.clipboardData.getData("text");
  if (file) load(file);
  else if (text.trim()) send(text);
});
