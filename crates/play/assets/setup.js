// The editor of a position: a person chooses a piece, then its squares.

import { pickBy } from "./board.js";
import { ask, by, kept, make, state } from "./page.js";
import { sideName, word } from "./words.js";

let chosenPiece = null; // The index of the chosen piece; null removes pieces.

const stepEditor = (done) => ask({ do: "set-up", step: done });
const put = (at) => stepEditor({ do: "put", at, piece: chosenPiece });

export function showSetUp() {
  const { draft } = state.view;
  by("setup").hidden = !draft;
  pickBy(draft ? put : null);
  if (draft) showPieces(draft);
}

function showPieces(draft) {
  const focused = document.activeElement?.dataset?.piece;
  const { sides } = state.view;
  const button = (index, text, label, kind) => make(
    "button",
    { type: "button", "data-piece": String(index), "aria-pressed": String(chosenPiece === index), "aria-label": label, class: kind, onclick: () => choosePiece(index) },
    text,
  );
  const pieces = draft.pieces.map((piece, index) => {
    const text = kept.set === "letters" ? piece.letter : piece.symbol;
    return button(index, text, `${sideName(sides[piece.side])} ${piece.symbol}`, piece.side ? "second" : "first");
  });
  by("pieces").replaceChildren(...pieces, button(null, "✕", word("takeOff"), "off"));
  by("setup-side").replaceChildren(...sides.map((name, side) => new Option(`${sideName(name)} ${word("toMove")}`, side)));
  by("setup-side").value = draft["to-move"];
  if (focused !== undefined) by("pieces").querySelector(`[data-piece="${focused}"]`)?.focus();
}

function choosePiece(index) {
  chosenPiece = index;
  showPieces(state.view.draft);
}

by("setup-side").addEventListener("change", () => stepEditor({ do: "to-move", side: Number(by("setup-side").value) }));
by("setup").addEventListener("click", (event) => {
  const done = event.target.dataset.step;
  if (done) stepEditor({ do: done });
});

export const beginSetUp = () => {
  chosenPiece = null;
  stepEditor({ do: "begin" });
};
