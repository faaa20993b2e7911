// Checks of the board and of pictures that run in a browser, see browser.test.mjs.

import { createBoard } from "/assets/board-view.js";
import { gifBlob, pngBlob } from "/assets/pictures.js";
import { play, soundNames } from "/assets/sounds.js";

const KINDS = [{ symbol: "俥", letter: "R", side: 0 }, { symbol: "車", letter: "r", side: 1 }, { symbol: "X", letter: "X", side: 0 }];
const LOOK = { columns: 4, rows: 4, ground: "points", pieces: "discs", strokes: [], dots: [], frames: [], band: null, "stone-colors": null, below: [..."abcd"], above: [], left: [..."1234"], right: [] };
const MOVES = [[[0, 0], [0, 1]], [[0, 0], [0, 3]], [[1, 0], [1, 1]]];

// A scene with pieces of side 0 on a1 and b1 and one of side 1 on a4.
const SCENE = { look: LOOK, kinds: KINDS, board: "00..........1...", legal: MOVES, movable: 0, label: (square, piece) => `${square} ${piece?.symbol ?? ""}`.trim(), title: "A board" };
const AFTER = { ...SCENE, board: "0...0.......1...".replace("0...0", ".0..0"), last: [[0, 0], [0, 1]], legal: [], movable: null };

function equal(actual, expected, what = "") {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: expected ${other}, got ${one}`);
}

// A board with the list of what it reported.
function begin(scene = SCENE) {
  const element = document.createElement("div");
  element.style.width = "436px";
  document.body.replaceChildren(element);
  const calls = [];
  const names = ["onMove", "onSquare", "onPick", "onPremove", "onCancelPremove", "onCursor", "onWheel"];
  const board = createBoard(element, Object.fromEntries(names.map((name) => [name, (value) => calls.push(value === undefined ? [name] : [name, value])])));
  board.show(scene);
  const rect = (square) => element.querySelector(`[data-square="${square}"]`);
  const middle = (square) => {
    const box = rect(square).getBoundingClientRect();
    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  };
  const point = (name, square, more = {}) =>
    document.elementFromPoint(...Object.values(middle(square))).dispatchEvent(new PointerEvent(name, { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pointerType: "mouse", ...middle(square), ...more }));
  const click = (square) => ["pointerdown", "pointerup"].forEach((name) => point(name, square));
  const drag = (...squares) => {
    point("pointerdown", squares[0]);
    for (const square of squares.slice(1)) point("pointermove", square);
    point("pointerup", squares.at(-1));
  };
  const key = (name) => element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const marks = (name) => element.querySelectorAll(`.board-play :is(.board-below, .board-above) [fill="var(--mark-${name})"], .board-play .board-above [stroke="var(--mark-${name})"]`).length;
  const pieces = () => [...element.querySelectorAll("use.piece")].map((use) => `${use.getAttribute("href").split("-").at(-1)} ${use.getAttribute("transform")}`);
  return { element, board, calls, rect, point, click, drag, key, marks, pieces };
}

const later = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

export const checks = {
  "squares are above everything and have labels": () => {
    const { element, rect } = begin();
    equal(element.querySelectorAll("[data-square]").length, 16);
    equal(rect("0,3").getAttribute("aria-label"), "0,3 車");
    const box = rect("0,0").getBoundingClientRect();
    equal(document.elementFromPoint(box.x + 5, box.y + 5).dataset.square, "0,0");
    equal(element.getAttribute("role"), "application");
  },
  "a click chooses a piece, a second one plays": () => {
    const { calls, click, marks } = begin();
    click("0,0");
    equal([marks("chosen"), marks("target"), calls], [1, 2, []]);
    click("0,3");
    equal([marks("chosen"), calls], [0, [["onMove", [[0, 0], [0, 3]]]]]);
  },
  "clicks deselect, choose another piece and report impossible squares": () => {
    const { calls, click, key, marks } = begin();
    click("0,0");
    click("0,0");
    equal(marks("chosen"), 0, "deselected");
    click("0,0");
    click("1,0");
    equal([marks("chosen"), marks("target")], [1, 1], "another piece");
    key("Escape");
    equal([marks("chosen"), calls], [0, []], "Escape");
    click("0,0");
    click("2,2");
    click("3,3");
    equal(calls, [["onSquare", [[0, 0], [2, 2]]], ["onSquare", [[3, 3]]]]);
  },
  "a piece is dragged to a target, and back from elsewhere": () => {
    const { calls, point, element, pieces } = begin();
    const before = pieces().sort();
    point("pointerdown", "0,0");
    point("pointermove", "1,2");
    equal(element.querySelectorAll(".board-dragged use").length, 1, "the piece follows");
    point("pointermove", "0,1");
    point("pointerup", "0,1");
    equal(calls, [["onMove", [[0, 0], [0, 1]]]]);
    equal(element.querySelectorAll(".board-dragged use, .trace").length, 0);
    const other = begin();
    other.drag("0,0", "2,2");
    equal([other.calls, other.pieces().sort()], [[["onSquare", [[0, 0], [2, 2]]]], before]);
  },
  "a scene during a drag keeps the drag": () => {
    const { board, calls, point, element } = begin();
    point("pointerdown", "0,0");
    point("pointermove", "1,2");
    board.show({ ...SCENE, arrows: [{ squares: [[1, 0], [1, 1]], rank: 0 }] });
    equal(element.querySelectorAll(".board-dragged use").length, 1);
    point("pointermove", "0,3");
    point("pointerup", "0,3");
    equal(calls, [["onMove", [[0, 0], [0, 3]]]]);
  },
  "a drag ends when its piece is captured": () => {
    const { board, calls, point, element, pieces } = begin();
    point("pointerdown", "0,0");
    point("pointermove", "1,2");
    board.show({ ...SCENE, board: "10..............", legal: [], movable: null });
    equal(element.querySelectorAll(".board-dragged use, .trace").length, 0);
    point("pointerup", "0,3");
    equal([calls, pieces().filter((piece) => piece.startsWith("1")).length], [[], 1]);
  },
  "moved pieces keep their elements and slide": async () => {
    const { board, element } = begin();
    const use = element.querySelector("use.piece");
    board.show(AFTER);
    const moved = [...element.querySelectorAll("use.piece")].find((each) => each === use);
    equal(Boolean(moved), true, "the element");
    equal(moved.getAnimations().length, matchMedia("(prefers-reduced-motion: reduce)").matches || document.visibilityState !== "visible" ? 0 : 1, "animations");
    const place = element.querySelector('[data-square="0,1"]');
    equal(moved.getAttribute("transform"), `translate(${Number(place.getAttribute("x")) + 50} ${Number(place.getAttribute("y")) + 50})`);
    board.show({ ...AFTER, flipped: true });
    equal([...element.querySelectorAll("use.piece")].flatMap((each) => each.getAnimations()).length, 0, "a flipped board does not slide");
  },
  "captured pieces of quick steps are removed at once": () => {
    const { board, pieces } = begin();
    for (const rows of [".0..........0...", "00..........1...", ".0..........0..."]) board.show({ ...SCENE, board: rows, last: [[0, 0], [0, 3]] });
    equal(pieces().length, 3, "two pieces, and the last captured one");
  },
  "squares flash for a moment": async () => {
    const { board, element } = begin();
    board.flash([[0, 0], [1, 1]]);
    equal(element.querySelectorAll(".board-flashes circle").length, 2);
    await later(1000);
    equal(element.querySelectorAll(".board-flashes circle").length, 0);
  },
  "a captured piece is removed": async () => {
    const { board, pieces } = begin();
    board.show({ ...SCENE, board: ".0..........0...", last: [[0, 0], [0, 3]] });
    await later(400);
    equal(pieces().length, 2);
  },
  "a dropped piece returns if its move is refused": async () => {
    const { board, drag, pieces } = begin();
    const before = pieces().sort();
    drag("0,0", "0,1");
    equal(pieces().sort().join() === before.join(), false);
    board.show({ ...SCENE });
    await later(2300);
    equal(pieces().sort(), before);
  },
  "right drags draw arrows, right clicks rings, and a left click clears them": () => {
    const { click, element, point } = begin();
    const count = () => element.querySelectorAll('.board-above [fill="var(--arrow-user)"], .board-above [stroke="var(--arrow-user)"]').length;
    const right = (from, to) => {
      point("pointerdown", from, { button: 2 });
      point("pointermove", to);
      point("pointerup", to, { button: 2 });
    };
    right("0,0", "2,2");
    right("3,3", "3,3");
    equal(count(), 2);
    right("3,3", "3,3");
    equal(count(), 1, "a repeated ring is removed");
    click("2,1");
    equal(count(), 0);
  },
  "the keyboard moves a cursor and chooses": () => {
    const { calls, element, key, rect } = begin();
    key("ArrowRight");
    key("ArrowLeft");
    key("Enter");
    key("ArrowUp");
    key(" ");
    equal(calls.filter(([name]) => name !== "onCursor"), [["onMove", [[0, 0], [0, 1]]]]);
    equal(calls.filter(([name]) => name === "onCursor").map(([, square]) => square), [[1, 0], [0, 0], [0, 1]]);
    equal(element.getAttribute("aria-activedescendant"), rect("0,1").id);
    equal(element.querySelectorAll(".board-cursor rect").length, 2);
  },
  "premoves are entered, shown and cancelled": () => {
    const waiting = { ...SCENE, legal: [], movable: 1, premove: 0 };
    const { board, calls, click, marks } = begin(waiting);
    click("0,0");
    click("0,2");
    equal([calls, marks("premove")], [[["onPremove", [[0, 0], [0, 2]]]], 2]);
    click("3,3");
    equal([calls.at(-1), marks("premove")], [["onCancelPremove"], 0]);
    click("0,0");
    click("0,2");
    board.show(SCENE);
    equal(marks("premove"), 0, "after its turn came");
  },
  "set-up mode reports each square": () => {
    const { calls, click } = begin({ ...SCENE, pick: true });
    click("0,0");
    click("2,2");
    equal(calls, [["onPick", [0, 0]], ["onPick", [2, 2]]]);
  },
  "a hovered point shows the stone to be placed": () => {
    const stones = { ...SCENE, look: { ...LOOK, pieces: "stones" }, legal: [[[2, 2]], [[3, 3]]] };
    const { element, point } = begin(stones);
    point("pointermove", "2,2");
    equal(element.querySelectorAll(".ghost").length, 1);
    point("pointermove", "0,0");
    equal(element.querySelectorAll(".ghost").length, 0);
  },
  "the audio of the browser accepts each sound": () => {
    begin().click("0,0");
    for (const name of soundNames) equal(play(name), true, name);
  },
  "the wheel steps": () => {
    const { calls, rect } = begin();
    rect("2,2").dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true }));
    rect("2,2").dispatchEvent(new WheelEvent("wheel", { deltaY: -100, bubbles: true, cancelable: true }));
    equal(calls, [["onWheel", 1], ["onWheel", -1]]);
  },
  "the board takes touches only if pieces can be dragged": () => {
    const { board, element } = begin();
    const action = () => getComputedStyle(element.firstChild).touchAction;
    equal(action(), "none");
    board.show({ ...SCENE, legal: [[[2, 2]]] });
    equal(action(), "manipulation");
  },
  "a destroyed board reports nothing": () => {
    const { board, calls, element, key } = begin();
    key("ArrowRight");
    board.destroy();
    key("ArrowRight");
    equal([calls.length, element.children.length], [1, 0]);
  },
  "a click on a large board is answered within 5 ms": () => {
    const size = 19;
    const look = { ...LOOK, columns: size, rows: size, pieces: "stones", below: [], left: [] };
    const board = [...".".repeat(size * size)].map((_, index) => (index % 3 === 0 ? "02"[index % 2] : "."));
    const legal = board.flatMap((character, index) => (character === "." ? [[[index % size, Math.floor(index / size)]]] : []));
    const scene = { ...SCENE, look, board: board.join(""), legal, numbers: Object.fromEntries(board.flatMap((character, index) => (character === "." ? [] : [[`${index % size},${Math.floor(index / size)}`, index]]))) };
    const page = begin(scene);
    const times = [];
    for (const [square] of legal.slice(0, 40)) {
      const start = performance.now();
      page.click(square.join());
      times.push(performance.now() - start);
    }
    times.sort((one, other) => one - other);
    equal(page.calls.length, 40);
    if (times[20] > 5) throw new Error(`a click took ${times[20]} ms`);
  },
  "pictures become PNG files and animated GIFs that the browser decodes": async () => {
    const { board } = begin();
    const png = await createImageBitmap(await pngBlob(board.svgText(), 300));
    equal(png.width, 300);
    const frames = [board.svgText(), () => board.svgText({ scene: AFTER }), () => board.svgText({ scene: { board: "...............1", last: [] } })];
    const done = [];
    const gif = await gifBlob(frames, { delay: 500, width: 240, progress: (count) => done.push(count) });
    equal(done, [1, 2, 3]);
    const decoder = new ImageDecoder({ data: await gif.arrayBuffer(), type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    equal(decoder.tracks.selectedTrack.frameCount, 3);
    const pictures = [];
    for (let index = 0; index < 3; index++) {
      const { image } = await decoder.decode({ frameIndex: index });
      equal([image.displayWidth, image.duration], [240, index === 2 ? 1500000 : 500000]);
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      canvas.getContext("2d").drawImage(image, 0, 0);
      pictures.push(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data);
    }
    // The last frame is close to the picture from which it was made.
    const original = await createImageBitmap(await pngBlob(frames[2](), 240));
    const canvas = new OffscreenCanvas(original.width, original.height);
    canvas.getContext("2d").drawImage(original, 0, 0);
    const wanted = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const far = (one, other) => one.reduce((sum, value, index) => sum + Math.abs(value - other[index]), 0) / one.length;
    if (far(wanted, pictures[2]) > 4) throw new Error(`the mean difference is ${far(wanted, pictures[2])}`);
    equal(pictures[0].slice(0, 3).every((value) => value > 240), true, "the corners are white");
    if (far(wanted, pictures[0]) < 1) throw new Error("the first and the last frame are equal");
  },
};
