// Tests of games in addresses: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";
import { packed, readWay, unpacked, writeWay } from "../assets/address.js";

test("a text comes out of an address as it went in", async () => {
  const record = '[Duiyi "xiangqi"]\n\n1. h2e2 {中炮} (b2e2) h9g7 *\n'.repeat(40);
  for (const text of ["", record, "\u{1F600}"]) {
    const address = await packed(text);
    assert.match(address, /^[\w-]*$/);
    assert.equal(await unpacked(address), text);
  }
  assert.ok((await packed(record)).length < record.length / 10);
  const address = await packed(record);
  for (const damaged of [address.slice(0, 20), `!${address}`, "AAAA"]) await assert.rejects(unpacked(damaged));
});

test("a way through a tree is short and read again", () => {
  for (const [places, text] of [[[], "0"], [[0, 0, 0], "3"], [[0, 2, 0, 1], "1.2.1.1.0"], [[1], "0.1.0"]]) {
    assert.equal(writeWay(places), text);
    assert.deepEqual(readWay(text), places);
  }
  assert.deepEqual(readWay("2.x.1"), [0, 0]);
  assert.deepEqual(readWay("99999"), []);
});
