// Proofs of wins. row.proof is what `connect6-engine solve --turns "J10 A1-S1 K10-L10 A19-S19" --prove FILE` writes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { importPackage } from "./built.mjs";

const { DuiyiError, ProofError, load, verify } = await importPackage();
before(load);

const heading = (position, claim) => `duiyi-proof 1\ngame: xiangqi\nrules: asian-120\nposition: ${position}\nclaim: ${claim}\n\n`;
const MATE = `${heading("4k4/9/9/9/9/9/R8/1R7/9/3K5 w - - 0 1", "mate 2")}b2e2 e9f9 e2e8 mated\n`;

/** The error of a proof that is not accepted. */
function fault(text) {
  try {
    verify(text);
  } catch (error) {
    assert.ok(error instanceof ProofError && error instanceof DuiyiError && error instanceof Error, String(error));
    assert.deepEqual([error.name, error.code], ["ProofError", "invalid-proof"]);
    const { kind, line, moves, reason } = error;
    const place = moves.length > 0 ? `line ${line}, after ${moves.join(" ")}: ` : `line ${line}: `;
    assert.equal(error.message, place + reason);
    return { kind, line, moves, reason };
  }
  return assert.fail(`accepted: ${text}`);
}

test("proofs of both games are accepted, with their sizes", async () => {
  assert.deepEqual(verify(MATE), { game: "xiangqi", plies: 3, lines: 1 });
  const row = await readFile(new URL("row.proof", import.meta.url), "utf8");
  assert.deepEqual(verify(row), { game: "connect6", plies: 18, lines: 174 });
});

test("a win by a ruling is accepted, and another ruling refused", () => {
  const start = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1 moves h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8";
  // The side to move after these moves wins, because the other side gives check without end.
  const end = (reason) => `${heading(start, "win")}f8f9 ruled ${reason}\n`;
  const cycle = "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9";
  assert.deepEqual(verify(end(`perpetual check by AXF 3.1: ${cycle}`)), { game: "xiangqi", plies: 1, lines: 1 });
  const refused = fault(end(`perpetual chase by AXF 3.1: ${cycle}`));
  assert.deepEqual([refused.kind, refused.line, refused.moves], ["refused", 7, ["f8f9"]]);
});

test("a refused proof has the line, the moves and the reason", async () => {
  assert.deepEqual(fault(MATE.replace(" e9f9 e2e8 mated", "")), {
    kind: "refused",
    line: 7,
    moves: ["b2e2"],
    reason: "the reply e9f9 is missing",
  });
  assert.match(fault(MATE.replace("mate 2", "mate 1")).reason, /later than turn 1 of the claim/);
  assert.match(fault(MATE.replace("e9f9", "e9d9")).reason, /e9d9/);
  const row = await readFile(new URL("row.proof", import.meta.url), "utf8");
  const cut = fault(row.split("\n").filter((_, at) => at !== 8).join("\n"));
  assert.deepEqual([cut.kind, cut.moves.slice(0, 2)], ["refused", ["I7", "I10"]]);
});

test("a text that is not a proof is unreadable", () => {
  const unreadable = (text) => {
    const { kind, line, moves, reason } = fault(text);
    assert.deepEqual([kind, moves], ["unreadable", []]);
    return [line, reason];
  };
  assert.deepEqual(unreadable(""), [1, "'' is not the format: expected 'duiyi-proof 1'"]);
  assert.deepEqual(unreadable("duiyi-proof 1\n"), [0, "expected 'game: …'"]);
  const go = unreadable(MATE.replace("game: xiangqi", "game: go"));
  assert.deepEqual(go, [2, "a proof for the game 'go': expected one of xiangqi, connect6"]);
  assert.equal(unreadable(MATE.replace("asian-120", "no rules"))[0], 3);
  assert.equal(unreadable(MATE.replace("4k4/", "5k4/"))[0], 4);
  // A half of a surrogate pair is replaced.
  assert.equal(unreadable("\ud800")[0], 1);
  for (const value of [null, undefined, 3, new Uint8Array(3)]) {
    assert.throws(() => verify(value), { name: "DuiyiError", code: "invalid-argument", argument: "text" });
  }
});
