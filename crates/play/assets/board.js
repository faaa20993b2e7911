// The board: what a person does on it with mouse, finger or keyboard.

import { ask, by, state } from "./page.js";

let cursor = null; // The square that the keyboard is at, or that was chosen last.
let byKeys = false; // Whether the keyboard is used: then the square is marked.
let dragged = null;
let act = (at) => ask({ do: "square", at }); // What is done with a square that is chosen.

// What is done with a square from now on; without an argument, it is a move.
export const actBy = (how) => { act = how ?? ((at) => ask({ do: "square", at })); };

const squareOf = (element) => element?.dataset?.square?.split(",").map(Number);
export const squareAt = (at) => at && by("board").querySelector(`[data-square="${at.join()}"]`);

export function showBoard(svg) {
  by("board").innerHTML = svg;
  markCursor();
}

// The place of a square in the picture: its middle and its side.
export function placeOf(at) {
  const square = squareAt(at);
  if (!square) return null;
  const [x, y, side] = ["x", "y", "width"].map((name) => Number(square.getAttribute(name)));
  return { x: x + side / 2, y: y + side / 2, side };
}

function markCursor() {
  by("board").querySelector(".here")?.classList.remove("here");
  if (byKeys) squareAt(cursor)?.classList.add("here");
}

// A click is where the button goes down and up. The event `click` would be lost where a new picture
// comes in between.
const pointed = (event) => squareOf(document.elementFromPoint(event.clientX, event.clientY));
by("board").addEventListener("pointerdown", (event) => {
  byKeys = false;
  markCursor();
  dragged = event.button === 0 ? pointed(event) : null;
});
by("board").addEventListener("pointerup", (event) => {
  const to = pointed(event);
  if (dragged && to) {
    if (String(dragged) !== String(to)) {
      ask({ do: "unchoose" });
      act(dragged);
    }
    act(to);
    cursor = to;
  }
  dragged = null;
});
by("board").addEventListener("pointercancel", () => { dragged = null; });

by("board").addEventListener("keydown", (event) => {
  byKeys = true;
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (step) {
    const sign = state.sight.flipped ? -1 : 1;
    const next = (cursor ?? [0, 0]).map((place, axis) => place + sign * step[axis]);
    if (squareAt(next)) cursor = next;
    markCursor();
    by("square").textContent = squareAt(cursor)?.getAttribute("aria-label") ?? "";
    event.preventDefault();
  } else if (event.key === "Enter" || event.key === " ") {
    if (cursor) act(cursor);
    event.preventDefault();
  } else if (event.key === "Escape") {
    ask({ do: "unchoose" });
  }
});
