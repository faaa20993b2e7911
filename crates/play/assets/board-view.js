// The board as a component: draws a scene, animates changes, and reports what a person does on it.
//
//   const board = createBoard(element, { onMove, onSquare, onPick, onPremove, onCancelPremove, onCursor, onWheel });
//   board.show(scene);
//
// The ground is a separate picture, so that a change of pieces or marks does not paint it again.

import { keyOf, kindAt, kindIndex, movesFrom, movesPieces, nextSquares, partOf, pieceAt, planOf, sameSquare, squareOfKey } from "./board-logic.js";
import { boardPicture, definitions, geometry, groundPicture, marksAbove, marksBelow, notesPicture, outline } from "./board-picture.js";
import { listen } from "./board-input.js";

const SVG = "http://www.w3.org/2000/svg";
const SLIDE = { duration: 160, easing: "cubic-bezier(.3,.1,.25,1)" };
const FADE = { duration: 160, easing: "ease-out" };
// With more changed squares than this, the new position is shown at once.
const MAX_CHANGES = 30;
// After this time in milliseconds, a dropped piece whose move was not answered returns to its square.
const PATIENCE = 2000;

const DEFAULTS = {
  kinds: [], board: "", last: [], threats: [], zone: [], texts: [], targets: [], legal: [], movable: null, premove: null,
  arrows: [], numbers: null, flipped: false, set: "chinese", label: (square) => square.join(), title: "", pick: false, hint: null,
};

let boards = 0; // For unique names of gradients.

function makeNode(tag, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent?.append(made);
  return made;
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const at = ([x, y]) => `translate(${x} ${y})`;
const css = ([x, y], more = "") => `translate(${x}px, ${y}px)${more}`;

class BoardView {
  constructor(element, callbacks) {
    Object.assign(this, { element, callbacks, id: `board${++boards}-`, scene: null, place: null });
    this.nodes = new Map(); // The pieces by the key of their square: `{kind, use}`.
    this.drawn = []; // The arrows and rings of the person.
    this.chosen = [];
    this.entered = null; // The squares of the premove.
    this.byPieces = true; // Whether moves of the game begin with a piece.
    this.cursor = null;
    this.byKeys = false; // Whether the keyboard is used; then the cursor is marked.
    this.fading = new Set(); // Removed pieces that are still visible.
    this.dropped = null; // The move of a dropped piece until the next position: `{from, to}`.
    this.build();
    this.listening = listen(this);
  }

  build() {
    this.view = document.createElement("div");
    this.view.className = "board-view";
    this.ground = makeNode("svg", { class: "board-ground", "aria-hidden": "true" }, this.view);
    this.svg = makeNode("svg", { class: "board-play" }, this.view);
    this.layers = { defs: makeNode("defs", {}, this.svg) };
    for (const name of ["below", "pieces", "notes", "above", "cursor", "flashes", "dragged", "hits"]) {
      this.layers[name] = makeNode("g", { class: `board-${name}` }, this.svg);
    }
    this.layers.hits.setAttribute("role", "presentation");
    this.shown = {}; // The markup of each layer.
    this.element.replaceChildren(this.view);
    if (!this.element.hasAttribute("tabindex")) this.element.tabIndex = 0;
    if (!this.element.hasAttribute("role")) this.element.setAttribute("role", "application");
  }

  show(scene) {
    const before = this.scene;
    this.scene = { ...DEFAULTS, ...scene };
    const isNewBoard = this.layOut(before);
    this.define();
    const moved = before && !isNewBoard && before.board !== this.scene.board;
    if (isNewBoard) this.putPieces();
    else if (moved) this.movePieces(before);
    if (moved) this.drawn = [];
    this.keepChoice(before);
    this.showMarks();
    this.label();
    this.listening.sceneChanged();
  }

  // Draws the ground and the squares if they differ from those shown. Returns whether they do.
  layOut(before) {
    const { look, flipped, title } = this.scene;
    const part = partOf(this.scene);
    const isSame = before && before.flipped === flipped && String(part) === String(this.place.part) &&
      (before.look === look || JSON.stringify(before.look) === JSON.stringify(look));
    if (!isSame) {
      this.place = geometry(look, flipped, part);
      const { width, height } = this.place;
      for (const svg of [this.ground, this.svg]) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.view.style.setProperty("--board-ratio", width / height);
      // Marks may lie beyond the part that is shown.
      this.svg.style.overflow = look.unbounded ? "hidden" : "";
      this.view.dataset.ground = look.ground;
      this.view.dataset.pieces = look.pieces;
      this.ground.innerHTML = groundPicture(this.id, look, flipped, part);
      this.putSquares();
    }
    if (before?.title !== title) this.svg.setAttribute("aria-label", title);
    return !isSame;
  }

  putSquares() {
    const { look } = this.scene;
    const { ground } = look;
    const parts = this.place.squares.map(([column, row]) => {
      const [x, y] = this.place.middle([column, row]);
      const [tag, shape] = ground === "hexagons"
        ? ["path", `d="${outline(look, [x, y])}"`]
        : ["rect", `x="${x - 50}" y="${y - 50}" width="100" height="100"`];
      return `<${tag} class="target" role="button" id="${this.id}at-${column}-${row}" data-square="${column},${row}" ${shape} fill="transparent"/>`;
    });
    this.layers.hits.innerHTML = parts.join("");
    this.squares = new Map([...this.layers.hits.children].map((rect) => [rect.dataset.square, rect]));
    // Pieces in a board with holes are seen through the holes.
    if (ground === "holes") this.layers.pieces.setAttribute("clip-path", `url(#${this.id}through)`);
    else this.layers.pieces.removeAttribute("clip-path");
  }

  define() {
    const { kinds, set, look } = this.scene;
    const key = JSON.stringify([kinds, set, look]);
    if (this.shown.definitions === key) return;
    this.shown.definitions = key;
    let through = "";
    if (look.ground === "holes") {
      const circles = [...this.squares.keys()].map((square) => this.place.middle(squareOfKey(square))).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="41"/>`);
      through = `<clipPath id="${this.id}through">${circles.join("")}</clipPath>`;
    }
    this.layers.defs.innerHTML = definitions(this.id, this.scene) + through;
  }

  endFading() {
    for (const use of this.fading) use.remove();
    this.fading.clear();
  }

  // A new element for a piece.
  piece(kind, square) {
    return makeNode("use", { href: `#${this.id}kind-${kind}`, transform: at(this.place.middle(square)), class: "piece" }, this.layers.pieces);
  }

  putPieces() {
    this.layers.pieces.replaceChildren();
    this.fading.clear();
    this.nodes.clear();
    this.dropped = null;
    [...this.scene.board].forEach((character, index) => {
      const kind = kindIndex(character);
      if (kind < 0) return;
      const square = [index % this.scene.look.columns, Math.floor(index / this.scene.look.columns)];
      this.nodes.set(keyOf(square), { kind, use: this.piece(kind, square) });
    });
  }

  movePieces(before) {
    this.endFading();
    const plan = planOf(before, this.scene);
    const count = plan.moved.length + plan.gone.length + plan.fresh.length;
    const animated = count <= MAX_CHANGES && !calm() && document.visibilityState === "visible";
    const dropped = this.dropped;
    this.dropped = null;
    const taken = plan.moved.map(({ from }) => this.take(from));
    const gone = new Map(plan.gone.map((piece) => [keyOf(piece.at), this.take(piece.at)]));
    plan.moved.forEach(({ from, to }, index) => {
      const node = taken[index];
      const wasDropped = dropped && sameSquare(dropped.from, from) && sameSquare(dropped.to, to);
      this.nodes.set(keyOf(to), node);
      this.settle(node, to, animated && !wasDropped ? this.place.middle(from) : null);
    });
    for (const { at: square, kind } of plan.fresh) {
      const use = this.piece(kind, square);
      this.nodes.set(keyOf(square), { kind, use });
      if (animated) this.appear(use, square, gone.has(keyOf(square)));
    }
    const replaced = new Set(plan.fresh.map((piece) => keyOf(piece.at)));
    for (const [key, { use }] of gone) this.vanish(use, key, animated, replaced.has(key));
    if (dropped && !plan.moved.some(({ from }) => sameSquare(from, dropped.from))) this.restore(dropped.from);
  }

  take(square) {
    const node = this.nodes.get(keyOf(square));
    this.nodes.delete(keyOf(square));
    return node;
  }

  // Puts a piece on a square, sliding from a place in the picture if one is given.
  settle({ use }, square, from) {
    const to = this.place.middle(square);
    this.layers.pieces.append(use);
    use.setAttribute("transform", at(to));
    if (from) use.animate([{ transform: css(from) }, { transform: css(to) }], SLIDE);
  }

  appear(use, square, replaces) {
    const to = this.place.middle(square);
    if (this.scene.look.ground === "holes" && !replaces) {
      const top = this.place.border - 50;
      const duration = 90 + 55 * Math.sqrt((to[1] - top) / 100) * 2;
      use.animate([{ transform: css([to[0], top]) }, { transform: css(to) }], { duration, easing: "cubic-bezier(.5,0,.9,.6)" });
    } else if (replaces) {
      // A piece that changes sides turns over.
      use.animate([{ transform: css(to, " scale(0, 1)") }, { transform: css(to) }], { ...FADE, duration: 110, delay: 90, fill: "backwards" });
    } else {
      use.animate([{ transform: css(to, " scale(1.16)"), opacity: 0.2 }, { transform: css(to), opacity: 1 }], { ...FADE, duration: 110 });
    }
  }

  vanish(use, key, animated, replaced) {
    if (!animated) {
      use.remove();
      return;
    }
    const place = this.place.middle(squareOfKey(key));
    const frames = replaced ? [{ transform: css(place) }, { transform: css(place, " scale(0, 1)") }] : [{ opacity: 1 }, { opacity: 0 }];
    this.fading.add(use);
    // Below the other pieces, so that a capturing piece slides over it.
    this.layers.pieces.prepend(use);
    const remove = () => {
      use.remove();
      this.fading.delete(use);
    };
    use.animate(frames, { ...FADE, duration: replaced ? 90 : FADE.duration, fill: "forwards" }).finished.then(remove, remove);
  }

  // Returns a piece to its square after a drag.
  restore(square, from = null) {
    const node = this.nodes.get(keyOf(square));
    if (node) this.settle(node, square, calm() ? null : from);
  }

  // Keeps a dropped piece where it was dropped until the next position.
  keepDropped(from, to) {
    const drop = { from, to };
    this.dropped = drop;
    this.settle(this.nodes.get(keyOf(from)), to, null);
    setTimeout(() => {
      if (this.dropped !== drop) return;
      this.dropped = null;
      this.restore(from, this.place.middle(to));
    }, PATIENCE);
  }

  // Keeps the chosen squares after a change of the scene if they can still be chosen.
  keepChoice(before) {
    const { legal, movable, premove, pick } = this.scene;
    if (legal.length > 0) this.byPieces = movesPieces(this.scene);
    else if (!before) this.byPieces = this.scene.look.pieces !== "stones";
    if (premove === null || pick) this.entered = null;
    if (this.chosen.length === 0) return;
    const first = this.chosen[0];
    const isSame = before && !pick && before.look.columns === this.scene.look.columns && kindAt(before, first) === kindAt(this.scene, first);
    const side = pieceAt(this.scene, first)?.side ?? null;
    const isOwn = this.chosen.length === 1 && side !== null && (side === movable || side === premove);
    if (!isSame || !(isOwn || movesFrom(legal, this.chosen).length > 0)) this.chosen = [];
  }

  dropPremove() {
    this.entered = null;
    if (this.scene) this.showMarks();
  }

  // Puts markup into a layer if it is new.
  put(layer, markup) {
    if (this.shown[layer] === markup) return;
    this.shown[layer] = markup;
    this.layers[layer].innerHTML = markup;
  }

  showMarks() {
    const { scene, place, chosen } = this;
    this.put("below", marksBelow(this.id, scene, place, { chosen, premove: this.entered ?? [] }));
    this.put("notes", notesPicture(scene, place));
    const drawn = this.drawing ? [...this.drawn, this.drawing] : this.drawn;
    this.put("above", marksAbove(scene, place, { next: chosen.length > 0 ? nextSquares(scene.legal, chosen) : [], drawn }));
    this.showCursor();
  }

  showCursor() {
    const rect = this.cursor && this.squares.get(keyOf(this.cursor));
    const isMarked = this.byKeys && rect;
    const [x, y] = isMarked ? this.place.middle(this.cursor) : [0, 0];
    this.put("cursor", isMarked ? `<rect x="${x - 46}" y="${y - 46}" width="92" height="92" rx="12" fill="none" stroke="var(--mark-cursor-edge)" stroke-width="11"/><rect x="${x - 46}" y="${y - 46}" width="92" height="92" rx="12" fill="none" stroke="var(--mark-cursor)" stroke-width="6"/>` : "");
    if (rect) this.element.setAttribute("aria-activedescendant", rect.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  label() {
    for (const [key, rect] of this.squares) {
      const square = squareOfKey(key);
      const text = this.scene.label(square, pieceAt(this.scene, square));
      if (rect.label === text) continue;
      rect.label = text;
      rect.setAttribute("aria-label", text);
    }
  }

  // Marks squares for a moment, for example those of a refused move.
  flash(squares) {
    for (const square of squares) {
      const [x, y] = this.place.middle(square);
      const mark = makeNode("circle", { cx: x, cy: y, r: 46, fill: "none", stroke: "var(--mark-check)", "stroke-width": 9 }, this.layers.flashes);
      const frames = calm() ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0 }, { opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }, { opacity: 0 }];
      const remove = () => mark.remove();
      mark.animate(frames, { duration: 700 }).finished.then(remove, remove);
    }
  }

  // A self-contained picture of the scene, or of a scene that differs from it: `options` are
  // `{scene, width}`, for example `{scene: {board, last: []}, width: 720}`.
  svgText({ scene = {}, width } = {}) {
    const style = getComputedStyle(this.view);
    const colour = (name) => style.getPropertyValue(name).trim();
    return boardPicture({ ...this.scene, ...scene }, { colour, width, drawn: scene.board === undefined ? this.drawn : [] });
  }

  destroy() {
    this.listening.stop();
    this.element.removeAttribute("aria-activedescendant");
    this.view.remove();
  }
}

// Creates a board in an element.
export function createBoard(element, callbacks = {}) {
  const board = new BoardView(element, callbacks);
  return {
    show: (scene) => board.show(scene),
    flash: (squares) => board.flash(squares),
    dropPremove: () => board.dropPremove(),
    svgText: (options) => board.svgText(options),
    destroy: () => board.destroy(),
  };
}
