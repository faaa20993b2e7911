// Tests the module of the page without a server, called as by its worker. FOLDER is the output of `export`.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert";

const bytes = readFileSync(`${process.env.FOLDER}/play.wasm`);

test("the module imports functions of its worker only", () => {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
    assert.deepEqual([...new Set(imports.map(({ module }) => module))], ["worker"]);
});

// An instance of the program with its messages and orders.
async function instance() {
    const [messages, orders] = [[], []];
    const textAt = (at, length) => Buffer.from(program.memory.buffer, at, length).toString();
    const worker = {
        now: () => performance.now(),
        post: (at, length) => messages.push(JSON.parse(textAt(at, length))),
        order: (at, length) => orders.push(textAt(at, length)),
        stop: () => orders.push("stop"),
    };
    const program = (await WebAssembly.instantiate(bytes, { worker })).instance.exports;
    const call = (name, text) => {
        const written = Buffer.from(text);
        const at = program.room_for(written.length);
        new Uint8Array(program.memory.buffer, at, written.length).set(written);
        program[name]();
        return messages.splice(0);
    };
    return { program, call, orders };
}

test("a game of another crate is offered and played by an engine in another instance", async () => {
    const [page, engine] = [await instance(), await instance()];
    const send = (message) => page.call("handle", JSON.stringify(message));
    const [{ games }] = send({ do: "games" });
    const breakthrough = games.find(({ name }) => name === "breakthrough");
    assert.deepEqual(breakthrough.titles, ["Breakthrough", "突破棋"]);
    send({ do: "begin", begin: { game: "breakthrough", seats: [{ kind: "person" }, { kind: "engine", level: 1 }] } });
    send({ do: "ask", ask: { do: "turn", text: "a2a3" } });
    page.program.work();
    const [order] = page.orders.splice(0);
    // The page answers while the engine has not.
    const [{ view: meanwhile }] = send({ do: "ask", ask: { do: "show", node: 0 } });
    assert.equal(meanwhile.shown, 0);
    const { answer } = engine.call("carry_out", order).at(-1);
    const { view } = page.call("take", JSON.stringify(answer)).findLast((message) => message.view);
    assert.equal(view.ply, 2);
    page.program.work();
    assert.deepEqual(page.orders, []);
});
