// Tests the module of the page without a server, called as by its worker. FOLDER is the output of `export`.
import { readFileSync } from "node:fs";
import { test } from "node:test";
import assert from "node:assert";

const bytes = readFileSync(`${process.env.FOLDER}/play.wasm`);

test("the module imports functions of its worker only", () => {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
    assert.deepEqual([...new Set(imports.map(({ module }) => module))], ["worker"]);
});

test("a game of another crate is offered and played", async () => {
    const messages = [];
    const { instance } = await WebAssembly.instantiate(bytes, {
        worker: {
            now: () => performance.now(),
            post: (at, length) => messages.push(JSON.parse(Buffer.from(instance.exports.memory.buffer, at, length).toString())),
        },
    });
    const send = (message) => {
        const text = Buffer.from(JSON.stringify(message));
        const at = instance.exports.room_for(text.length);
        new Uint8Array(instance.exports.memory.buffer, at, text.length).set(text);
        instance.exports.handle();
        return messages.splice(0);
    };
    const [{ games }] = send({ do: "games" });
    const breakthrough = games.find(({ name }) => name === "breakthrough");
    assert.deepEqual(breakthrough.titles, ["Breakthrough", "突破棋"]);
    send({ do: "begin", begin: { game: "breakthrough", seats: [{ kind: "person" }, { kind: "engine", level: 1 }] } });
    send({ do: "ask", ask: { do: "turn", text: "a2a3" } });
    assert.ok(instance.exports.think(), "the engine's turn");
    const { view } = messages.findLast((message) => message.view);
    assert.equal(view.ply, 2);
});
