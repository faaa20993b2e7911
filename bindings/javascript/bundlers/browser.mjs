// Chromium, driven through a pipe.

import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name of Chromium; null if there is none. */
export function findChromium() {
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

const SIZE = "--window-size=700,760";

/** A page in a browser. */
class Page {
  #input;
  #session = undefined;
  #number = 0;
  #answers = new Map();
  /** The errors of the page that nothing caught, for messages. */
  errors = [];

  constructor(child) {
    const [, , , input, output] = child.stdio;
    this.#input = input;
    let rest = "";
    output.setEncoding("utf8").on("data", (text) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      for (const message of messages) this.#receive(JSON.parse(message));
    });
  }

  #receive({ id, result, error, method, params }) {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description);
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (error) answer?.reject(new Error(error.message));
    else answer?.resolve(result);
  }

  /** Calls a method of the protocol of DevTools. */
  call(method, params = {}) {
    const id = ++this.#number;
    const answer = new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`);
    return answer;
  }

  async open(address) {
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank" });
    this.#session = (await this.call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    await this.call("Runtime.enable");
    await this.call("Page.navigate", { url: address });
  }

  /** The value of an expression in the page. */
  async evaluate(expression) {
    const settings = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", settings);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true, and returns its value. */
  async wait(expression, seconds = 60) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
      // A page that is being loaded has no values.
      const value = await this.evaluate(expression).catch((error) => {
        if (!/context|navigated/.test(error.message)) throw error;
      });
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`'${expression}' is false after ${seconds} s; errors of the page: ${this.errors.join("; ") || "none"}`);
  }

  /** Presses and releases the mouse. */
  async click(x, y) {
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }
}

/** Opens a page in a browser until the test ends. */
export async function openPage(context, address) {
  const profile = await mkdtemp(join(tmpdir(), "duiyi-browser-"));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", SIZE, `--user-data-dir=${profile}`];
  const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
  const child = spawn(findChromium(), [...options, "--remote-debugging-pipe"], { stdio });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  context.after(async () => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const page = new Page(child);
  await page.open(address);
  return page;
}
