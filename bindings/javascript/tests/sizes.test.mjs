// What a page loads, compressed by gzip, is not larger than the README states.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { folder } from "./built.mjs";

const text = (name) => readFile(new URL(name, folder), "utf8");

/** A module and those that it imports. */
async function importedBy(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, other] of (await text(name)).matchAll(/ from "\.\/(.*)";$/gm)) await importedBy(other, found);
  return found;
}

/** The modules that are loaded by a call or a search. */
const LOADED = {
  "`load()`": [...(await importedBy("index.js")), "rules-program.js"],
  "`loadRecords()`": ["records-program.js"],
  "`loadBook()`": ["book-files.js"],
  "the first search": ["engine-program.js", "worker-program.js"],
};

test("every module of the package is loaded by something", async () => {
  const modules = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  assert.deepEqual(Object.values(LOADED).flat().sort(), modules.sort());
});

const skip = process.env.QUICKLY_BUILT ? "the programs are not those that are published" : false;
test("modules are not larger than the README states", { skip }, async () => {
  const readme = await text("README.md");
  for (const [what, modules] of Object.entries(LOADED)) {
    const sizes = await Promise.all(modules.map(async (name) => gzipSync(await text(name), { level: 9 }).length));
    const size = sizes.reduce((sum, one) => sum + one) / 1000;
    const [, most] = readme.match(new RegExp(`^\\| ${what.replace(/[()]/g, "\\$&")} \\| .* \\| (\\d+) KB \\|$`, "m"));
    assert.ok(size <= most && size > most * 0.8, `${what} loads ${size.toFixed(1)} KB; expected at most ${most} KB, and not far less`);
  }
});
