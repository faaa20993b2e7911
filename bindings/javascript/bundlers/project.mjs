// Projects that use the packed package, in folders below target/bundlers. What npm installed there is kept for the next
// run.

import { execFile, spawn } from "node:child_process";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const execute = promisify(execFile);
const PACKAGE = resolve(process.env.PACKAGE ?? "target/npm");
const TARGET = fileURLToPath(new URL("../../../target/bundlers", import.meta.url));
const APPS = fileURLToPath(new URL("apps", import.meta.url));

/** The folder of the app of this name. */
export const app = (name) => join(APPS, name);

/** The folder of the example with a board. */
export const EXAMPLE = fileURLToPath(new URL("../examples/xiangqiground", import.meta.url));

/** Packs the package as for a registry, and returns the file. */
async function pack() {
  const at = join(TARGET, "packed");
  await rm(at, { recursive: true, force: true });
  await mkdir(at, { recursive: true });
  await execute("npm", ["pack", "--pack-destination", at], { cwd: PACKAGE });
  const [name] = await readdir(at);
  return join(at, name);
}

const packed = pack();

/**
 * Makes a project with the packed package, other packages from npm, and the files of folders. Returns its folder, or null
 * if npm cannot install the packages; the test is then skipped.
 */
export async function project(context, name, packages, folders) {
  const at = join(TARGET, name);
  const modules = join(at, "node_modules");
  const wanted = packages.join(" ");
  const installed = await readFile(join(at, "installed"), "utf8").catch(() => "");
  if (installed !== wanted || packages.length === 0) {
    await rm(at, { recursive: true, force: true });
    await mkdir(modules, { recursive: true });
    await writeFile(join(at, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
    const options = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"];
    try {
      if (packages.length > 0) await execute("npm", [...options, ...packages], { cwd: at, timeout: 300_000 });
    } catch {
      context.skip(`npm cannot install ${wanted}`);
      return null;
    }
    await writeFile(join(at, "installed"), wanted);
  }
  for (const old of await readdir(at)) {
    if (!["node_modules", "package.json", "package-lock.json", "installed"].includes(old)) {
      await rm(join(at, old), { recursive: true });
    }
  }
  // Bundlers keep what they made from an earlier build of the package.
  for (const old of [".vite", ".cache", "duiyi"]) await rm(join(modules, old), { recursive: true, force: true });
  await mkdir(join(modules, "duiyi"));
  await execute("tar", ["-xzf", await packed, "--strip-components=1", "-C", join(modules, "duiyi")]);
  for (const folder of folders) await cp(folder, at, { recursive: true });
  return at;
}

/** The program of an installed package. */
export const program = (at, name) => join(at, "node_modules/.bin", name);

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Serves a folder until the test ends; returns the address. */
export async function serve(context, folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const name = path === "/" ? "index.html" : path;
    try {
      const body = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}

/** Starts a server of a bundler until the test ends; returns the address that it prints. */
export async function started(context, command, options, at) {
  const child = spawn(command, options, { cwd: at, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  context.after(async () => {
    // With the processes that it started.
    if (child.exitCode === null) process.kill(-child.pid);
    await ended;
  });
  let printed = "";
  return new Promise((resolve, reject) => {
    const read = (text) => {
      printed += text;
      // Without the codes of colours.
      const [address] = printed.replace(/\x1b\[\d*m/g, "").match(/http:\/\/(localhost|127\.0\.0\.1):\d+\/?(?=\s)/) ?? [];
      if (address) resolve(address);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("exit", () => reject(new Error(`${command} ended: ${printed}`)));
  });
}
