// Tests of premoves and draw offers: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";
import { drawActions, premoveFate, premover, takeBackActions } from "../assets/play-logic.js";

const [person, engine] = [{ kind: "person" }, { kind: "engine", level: 1 }];
const squares = [[0, 3], [0, 4]];
const view = (more = {}) => ({
  seats: [person, engine], acts: [true, true], "to-move": 1, ply: 1, tip: 1, shown: 1, legal: [], ended: null, draft: null, problem: null,
  fresh: false, friendly: false, "draw-offer": null, "take-back-offer": null, ...more,
});
// The line 0–1–2–3.
const parentOf = (id) => (id > 0 ? id - 1 : null);
const answered = { "to-move": 0, ply: 2, tip: 2, shown: 2, legal: [squares] };

test("a premove is played after the answer of the engine to the same position", () => {
  const entered = { squares, tip: 1 };
  const fate = (more) => premoveFate(entered, view(more), parentOf);
  assert.equal(fate({}), "wait");
  assert.equal(fate(answered), "play");
  assert.equal(fate({ ...answered, legal: [[[0, 3], [0, 5]]] }), "drop", "it is not legal");
  // The first of two stones of the engine.
  assert.equal(fate({ ply: 2, tip: 2, shown: 2 }), "wait");
});

test("a premove is not played in another game, nor after a turn is taken back", () => {
  const entered = { squares, tip: 3 };
  const fate = (more) => premoveFate(entered, view(more), parentOf);
  assert.equal(fate({ ...answered, ply: 4, tip: 4, shown: 4, fresh: true }), "drop", "another game");
  assert.equal(fate({ ply: 1, tip: 1, shown: 1 }), "drop", "the engine is to move again");
  assert.equal(fate(answered), "drop", "taken back");
  assert.equal(fate({ tip: 3, draft: {} }), "drop", "a position is set up");
  assert.equal(fate({ tip: 3, ended: { winner: 0 } }), "drop");
  assert.equal(fate({ tip: 3, "to-move": 0, legal: [squares] }), "drop", "the players were changed");
  assert.equal(fate({ tip: 4, "to-move": 0, shown: 2, legal: [squares] }), "drop", "another position is shown");
});

test("premoves are entered by the only person, at the turn of the engine", () => {
  assert.equal(premover(view()), 0);
  assert.equal(premover(view({ "to-move": 0 })), null);
  assert.equal(premover(view({ seats: [person, person] })), null);
  assert.equal(premover(view({ seats: [engine, engine] })), null);
  assert.equal(premover(view({ acts: [false, false] })), null, "a spectator");
});

test("an offer of a draw is answered by the other side", () => {
  const actions = (more) => { const { offers, answers } = drawActions(view(more)); return `${offers} ${answers}`; };
  const two = { seats: [person, person] };
  assert.equal(actions({ ...two, "to-move": 0 }), "true false");
  assert.equal(actions({ ...two, "to-move": 0, "draw-offer": 0 }), "false false", "the side that offers");
  assert.equal(actions({ ...two, "to-move": 1, "draw-offer": 0 }), "false true", "the other side");
  // Each player has a page.
  assert.equal(actions({ ...two, acts: [true, false], "to-move": 1, "draw-offer": 0 }), "false false");
  assert.equal(actions({ ...two, acts: [false, true], "to-move": 1, "draw-offer": 0 }), "false true");
  assert.equal(actions({ ...two, acts: [false, false], "to-move": 1, "draw-offer": 0 }), "false false", "a spectator");
  assert.equal(actions({ "draw-offer": 0 }), "false false", "the engine answers at once");
  assert.equal(actions({ seats: [engine, engine] }), "false false");
  assert.equal(actions({ ply: 0 }), "false false");
});

test("a friend at another page is asked, at any time", () => {
  const friends = (more) => view({ seats: [person, person], friendly: true, acts: [false, true], ...more });
  const draw = (more) => { const { offers, answers } = drawActions(friends(more)); return `${offers} ${answers}`; };
  const back = (more) => { const { asks, allows } = takeBackActions(friends(more)); return `${asks} ${allows}`; };
  for (const turn of [0, 1]) {
    const at = { "to-move": turn };
    assert.deepEqual([draw(at), draw({ ...at, "draw-offer": 0 }), draw({ ...at, "draw-offer": 1 })], ["true false", "false true", "false false"]);
    assert.deepEqual([back(at), back({ ...at, "take-back-offer": 0 }), back({ ...at, "take-back-offer": 1 })], ["true false", "false true", "false false"]);
  }
  assert.equal(back({ ply: 0 }), "false false");
  assert.equal(back({ acts: [false, false] }), "false false", "a spectator");
  assert.equal(back({ friendly: false }), "false false");
  assert.deepEqual([premover(friends({ "to-move": 0 })), premover(friends()), premover(friends({ acts: [false, false] }))], [1, null, null]);
});
