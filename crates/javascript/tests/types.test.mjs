// The types of the package.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { execute, folder, importPackage, project } from "./built.mjs";

/** The names of the exported values and their members, as the types declare them. */
function declared(types) {
  const text = types.replace(/\/\*\*.*?\*\//gs, "");
  const classes = new Map();
  for (const [, name, parent, body] of text.matchAll(/class (\w+)(?: extends (\w+))? \{\n(.*?)^\}/gms)) {
    const own = [...body.matchAll(/^  (?:readonly )?(\w+)[?(:]/gm)].map(([, member]) => member);
    classes.set(name, new Set([...(classes.get(parent) ?? []), ...own]));
  }
  return { classes, names: [...text.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name) };
}

test("the types declare what the program exports", async () => {
  const { classes, names } = declared(await readFile(new URL("index.d.ts", folder), "utf8"));
  const program = await importPackage();
  assert.deepEqual([...new Set(names)].sort(), Object.keys(program).sort());
  await program.load();
  const samples = {
    DuiyiError: new program.DuiyiError("internal", "x", "y"),
    Xiangqi: new program.Xiangqi(),
    Connect6: new program.Connect6(),
    Engine: new program.Engine(),
    Game: new program.Game(),
    GameNode: new program.Game().root,
  };
  for (const [name, sample] of Object.entries(samples)) {
    const members = [...classes.get(name)].filter((member) => member !== "constructor");
    assert.deepEqual(members.filter((member) => !(member in sample)), [], name);
    assert.ok(members.length > 1, name);
  }
});

test("an example is valid by the strict types", async (context) => {
  const at = await project(context, ["typescript@^5"]);
  if (!at) return context.skip("npm cannot install typescript");
  const tsc = (file) => {
    const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
    return execute(process.execPath, [join(at, "node_modules/typescript/bin/tsc"), ...options, file], { cwd: at });
  };
  const example = await readFile(new URL("example.ts", import.meta.url), "utf8");
  await writeFile(join(at, "example.ts"), example);
  await tsc("example.ts").catch(({ stdout }) => assert.fail(stdout));
  // Each line with a mistake is found.
  const mistakes = [
    'new Xiangqi().perft("3");',
    "const line: string = new Xiangqi().legalMoves;",
    "engine.search(new Xiangqi(), { deep: 3 });",
    "game.root.move.length;",
    'new DuiyiError("other", "text");',
  ];
  for (const [number, mistake] of mistakes.entries()) {
    const file = `mistake-${number}.ts`;
    await writeFile(join(at, file), `${example}\n${mistake}\n`);
    await assert.rejects(tsc(file), ({ stdout }) => stdout.includes(`${file}(`), mistake);
  }
});
