// The package in bundlers, and their output in a browser.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { execute, project } from "./built.mjs";

const APP = fileURLToPath(new URL("app", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

function findChromium() {
  for (const name of [process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"].filter(Boolean)) {
    try {
      execFileSync(name, ["--version"], { stdio: "ignore" });
      return name;
    } catch {
      // The next name may be installed.
    }
  }
  return null;
}

/** Serves a folder; returns the address, and the text that the page posts. */
async function serve(context, folder) {
  let post = null;
  const posted = new Promise((resolve) => (post = resolve));
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    if (request.method === "POST") {
      request.setEncoding("utf8").on("data", post);
      request.on("end", () => response.writeHead(204).end());
      return;
    }
    try {
      const body = await readFile(join(folder, path === "/" ? "index.html" : path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  return { address: `http://127.0.0.1:${server.address().port}/`, posted };
}

/** Opens a page in a browser until the test ends. */
async function open(context, browser, address) {
  const profile = await mkdtemp(join(tmpdir(), "duiyi-browser-"));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
  const child = spawn(browser, [...options, "--remote-debugging-port=0", address], { stdio: "ignore" });
  context.after(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** Builds the app by a program of npm, and searches in a browser. */
async function buildAndSearch(context, packages, command, output) {
  const browser = findChromium();
  if (!browser) return context.skip("there is no Chromium");
  const at = await project(context, packages, APP);
  if (!at) return context.skip(`npm cannot install ${packages.join(", ")}`);
  await execute(process.execPath, command(at), { cwd: at, timeout: 120_000 });
  const page = join(at, output, "index.html");
  // webpack writes no page.
  if (!existsSync(page)) await writeFile(page, '<!doctype html><meta charset="utf-8"><script src="main.js"></script>');
  const { address, posted } = await serve(context, join(at, output));
  await open(context, browser, address);
  assert.equal(await posted, "found 3 true true");
}

const LIMIT = { timeout: 300_000 };

test("an app built by Vite searches in a worker", LIMIT, (context) =>
  buildAndSearch(context, ["vite@^7"], (at) => [join(at, "node_modules/vite/bin/vite.js"), "build"], "dist"));

test("an app built by webpack searches in a worker", LIMIT, (context) => {
  const command = (at) => [join(at, "node_modules/webpack-cli/bin/cli.js"), "--entry=./main.js", "--mode=production"];
  return buildAndSearch(context, ["webpack@^5", "webpack-cli@^6"], command, "dist");
});
