// Text in the address of a page, compressed, and the place of a position in a tree.

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// Compresses a text to characters that an address may contain.
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The text of `packed`; fails if it is damaged.
export async function unpacked(text) {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(Uint8Array.from(characters, (character) => character.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

// The way to a position, given the places of the positions on it among their siblings: the number of first
// continuations, the place of a variation, the number of first continuations, and so on: `12.1.3`.
export function writeWay(places) {
  const parts = [0];
  for (const place of places) {
    if (place === 0) parts[parts.length - 1] += 1;
    else parts.push(place, 0);
  }
  return parts.join(".");
}

// The places of a way; those that cannot be read are left out, with the ones after them.
export function readWay(text) {
  const places = [];
  for (const [index, part] of text.split(".").entries()) {
    if (!/^\d{1,4}$/.test(part)) break;
    if (index % 2 === 1) places.push(Number(part));
    else for (let count = Number(part); count > 0; count -= 1) places.push(0);
  }
  return places;
}
