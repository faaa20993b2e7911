// Writes the modules of the package that contain files, so that bundlers and servers have no other files to find:
//   embed.mjs FOLDER RULES.wasm RECORDS.wasm ENGINE.wasm BOOK...
// Files are compressed by gzip and written in base 64. The worker becomes one script, which is text: a browser starts
// it from a blob.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { gzipSync } from "node:zlib";

const [folder, rules, records, engine, ...books] = process.argv.slice(2);

const packed = (path) => gzipSync(readFileSync(path), { level: 9 }).toString("base64");
const write = (name, value) => writeFileSync(join(folder, name), `export default ${JSON.stringify(value)};\n`);

/** A module of the package as a part of a script, after the modules that it imports. */
function part(name) {
  const text = readFileSync(join(folder, name), "utf8");
  return text.replace(/^import .*;\n/gm, "").replace(/^export (?=async |class |const |function )/gm, "");
}

const script = ["errors.js", "embedded.js", "program.js", "worker.js"].map(part).join("");
// Throws an error if a statement of modules is left, or two modules have the same name.
new Script(`"use strict";${script}`);

write("worker-program.js", script);
write("rules-program.js", packed(rules));
write("records-program.js", packed(records));
write("engine-program.js", packed(engine));
write("book-files.js", books.map(packed));
// Only the script is used.
rmSync(join(folder, "worker.js"));
