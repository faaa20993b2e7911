// The game as a link, and positions as pictures.

import { packed, readWay, unpacked, writeWay } from "./address.js";
import { sceneOf, svgText } from "./board.js";
import { pageAddress } from "./friend.js";
import { gifBlob, pngBlob } from "./pictures.js";
import { by, go, keepGame, keptGame, make, offer, sendMessage, shownId, state, whenShown } from "./page.js";
import { download, exported, openText } from "./records.js";
import { childrenOf, endOfLine, pathTo } from "./tree.js";
import { sideName, word } from "./words.js";

const PICTURE_WIDTH = 720; // The width of pictures in pixels.
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

const LONGEST = 8000; // The number of characters of an address that the page writes by itself.
const DELAY_OF_ADDRESS = 700; // Milliseconds without a change after which it is written.

let addressed = ""; // What the address contains: the version of the tree and the position.
let versions = 0; // The number of changes of the tree.
let writing = null; // The timer.

// Writes a board for analysis and its position into the address of the page, which then is the link to them.
function writeAddress() {
  const { view } = state;
  const isStudy = view.free && !view.friendly && !view.draft && !view.problem && state.nodes.size > 1;
  const what = isStudy ? `${versions} ${shownId()}` : "";
  if (what === addressed) return;
  clearTimeout(writing);
  // Until then the address would be that of another position.
  if (keptGame.hash) {
    if (location.hash === keptGame.hash) history.replaceState(null, "", location.pathname + location.search);
    keepGame({ hash: null });
  }
  const change = async () => {
    addressed = what;
    const address = what && await link();
    const hash = address.length > LONGEST ? "" : address.replace(/^[^#]*/, "");
    if (what !== addressed || hash === location.hash) return;
    history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
    keepGame({ hash });
  };
  writing = setTimeout(change, DELAY_OF_ADDRESS);
}

// Notes a change of the tree.
export function treeChanged({ fresh, nodes, removed }) {
  if (fresh || nodes.length || removed.length) versions += 1;
}

// Opens the record in the address of the page, if there is one: `#record=…&at=…`, as `link` writes it. `failed` is
// called if it is damaged. Returns whether there is one.
export function openSharedRecord(failed) {
  const shared = new URLSearchParams(location.hash.slice(1));
  const record = shared.get("record");
  // The game of this tab has written the address.
  if (!record || location.hash === keptGame.hash) return false;
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
  const field = (name, link) => {
    const input = make("input", { readonly: true, value: link, onfocus: () => input.select() });
    return make("label", {}, make("span", {}, word("inviteFor").replace("…", name)), " ", input);
  };
  const players = view.sides.map((name, side) => [sideName(name), sides[side], view.seats[side].kind]).filter(([, link, kind]) => link && kind === "person");
  by("invites").replaceChildren(...players.map(([name, link]) => field(name, link)), field(word("spectators"), watch));
  by("invites").hidden = false;
}

// The address with the game shown, its variations and comments, and the position shown.
async function link() {
  const at = writeWay(pathTo(shownId()).map((node) => node.place));
  const record = await packed(await exported());
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
  invite: () => sendMessage({ do: "invite", address: pageAddress() }),
  svg: () => download(`${offer().name}.svg`, svgText({ width: PICTURE_WIDTH })),
  png: async () => download(`${offer().name}.png`, await pngBlob(svgText({ width: PICTURE_WIDTH }), PICTURE_WIDTH)),
  gif: async () => {
    report(word("drawing"));
    const frames = line().map((node) => svgText({ scene: { ...sceneOf(node), arrows: [], legal: [] }, width: GIF_WIDTH }));
    download(`${offer().name}.gif`, await gifBlob(frames, { delay: DELAY, width: GIF_WIDTH }));
    report("");
  },
};

whenShown(writeAddress);

by("panel-game").addEventListener("click", (event) => {
  const kind = event.target.closest("[data-share]")?.dataset.share;
  if (kind && state.view) kinds[kind]();
});
