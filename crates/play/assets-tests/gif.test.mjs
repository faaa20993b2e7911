// Tests of the GIF encoder with a decoder: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";
import { GifWriter, changedArea, compress, countColours, nearestIn, paletteOf } from "../assets/gif.js";

// Decompresses GIF's LZW, and checks that the data end with the end code.
function decompress(bytes, depth) {
  const clear = 1 << depth, end = clear + 1;
  let at = 0, width = depth + 1, table = [], previous = null;
  const out = [];
  const reset = () => {
    table = Array.from({ length: end + 1 }, (_, index) => [index]);
    width = depth + 1;
    previous = null;
  };
  const read = () => {
    let code = 0;
    for (let bit = 0; bit < width; bit++, at++) {
      assert.ok(at < bytes.length * 8, "the data end without an end code");
      code |= ((bytes[at >> 3] >> (at & 7)) & 1) << bit;
    }
    return code;
  };
  assert.equal((reset(), read()), clear);
  for (let code = read(); code !== end; code = read()) {
    if (code === clear) {
      reset();
      continue;
    }
    assert.ok(code <= table.length, `the code ${code} is not in the table`);
    const entry = table[code] ?? [...previous, previous[0]];
    if (previous && table.length < 4096) table.push([...previous, entry[0]]);
    if (table.length === 1 << width && width < 12) width++;
    out.push(...entry);
    previous = entry;
  }
  assert.ok(bytes.length * 8 - at < 8, "there are data after the end code");
  return out;
}

// Pseudorandom numbers below a limit.
function numbers(count, limit, seed) {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % limit;
  });
}

test("compressed pixels are read back", () => {
  for (const depth of [2, 4, 8]) {
    for (const count of [1, 2, 3, 5, 100, 5000, 40000]) {
      const random = numbers(count, 1 << depth, count);
      assert.deepEqual(decompress(compress(random, depth), depth), [...random], `${count} random pixels, depth ${depth}`);
      const plain = new Uint8Array(count).fill(1);
      assert.deepEqual(decompress(compress(plain, depth), depth), [...plain], `${count} equal pixels, depth ${depth}`);
    }
  }
});

test("pixels are read back wherever the width of codes grows", () => {
  for (let count = 1; count < 700; count++) {
    const random = numbers(count, 4, 7);
    assert.deepEqual(decompress(compress(random, 2), 2), [...random], `${count} pixels`);
  }
});

test("few colours are kept exactly, many are averaged", () => {
  const pixels = Uint8ClampedArray.of(255, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0, 255);
  const counts = countColours(pixels);
  assert.deepEqual([...counts], [[0xff0000, 2], [0x0000ff, 1]]);
  assert.deepEqual(paletteOf(counts), [0xff0000, 0x0000ff]);
  const many = new Map(Array.from({ length: 1000 }, (_, index) => [index * 16, 1]));
  const palette = paletteOf(many, 64);
  assert.equal(palette.length, 64);
  const nearest = nearestIn(palette);
  for (const colour of many.keys()) {
    const found = palette[nearest(colour)];
    const far = [16, 8, 0].reduce((sum, shift) => sum + Math.abs(((colour >> shift) & 255) - ((found >> shift) & 255)), 0);
    assert.ok(far <= 140, `${colour.toString(16)} became ${found.toString(16)}`);
  }
});

test("only the changed rectangle of a frame is stored", () => {
  const before = new Uint8Array(20), after = new Uint8Array(20);
  after[8] = after[11] = 1; // Columns 3 and 1, rows 1 and 2 of 5 × 4 pixels.
  assert.deepEqual(changedArea(before, after, 5), [1, 1, 3, 2]);
  assert.deepEqual(changedArea(null, after, 5), [0, 0, 5, 4]);
  assert.deepEqual(changedArea(after, after, 5), [0, 0, 1, 1]);
});

// The frames of a GIF: `{delay, left, top, width, height, indices}`.
function framesOf(bytes) {
  const depth = (bytes[10] & 7) + 1;
  let at = 13 + 3 * (1 << depth), delay = null;
  const short = (place) => bytes[place] | (bytes[place + 1] << 8);
  const blocks = () => {
    const data = [];
    while (bytes[at] !== 0) {
      data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]));
      at += bytes[at] + 1;
    }
    at++;
    return data;
  };
  const frames = [];
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delay = short(at + 4) * 10;
      at += 2;
      blocks();
    } else {
      assert.equal(bytes[at], 0x2c);
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) => short(at + offset));
      at += 10;
      const smallest = bytes[at++];
      frames.push({ delay, left, top, width, height, indices: decompress(Uint8Array.from(blocks()), smallest) });
    }
  }
  assert.equal(at, bytes.length - 1, "the trailer is the last byte");
  return frames;
}

test("a file contains its frames, delays and size", () => {
  const writer = new GifWriter(30, 20, [0, 0xffffff, 0xff0000]);
  const one = numbers(600, 3, 1), two = one.slice();
  two[45] = (two[45] + 1) % 3;
  writer.add(one, 500);
  writer.add(two, 1500);
  const bytes = Uint8Array.from(writer.finish().flatMap((part) => [...part]));
  assert.equal(String.fromCharCode(...bytes.subarray(0, 6)), "GIF89a");
  assert.deepEqual([bytes[6], bytes[8]], [30, 20]);
  const [first, second] = framesOf(bytes);
  assert.deepEqual(first, { delay: 500, left: 0, top: 0, width: 30, height: 20, indices: [...one] });
  assert.deepEqual(second, { delay: 1500, left: 15, top: 1, width: 1, height: 1, indices: [two[45]] });
});
