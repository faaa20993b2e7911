// The program: WebAssembly that answers questions in JSON.

async function bytes() {
  const place = new URL("duiyi.wasm", import.meta.url);
  if (place.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(place);
  }
  return (await fetch(place)).arrayBuffer();
}

/** What is wrong with a question, in the library's own words. */
export class DuiyiError extends Error {
  constructor(message) {
    super(message);
    this.name = "DuiyiError";
  }
}

/** Loads the program; what is returned answers a question, and tells a search's reports on the way. */
export async function start() {
  let answered = "";
  let hears = null;
  let program = null;
  const read = (from, length) => new TextDecoder().decode(new Uint8Array(program.memory.buffer, from, length));
  const host = {
    now: () => performance.now(),
    answer: (from, length) => {
      answered = read(from, length);
    },
    report: (from, length) => hears?.(JSON.parse(read(from, length))),
  };
  program = (await WebAssembly.instantiate(await bytes(), { host })).instance.exports;
  return (question, onReport) => {
    const text = new TextEncoder().encode(JSON.stringify(question));
    const at = program.room_for(text.length);
    new Uint8Array(program.memory.buffer, at, text.length).set(text);
    hears = onReport ?? null;
    program.ask();
    const answer = JSON.parse(answered);
    if (answer.error !== undefined) throw new DuiyiError(answer.error);
    return answer;
  };
}
