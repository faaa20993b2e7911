// A game with a friend at another page: the invitation, who is there, and the side of the board.

import { friendSide } from "./play-logic.js";
import { by, keepGame, makeSvg, sendMessage, showAgain, state } from "./page.js";
import { word } from "./words.js";

const QUIET = 6000; // Milliseconds for which an arrival is shown.
const MARGIN = 4; // The modules around a QR code.

let present = null; // The last message about who is there.
let invites = null; // The links of the game shown.
let timer = null;

// The sides of players who have left the game shown.
export const isAway = (side) => Boolean(state.view?.friendly && present && !present.open[side] && !present.sides[side]);

// Whether a side of the game shown waits for a player.
export const isSought = (side) => Boolean(state.view?.friendly && present?.open[side]);

// A fresh view: the board turns to the side of the player, and an open side needs a link.
export function enterFriendly(view) {
  [present, invites] = [null, null];
  const own = friendSide(view);
  if (own !== null) keepGame({ flipped: own === 1 });
  showFriend("");
}

// Takes the message about who is there.
export function receivePresent(message) {
  const before = present;
  present = message;
  const own = friendSide(state.view);
  if (own === null) {
    showFriend("");
    return;
  }
  const other = 1 - own;
  if (message.open[other]) sendMessage({ do: "invite", address: pageAddress() });
  const is = (one) => one && one.sides[other];
  const arrived = before && !is(before) && is(message);
  const left = is(before) && !is(message);
  showFriend(arrived ? word("friendJoined") : left ? word("friendLeft") : by("friend-state").textContent, message.sides[other]);
  showAgain();
}

export const pageAddress = () => `${location.origin}${location.pathname}${location.search}`;

// Shows the links of a game with a friend. Returns whether the game is one.
export function receiveFriendInvites(message) {
  const own = state.view?.friendly ? friendSide(state.view) : null;
  if (own === null || !message.sides[1 - own]) return false;
  invites = message;
  showFriend("");
  return true;
}

// Shows the invitation, or a text about the friend, for a while if the friend is there.
function showFriend(text, passes = false) {
  clearTimeout(timer);
  const own = state.view?.friendly ? friendSide(state.view) : null;
  const link = own !== null && present?.open[1 - own] ? invites?.sides[1 - own] : null;
  by("friend-link").hidden = !link;
  by("friend-hint").textContent = link && !invites.reachable ? word("unreachable") : "";
  by("friend-state").textContent = link ? word("sendLink") : text;
  by("friend").hidden = !by("friend-state").textContent;
  if (link) {
    by("friend-address").value = link;
    by("friend-code").replaceChildren(...(invites.code ? [picture(invites.code)] : []));
  } else if (passes) {
    timer = setTimeout(() => showFriend(""), QUIET);
  }
}

function picture({ size, path }) {
  const all = size + 2 * MARGIN;
  return makeSvg("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${all} ${all}`, "shape-rendering": "crispEdges" },
    makeSvg("rect", { x: -MARGIN, y: -MARGIN, width: all, height: all, fill: "#fff" }), makeSvg("path", { d: path, fill: "#000" }));
}

by("friend-address").addEventListener("focus", () => by("friend-address").select());
by("friend-copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(by("friend-address").value);
    by("friend-state").textContent = word("linkCopied");
  } catch {
    // The clipboard is not allowed: the person copies the selected address.
    by("friend-address").focus();
  }
});
