// The types of the package: what they declare is compared with what the package has at run time, in both directions.

import assert from "node:assert/strict";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { execute, folder, importPackage, project } from "./built.mjs";
import { Types, atRunTime, fieldsOf, literal } from "./interface.mjs";

const program = await importPackage();
const { Connect6, Engine, Game, Xiangqi } = program;

/** A sample of each class, as TypeScript and JavaScript. Its name is that of the class in lower case. */
const SAMPLES = {
  DuiyiError: 'new DuiyiError("internal", "x", "y")',
  ProofError: 'new ProofError("x", { kind: "refused", line: 1, moves: ["h2e2"], reason: "x" })',
  Xiangqi: 'new Xiangqi({ rules: "asian-120", line: "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w" })',
  Connect6: 'new Connect6({ rules: "connect6", position: "", line: "moves J10 A1-S1 K10-L10 A19-S19" })',
  Engine: 'new Engine({ Hash: 1, OwnBook: false }, { network: null })',
  Game: 'new Game({ game: "xiangqi", rules: "asian-120", position: "" })',
  GameNode: 'game.root.add("h2e2")',
};

const MATE = '{ position: "4k4/9/9/9/9/9/R8/1R7/9/3K5 w - - 0 1" }';
const PAWN = '{ position: "4k4/9/4P4/9/9/9/9/9/9/3K5 w" }';
const PROOF =
  '"duiyi-proof 1\\ngame: xiangqi\\nrules:\\nposition: 4k4/9/9/9/9/9/R8/1R7/9/3K5 w - - 0 1\\nclaim: mate 2\\n\\nb2e2 e9f9 e2e8 mated"';
const CLOCK =
  "{ left: 999, increment: 9, opponentLeft: 9, opponentIncrement: 0, movesToGo: 3, byoyomi: 9, periods: 1 }";
const LIMITS =
  "{ depth: 2, nodes: 999, movetime: 99, mate: 3, infinite: false, multiPv: 2, signal: new AbortController().signal, onReport: (report) => void reports.push(report) }";

/** Expressions that together use every export, member and option; their values must be of the declared types. */
const EXPRESSIONS = [
  "load()",
  "loadBook()",
  "loadRecords()",
  'loadEndgame(await kpk("kpk.endgame"))',
  'readGames("[Game \\"Chinese Chess\\"]\\n\\n1. 炮二平五 *", { game: "xiangqi", rules: "asian-120", strict: true }).next()',
  'readGames("1. h2e2 h9h8 *").return()',
  'readGames("1. h2e2 *\\n[FEN \\"x\\"]\\n*").faults',
  `verify(${PROOF})`,
  ...["line", "rules", "start", "position", "turn", "turns", "outcome", "legalMoves"].flatMap((name) => [
    `xiangqi.${name}`,
    `connect6.${name}`,
  ]),
  ..."h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9".split(" ").map((move) => `xiangqi.push("${move}")`),
  "xiangqi.outcome",
  "xiangqi.ruling()",
  'xiangqi.ruling("wxf2018")',
  "xiangqi.ruling(null)",
  "xiangqi.pop()",
  "xiangqi.copy()",
  "xiangqi.toString()",
  "xiangqi.perft(1)",
  "xiangqi.book()",
  "new Xiangqi().book()",
  'xiangqi.svg({ size: 20, flipped: true, letters: true, numbered: true, arrows: ["f8f9"], after: 7 })',
  'xiangqi.write("f8f9")',
  'xiangqi.write("f8f9", "wxf")',
  'xiangqi.write(["f8f9"], "chinese")',
  "xiangqi.probeEndgame()",
  "xiangqi.fen",
  "xiangqi.isCheck()",
  "xiangqi.isGameOver()",
  'xiangqi.pieceAt("e0")',
  'xiangqi.pieceAt("e1", { base: 1 })',
  "xiangqi.pieces({ base: 1 })",
  'xiangqi.movesFrom("f8")',
  "xiangqi.dests({ base: 1 })",
  "xiangqi.verboseMoves()",
  'new Xiangqi().push("h3e3", { base: 1 })',
  "xiangqi.toJSON()",
  'xiangqi.copy().set({ line: "moves h2e2" })',
  "xiangqi.copy().set()",
  "xiangqi.copy().reset()",
  "xiangqi.copy().close()",
  "xiangqi.copy()[Symbol.dispose]()",
  `new Xiangqi(${PAWN}).probeEndgame()`,
  "connect6.solve()",
  "new Connect6().solve(3)",
  'connect6.push("M10-N10")',
  "connect6.pop()",
  "connect6.copy()",
  "connect6.toString()",
  "connect6.perft(1)",
  "connect6.book()",
  "connect6.svg()",
  "connect6.isGameOver()",
  'connect6.pieceAt("J10")',
  "connect6.pieces()",
  "connect6.toJSON()",
  `engine.search(new Xiangqi(${MATE}), ${LIMITS})`,
  `engine.search(xiangqi, { clock: ${CLOCK} })`,
  "engine.search(connect6, { depth: 1 })",
  "reports",
  "engine.stop()",
  "engine.toJSON()",
  "engine[Symbol.dispose]()",
  "engine[Symbol.asyncDispose]()",
  "engine.close()",
  ...["game", "rules", "position", "formats", "names", "event", "date", "result", "reason"].map((name) => `game.${name}`),
  ...["root", "mainLine", "faults"].map((name) => `game.${name}`),
  'game.write("PGN")',
  'game.writeText("PGN")',
  ...["move", "parent", "children", "ply", "path", "comment", "marks", "board()"].map((name) => `gamenode.${name}`),
  'gamenode.add("h9g7")',
  "gamenode.promote()",
  "game.toJSON()",
  "gamenode.toJSON()",
  "gamenode.remove()",
  'readGames("1. h2e2 *")[Symbol.dispose]()',
  "duiyierror.toJSON()",
  "prooferror.toJSON()",
  ...["code", "argument", "message"].map((name) => `duiyierror.${name}`),
  ...["code", "argument", "message", "kind", "line", "moves", "reason"].map((name) => `prooferror.${name}`),
];

/** A program in TypeScript that uses all of the package, with the values that its expressions have at run time. */
async function usesOfAll() {
  const names = Object.keys(program);
  const classes = Object.entries(SAMPLES).map(([name, sample]) => `const ${name.toLowerCase()} = ${sample};`);
  const Run = Object.getPrototypeOf(async () => {}).constructor;
  const run = EXPRESSIONS.map((expression) => `values.push(await ${expression});`);
  const body = ["await load();", "await loadBook();", "await loadRecords();", "const [reports, values] = [[], []];", ...classes, ...run, "return values;"].join("\n");
  const kpk = (name) => readFile(new URL(name, import.meta.url));
  const values = await new Run(...names, "kpk", body)(...names.map((name) => program[name]), kpk);
  const uses = EXPRESSIONS.map((expression, at) => {
    const value = literal(values[at]);
    return value === null ? `void (await ${expression});` : `fits(await ${expression}, ${value});`;
  });
  return [
    `import { ${names.join(", ")}, type Report } from "duiyi";`,
    "declare function fits<T>(declared: T, value: NoInfer<T>): void;",
    "declare function kpk(name: string): Promise<Uint8Array>;",
    "const reports: Report[] = [];",
    ...classes,
    ...uses,
  ];
}

/** Installs the package with TypeScript; returns null and skips the test if npm cannot. */
async function withTypeScript(context) {
  const at = await project(context, ["typescript@^5"]);
  if (!at) {
    context.skip("npm cannot install typescript");
    return null;
  }
  const ts = createRequire(join(at, "package.json"))("typescript");
  const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
  const tsc = (file) =>
    execute(process.execPath, [join(at, "node_modules/typescript/bin/tsc"), ...options, file], { cwd: at });
  return { at, ts, tsc };
}

/** The options of functions: the place of their type, and a call with them. */
const OPTIONS = [
  [["Xiangqi", 0], (start) => new Xiangqi(start)],
  [["Connect6", 0], (start) => new Connect6(start)],
  [["Game", 0], (start) => new Game(start)],
  [["Engine", 1], (settings) => new Engine({}, settings)],
  [["readGames", 1], (options) => program.readGames("", options)],
  ["Picture", (picture) => new Xiangqi().svg(picture)],
  ["Limits", (limits) => new Engine().search(new Xiangqi(), limits)],
  ["Clock", (clock) => new Engine().search(new Xiangqi(), { clock })],
];

/** The codes of errors in the sources of the package. */
async function codes() {
  const places = (await readdir(folder)).filter((name) => name.endsWith(".js")).map((name) => new URL(name, folder));
  places.push(new URL("../src/failure.rs", import.meta.url));
  const texts = await Promise.all(places.map((place) => readFile(place, "utf8")));
  const pattern = /(?:DuiyiError|errorOf|super)\("([a-z-]+)"|Code::\w+ => "([a-z-]+)"/g;
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, thrown, named]) => thrown ?? named));
  return [...new Set(found)].filter((code) => !["xiangqi", "connect6"].includes(code)).sort();
}

test("the exports, members, parameters, options and codes are those that the types declare", async (context) => {
  const installed = await withTypeScript(context);
  if (!installed) return;
  await program.loadRecords();
  const types = new Types(installed.ts, join(installed.at, "node_modules/duiyi/index.d.ts"));
  const body = `const ${Object.entries(SAMPLES).map(([name, sample]) => `${name.toLowerCase()} = ${sample}`).join(", ")};`;
  const returned = `return { ${Object.keys(SAMPLES).map((name) => `${name}: ${name.toLowerCase()}`).join(", ")} };`;
  const samples = new Function(...Object.keys(program), body + returned)(...Object.values(program));
  const declared = types.values();
  const found = atRunTime(installed.ts, program, samples);
  for (const [name, { members = {} }] of Object.entries(found)) {
    const types = declared[name]?.members ?? {};
    for (const [member, { kind }] of Object.entries(members)) {
      // A field may be declared readonly.
      if (kind === "field" && types[member]?.kind === "getter") members[member].kind = "getter";
    }
  }
  // An error about a proof is never about an argument, but it is an error that may be.
  assert.equal(found.DuiyiError.members.argument?.kind, "getter");
  delete declared.ProofError?.members.argument;
  // The constructor of nodes is private.
  assert.equal(declared.GameNode?.constructor, null);
  found.GameNode.constructor = null;
  for (const name of Object.keys(found)) assert.deepEqual(declared[name]?.members, found[name].members, name);
  assert.deepEqual(declared, found);
  for (const [place, call] of OPTIONS) {
    const fields = Array.isArray(place) ? types.fieldsOfParameter(...place) : types.fieldsOf(place);
    assert.deepEqual(fields, await fieldsOf(call), String(place));
    assert.ok(fields.length > 0, String(place));
    for (const field of fields) assert.ok([...EXPRESSIONS, ...Object.values(SAMPLES)].some((use) => use.includes(`${field}: `)), field);
  }
  assert.deepEqual(types.textsOf("ErrorCode"), await codes());
  // The program of the next test uses everything.
  for (const [name, { kind, members = {} }] of Object.entries(found)) {
    const used = (text) => EXPRESSIONS.some((expression) => expression.startsWith(text));
    if (kind === "function") assert.ok(used(`${name}(`), `${name} is not used`);
    for (const member of Object.keys(members)) {
      const [use, copied] = ["", ".copy()"].map((on) => name.toLowerCase() + on + (member.startsWith("[") ? member : `.${member}`));
      // What both games have may be used by one of them.
      const other = use.replace("connect6", "xiangqi");
      assert.ok([use, copied, other, other.replace("xiangqi", "xiangqi.copy()")].some(used), `${name}.${member} is not used`);
    }
  }
});

test("a program that uses everything is valid by the strict types, and its values have the declared types", async (context) => {
  const installed = await withTypeScript(context);
  if (!installed) return;
  const { at, tsc } = installed;
  const lines = await usesOfAll();
  await writeFile(join(at, "uses.ts"), lines.join("\n"));
  await tsc("uses.ts").catch(({ stdout }) => {
    const shown = stdout.replace(/uses\.ts\((\d+),/g, (place, line) => `${lines[line - 1].slice(0, 300)}\n${place}`);
    assert.fail(shown);
  });
});

test("an example is valid by the strict types", async (context) => {
  const installed = await withTypeScript(context);
  if (!installed) return;
  const { at, tsc } = installed;
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
    "verify(3);",
  ];
  for (const [number, mistake] of mistakes.entries()) {
    const file = `mistake-${number}.ts`;
    await writeFile(join(at, file), `${example}\n${mistake}\n`);
    await assert.rejects(tsc(file), ({ stdout }) => stdout.includes(`${file}(`), mistake);
  }
});
