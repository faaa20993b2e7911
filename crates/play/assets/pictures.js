// Pictures of positions as files: PNG, and an animated GIF of a game. The sources are self-contained SVG texts,
// such as those of `svgText` of a board.

import { GifWriter, countColours, nearestIn, paletteOf } from "./gif.js";

const COLOURS = 256;
// Distinct colours of frames grow with anti-aliased edges; this number suffices for a palette.
const SAMPLED_FRAMES = 4;

// The width and height of an SVG text, from its viewBox.
export function sizeOf(svgText) {
  const found = /viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(svgText);
  if (!found) throw new Error("the picture has no viewBox");
  return found.slice(3).map(Number);
}

// A canvas `width` pixels wide with the picture.
async function painted(svgText, width, { canvas = document.createElement("canvas"), background = null } = {}) {
  const [across, along] = sizeOf(svgText);
  const image = new Image();
  // The policy of the page allows pictures from `data:` only.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText)}`;
  await image.decode();
  canvas.width = Math.round(width);
  canvas.height = Math.round((width * along) / across);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

// A PNG file of a picture, `width` pixels wide.
export async function pngBlob(svgText, width = 1080) {
  const { canvas } = await painted(svgText, width);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas made no PNG"))), "image/png");
  });
}

// Lets the page answer to input.
const pause = () => new Promise((resolve) => { setTimeout(resolve, 0); });

// The pixels of a frame in RGBA.
async function pixelsOf(svgText, width, { canvas, background }) {
  const { context } = await painted(svgText, width, { canvas, background });
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// An animated GIF of pictures of one size. `frames` are SVG texts, or functions that return one, so that not all
// are in memory; `delay` is the time of a frame in milliseconds, `last` that of the last one; `background`
// fills the rounded corners; `progress(done)` is called after each frame. Stops with an AbortError if `signal` is aborted.
export async function gifBlob(frames, { delay = 900, last = 3 * delay, width = 540, background = "#fff", progress = () => {}, signal } = {}) {
  if (frames.length === 0) throw new Error("a GIF needs at least one frame");
  const textOf = (frame) => (typeof frame === "function" ? frame() : frame);
  const canvas = document.createElement("canvas");
  const target = { canvas, background };
  const counts = new Map();
  const samples = new Set(Array.from({ length: SAMPLED_FRAMES }, (_, index) => Math.round((index * (frames.length - 1)) / (SAMPLED_FRAMES - 1))));
  for (const index of samples) {
    signal?.throwIfAborted();
    countColours((await pixelsOf(textOf(frames[index]), width, target)).data, counts);
    await pause();
  }
  const palette = paletteOf(counts, COLOURS);
  const nearest = nearestIn(palette);
  const writer = new GifWriter(canvas.width, canvas.height, palette);
  for (const [index, frame] of frames.entries()) {
    signal?.throwIfAborted();
    const { data } = await pixelsOf(textOf(frame), width, target);
    const indices = new Uint8Array(data.length / 4);
    for (let at = 0; at < indices.length; at++) indices[at] = nearest((data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2]);
    writer.add(indices, index === frames.length - 1 ? last : delay);
    progress(index + 1);
    await pause();
  }
  return new Blob(writer.finish(), { type: "image/gif" });
}
