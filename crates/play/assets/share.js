// The game as a link, and positions as pictures.

import { packed, readWay, unpacked, writeWay } from "./address.js";
import { sceneOf, svgText } from "./board.js";
import { gifBlob, pngBlob } from "./pictures.js";
import { by, go, make, offer, sendMessage, shownId, state } from "./page.js";
import { download, exported, openText } from "./records.js";
import { childrenOf, endOfLine, pathTo } from "./tree.js";
import { sideName, word } from "./words.js";

const WIDTH = 720; // The width of pictures in pixels.
const GIF_WIDTH = 360;
const DELAY = 900; // Milliseconds for each position of an animation.

// The setup of the game in the address of the page, if there is one: `#game=…&rules=…&fen=…&moves=…`.
export function sharedGame() {
  const shared = new URLSearchParams(location.hash.slice(1));
  if (!shared.has("fen") && !shared.has("moves")) return null;
  const position = [shared.get("fen") ?? "", shared.has("moves") ? `moves ${shared.get("moves")}` : ""].join(" ").trim();
  const person = { kind: "person" };
  history.replaceState(null, "", location.pathname + location.search);
  return { game: shared.get("game") ?? state.games[0].name, rules: shared.get("rules") ?? "", position, seats: [person, person] };
}

let wanted = null; // The way to the position to show in the record that is being opened.

// Opens the record in the address of the page, if there is one: `#record=…&at=…`, as `link` writes it. `failed` is
// called if it is damaged. Returns whether there is one.
export function openSharedRecord(failed) {
  const shared = new URLSearchParams(location.hash.slice(1));
  const record = shared.get("record");
  if (!record) return false;
  history.replaceState(null, "", location.pathname + location.search);
  unpacked(record).then((text) => {
    wanted = shared.get("at");
    openText(text);
  }, failed);
  return true;
}

// Shows the position of the link in the game that was opened.
export function showWanted() {
  if (!wanted) return;
  let at = 0;
  for (const place of readWay(wanted)) at = childrenOf(at)[place]?.id ?? at;
  wanted = null;
  go(at);
}

// The ticket of a room in the address of the page, if there is one: `#room=…`.
export function sharedRoom() {
  const room = new URLSearchParams(location.hash.slice(1)).get("room");
  if (room) history.replaceState(null, "", location.pathname + location.search);
  return room;
}

// Shows the links with which others enter the game.
export function receiveInvites({ watch, sides }) {
  const { view } = state;
  const address = (ticket) => `${location.origin}${location.pathname}${location.search}#room=${encodeURIComponent(ticket)}`;
  const field = (name, ticket) => {
    const input = make("input", { readonly: true, value: address(ticket), onfocus: () => input.select() });
    return make("label", {}, make("span", {}, word("inviteFor").replace("…", name)), " ", input);
  };
  const players = view.sides.map((name, side) => [sideName(name), sides[side], view.seats[side].kind]).filter(([, , kind]) => kind === "person");
  by("invites").replaceChildren(...players.map(([name, ticket]) => field(name, ticket)), field(word("spectators"), watch));
  by("invites").hidden = false;
}

// The address with the game shown, its variations and comments, and the position shown.
async function link() {
  const at = writeWay(pathTo(shownId()).map((node) => node.place));
  const record = await packed(await exported("text"));
  return `${location.origin}${location.pathname}#${new URLSearchParams({ record, at })}`;
}

const report = (text) => { by("shared").textContent = text; };

async function copyLink() {
  const address = await link();
  try {
    await navigator.clipboard.writeText(address);
    report(word("linkCopied"));
  } catch {
    // The clipboard is not allowed: the address shows the game.
    history.replaceState(null, "", address);
    report(word("linkShown"));
  }
}

// The positions of the line through the position shown.
const line = () => [state.nodes.get(0), ...pathTo(endOfLine(shownId()))];

const kinds = {
  link: copyLink,
  invite: () => sendMessage({ do: "invite" }),
  svg: () => download(`${offer().name}.svg`, svgText({ width: WIDTH })),
  png: async () => download(`${offer().name}.png`, await pngBlob(svgText({ width: WIDTH }), WIDTH)),
  gif: async () => {
    report(word("drawing"));
    const frames = line().map((node) => svgText({ scene: { ...sceneOf(node), arrows: [], legal: [] }, width: GIF_WIDTH }));
    download(`${offer().name}.gif`, await gifBlob(frames, { delay: DELAY, width: GIF_WIDTH }));
    report("");
  },
};

by("panel-game").addEventListener("click", (event) => {
  const kind = event.target.closest("[data-share]")?.dataset.share;
  if (kind && state.view) kinds[kind]();
});
