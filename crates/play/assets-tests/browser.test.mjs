// Runs the checks of page-checks.js in headless Chromium: node --test crates/play/assets-tests/
// Without Chromium in the path, or in the variable CHROMIUM, they are skipped.
import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const chromium = process.env.CHROMIUM ?? "chromium";
const isThere = spawnSync(chromium, ["--version"], { stdio: "ignore" }).status === 0;

// The content security policy of the server (crates/play/src/server/pages.rs).
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'";

const PAGE = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/assets/board.css"><body><script type="module" src="/run.js"></script>';

const RUN = `import { checks } from "/page-checks.js";
const results = {};
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    results[name] = null;
  } catch (error) {
    results[name] = String(error.stack ?? error);
  }
}
await fetch("/results", { method: "POST", body: JSON.stringify(results) });
`;

// Serves the page; `results` is what it sends at the end.
function serve() {
  let receive;
  const results = new Promise((resolve) => { receive = resolve; });
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    if (path === "/results") {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        response.end();
        receive(JSON.parse(Buffer.concat(parts).toString()));
      });
      return;
    }
    const type = { js: "text/javascript", css: "text/css" }[path.split(".").at(-1)] ?? "text/html";
    response.setHeader("Content-Type", `${type}; charset=utf-8`);
    response.setHeader("Content-Security-Policy", POLICY);
    if (path === "/") response.end(PAGE);
    else if (path === "/run.js") response.end(RUN);
    else if (path === "/page-checks.js") response.end(readFileSync(join(here, "page-checks.js")));
    else if (/^\/assets\/[a-z-]+\.(js|css)$/.test(path)) response.end(readFileSync(join(here, "..", path)));
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => { server.listen(0, "127.0.0.1", () => resolve({ server, results })); });
}

test("the board in a browser", { skip: isThere ? false : "there is no Chromium", timeout: 90000 }, async (t) => {
  const { server, results } = await serve();
  const profile = mkdtempSync(join(tmpdir(), "board-"));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, "--window-size=900,700", `http://127.0.0.1:${server.address().port}/`];
  const browser = spawn(chromium, [...options, "--remote-debugging-port=0"], { stdio: "ignore" });
  try {
    const found = await results;
    assert.ok(Object.keys(found).length > 10);
    for (const [name, error] of Object.entries(found)) await t.test(name, () => assert.equal(error, null));
  } finally {
    const ended = new Promise((resolve) => { browser.once("exit", resolve); });
    browser.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
