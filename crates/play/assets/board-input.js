// Input on the board with mouse, touch, pen and keyboard.

import { choose, choosePremove, isOn, keyOf, kindAt, movesFrom, pieceAt, restingSquare, sameSquare, step } from "./board-logic.js";

// The pointer must move this far, in pixels, before a piece is dragged.
const THRESHOLD = { mouse: 4, touch: 8 };

class Input {
  constructor(board) {
    this.board = board;
    this.pressed = null; // The press under way, see `press`.
    this.turned = 0; // The rotation of the wheel since the last step.
    this.ending = new AbortController();
    const { signal } = this.ending;
    const { view, element } = board;
    const on = (target, name, how, more = {}) => target.addEventListener(name, (event) => board.scene && how.call(this, event), { signal, ...more });
    on(view, "pointerdown", this.press);
    on(view, "pointermove", this.move);
    on(view, "pointerup", this.release);
    on(view, "pointercancel", this.cancel);
    on(view, "pointerleave", this.leave);
    on(view, "contextmenu", (event) => event.preventDefault());
    on(view, "click", this.click);
    on(element, "keydown", this.key);
    on(element, "blur", () => this.useKeys(false));
    if (board.callbacks.onWheel) on(view, "wheel", this.wheel, { passive: false });
  }

  stop() { this.ending.abort(); }

  call(name, ...values) { this.board.callbacks[name]?.(...values); }

  // The square and the place in the picture under a pointer.
  under(event) {
    const { board } = this;
    const box = board.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * board.place.width;
    const y = ((event.clientY - box.top) / box.height) * board.place.height;
    return { x, y, square: board.place.squareAt(x, y) };
  }

  // Whether a person may enter a premove now.
  isWaiting() {
    const { scene } = this.board;
    return scene.premove !== null && scene.legal.length === 0;
  }

  // Whether the piece on a square can be picked up.
  canLift(square) {
    const { scene, byPieces } = this.board;
    const side = pieceAt(scene, square)?.side ?? null;
    if (scene.pick || side === null || !byPieces) return false;
    if (this.isWaiting()) return side === scene.premove;
    return side === scene.movable || scene.legal.some((move) => move.length > 1 && sameSquare(move[0], square));
  }

  press(event) {
    const { board } = this;
    this.useKeys(false);
    if (this.pressed?.lifted) {
      // Another button during a drag ends it.
      this.cancel();
      return;
    }
    const { square } = this.under(event);
    if (event.button === 2 && square) {
      this.capture(event);
      this.pressed = { square, draws: true, id: event.pointerId };
      return;
    }
    if (event.button !== 0 || !event.isPrimary || !square) return;
    if (board.drawn.length > 0) {
      board.drawn = [];
      board.showMarks();
    }
    this.pressed = { square, id: event.pointerId, x: event.clientX, y: event.clientY, touch: event.pointerType !== "mouse" };
    const continues = board.chosen.length > 0 && movesFrom(board.scene.legal, [...board.chosen, square]).length > 0;
    if (continues || !this.canLift(square)) return;
    this.pressed.lifts = true;
    this.pressed.wasChosen = board.chosen.length === 1 && sameSquare(board.chosen[0], square);
    this.capture(event);
    if (!this.pressed.wasChosen) this.act(square);
  }

  capture(event) {
    try {
      this.board.view.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is already gone.
    }
  }

  move(event) {
    const { pressed } = this;
    if (!pressed) return this.hover(event);
    if (event.pointerId !== pressed.id) return undefined;
    if (pressed.draws) return this.draw(event);
    if (!pressed.lifts) return undefined;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (!pressed.lifted && far >= THRESHOLD[pressed.touch ? "touch" : "mouse"]) this.lift();
    if (pressed.lifted) this.follow(event);
    return undefined;
  }

  lift() {
    const { board, pressed } = this;
    const node = board.nodes.get(keyOf(pressed.square));
    if (!node) return;
    pressed.lifted = node;
    node.use.getAnimations?.().forEach((animation) => animation.cancel());
    pressed.trace = board.piece(node.kind, pressed.square);
    pressed.trace.classList.add("trace");
    board.layers.dragged.append(node.use);
    board.view.classList.add("dragging");
    if (!board.chosen.some((square) => sameSquare(square, pressed.square))) this.act(pressed.square);
  }

  follow(event) {
    const { board, pressed } = this;
    const { x, y, square } = this.under(event);
    // A finger covers the piece, so the piece is shown larger and higher.
    const shown = pressed.touch ? `translate(${x} ${y - 45}) scale(1.25)` : `translate(${x} ${y}) scale(1.06)`;
    pressed.lifted.use.setAttribute("transform", shown);
    pressed.left ||= !square || !sameSquare(square, pressed.square);
    const goal = square && movesFrom(board.scene.legal, [pressed.square, square]).length > 0 ? square : null;
    this.mark(goal ?? (square && this.isWaiting() ? square : null));
  }

  // Marks the square under a dragged piece.
  mark(square) {
    const { board } = this;
    const [x, y] = square ? board.place.middle(square) : [0, 0];
    board.put("cursor", square ? `<circle cx="${x}" cy="${y}" r="56" fill="var(--mark-target)" fill-opacity=".3"/>` : "");
  }

  release(event) {
    const { pressed, board } = this;
    if (!pressed || event.pointerId !== pressed.id) return;
    this.pressed = null;
    const { square, x, y } = this.under(event);
    if (pressed.draws) this.endDrawing(pressed, square);
    else if (pressed.lifted) this.drop(pressed, square, [x, y]);
    else if (square && sameSquare(square, pressed.square)) {
      if (!pressed.lifts || pressed.wasChosen) this.act(square);
    }
    board.cursor = square ?? board.cursor;
  }

  drop(pressed, square, place) {
    const { board } = this;
    this.putDown(pressed);
    const from = pressed.square;
    if (!square || sameSquare(square, from)) {
      board.restore(from, place);
      if (pressed.left || pressed.wasChosen) this.unchoose();
      return;
    }
    const before = board.scene;
    board.chosen = [from];
    const found = this.isWaiting() ? choosePremove(before, [from], square, null, true) : choose(before, [from], square);
    if (found.move) board.keepDropped(from, square);
    else board.restore(from, place);
    this.apply(found);
  }

  putDown(pressed) {
    pressed.trace.remove();
    this.board.view.classList.remove("dragging");
    this.mark(null);
  }

  cancel() {
    const { pressed, board } = this;
    this.pressed = null;
    board.drawing = null;
    if (pressed?.lifted) {
      this.putDown(pressed);
      board.restore(pressed.square);
    }
    board.showMarks();
  }

  // After a change of the scene: a drag goes on if its piece is still on its square.
  sceneChanged() {
    const { board, pressed } = this;
    this.ghost(null);
    const { scene } = board;
    const drags = !scene.pick && board.byPieces && (scene.legal.length > 0 || scene.premove !== null);
    board.view.classList.toggle("drags", drags);
    if (!pressed?.lifts) return;
    const node = board.nodes.get(keyOf(pressed.square));
    const isSame = isOn(scene.look, pressed.square) && this.canLift(pressed.square) && (!pressed.lifted || node === pressed.lifted);
    if (!isSame) {
      this.pressed = null;
      if (!pressed.lifted) return;
      this.putDown(pressed);
      // A piece that is no longer on the board was removed with its square.
      if (node === pressed.lifted) board.restore(pressed.square);
      else if (![...board.nodes.values()].includes(pressed.lifted)) pressed.lifted.use.remove();
    } else if (pressed.lifted && board.chosen.length === 0) {
      board.chosen = [pressed.square];
      board.showMarks();
    }
  }

  draw(event) {
    const { board, pressed } = this;
    const { square } = this.under(event);
    board.drawing = square ? this.drawing(pressed.square, square) : null;
    board.showMarks();
  }

  drawing(from, to) { return { squares: sameSquare(from, to) ? [from] : [from, to], rank: 0, color: "user" }; }

  endDrawing(pressed, square) {
    const { board } = this;
    board.drawing = null;
    if (square) {
      const made = this.drawing(pressed.square, square);
      const key = (drawing) => drawing.squares.map(keyOf).join(" ");
      const others = board.drawn.filter((drawing) => key(drawing) !== key(made));
      board.drawn = others.length === board.drawn.length ? [...others, made] : others;
    }
    board.showMarks();
  }

  // Shows the stone that a click would place, and what the pointer can do.
  hover(event) {
    const { board } = this;
    const { scene } = board;
    if (event.pointerType !== "mouse") return;
    const { square } = this.under(event);
    const resting = square && restingSquare(scene, square);
    const begins = resting && movesFrom(scene.legal, [...board.chosen, resting]).length > 0;
    const lifts = square && this.canLift(square);
    board.view.dataset.pointer = lifts && !(board.chosen.length > 0 && begins) ? "lift" : begins || scene.pick ? "choose" : "";
    this.ghost(begins && board.chosen.length === 0 && kindAt(scene, resting) < 0 ? resting : null);
  }

  ghost(square) {
    const { board } = this;
    const key = square ? keyOf(square) : null;
    if (this.ghostKey === key) return;
    this.ghostKey = key;
    this.ghostUse?.remove();
    const kind = board.scene.kinds.findIndex((each) => each.side === board.scene.movable);
    if (!square || kind < 0 || board.scene.look.pieces !== "stones") return;
    this.ghostUse = board.piece(kind, square);
    this.ghostUse.classList.add("ghost");
  }

  leave() { if (!this.pressed) this.ghost(null); }

  // A click without a pointer, by assistive technology.
  click(event) {
    const square = event.detail === 0 ? event.target.dataset?.square?.split(",").map(Number) : null;
    if (square) this.act(square);
  }

  // Chooses a square.
  act(square) {
    const { board } = this;
    const { scene, chosen } = board;
    board.cursor = square;
    if (scene.pick) this.call("onPick", square);
    else if (this.isWaiting()) this.apply(choosePremove(scene, chosen, square, board.entered, board.byPieces));
    else this.apply(choose(scene, chosen, square));
  }

  apply({ chosen, move, asked, premove, cancelled }) {
    const { board } = this;
    board.chosen = chosen;
    if (cancelled) board.entered = null;
    if (premove) board.entered = premove;
    board.showMarks();
    this.ghost(null);
    if (cancelled && !premove) this.call("onCancelPremove");
    if (premove) this.call("onPremove", premove);
    if (move) this.call("onMove", move);
    if (asked) this.call("onSquare", asked);
  }

  unchoose() {
    if (this.board.chosen.length > 0) this.apply({ chosen: [] });
  }

  useKeys(used) {
    if (this.board.byKeys === used) return;
    this.board.byKeys = used;
    if (this.board.scene) this.board.showCursor();
  }

  key(event) {
    const { board } = this;
    if (event.ctrlKey || event.altKey || event.metaKey || event.target !== board.element) return;
    if (event.key.startsWith("Arrow")) {
      const { look, flipped } = board.scene;
      board.cursor = step(look, board.cursor ?? [0, 0], event.key, flipped);
      this.useKeys(true);
      board.showCursor();
      this.call("onCursor", board.cursor);
    } else if (event.key === "Enter" || event.key === " ") {
      this.useKeys(true);
      if (board.cursor) this.act(board.cursor);
    } else if (event.key === "Escape") this.escape();
    else return;
    event.preventDefault();
  }

  escape() {
    if (this.pressed) this.cancel();
    if (this.board.entered) this.apply({ chosen: [], cancelled: true });
    this.unchoose();
  }

  wheel(event) {
    event.preventDefault();
    this.turned += event.deltaY * (event.deltaMode === 0 ? 1 : 30);
    if (Math.abs(this.turned) < 30) return;
    this.call("onWheel", Math.sign(this.turned));
    this.turned = 0;
  }
}

// Listens to a board. Returns `sceneChanged`, to call after each new scene, and `stop`.
export function listen(board) {
  const input = new Input(board);
  return { sceneChanged: () => input.sceneChanged(), stop: () => input.stop() };
}
