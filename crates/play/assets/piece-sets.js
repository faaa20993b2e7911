// Pictures of pieces as SVG text, drawn around the origin on squares with sides of 100 units. Colours
// are variables of board.css. Nothing here needs a page.

export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (each) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[each]);

const OWNERS = ["first", "second"];
export const ownerOf = (kind) => OWNERS[kind.side] ?? "nobody";

const RADIUS = 45;
const CHARACTERS = "'Kaiti SC','STKaiti','KaiTi','Kaiti TC','BiauKai','DFKai-SB','Noto Serif CJK TC','Noto Serif CJK SC','Songti TC','Songti SC','SimSun',serif";
const LETTERS = "Georgia,'Noto Serif','Liberation Serif','Times New Roman',serif";

const isWide = (text) => /[\u2e80-\u9fff\uf900-\ufaff]/.test(text);

// A text whose body is centred on the origin. `dominant-baseline` differs between fonts, so the
// baseline is computed: capitals are about 0.7 em high, the body of a Chinese character is 0.36 em
// above and below its middle.
export function centred(text, size, attributes = "") {
  const wide = isWide(text);
  const family = wide ? CHARACTERS : LETTERS;
  return `<text y="${(size * (wide ? 0.37 : 0.345)).toFixed(1)}" font-size="${size}" font-family="${family}" font-weight="700" text-anchor="middle" ${attributes}>${escaped(text)}</text>`;
}

// The gradients of all sets. `id` begins the names of the gradients of one board.
export function pieceDefinitions(id) {
  return `
<radialGradient id="${id}shadow"><stop offset=".72" stop-color="var(--shadow)"/><stop offset="1" stop-color="var(--shadow)" stop-opacity="0"/></radialGradient>
<linearGradient id="${id}rim" x1=".2" y1="0" x2=".7" y2="1"><stop stop-color="var(--disc-light)"/><stop offset=".5" stop-color="var(--disc-rim)"/><stop offset="1" stop-color="var(--disc-deep)"/></linearGradient>
<radialGradient id="${id}face" cx=".42" cy=".36" r=".72"><stop stop-color="var(--disc-light)"/><stop offset=".62" stop-color="var(--disc-face)"/><stop offset="1" stop-color="var(--disc-rim)"/></radialGradient>
<radialGradient id="${id}shine" cx=".34" cy=".28" r=".78"><stop stop-color="#fff" stop-opacity="var(--shine)"/><stop offset=".2" stop-color="#fff" stop-opacity="var(--gloss)"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/></radialGradient>
<radialGradient id="${id}round" cx=".44" cy=".4" r=".62"><stop offset=".55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient>
<linearGradient id="${id}bevel" x1=".2" y1="0" x2=".7" y2="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></linearGradient>`;
}

const shadow = (id, radius) => `<ellipse class="shadow" cx="1.5" cy="4" rx="${radius * 1.1}" ry="${radius * 1.1}" fill="url(#${id}shadow)"/>`;

// A turned wooden or ivory disc: a rim with a light upper edge, a face, and an engraved ring.
function disc(id, ink) {
  return `${shadow(id, RADIUS)}<circle r="${RADIUS}" fill="url(#${id}rim)"/><circle cy="-1.2" r="${RADIUS - 3.4}" fill="url(#${id}face)"/>
<circle cy=".2" r="35.6" fill="none" stroke="var(--engrave-light)" stroke-width="1.5"/><circle cy="-1.2" r="35.6" fill="none" stroke="${ink}" stroke-width="1.7" stroke-opacity=".85"/>`;
}

// The edge of a cut: light from above falls on its lower side.
const engraved = (draw, ink) => `<g transform="translate(0 -1.2)"><g transform="translate(.7 1.5)">${draw("var(--engrave-light)")}</g>${draw(ink)}</g>`;

function characterDisc(id, text, ink) {
  const size = isWide(text) ? 52 : 48;
  return disc(id, ink) + engraved((fill) => centred(text, size, `fill="${fill}"`), ink);
}

// The glyphs of the Western set: `ink` is the silhouette, `cut` lines in the colour of
// the disc, `spots` circles, and `face` a face of that colour with a `beard` and eyes.
const GLYPHS = {
  general: {
    ink: "M-25 27C-25 13-17 6-8 4.5C-13 1-15-3.5-15-8.5L-17-8.5C-18-20-10.5-26-2-27L-1-33C5-36 10-31.5 18-34C15.5-28 9-26.5 2.5-28L2.5-27C11-26 18-20 17-8.5L15-8.5C15-3.5 13 1 8 4.5C17 6 25 13 25 27Z",
    cut: "M0-27V-14M-12.5-14.5C-4-17 4-17 12.5-14.5M-9 7C-4 11.5 4 11.5 9 7M0 11V27M-15 18.5H-5M5 18.5H15",
    face: "M-9.5-10.5C-4-12.5 4-12.5 9.5-10.5C10.5-3 7 3 0 5.5C-7 3-10.5-3-9.5-10.5Z",
    beard: "M-6.5-.5C-3.5-2-1-1.5 0-.5C1-1.5 3.5-2 6.5-.5C5 4.5 2 6.5 0 8C-2 6.5-5 4.5-6.5-.5ZM-6-6.5H-2.5M2.5-6.5H6",
  },
  adviser: {
    ink: "M-25 27C-25 15-18 8.5-9 6C-11.5 3-12.5 0-12.5-5H-15V-8.5C-20-6-26-5.5-31-8C-32-11.5-28-14-23-14C-20-14-17.5-13.5-15-12.5C-14.5-21-11-25-7-25.5C-6-31-3-33.5 0-33.5C3-33.5 6-31 7-25.5C11-25 14.5-21 15-12.5C17.5-13.5 20-14 23-14C28-14 32-11.5 31-8C26-5.5 20-6 15-8.5V-5H12.5C12.5 0 11.5 3 9 6C18 8.5 25 15 25 27Z",
    cut: "M-7-25.5C-3-23 3-23 7-25.5M-10 8L0 17L10 8M0 17V27",
    face: "M-9-7.5H9C9.5 0 6.5 5.5 0 9.5C-6.5 5.5-9.5 0-9-7.5Z",
    beard: "M-6 2C-3 .5-1 .5 0 1.5C1 .5 3 .5 6 2C5 6-2 14 0 15.5C2 14-5 6-6 2ZM-5.5-3.5H-2.5M2.5-3.5H5.5",
  },
  elephant: {
    ink: "M-30 27V2C-30-13-20-22-4-22C0-22 3-21.5 6-20.5C10-25 17-26.5 23-23C29-19.5 31-12 30.5-4C30 4 29.5 8 30.5 13C31.2 16.5 34.5 16 34.5 12.5L38.5 12.5C39 21 35 24.5 30.5 24.5C25.5 24.5 23.5 20 23.5 13V9C20 10.5 17 10.5 14.5 9.5V27H3.5V13.5C-2 15.5-9 15.5-14 13.5V27Z",
    cut: "M6-20.5C1-14 1-3 8.5 1.5C13 3 16.5-2 16.5-8M22 8C24.5 11.5 22 15.5 18 15.5M-27 5C-32 8-32.5 13-31.5 17",
    spots: [[21.5, -12, 1.9]],
  },
  horse: {
    ink: "M-19 27C-19 17-13 12-8.5 7.5C-5.5 4.5-4 1.5-4-2C-9 3-14.5 2.5-18 6C-20.5 8.5-25.5 7.5-27 3.5C-28.5-.5-25-5-22.5-9.5C-20-14-18.5-20-13-24L-13.5-32L-5.5-27C11-29 22.5-17 22.5 2C22.5 11 21 19 20 27Z",
    cut: "M1.5-22C10-17 14-8 13-1C12.5 4 12.5 9 13.5 14M-23.5 2.5L-21 1M-10-17.5",
    spots: [[-11, -14, 2.1]],
  },
  chariot: {
    ink: "M-24 27V19.5L-17.5 14.5V-10L-23-15.5V-31H-12.5V-24.5H-5.5V-31H5.5V-24.5H12.5V-31H23V-15.5L17.5-10V14.5L24 19.5V27Z",
    cut: "M-20-14H20M-17-8.5H17M-17 13.5H17M-21 20.5H21",
  },
  cannon: {
    ink: "M-31-1.5C-34-7-31-13-26-15L12-28.5L11-31.5L19-34.5L28-11.5L20-8.5L19-11.5L7 -6.5C13-3 16.5 2 17.5 8L34 19.5C36.5 21.5 35.5 25.5 32 25.5H14.5C11.5 29.5 6.5 31.5 1 31.5C-9 31.5-16.5 23.5-16.5 14C-16.5 10 -15.5 6-13.5 3L-18.5 3.5C-23.5 4.5-28.5 3-31-1.5Z",
    cut: "M1 -.5A14.5 14.5 0 1 0 1 28.5A14.5 14.5 0 1 0 1-.5M1 3.5V24.5M-9.5 14H11.5M-6.5 6.5L8.5 21.5M-6.5 21.5L8.5 6.5M12-28.5L19-11.5",
    spots: [[1, 14, 2.6]],
  },
  soldier: {
    ink: "M-23 27C-23 15-18 9.5-11 7C-14.5 4-16 .5-16-4H-25C-21-14-13-19-6-23.5C-1.5-19 7-14 13-4H4C4 .5 2.5 4-1 7C6 9.5 11 15 11 27ZM19 27V-14L14.5-17.5L21.5-34L28.5-17.5L24 -14V27Z",
    cut: "M-10.5 9C-8 12-4 12-1.5 9M-6 11.5V27M19-13.5H24",
    face: "M-12.5-4H.5C.5 1.5-2 5-6 6C-10 5-12.5 1.5-12.5-4Z",
    beard: "M-10-.5H-7.5M-4.5-.5H-2",
  },
};
const GLYPH_OF = { K: "general", G: "general", A: "adviser", B: "elephant", E: "elephant", N: "horse", H: "horse", R: "chariot", C: "cannon", P: "soldier", S: "soldier" };

function pictureDisc(id, glyph, ink) {
  const face = glyph.face ? `<path d="${glyph.face}" fill="var(--disc-face)"/><path d="${glyph.beard}" fill="${ink}" stroke="${ink}" stroke-width="1.6" stroke-linecap="round"/>` : "";
  const spots = (glyph.spots ?? []).map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--disc-face)"/>`).join("");
  const scale = "translate(0 .5) scale(.9)";
  return `${disc(id, ink)}<g transform="translate(0 -1.2)">
<path transform="translate(.7 1.5) ${scale}" d="${glyph.ink}" fill="var(--engrave-light)"/>
<g transform="${scale}"><path d="${glyph.ink}" fill="${ink}" stroke="${ink}" stroke-width="1.5" stroke-linejoin="round"/><path d="${glyph.cut}" fill="none" stroke="var(--disc-face)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>${face}${spots}</g></g>`;
}

// A glass or slate stone: any colour below a highlight and a dark edge.
function stone(id, fill) {
  return `${shadow(id, RADIUS)}<circle r="${RADIUS}" fill="${fill}"/><circle r="${RADIUS}" fill="url(#${id}round)"/><circle r="${RADIUS}" fill="url(#${id}shine)"/><circle r="${RADIUS - 0.7}" fill="none" stroke="var(--stone-edge)" stroke-width="1.6"/>`;
}

// Colours given by a game do not change with the theme, so dark themes darken them.
const dimmed = (radius) => `<circle r="${radius}" fill-opacity="var(--stone-dim)"/>`;

// A disc that lies in a hole: flat, with a raised rim.
function counter(id, fill) {
  return `<circle r="40.5" fill="${fill}"/><circle r="40.5" fill="url(#${id}bevel)"/><circle r="31" fill="${fill}"/><circle r="31" fill="none" stroke="url(#${id}bevel)" stroke-width="2.5" transform="rotate(180)"/><circle r="40" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="1.2"/>`;
}

// A bare character, with an edge that separates it from squares of any colour.
function character(text, ink) {
  return centred(text, isWide(text) ? 66 : 64, `fill="${ink}" stroke="var(--engrave-light)" stroke-width="5" stroke-linejoin="round" paint-order="stroke"`);
}

// The colour of a stone.
export function stoneColour(look, kind) {
  return look["stone-colors"]?.[kind.side] ?? `var(--stone-${ownerOf(kind)})`;
}

// The picture of a piece. `kinds` are all kinds of the game: stones of a game with several kinds on a
// side carry letters.
export function piecePicture(id, look, kind, set, kinds) {
  const ink = `var(--ink-${ownerOf(kind)})`;
  if (look.pieces === "stones") {
    const fill = stoneColour(look, kind);
    const isAlone = kinds.filter((other) => other.side === kind.side).length < 2;
    const dim = (radius) => (look["stone-colors"] ? dimmed(radius) : "");
    if (look.ground === "holes") return counter(id, fill) + dim(40.5);
    const body = stone(id, fill) + dim(RADIUS);
    return isAlone ? body : body + centred(kind.symbol, 46, `fill="${fill}" stroke="#000" stroke-opacity=".55" stroke-width="4" paint-order="stroke"`);
  }
  const letter = (kind.letter ?? kind.symbol).toUpperCase();
  if (look.pieces === "characters") return character(set === "letters" ? letter : kind.symbol, ink);
  const glyph = set === "western" ? GLYPHS[GLYPH_OF[letter]] : null;
  if (glyph) return pictureDisc(id, glyph, ink);
  return characterDisc(id, set === "letters" ? letter : kind.symbol, ink);
}
