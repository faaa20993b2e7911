// Xiangqi and Connect6 for JavaScript; index.d.ts describes the interface.

import { bytesOf, checkText } from "./errors.js";
import { loadedRules } from "./programs.js";

export { Connect6, Xiangqi } from "./boards.js";
export { Engine } from "./engine.js";
export { DuiyiError, ProofError } from "./errors.js";
export { Game, GameNode, readGames } from "./games.js";
export { load, loadBook, loadRecords } from "./programs.js";

export function loadEndgame(bytes) {
  return loadedRules().loadEndgame(bytesOf("bytes", bytes));
}

export function verify(text) {
  return loadedRules().verify(checkText("text", text));
}
