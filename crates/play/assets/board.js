// The board: input with mouse, touch or keyboard.

import { ask, by, state } from "./page.js";

let cursor = null; // The square of the keyboard cursor, or the square chosen last.
let byKeys = false; // Whether the keyboard is used; then the cursor is marked.
let dragged = null;
let act = (at) => ask({ do: "square", at }); // Called with the chosen square.

// Sets the function called with a chosen square; without an argument, squares select moves.
export const actBy = (how) => { act = how ?? ((at) => ask({ do: "square", at })); };

const squareOf = (element) => element?.dataset?.square?.split(",").map(Number);
export const squareAt = (at) => at && by("board").querySelector(`[data-square="${at.join()}"]`);

export function showBoard(svg) {
  by("board").innerHTML = svg;
  markCursor();
}

// The centre of a square in the picture, and the length of its side.
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

// A click is handled by `pointerdown` and `pointerup`: the event `click` is lost if the picture is
// replaced in between.
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
