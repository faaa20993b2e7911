// Encodes animated GIFs (GIF89a). Nothing here needs a page.

// The compression of GIF: LZW with codes of growing width. `indices` are pixels as indices into a palette of
// 2^depth colours.
export function compress(indices, depth) {
  const clear = 1 << depth, end = clear + 1;
  const bytes = [];
  let buffer = 0, held = 0;
  let width = depth + 1, next = end + 1;
  let codes = new Map();
  const put = (code) => {
    buffer |= code << held;
    held += width;
    while (held >= 8) {
      bytes.push(buffer & 255);
      buffer >>>= 8;
      held -= 8;
    }
  };
  put(clear);
  let prefix = indices[0];
  for (let place = 1; place < indices.length; place++) {
    const key = (prefix << 8) | indices[place];
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    prefix = indices[place];
    if (next < 4096) {
      codes.set(key, next);
      // A decoder adds this code one step later, so the width grows after the code that needs it.
      if (next === 1 << width) width++;
      next++;
    } else {
      put(clear);
      codes = new Map();
      width = depth + 1;
      next = end + 1;
    }
  }
  if (indices.length > 0) put(prefix);
  // A reader adds a code for the last one as well, which can need a wider end code.
  if (indices.length > 0 && next === 1 << width && width < 12) width++;
  put(end);
  if (held > 0) bytes.push(buffer & 255);
  return Uint8Array.from(bytes);
}

// Colours are packed as `red << 16 | green << 8 | blue`.
const packedCodes = (pixels, at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];

// Adds the colours of RGBA pixels to a map from colours to counts.
export function countColours(pixels, counts = new Map()) {
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = packedCodes(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

const channel = (colour, index) => (colour >> (16 - 8 * index)) & 255;

// The widest channel of a box of `[colour, count]` and its range.
function widest(box) {
  let best = { index: 0, range: -1 };
  for (let index = 0; index < 3; index++) {
    let [low, high] = [255, 0];
    for (const [colour] of box) {
      const value = channel(colour, index);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (high - low > best.range) best = { index, range: high - low };
  }
  return best;
}

function average(box) {
  const sums = [0, 0, 0];
  let total = 0;
  for (const [colour, count] of box) {
    total += count;
    sums.forEach((_, index) => { sums[index] += channel(colour, index) * count; });
  }
  const [red, green, blue] = sums.map((sum) => Math.round(sum / total));
  return (red << 16) | (green << 8) | blue;
}

function split(box, index) {
  box.sort((one, other) => channel(one[0], index) - channel(other[0], index));
  const half = box.reduce((sum, [, count]) => sum + count, 0) / 2;
  let sum = 0, at = 0;
  while (at < box.length - 2 && sum + box[at][1] < half) sum += box[at++][1];
  return [box.slice(0, at + 1), box.slice(at + 1)];
}

// A palette of at most `size` colours: all of them if they fit, or else the averages of boxes by median cut.
export function paletteOf(counts, size = 256) {
  if (counts.size <= size) return [...counts.keys()];
  const weight = (box) => widest(box).range * Math.sqrt(box.reduce((sum, [, count]) => sum + count, 0));
  const boxes = [{ box: [...counts] }];
  boxes[0].weight = weight(boxes[0].box);
  while (boxes.length < size) {
    boxes.sort((one, other) => other.weight - one.weight);
    if (boxes[0].weight === 0 || boxes[0].box.length < 2) break;
    const { box } = boxes.shift();
    for (const part of split(box, widest(box).index)) boxes.push({ box: part, weight: weight(part) });
  }
  return boxes.map(({ box }) => average(box));
}

// A function from a colour to the index of the nearest colour in a palette; results are kept.
export function nearestIn(palette) {
  const found = new Map(palette.map((colour, index) => [colour, index]));
  return (colour) => {
    let index = found.get(colour);
    if (index !== undefined) return index;
    const [red, green, blue] = [0, 1, 2].map((part) => channel(colour, part));
    let best = Infinity;
    for (let place = 0; place < palette.length; place++) {
      const other = palette[place];
      const far = (red - (other >> 16)) ** 2 + (green - ((other >> 8) & 255)) ** 2 + (blue - (other & 255)) ** 2;
      if (far < best) [best, index] = [far, place];
    }
    found.set(colour, index);
    return index;
  };
}

const short = (number) => [number & 255, number >> 8];
const ascii = (text) => [...text].map((character) => character.charCodeAt(0));

// The rectangle in which two frames differ, `[x, y, width, height]`; a single pixel if they are equal.
export function changedArea(before, after, width) {
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (let at = 0; at < after.length; at++) {
    if (before && before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? [0, 0, 1, 1] : [left, top, right - left + 1, bottom - top + 1];
}

// Writes a GIF frame by frame. `palette` has 2 to 256 packed colours.
export class GifWriter {
  constructor(width, height, palette) {
    this.width = width;
    this.before = null;
    this.depth = Math.max(2, Math.ceil(Math.log2(Math.max(2, palette.length))));
    const table = Array.from({ length: 1 << this.depth }, (_, index) => palette[index] ?? 0);
    const head = [
      ...ascii("GIF89a"), ...short(width), ...short(height), 0xf0 | (this.depth - 1), 0, 0,
      ...table.flatMap((colour) => [channel(colour, 0), channel(colour, 1), channel(colour, 2)]),
      // Repeats for ever.
      0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0,
    ];
    this.chunks = [Uint8Array.from(head)];
  }

  // Adds a frame of palette indices, shown for `delay` milliseconds. Only the changed rectangle is stored.
  add(indices, delay) {
    const [left, top, width, height] = changedArea(this.before, indices, this.width);
    const part = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const from = (top + row) * this.width + left;
      part.set(indices.subarray(from, from + width), row * width);
    }
    this.before = indices;
    const header = [0x21, 0xf9, 4, 4, ...short(Math.round(delay / 10)), 0, 0, 0x2c, ...short(left), ...short(top), ...short(width), ...short(height), 0, this.depth];
    this.chunks.push(Uint8Array.from(header));
    const data = compress(part, this.depth);
    for (let at = 0; at < data.length; at += 255) {
      const block = data.subarray(at, at + 255);
      this.chunks.push(Uint8Array.of(block.length), block);
    }
    this.chunks.push(Uint8Array.of(0));
  }

  // The parts of the file.
  finish() { return [...this.chunks, Uint8Array.of(0x3b)]; }
}
