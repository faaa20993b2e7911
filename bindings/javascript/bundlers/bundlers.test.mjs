// The packed package in bundlers without settings, in a browser, and in other runtimes:
//   PACKAGE=$(bindings/javascript/build-package) node --test bindings/javascript/bundlers/

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { findChromium, openPage } from "./browser.mjs";
import { EXAMPLE, app, execute, program, project, serve, started } from "./project.mjs";

const LIMIT = { timeout: 400_000 };
const EXPECTED = "炮二平五, white, 中炮, mate in 3, stopped";
const HTML = (name) => `<!doctype html><meta charset="utf-8"><script ${name}></script>`;

/** Makes a project whose pages a browser opens; null skips the test. */
function pages(context, name, packages, folders) {
  if (findChromium()) return project(context, name, packages, folders);
  context.skip("there is no Chromium");
  return null;
}

async function works(context, address) {
  const page = await openPage(context, address);
  await page.wait("globalThis.result !== undefined");
  assert.equal(await page.evaluate("globalThis.result"), EXPECTED);
}

const build = (at, name, ...options) => execute(program(at, name), options, { cwd: at, timeout: 200_000 });

const VITE = ["vite@^8"];

for (const [what, folders] of [["a page", ["page"]], ["a page's own worker", ["page", "worker"]]]) {
  test(`Vite serves ${what} in development`, LIMIT, async (context) => {
    const at = await pages(context, "vite", VITE, folders.map(app));
    if (!at) return;
    const address = await started(context, program(at, "vite"), ["--port", "0", "--host", "127.0.0.1"], at);
    await works(context, address);
  });

  test(`Vite builds ${what}`, LIMIT, async (context) => {
    const at = await pages(context, "vite", VITE, folders.map(app));
    if (!at) return;
    await build(at, "vite", "build");
    await works(context, await serve(context, join(at, "dist")));
  });
}

for (const version of [5, 6, 7]) {
  test(`Vite ${version} serves and builds a page`, LIMIT, async (context) => {
    const at = await pages(context, `vite-${version}`, [`vite@^${version}`], [app("page")]);
    if (!at) return;
    await works(context, await started(context, program(at, "vite"), ["--port", "0", "--host", "127.0.0.1"], at));
    await build(at, "vite", "build");
    await works(context, await serve(context, join(at, "dist")));
  });
}

for (const mode of ["production", "development"]) {
  test(`webpack builds a page for ${mode}`, LIMIT, async (context) => {
    const at = await pages(context, "webpack", ["webpack@^5", "webpack-cli@^7"], [app("page")]);
    if (!at) return;
    await build(at, "webpack", "--entry=./main.js", `--mode=${mode}`);
    await writeFile(join(at, "dist/index.html"), HTML('src="main.js"'));
    await works(context, await serve(context, join(at, "dist")));
  });
}

test("esbuild builds a page as one script and as modules", LIMIT, async (context) => {
  const at = await pages(context, "esbuild", ["esbuild@^0"], [app("page")]);
  if (!at) return;
  await build(at, "esbuild", "main.js", "--bundle", "--minify", "--outfile=script/main.js");
  await writeFile(join(at, "script/index.html"), HTML('src="main.js"'));
  await works(context, await serve(context, join(at, "script")));
  await build(at, "esbuild", "main.js", "--bundle", "--splitting", "--format=esm", "--outdir=modules");
  await writeFile(join(at, "modules/index.html"), HTML('type="module" src="main.js"'));
  await works(context, await serve(context, join(at, "modules")));
});

test("Rollup builds a page with its plugin for packages", LIMIT, async (context) => {
  const at = await pages(context, "rollup", ["rollup@^4", "@rollup/plugin-node-resolve@^16"], [app("page")]);
  if (!at) return;
  await build(at, "rollup", "main.js", "--plugin=node-resolve", "--dir=dist");
  await writeFile(join(at, "dist/index.html"), HTML('type="module" src="main.js"'));
  await works(context, await serve(context, join(at, "dist")));
});

for (const bundler of ["turbopack", "webpack"]) {
  test(`Next builds a page with parts on the server and in the browser by ${bundler}`, LIMIT, async (context) => {
    const at = await pages(context, "next", ["next@^16", "react@^19", "react-dom@^19"], [app("page"), app("next")]);
    if (!at) return;
    await build(at, "next", "build", `--${bundler}`);
    const address = await started(context, program(at, "next"), ["start", "--port", "0", "--hostname", "127.0.0.1"], at);
    assert.match(await (await fetch(address)).text(), /<pre>炮二平五<\/pre>/);
    await works(context, address);
  });
}

test("a page imports the modules of the package without a bundler", LIMIT, async (context) => {
  const at = await pages(context, "plain", [], [app("page")]);
  if (!at) return;
  const map = JSON.stringify({ imports: { duiyi: "/node_modules/duiyi/index.js" } });
  await writeFile(join(at, "index.html"), `<script type="importmap">${map}</script>${HTML('type="module" src="main.js"')}`);
  await works(context, await serve(context, at));
});

test("Node imports the package, and requires it in CommonJS", LIMIT, async (context) => {
  const at = await project(context, "node", [], [app("page"), app("node")]);
  const run = async (file) => (await execute(process.execPath, [file], { cwd: at })).stdout.trim();
  assert.equal(await run("main.mjs"), EXPECTED);
  assert.equal(await run("main.cjs"), "4 true");
});

for (const [name, options] of [["deno", ["run", "--allow-all"]], ["bun", ["run"]]]) {
  test(`${name} runs the package`, LIMIT, async (context) => {
    const at = await project(context, name, [name], [app("page"), app("node")]);
    if (!at) return;
    const { stdout } = await build(at, name, ...options, "main.mjs");
    assert.equal(stdout.trim(), EXPECTED);
  });
}

/** The middle of a square of the board, with ranks from 1, on the page. */
const MIDDLE = (square) => `(() => {
  const { left, top, width, height } = document.querySelector("cg-board").getBoundingClientRect();
  const [file, rank] = ["abcdefghi".indexOf("${square[0]}"), 10 - ${square.slice(1)}];
  return [left + ((file + 0.5) * width) / 9, top + ((rank + 0.5) * height) / 10];
})()`;

test("the example with xiangqiground plays a game against the engine", LIMIT, async (context) => {
  const at = await pages(context, "board", [...VITE, "xiangqiground@^0.1"], [EXAMPLE]);
  if (!at) return;
  await build(at, "vite", "build");
  const page = await openPage(context, await serve(context, join(at, "dist")));
  const text = (id) => `document.getElementById("${id}")?.textContent`;
  const click = async (square) => page.click(...(await page.evaluate(MIDDLE(square))));
  const pieces = 'document.querySelectorAll("cg-board piece").length';
  await page.wait(`${text("status")} === "Your move" && ${pieces} === 32`);
  await click("h3");
  // The cannon has the destinations that the rules give.
  await page.wait('document.querySelectorAll("cg-board square.move-dest").length === 12');
  await click("e3");
  await page.wait(`${text("status")} === "Your move" && ${text("moves")}?.split(" ").length === 2`);
  assert.match(await page.evaluate(text("moves")), /^炮二平五 \S{4}$/);
  // An illegal move is not played.
  await click("e3");
  await click("e1");
  assert.equal(await page.evaluate(`${text("moves")}.split(" ").length`), 2);
  await page.evaluate('document.getElementById("undo").click()');
  await page.wait(`${text("moves")} === "" && ${pieces} === 32`);
});
