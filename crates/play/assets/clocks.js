// The players and their clocks.

import { by, keptGame, offer, state, whenShown } from "./page.js";
import { strengthName } from "./begin.js";
import { ownSide } from "./ended.js";
import { isAway, isSought } from "./friend.js";
import { isChinese, sideName, word } from "./words.js";

export function seatName(view, side) {
  const seat = view.seats[side];
  if (isSought(side)) return word("nobodyYet");
  if (seat.kind === "person") return view.names[side] || word(ownSide(view) === side ? "you" : view.friendly ? "friend" : "person");
  return seat.level === null ? word("engine") : `${word("level")} ${seat.level}${word("colon")}${strengthName(offer(), seat.level)}`;
}

// The side and who plays it; on a board for analysis the side alone.
function playerName(view, side) {
  const name = sideName(view.sides[side]);
  const isKnown = view.friendly || view.names.some(Boolean) || view.clocks || view.seats.some((seat) => seat.kind === "engine");
  if (!isKnown) return name;
  const player = seatName(view, side);
  const shown = isAway(side) ? `${player}${word("comma")}${word("away")}` : player;
  return isChinese() ? `${name}（${shown}）` : `${name} (${shown})`;
}

export function showPlayers() {
  const { view } = state;
  for (const [side, id] of [[0, "first"], [1, "second"]]) {
    const place = by(id);
    place.querySelector(".name").textContent = playerName(view, side);
    place.classList.toggle("to-move", !view.ended && view["to-move"] === side);
  }
  const [above, below] = keptGame.flipped ? ["first", "second"] : ["second", "first"];
  by("table").before(by(above));
  by("table").after(by(below));
  showClocks();
}

function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const tenths = milliseconds < 20000 ? `.${Math.floor((milliseconds % 1000) / 100)}` : "";
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}${tenths}`;
}

function showClocks() {
  const { view, viewed } = state;
  if (!view) return;
  for (const [side, id] of [[0, "first"], [1, "second"]]) {
    let text = "";
    if (view.clocks) {
      const runs = view["clock-runs"] && view["to-move"] === side;
      text = timeText(Math.max(0, view.clocks[side] - (runs ? performance.now() - viewed : 0)));
    }
    const clock = by(id).querySelector(".clock");
    if (clock.textContent !== text) clock.textContent = text;
  }
}

setInterval(showClocks, 100);
whenShown(showPlayers);
