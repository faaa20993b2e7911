// The built package, and programs of npm that some tests need.

import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** The folder of the package; PACKAGE names it. */
export const path = resolve(process.env.PACKAGE ?? "target/npm");
export const folder = pathToFileURL(`${path}/`);
export const execute = promisify(execFile);

export const importPackage = () => import(new URL("index.js", folder));

/**
 * Makes a folder with a project that has the package and others from npm, and the files of `from`. Returns null if npm
 * cannot install them. The folder is removed after the test.
 */
export async function project(context, packages, from) {
  const at = await mkdtemp(join(tmpdir(), "duiyi-npm-"));
  context.after(() => rm(at, { recursive: true, force: true }));
  if (from) await cp(from, at, { recursive: true });
  await writeFile(join(at, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
  const options = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--install-links", "--fetch-retries=0"];
  try {
    await execute("npm", [...options, path, ...packages], { cwd: at, timeout: 300_000 });
  } catch {
    return null;
  }
  return at;
}
