// What `build-package` embeds in modules, so that bundlers have no other files to publish.

/** A module of Node, Deno or Bun. Bundlers for browsers do not see it. */
export function nodeModule(name) {
  return globalThis.process.getBuiltinModule(`node:${name}`);
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** The bytes of a file that is compressed by gzip and written in base 64. */
export async function unpacked(text) {
  const stream = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
