// The settings of the page: the look of the board, sounds.

import { by, keep, kept, showAgain } from "./page.js";
import { setSounds } from "./sounds.js";

const root = document.documentElement;

function apply() {
  root.dataset.board = kept.theme ?? "wood";
  if (kept.mode) root.dataset.mode = kept.mode;
  else delete root.dataset.mode;
  setSounds(kept.sounds ?? true);
}

const FIELDS = { theme: "wood", mode: "", set: "chinese" };
const SWITCHES = { sounds: true, numbers: false };

export function openSettings() {
  for (const [name, usual] of Object.entries(FIELDS)) by(name).value = kept[name] ?? usual;
  for (const [name, usual] of Object.entries(SWITCHES)) by(name).checked = kept[name] ?? usual;
  by("settings").showModal();
}

function changed() {
  apply();
  showAgain();
}

for (const name of Object.keys(FIELDS)) {
  by(name).addEventListener("change", () => {
    keep({ [name]: by(name).value });
    changed();
  });
}
for (const name of Object.keys(SWITCHES)) {
  by(name).addEventListener("change", () => {
    keep({ [name]: by(name).checked });
    changed();
  });
}

apply();
