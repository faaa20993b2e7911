// The board and its marks as SVG text. Squares have sides of 100 units; colours are variables of board.css.
// Nothing here needs a page.

import { across, isOn, keyOf, kindAt, kindIndex, partOf, pieceAt, places, squareOfKey } from "./board-logic.js";
import { centred, escaped, pieceDefinitions, piecePicture, stoneColour } from "./piece-sets.js";

export const UNIT = 100;

// The distance of two rows of hexagons whose width is UNIT, and that of their middle from their corners.
const [ROW, CORNER] = [UNIT * Math.sqrt(3) / 2, UNIT / Math.sqrt(3)];

// The places of squares in the picture of a board, of which `part` is shown.
export function geometry(look, flipped, part = partOf({ look, board: "" })) {
  const [left, bottom, right, top] = part;
  const [columns, rows] = [right - left + 1, top - bottom + 1];
  const named = ["below", "above", "left", "right"].some((side) => look[side]?.length > 0);
  const text = 25 + Math.max(0, columns - 9) * 2.4;
  const border = named ? text * 1.7 : 18;
  const hexagons = look.ground === "hexagons";
  const [high, first] = hexagons ? [ROW, CORNER] : [UNIT, UNIT / 2];
  const width = 2 * border + UNIT * columns;
  const height = 2 * (border + first) + high * (rows - 1);
  const turn = ([x, y]) => (flipped ? [width - x, height - y] : [x, y]);
  const middle = (square) => turn([border + UNIT * (across(look, square) - left + 0.5), border + first + high * (top - square[1])]);
  const isShown = (square) => isOn(look, square) && square[1] >= bottom && square[1] <= top &&
    across(look, square) >= left && across(look, square) <= right;
  // The nearest of the hexagons around a place.
  const nearest = (x, y) => {
    const row = Math.round(top - (y - border - first) / high);
    const around = [row - 1, row, row + 1].map((near) => [Math.round((x - border) / UNIT - 0.5 + left + near / 2), near]);
    const far = (square) => Math.hypot(...turn(middle(square)).map((at, index) => at - [x, y][index]));
    const best = around.reduce((one, other) => (far(other) < far(one) ? other : one));
    return far(best) < CORNER ? best : [-1, -1];
  };
  const shown = [];
  for (let row = top; row >= bottom; row--) {
    for (let column = 0; column < look.columns; column++) if (isShown([column, row])) shown.push([column, row]);
  }
  return {
    border,
    text,
    width,
    height,
    middle,
    part,
    // The squares that are shown, from the top row.
    squares: shown,
    isShown,
    // The square at a place in the picture, or null.
    squareAt: (atX, atY) => {
      const [x, y] = turn([atX, atY]);
      const square = hexagons ? nearest(x, y) : [left + Math.floor((x - border) / UNIT), top - Math.floor((y - border) / UNIT)];
      return isShown(square) ? square : null;
    },
  };
}

// The outline of a square around a place, as path data.
export function outline(look, [x, y]) {
  if (look.ground !== "hexagons") return `M${x - 50} ${y - 50}h100v100h-100z`;
  const half = fixed(CORNER / 2);
  return `M${fixed(x)} ${fixed(y - CORNER)}l50 ${half}v${fixed(CORNER)}l-50 ${half}l-50 ${-half}v${fixed(-CORNER)}z`;
}

const fixed = (number) => Number(number.toFixed(2));

// Numbers from 0 to 1 that are the same in each picture.
function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// The grain of a quarter-sawn board: thin, almost straight lines. They are paths, which are painted
// once and stay sharp at each size.
function grain(width, height, x, y, seed) {
  const random = noise(seed);
  const fine = [], strong = [];
  for (let at = x + 3; at < x + width - 3; at += 5 + random() * 13) {
    const bend = () => at + (random() - 0.5) * 9;
    const path = `M${fixed(at)} ${y}C${fixed(bend())} ${fixed(y + height * 0.33)} ${fixed(bend())} ${fixed(y + height * 0.66)} ${fixed(bend())} ${y + height}`;
    (random() < 0.3 ? strong : fine).push(path);
  }
  return `<path d="${fine.join("")}" fill="none" stroke="var(--board-grain)" stroke-width="1.4"/><path d="${strong.join("")}" fill="none" stroke="var(--board-grain)" stroke-width="3.2" stroke-opacity=".6"/>`;
}

function frame(id, place, look) {
  const { width, height, border } = place;
  const [w, h] = [width - 2 * border, height - 2 * border];
  const holes = look.ground === "holes";
  const ground = holes ? `${id}holes` : `${id}ground`;
  return `<defs>
<linearGradient id="${id}frame" x1="0" y1="0" x2=".4" y2="1"><stop stop-color="var(--frame-light)"/><stop offset="1" stop-color="var(--frame-deep)"/></linearGradient>
<linearGradient id="${id}ground" x1="0" y1="0" x2=".5" y2="1"><stop stop-color="var(--board-light)"/><stop offset="1" stop-color="var(--board-deep)"/></linearGradient>
<linearGradient id="${id}holes" x1="0" y1="0" x2=".5" y2="1"><stop stop-color="var(--holes-light)"/><stop offset="1" stop-color="var(--holes-deep)"/></linearGradient>
<linearGradient id="${id}hole" x1="0" y1="0" x2="0" y2="1"><stop stop-color="var(--hole-deep)"/><stop offset="1" stop-color="var(--hole)"/></linearGradient>
</defs>
<rect width="${width}" height="${height}" rx="14" fill="url(#${id}frame)"/>
<g opacity=".7">${grain(width, border, 0, 0, 3)}${grain(width, border, 0, height - border, 5)}</g>
<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="13" fill="none" stroke="var(--frame-edge)" stroke-width="2"/>
<rect x="${border - 5}" y="${border - 5}" width="${w + 10}" height="${h + 10}" rx="4" fill="var(--frame-edge)"/>
<rect x="${border - 2.5}" y="${border - 2.5}" width="${w + 5}" height="${h + 5}" rx="2" fill="url(#${ground})"/>${holes ? "" : grain(w, h, border, border, 7)}`;
}

function gridLines(look, place) {
  const parts = [];
  const draw = (from, to) => {
    if (!isOn(look, from) || !isOn(look, to)) return;
    const [[x1, y1], [x2, y2]] = [place.middle(from), place.middle(to)];
    parts.push(`M${x1} ${y1}L${x2} ${y2}`);
  };
  const [right, top] = [look.columns - 1, look.rows - 1];
  const band = look.band && look.band.above < top ? look.band.above : null;
  for (let row = 0; row <= top; row++) draw([0, row], [right, row]);
  for (let column = 0; column <= right; column++) {
    if (band !== null && column > 0 && column < right) {
      draw([column, 0], [column, band]);
      draw([column, band + 1], [column, top]);
    } else draw([column, 0], [column, top]);
  }
  for (const [from, to] of look.strokes ?? []) draw(from, to);
  const [[x1, y1], [x2, y2]] = [place.middle([0, 0]), place.middle([right, top])];
  const [left, upper] = [Math.min(x1, x2), Math.min(y1, y2)];
  const gap = band === null ? 0 : 7;
  const edge = `<rect x="${left - gap}" y="${upper - gap}" width="${Math.abs(x2 - x1) + 2 * gap}" height="${Math.abs(y2 - y1) + 2 * gap}" fill="none" stroke="var(--board-line)" stroke-width="4"/>`;
  return `<path d="${parts.join("")}" fill="none" stroke="var(--board-line)" stroke-width="2" stroke-linecap="square"/>${edge}`;
}

function corners(look, place, at) {
  const [x, y] = place.middle(at);
  const [near, far] = [7, 20];
  const parts = [];
  for (const sx of [-1, 1]) {
    // The corners beyond the edge of the board are left out.
    if (!place.squareAt(x + sx * UNIT, y)) continue;
    for (const sy of [-1, 1]) parts.push(`M${x + sx * near} ${y + sy * far}V${y + sy * near}H${x + sx * far}`);
  }
  return parts.join("");
}

function river(look, place, flipped) {
  const { band } = look;
  if (!band || band.above >= look.rows - 1) return "";
  const y = (place.middle([0, band.above])[1] + place.middle([0, band.above + 1])[1]) / 2;
  const texts = flipped ? [...band.texts].reverse() : band.texts;
  return texts.map((text, index) => `<g transform="translate(${fixed(place.width * [0.29, 0.71][index])} ${y})">${centred(text, 50, 'fill="var(--board-river)" letter-spacing="6"')}</g>`).join("");
}

function points(look, place, flipped) {
  const frames = (look.frames ?? []).filter((at) => isOn(look, at)).map((at) => corners(look, place, at));
  const dots = (look.dots ?? []).filter((at) => isOn(look, at)).map((at) => {
    const [x, y] = place.middle(at);
    return `<circle cx="${x}" cy="${y}" r="${look.columns > 12 ? 11 : 9}" fill="var(--board-line)"/>`;
  });
  return `${gridLines(look, place)}<path d="${frames.join("")}" fill="none" stroke="var(--board-line)" stroke-width="2.4"/>${dots.join("")}${river(look, place, flipped)}`;
}

function squares(look, place) {
  const [light, dark] = [[], []];
  for (const square of place.squares) {
    const isDark = look.ground === "checkered" && (square[0] + square[1]) % 2 === 0;
    (isDark ? dark : light).push(outline(look, place.middle(square)));
  }
  const line = look.ground === "checkered" ? 0 : 2;
  return `<path d="${light.join("")}" fill="var(--square-light)" fill-opacity=".82" stroke="var(--board-line)" stroke-width="${line}"/><path d="${dark.join("")}" fill="var(--square-dark)" fill-opacity=".86"/>`;
}

function holes(id, look, place) {
  const parts = [];
  for (let row = 0; row < look.rows; row++) {
    for (let column = 0; column < look.columns; column++) {
      const [x, y] = place.middle([column, row]);
      parts.push(`<circle cx="${x}" cy="${y}" r="43.5" fill="var(--holes-edge)"/><circle cx="${x}" cy="${y + 1}" r="41" fill="url(#${id}hole)"/>`);
    }
  }
  return parts.join("");
}

function labels(look, place, flipped) {
  const size = place.text;
  const parts = [];
  const put = (x, y, text) => parts.push(`<text x="${fixed(x)}" y="${fixed(y + size * 0.35)}">${escaped(text)}</text>`);
  const [below, above] = flipped ? [look.above, look.below] : [look.below, look.above];
  const [left, right] = flipped ? [look.right, look.left] : [look.left, look.right];
  const near = place.border / 2 - 1;
  const [, lowest, , highest] = place.part;
  for (const [names, y] of [[below, place.height - near], [above, near]]) {
    (names ?? []).slice(0, look.columns).forEach((name, column) => {
      if (place.isShown([column, lowest])) put(place.middle([column, lowest])[0], y, name);
    });
  }
  for (const [names, x] of [[left, near], [right, place.width - near]]) {
    (names ?? []).slice(lowest, highest + 1).forEach((name, index) => put(x, place.middle([0, lowest + index])[1], name));
  }
  return `<g class="labels" font-family="system-ui,'Noto Sans CJK SC',sans-serif" font-weight="600" font-size="${fixed(size)}" text-anchor="middle" fill="var(--frame-label)">${parts.join("")}</g>`;
}

// The parts that do not change during a game.
export function groundPicture(id, look, flipped, part) {
  const place = geometry(look, flipped, part);
  const surface = { points: () => points(look, place, flipped), holes: () => holes(id, look, place) }[look.ground];
  return frame(id, place, look) + (surface ? surface() : squares(look, place)) + labels(look, place, flipped);
}

// The gradients and the pictures of all kinds, referred to by `${id}kind-${index}`.
export function definitions(id, scene) {
  const { look, kinds, set } = scene;
  const pictures = kinds.map((kind, index) => `<g id="${id}kind-${index}">${piecePicture(id, look, kind, set, kinds)}</g>`);
  return `${pieceDefinitions(id)}
<radialGradient id="${id}alarm"><stop offset=".55" stop-color="var(--mark-check)" stop-opacity=".95"/><stop offset="1" stop-color="var(--mark-check)" stop-opacity="0"/></radialGradient>
<radialGradient id="${id}glow"><stop offset=".6" stop-color="var(--mark-chosen)" stop-opacity=".9"/><stop offset="1" stop-color="var(--mark-chosen)" stop-opacity="0"/></radialGradient>
${pictures.join("")}`;
}

// Corners around a square, with sides of 2 × `reach`.
function brackets(x, y, reach, colour) {
  const arm = 20, round = 9;
  const parts = [];
  for (const sx of [-1, 1]) {
    for (const sy of [-1, 1]) {
      const [cx, cy] = [x + sx * reach, y + sy * reach];
      parts.push(`M${cx} ${cy - sy * arm}V${cy - sy * round}Q${cx} ${cy} ${cx - sx * round} ${cy}H${cx - sx * arm}`);
    }
  }
  return `<path d="${parts.join("")}" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`;
}

const fill = (x, y, colour, opacity) => `<rect x="${x - 50}" y="${y - 50}" width="100" height="100" fill="${colour}" fill-opacity="${opacity}"/>`;
const isFlat = (look) => look.ground === "squares" || look.ground === "checkered";

function lastMark(scene, at, [x, y]) {
  const { look } = scene;
  if (isFlat(look)) return fill(x, y, "var(--mark-last)", 0.5);
  if (look.pieces === "stones") return "";
  const ghost = kindAt(scene, at) < 0 ? `<circle cx="${x}" cy="${y}" r="13" fill="var(--mark-last)" fill-opacity=".75"/>` : "";
  return brackets(x, y, 46, "var(--mark-last)") + ghost;
}

// An empty square that completes a line or is attacked.
const threatened = (x, y) =>
  `<circle cx="${x}" cy="${y}" r="36" fill="var(--mark-check)" fill-opacity=".16" stroke="var(--mark-check)" stroke-width="6.5" stroke-dasharray="14 8.6" stroke-opacity=".9"/>`;

// The marks below the pieces. `chosen` and `premove` are squares, `hover` is a square or null.
export function marksBelow(id, scene, place, { chosen = [], premove = [] } = {}) {
  const parts = [];
  const each = (list, draw) => {
    for (const at of list ?? []) if (isOn(scene.look, at)) parts.push(draw(...place.middle(at), at));
  };
  const flat = isFlat(scene.look);
  each(scene.zone, (x, y) => fill(x, y, "var(--mark-zone)", 0.28));
  each(scene.last, (x, y, at) => lastMark(scene, at, [x, y]));
  each(scene.threats, (x, y, at) => (kindAt(scene, at) < 0 ? threatened(x, y) : `<circle cx="${x}" cy="${y}" r="${flat ? 58 : 64}" fill="url(#${id}alarm)"/>`));
  each(premove, (x, y) => (flat ? fill(x, y, "var(--mark-premove)", 0.55) : `<circle cx="${x}" cy="${y}" r="49" fill="var(--mark-premove)" fill-opacity=".75"/>`));
  each(chosen, (x, y) => (flat ? fill(x, y, "var(--mark-chosen)", 0.6) : `<circle cx="${x}" cy="${y}" r="66" fill="url(#${id}glow)"/><circle cx="${x}" cy="${y}" r="49" fill="var(--mark-chosen)"/>`));
  return parts.join("");
}

// The mark of the last move on stones: a ring, which leaves room for a number.
function stoneMarks(scene, place) {
  if (scene.look.pieces !== "stones" || isFlat(scene.look)) return "";
  return (scene.last ?? []).filter((at) => isOn(scene.look, at)).map((at) => {
    const [x, y] = place.middle(at);
    const kind = pieceAt(scene, at);
    if (!kind) return `<circle cx="${x}" cy="${y}" r="14" fill="none" stroke="var(--mark-last)" stroke-width="5"/>`;
    const numbered = scene.numbers?.[keyOf(at)] !== undefined;
    const radius = numbered ? 40 : 17;
    const colour = scene.look["stone-colors"] ? textColour(scene, kind) : "var(--mark-stone)";
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="${numbered ? 6 : 7}"/>`;
  }).join("");
}

// Whether a colour `#rrggbb` is dark.
function isDark(colour) {
  const parts = /^#(..)(..)(..)$/.exec(colour);
  if (!parts) return null;
  const [red, green, blue] = parts.slice(1).map((part) => parseInt(part, 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 128;
}

// The colour of a text on a piece or on an empty square.
function textColour(scene, kind) {
  if (!kind || scene.look.pieces !== "stones") return "var(--mark-note)";
  const dark = isDark(stoneColour(scene.look, kind)) ?? kind.side === 0;
  return dark ? "var(--on-dark)" : "var(--on-light)";
}

const NOTES = "system-ui,'Noto Sans CJK SC',sans-serif";

function note(scene, [x, y], at, text) {
  const kind = pieceAt(scene, at);
  const size = Math.min(50, 92 / Math.max(1, String(text).length * 0.72));
  const halo = kind ? "" : ' stroke="var(--board-light)" stroke-width="7" stroke-opacity=".8" paint-order="stroke" stroke-linejoin="round"';
  return `<text x="${x}" y="${fixed(y + size * 0.355)}" font-family="${NOTES}" font-size="${fixed(size)}" font-weight="600" text-anchor="middle" fill="${textColour(scene, kind)}"${halo}>${escaped(text)}</text>`;
}

// Move numbers and texts.
export function notesPicture(scene, place) {
  const parts = [stoneMarks(scene, place)];
  for (const [key, number] of Object.entries(scene.numbers ?? {})) {
    const at = squareOfKey(key);
    if (isOn(scene.look, at)) parts.push(note(scene, place.middle(at), at, number));
  }
  for (const [at, text] of scene.texts ?? []) if (isOn(scene.look, at)) parts.push(note(scene, place.middle(at), at, text));
  return parts.join("");
}

const dot = (x, y, colour, radius = 14) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}" fill-opacity=".85" stroke="var(--board-light)" stroke-opacity=".55" stroke-width="2"/>`;
const ring = (x, y, colour) => `<circle cx="${x}" cy="${y}" r="47" fill="none" stroke="${colour}" stroke-width="6.5" stroke-opacity=".92"/>`;

// Squares to choose next: dots, or rings around pieces.
function targetsPicture(scene, place, targets) {
  const colour = "var(--mark-target)";
  return targets.filter((at) => isOn(scene.look, at)).map((at) => {
    const [x, y] = place.middle(at);
    return kindAt(scene, at) < 0 ? dot(x, y, colour) : ring(x, y, colour);
  }).join("");
}

const ARROW_COLOURS = { best: "var(--arrow-best)", bad: "var(--arrow-bad)", user: "var(--arrow-user)" };

function arrowPicture(place, look, { squares: [from, to], rank = 0, color = "best" }) {
  if (!isOn(look, from) || (to && !isOn(look, to))) return "";
  const paint = ARROW_COLOURS[color] ?? ARROW_COLOURS.best;
  const opacity = [0.88, 0.62, 0.48, 0.38, 0.3][Math.min(4, rank)];
  const [x1, y1] = place.middle(from);
  if (!to || keyOf(from) === keyOf(to)) {
    return `<circle cx="${x1}" cy="${y1}" r="${44 - rank}" fill="none" stroke="${paint}" stroke-width="${7 - rank}" opacity="${opacity}"/>`;
  }
  const [x2, y2] = place.middle(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const half = 8 - rank, wide = 21 - 1.5 * rank, head = 34, tip = length - 6, start = 30;
  // One outline, so that shaft and head do not overlap where they are translucent.
  const path = `M${start} ${-half * 0.6}L${tip - head} ${-half}L${tip - head - 5} ${-wide}L${tip} 0L${tip - head - 5} ${wide}L${tip - head} ${half}L${start} ${half * 0.6}Z`;
  return `<path transform="translate(${x1} ${y1}) rotate(${fixed(angle)})" d="${path}" fill="${paint}" stroke="var(--arrow-edge)" stroke-width="1.5" stroke-linejoin="round" opacity="${opacity}"/>`;
}

// The marks above the pieces. `next` are squares to choose next, `drawn` arrows and rings of a person.
export function marksAbove(scene, place, { next = [], drawn = [] } = {}) {
  const shown = next.length > 0 ? next : places(scene);
  const arrows = [...(scene.arrows ?? [])].sort((one, other) => (other.rank ?? 0) - (one.rank ?? 0));
  const hint = scene.hint && isOn(scene.look, scene.hint) ? place.middle(scene.hint) : null;
  const hintRing = hint ? `<circle class="hint-ring" cx="${hint[0]}" cy="${hint[1]}" r="46" fill="none" stroke="var(--mark-hint)" stroke-width="8"/>` : "";
  return targetsPicture(scene, place, [...(scene.targets ?? []), ...shown]) + hintRing + [...arrows, ...drawn].map((arrow) => arrowPicture(place, scene.look, arrow)).join("");
}

// The pieces of a scene, for a picture that does not change.
export function piecesPicture(id, scene, place) {
  const parts = [];
  [...scene.board].forEach((character, index) => {
    const kind = kindIndex(character);
    if (kind < 0) return;
    const [x, y] = place.middle([index % scene.look.columns, Math.floor(index / scene.look.columns)]);
    parts.push(`<use href="#${id}kind-${kind}" transform="translate(${x} ${y})"/>`);
  });
  return parts.join("");
}

// A self-contained picture of a scene. `colour(name)` returns the value of a variable of board.css,
// `width` is the width in pixels.
export function boardPicture(scene, { colour, width = 720, drawn = [] }) {
  const id = "b-";
  const part = partOf(scene);
  const place = geometry(scene.look, scene.flipped, part);
  const height = Math.round((width * place.height) / place.width);
  const title = scene.title ? `<title>${escaped(scene.title)}</title>` : "";
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${fixed(place.width)} ${fixed(place.height)}" width="${width}" height="${height}" role="img">${title}${groundPicture(id, scene.look, scene.flipped, part)}<defs>${definitions(id, scene)}</defs>${marksBelow(id, scene, place)}${piecesPicture(id, scene, place)}${notesPicture(scene, place)}${marksAbove({ ...scene, legal: [] }, place, { drawn })}</svg>`;
  return text.replace(/var\((--[a-z-]+)\)/g, (_, name) => colour(name));
}
