// The card at the end of a game: its result and reason, and what a person can do next.

import { by, state } from "./page.js";
import { openTab } from "./tabs.js";
import { sideName, translated, word } from "./words.js";

export const resultText = ({ ended, sides }) => (ended.winner === null ? word("drawn") : `${sideName(sides[ended.winner])}${word("gap")}${word("wins")}`);

// The side of the person at this page, if the other side is played elsewhere or by an engine.
export function ownSide(view) {
  const own = [0, 1].filter((side) => view.acts[side] && view.seats[side].kind === "person");
  return own.length === 1 ? own[0] : null;
}

export function showEnd() {
  const { view } = state;
  const { ended } = view;
  by("ended").hidden = !ended || Boolean(view.draft || view.problem);
  if (by("ended").hidden) return;
  const own = ownSide(view);
  const isOwn = own !== null && ended.winner !== null;
  by("ended-result").textContent = isOwn ? word(ended.winner === own ? "youWon" : "youLost") : resultText(view);
  by("ended-reason").textContent = `${isOwn ? `${resultText(view)}${word("colon")}` : ""}${translated(ended.reason)}`;
  by("ended-accuracy").textContent = view.review ? by("accuracy").textContent : "";
  by("ended-review").hidden = Boolean(view.review);
}

by("ended-review").addEventListener("click", () => {
  openTab("analysis");
  by("review").click();
});
by("ended-share").addEventListener("click", () => {
  openTab("game");
  document.querySelector("[data-share=link]").focus();
});
