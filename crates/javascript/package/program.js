// The WebAssembly program, which answers questions in JSON.

async function bytes() {
  const place = new URL("duiyi.wasm", import.meta.url);
  if (place.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(place);
  }
  return (await fetch(place)).arrayBuffer();
}

/** An error of the library, with its message. */
export class DuiyiError extends Error {
  constructor(message) {
    super(message);
    this.name = "DuiyiError";
  }
}

/**
 * Loads the program. Returns two functions: `ask` answers a question, and calls `onReport` with each report of a search;
 * `loadEndgame` adds an endgame table.
 */
export async function start() {
  let answered = "";
  let reported = null;
  let program = null;
  const read = (from, length) => new TextDecoder().decode(new Uint8Array(program.memory.buffer, from, length));
  const host = {
    now: () => performance.now(),
    answer: (from, length) => {
      answered = read(from, length);
    },
    report: (from, length) => reported?.(JSON.parse(read(from, length))),
  };
  program = (await WebAssembly.instantiate(await bytes(), { host })).instance.exports;
  const call = (handle, bytes) => {
    const at = program.room_for(bytes.length);
    new Uint8Array(program.memory.buffer, at, bytes.length).set(bytes);
    handle();
    const answer = JSON.parse(answered);
    if (answer.error !== undefined) throw new DuiyiError(answer.error);
    return answer;
  };
  const ask = (question, onReport) => {
    reported = onReport ?? null;
    return call(program.ask, new TextEncoder().encode(JSON.stringify(question)));
  };
  return { ask, loadEndgame: (bytes) => call(program.load_endgame, new Uint8Array(bytes)).name };
}
