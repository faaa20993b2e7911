// The states of an engine: sequences of calls and failures, with workers that fail on purpose.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { execute, folder, importPackage, path } from "./built.mjs";

const { Connect6, DuiyiError, Engine, Xiangqi, load } = await importPackage();
before(load);

/** Numbers from 0 to below `most`, the same for each seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const REPORT = { line: 1, turns: ["h2e2"], score: { units: 1 }, depth: 1, nodes: 1, complete: true };

/** A class of workers that answer, report and fail at random, and the workers that are open. */
function unreliable(random) {
  const open = new Set();
  class Unreliable {
    #searching = null;

    constructor() {
      if (random(8) === 0) throw new Error("no worker today");
      open.add(this);
    }

    postMessage({ id, question, flag }) {
      assert.ok(open.has(this) && this.#searching === null, "one search at a time");
      if (random(20) === 0) throw new Error("not cloned");
      this.#searching = id;
      const fails = random(6);
      if (fails === 0) return void setTimeout(() => this.onerror?.({ type: "error" }), random(3));
      if (fails === 1) return void setTimeout(() => this.#send({ id, error: { code: "internal", text: "x" } }), random(3));
      if (fails === 2) return void setTimeout(() => this.#send({ id, error: { code: "nothing", text: "x" } }), random(3));
      const step = () => {
        if (!open.has(this)) return;
        const ends = flag ? Atomics.load(flag, 0) >= id : !question.infinite && random(3) === 0;
        this.#send(ends ? { id, answer: { best: "h2e2" } } : { id, report: { ...REPORT, complete: random(2) === 0 } });
        if (!ends) setTimeout(step, random(2));
      };
      setTimeout(step, random(3));
    }

    #send(message) {
      if (!open.has(this)) return;
      if (message.report === undefined) this.#searching = null;
      this.onmessage?.({ data: message });
    }

    terminate() {
      open.delete(this);
    }
  }
  return { open, Unreliable };
}

/** Runs with other global values. */
async function withGlobals(globals, run) {
  const old = Object.fromEntries(Object.keys(globals).map((name) => [name, globalThis[name]]));
  Object.assign(globalThis, globals);
  try {
    return await run();
  } finally {
    for (const [name, value] of Object.entries(old)) {
      if (value === undefined) delete globalThis[name];
      else globalThis[name] = value;
    }
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const THROWN = new Error("a report is thrown away");

/** One sequence of random calls; every promise must settle, and no worker must stay open. */
async function sequence(seed) {
  const random = randomNumbers(seed);
  const { open, Unreliable } = unreliable(random);
  const fetched = async () => {
    if (random(3) === 0) throw new Error("no network today");
    return new Response(new Uint8Array(3));
  };
  const globals = { Worker: Unreliable, fetch: fetched };
  if (random(2) === 0) globals.SharedArrayBuffer = undefined;
  await withGlobals(globals, async () => {
    const network = [null, new Uint8Array(3), "https://example.org/xiangqi.nnue"][random(3)];
    const [engine, board] = [new Engine({}, { network }), new Xiangqi()];
    const calls = [];
    const pending = new Set();
    const call = (name, promise) => {
      calls.push(name);
      const entry = `${calls.length} ${name}`;
      pending.add(entry);
      const settled = promise.then(
        () => pending.delete(entry),
        (error) => {
          assert.ok(error instanceof DuiyiError || error === THROWN || error.name === "TimeoutError", `${error.stack}`);
          pending.delete(entry);
        },
      );
      return settled;
    };
    const promises = [];
    for (let count = 0; count < 12; count += 1) {
      const kind = random(8);
      const limits = random(2) === 0 ? { infinite: true } : { depth: 1 };
      if (random(4) === 0) limits.signal = AbortSignal.timeout(random(10));
      if (random(8) === 0) limits.onReport = () => { throw THROWN; };
      if (kind < 4) promises.push(call("search", engine.search(board, limits)));
      else if (kind < 6) promises.push(call("stop", engine.stop()));
      else if (kind < 7) promises.push(call("close", engine.close()));
      else await pause(random(4));
    }
    // Only a stop ends an infinite search.
    const stopping = setInterval(() => promises.push(engine.stop()), 20);
    const finished = await Promise.race([Promise.all(promises), pause(3000).then(() => "late")]);
    clearInterval(stopping);
    assert.notEqual(finished, "late", `seed ${seed}: ${calls.join(", ")}: unsettled: ${[...pending].join(", ")}`);
    await Promise.race([engine.close(), pause(3000).then(() => assert.fail(`seed ${seed}: close is unsettled`))]);
    assert.equal(open.size, 0, `seed ${seed}: ${calls.join(", ")}: open workers`);
  });
}

test("every promise settles in random sequences of calls and failures", async () => {
  for (let seed = 1; seed <= 150; seed += 1) await sequence(seed);
});

/** Runs a program in a process of its own, which must end. */
async function ends(context, program) {
  const at = await mkdtemp(join(tmpdir(), "duiyi-ends-"));
  context.after(() => rm(at, { recursive: true, force: true }));
  const source = `import { Engine, Xiangqi, load } from ${JSON.stringify(new URL("index.js", folder).href)};
    await load();
    const engine = new Engine({ Hash: 1 });
    const board = new Xiangqi();
    ${program}`;
  await writeFile(join(at, "program.mjs"), source);
  const { stdout } = await execute(process.execPath, [join(at, "program.mjs")], { timeout: 20_000 });
  return stdout.trim();
}

test("the process ends after close, whatever the engine was doing", async (context) => {
  const search = "const searching = engine.search(board, { infinite: true }).catch(({ code }) => console.log(code));";
  const waits = ["", "await null;", "await new Promise(setImmediate);", "await new Promise((go) => setTimeout(go, 50));"];
  for (const wait of waits) {
    assert.equal(await ends(context, `${search} ${wait} await engine.close(); await searching;`), "stopped", wait);
  }
  const again = 'engine.search(board, { depth: 1 }).then(() => console.log("again"));';
  assert.equal(await ends(context, `${search} await engine.close(); ${again}`), "stopped\nagain");
});

test("concurrent stops all end", { timeout: 20_000 }, async () => {
  for (const globals of [{}, { SharedArrayBuffer: undefined }]) {
    await withGlobals(globals, async () => {
      const engine = new Engine({ Hash: 1 });
      const searching = engine.search(new Xiangqi(), { infinite: true });
      const next = Promise.all([engine.stop(), engine.stop()]).then(() => engine.search(new Xiangqi(), { depth: 1 }));
      await Promise.all([searching, engine.stop(), engine.stop()]);
      assert.equal((await next).depth, 1);
      await engine.close();
    });
  }
});

test("only a stop ends an infinite search, also where a mate is found", { timeout: 60_000 }, async () => {
  const boards = [
    new Xiangqi({ position: "4k4/9/9/9/9/9/R8/1R7/9/3K5 w" }),
    new Xiangqi({ position: "3k5/R8/1R7/9/9/9/9/9/9/4K4 w" }),
    new Connect6({ line: "moves J10 A1-S1 K10-L10 A19-S19" }),
  ];
  for (const globals of [{}, { SharedArrayBuffer: undefined }]) {
    await withGlobals(globals, async () => {
      for (const board of boards) {
        const engine = new Engine({ Hash: 1 });
        let isSettled = false;
        const searching = engine.search(board, { infinite: true }).finally(() => { isSettled = true; });
        await pause(1500);
        assert.equal(isSettled, false, board.line);
        await engine.stop();
        assert.ok((await searching).best, board.line);
        const again = engine.search(board, { infinite: true, depth: 1 });
        // A search that waits is rejected by a stop.
        const next = assert.rejects(engine.search(board, { depth: 1 }), { code: "stopped" });
        await pause(300);
        await engine.stop();
        assert.ok((await again).best);
        await next;
        const closed = assert.rejects(engine.search(board, { infinite: true }), { code: "stopped" });
        await pause(100);
        await engine.close();
        await closed;
      }
    });
  }
  const engine = new Engine({ Hash: 1 });
  const mated = new Xiangqi({ position: "3k5/4P4/9/9/9/9/9/9/9/4K4 b" });
  await assert.rejects(engine.search(mated, { infinite: true }), { code: "nothing" });
  await engine.close();
});

test("a search between a stop and its end runs", { timeout: 20_000 }, async () => {
  for (const globals of [{}, { SharedArrayBuffer: undefined }]) {
    await withGlobals(globals, async () => {
      const engine = new Engine({ Hash: 1 });
      const first = engine.search(new Xiangqi(), { infinite: true });
      const stopped = engine.stop();
      const second = engine.search(new Xiangqi(), { depth: 1 });
      await stopped;
      assert.ok((await first).best);
      assert.equal((await second).depth, 1);
      await engine.close();
    });
  }
});

/** A copy of the package whose other files are read when they are needed. */
async function copied(context) {
  const at = await mkdtemp(join(tmpdir(), "duiyi-reload-"));
  context.after(() => rm(at, { recursive: true, force: true }));
  await cp(path, at, { recursive: true });
  return { at, copy: await import(pathToFileURL(join(at, "index.js"))) };
}

test("an engine loads its program again after a failure", async (context) => {
  const { at, copy } = await copied(context);
  await copy.load();
  const [file, kept] = ["engine-program.js", "kept.js"].map((name) => join(at, name));
  await rename(file, kept);
  const engine = new copy.Engine({ Hash: 1 });
  const search = () => engine.search(new copy.Xiangqi(), { depth: 1 });
  await assert.rejects(search(), { name: "DuiyiError", code: "not-loaded", message: /the engine cannot be loaded/ });
  await rename(kept, file);
  assert.equal((await search()).depth, 1);
  await engine.close();
});

test("the rules, the records and the book are loaded again after a failure", async (context) => {
  const { at, copy } = await copied(context);
  const files = { load: "rules-program.js", loadRecords: "records-program.js", loadBook: "book-files.js" };
  const what = { load: "rules", loadRecords: "records", loadBook: "book" };
  for (const [name, file] of Object.entries(files)) {
    if (name === "loadBook") assert.throws(() => new copy.Xiangqi().book(), { code: "not-loaded", message: /await loadBook\(\) first/ });
    await rename(join(at, file), join(at, "kept"));
    const message = new RegExp(`the ${what[name]} cannot be loaded`);
    await assert.rejects(copy[name](), { name: "DuiyiError", code: "not-loaded", message });
    await rename(join(at, "kept"), join(at, file));
    await Promise.all([copy[name](), copy[name]()]);
  }
  assert.equal(new copy.Xiangqi().book().moves[0].name, "中炮");
});

test("a refused network is refused by every search", async () => {
  const engine = new Engine({ Hash: 1 }, { network: new Uint8Array([1, 2, 3]) });
  for (let count = 0; count < 3; count += 1) {
    await assert.rejects(engine.search(new Xiangqi(), { depth: 1 }), { code: "invalid-file" });
    await assert.rejects(engine.search(new Connect6(), { depth: 1 }), { code: "invalid-argument" });
  }
  await engine.close();
});

test("the bytes of a network are copied when the engine is made", async () => {
  const bytes = new Uint8Array(await readFile(new URL("../../../crates/xiangqi/src/network/xiangqi.nnue", import.meta.url)));
  for (const network of [bytes.slice(), bytes.slice().buffer]) {
    const engine = new Engine({ Hash: 1 }, { network });
    new Uint8Array(network.buffer ?? network).fill(0);
    assert.equal((await engine.search(new Xiangqi(), { depth: 1 })).depth, 1);
    await assert.rejects(engine.search(new Connect6(), { depth: 1 }), { code: "invalid-argument" });
    await engine.close();
  }
});

/** Runs with engines that share memory with their worker, and with others. */
async function withAndWithoutSharing(run) {
  for (const globals of [{}, { SharedArrayBuffer: undefined }]) {
    await withGlobals(globals, () => run(new Engine({ Hash: 1 })));
  }
}

test("an error of onReport rejects its search, and the next one runs", { timeout: 30_000 }, async () => {
  const wrong = new Error("wrong report");
  const receivers = [() => { throw wrong; }, async () => { throw wrong; }, () => Promise.reject(wrong)];
  await withAndWithoutSharing(async (engine) => {
    for (const onReport of receivers) {
      for (const limits of [{ infinite: true }, { depth: 3 }]) {
        const searching = engine.search(new Xiangqi(), { ...limits, onReport });
        const next = engine.search(new Xiangqi(), { depth: 1 });
        await assert.rejects(searching, wrong);
        assert.equal((await next).depth, 1);
      }
    }
    // A promise that is rejected after the end of the search still rejects it.
    const late = () => pause(200).then(() => { throw wrong; });
    await assert.rejects(engine.search(new Xiangqi(), { depth: 1, onReport: late }), wrong);
    await engine.close();
  });
});

test("a search is aborted by its signal, whatever its state", { timeout: 30_000 }, async () => {
  await withAndWithoutSharing(async (engine) => {
    const board = new Xiangqi();
    const aborted = { name: "AbortError" };
    await assert.rejects(engine.search(board, { depth: 1, signal: AbortSignal.abort() }), aborted);
    // While the worker is opened, while another search runs, before and after the first report.
    for (const wait of [0, 0, 30, 200]) {
      const control = new AbortController();
      const searching = engine.search(board, { infinite: true, signal: control.signal });
      const waiting = new AbortController();
      const next = engine.search(board, { infinite: true, signal: waiting.signal });
      const last = engine.search(board, { depth: 1 });
      waiting.abort("not needed");
      await next.then(assert.fail, (reason) => assert.equal(reason, "not needed"));
      if (wait > 0) await pause(wait);
      control.abort();
      await assert.rejects(searching, aborted);
      assert.equal((await last).depth, 1);
    }
    // A search that has ended, as far as the game is concerned.
    const control = new AbortController();
    const mate = new Xiangqi({ position: "3k5/R8/1R7/9/9/9/9/9/9/4K4 w" });
    const searching = engine.search(mate, { infinite: true, depth: 1, signal: control.signal });
    await pause(300);
    control.abort();
    await assert.rejects(searching, aborted);
    await assert.rejects(engine.search(board, { depth: 1, signal: AbortSignal.timeout(0), infinite: true }), { name: "TimeoutError" });
    const done = new AbortController();
    assert.equal((await engine.search(board, { depth: 1, signal: done.signal })).depth, 1);
    assert.deepEqual(getEventListeners(done.signal, "abort"), []);
    done.abort();
    assert.equal((await engine.search(board, { depth: 1 })).depth, 1);
    await engine.close();
  });
  await assert.rejects(new Engine().search(new Xiangqi(), { depth: 1, signal: {} }), { argument: "limits.signal" });
});

test("an engine that does not search lets the process end", async (context) => {
  const programs = [
    ["", "await engine.search(board, { depth: 1 }); console.log('done');", "done"],
    ["two engines", "await Promise.all([engine, new Engine()].map((one) => one.search(board, { depth: 1 }))); console.log('done');", "done"],
    ["an error", "await engine.search(board, {}).catch(({ code }) => console.log(code));", "invalid-argument"],
    ["an aborted search", `const control = new AbortController();
      const searching = engine.search(board, { infinite: true, signal: control.signal });
      setTimeout(() => control.abort("aborted"), 100);
      await searching.catch((reason) => console.log(reason));`, "aborted"],
    ["aborted while the worker is opened", `await engine.search(board, { infinite: true, signal: AbortSignal.abort() }).catch(({ name }) => console.log(name));
      const control = new AbortController();
      const searching = engine.search(board, { infinite: true, signal: control.signal });
      control.abort("aborted");
      await searching.catch((reason) => console.log(reason));`, "AbortError\naborted"],
    ["a report that throws", `await engine.search(board, { infinite: true, onReport() { throw new Error("x"); } }).catch(({ message }) => console.log(message));`, "x"],
  ];
  for (const [name, program, printed] of programs) assert.equal(await ends(context, program), printed, name);
});

test("an engine is closed by using", { timeout: 20_000 }, async () => {
  const [dispose, asyncDispose] = ["dispose", "asyncDispose"].map((name) => Symbol[name] ?? Symbol.for(`Symbol.${name}`));
  for (const symbol of [dispose, asyncDispose]) {
    const engine = new Engine({ Hash: 1 });
    const closed = assert.rejects(engine.search(new Xiangqi(), { infinite: true }), { code: "stopped" });
    await pause(50);
    await engine[symbol]();
    await closed;
  }
});

test("an engine is shown with its options and its state", () => {
  const engine = new Engine({ Hash: 1, Own_Book: false });
  assert.equal(JSON.stringify(engine), '{"options":{"Hash":"1","Own Book":"false"},"state":"closed"}');
  assert.match(inspect(engine), /^Engine \{[^]*Hash: '1'[^]*state: 'closed'/);
});
