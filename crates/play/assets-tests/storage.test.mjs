// Tests of what the browser keeps: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";
import { resumption, rematchOf, setupOf } from "../assets/game-setup.js";
import { createKeeper } from "../assets/storage.js";
import { studyList } from "../assets/study-list.js";

// A storage of a browser with room for a number of characters, or for what a function returns.
function storage(room = Infinity, entries = {}) {
  const map = new Map(Object.entries(entries));
  const size = () => [...map].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return {
    get length() { return map.size; },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (name) => map.get(name) ?? null,
    removeItem: (name) => map.delete(name),
    setItem: (name, value) => {
      if (size() + value.length > (typeof room === "function" ? room() : room)) throw new Error("QuotaExceededError");
      map.set(name, value);
    },
  };
}

test("a tab keeps its own game, and the tickets of all tabs", () => {
  const shared = storage();
  const own = [storage(), storage()];
  const [a, b] = own.map((each) => createKeeper(shared, each));
  a.keepGame({ id: null, begun: { game: "xiangqi" }, text: "start a" });
  b.keepGame({ id: "b.key", begun: { game: "gomoku" }, text: "start b" });
  b.keepTicket("b", "b.key");
  a.keepGame({ id: "a.key", text: "start a moves" });
  a.keepTicket("a", "a.key");
  assert.equal(a.ticket("b"), "b.key");
  const again = createKeeper(shared, own[1]);
  assert.deepEqual([again.game.id, again.game.begun.game, again.game.text], ["b.key", "gomoku", "start b"]);
  assert.equal(createKeeper(shared, storage()).game.id, "a.key", "a new tab begins with the last game");
});

test("a tab does not write back settings that another has changed", () => {
  const shared = storage();
  const [a, b] = [createKeeper(shared, storage()), createKeeper(shared, storage())];
  a.keep({ theme: "jade" });
  b.keep({ sounds: false });
  assert.deepEqual(createKeeper(shared, storage()).settings, { theme: "jade", sounds: false });
  const solve = (name) => ({ solved }) => ({ solved: [...(solved ?? []), name] });
  a.keep(solve("one"));
  b.keep(solve("two"));
  assert.deepEqual(createKeeper(shared, storage()).settings.solved, ["one", "two"]);
  // The event by which a browser reports a change.
  assert.ok(a.changed({ key: "duiyi", newValue: shared.getItem("duiyi") }));
  assert.deepEqual(a.settings.solved, ["one", "two"]);
  assert.ok(!a.changed({ key: "other", newValue: "{}" }) && !a.changed({ key: null, newValue: null }));
});

test("tickets are limited, the oldest are dropped", () => {
  const shared = storage();
  const keeper = createKeeper(shared, storage());
  for (let game = 0; game < 120; game++) keeper.keepTicket(`g${game}`, `g${game}.key`, game);
  assert.deepEqual([keeper.ticket("g19"), keeper.ticket("g20"), keeper.ticket("g119")], [null, "g20.key", "g119.key"]);
});

test("what an earlier version has kept is taken over", () => {
  const before = { theme: "jade", id: "a.key", begun: { game: "xiangqi" }, text: "start", flipped: true, tickets: { a: "a.key", b: "b.key" } };
  const shared = storage(Infinity, { duiyi: JSON.stringify(before) });
  for (const keeper of [createKeeper(shared, storage()), createKeeper(shared, storage())]) {
    assert.deepEqual(keeper.settings, { theme: "jade" });
    assert.deepEqual(keeper.game, { id: "a.key", begun: { game: "xiangqi" }, text: "start", flipped: true });
    assert.deepEqual([keeper.ticket("a"), keeper.ticket("b")], ["a.key", "b.key"]);
  }
});

test("a full, damaged or forbidden storage is reported and does not stop the page", () => {
  let failures = 0;
  const failed = () => { failures += 1; };
  const forbidden = { get length() { throw new Error("SecurityError"); } };
  for (const [shared, own] of [[storage(0), storage(0)], [null, null], [forbidden, forbidden]]) {
    failures = 0;
    const keeper = createKeeper(shared, own, failed);
    keeper.keep({ theme: "jade" });
    keeper.keepGame({ text: "start" });
    keeper.keepTicket("a", "a.key");
    assert.equal(failures, 3);
    assert.deepEqual([keeper.settings.theme, keeper.game.text], ["jade", "start"]);
  }
  for (const text of ["{", "null", "7", "\"x\""]) {
    assert.deepEqual(createKeeper(storage(Infinity, { duiyi: text }), storage()).settings, {});
  }
  // An older game is not resumed instead of one that has no room.
  const shared = storage(150);
  createKeeper(shared, storage()).keepGame({ id: "old", text: "start" });
  createKeeper(shared, storage(0)).keepGame({ id: "new", text: "x".repeat(200) });
  assert.equal(createKeeper(shared, storage()).game.id, null);
});

const view = {
  offer: "connect-four", rules: "connect-four", seats: [{ kind: "person" }, { kind: "engine", level: 1 }], names: ["Ann", ""], clock: "60+1",
  start: "7/7 w", problem: null,
};

test("the game shown begins again, not the game that was begun last", () => {
  assert.deepEqual(rematchOf(view), {
    game: "connect-four", rules: "connect-four", clock: "60+1", position: "7/7 w", problem: null,
    seats: [{ kind: "engine", level: 1 }, { kind: "person" }], names: ["", "Ann"],
  });
  const kept = { begun: setupOf(view), text: "7/7 w moves a" };
  assert.deepEqual([resumption(kept).game, resumption(kept).position], ["connect-four", "7/7 w moves a"]);
});

test("a problem is resumed as a problem", () => {
  const begun = setupOf({ ...view, problem: { name: "mate", index: 3 } });
  assert.equal(resumption({ begun, text: "7/7 w" }).problem, "mate");
});

test("a renamed game is deleted, in another tab too", () => {
  const shared = storage();
  const [a, b] = [studyList(() => shared), studyList(() => shared)];
  for (const name of ["one", "two", "three"]) assert.ok(a.add(name, `record ${name}`));
  const [, { id }] = a.all();
  a.rename(id, "renamed");
  b.add("four", "record four");
  assert.deepEqual(a.all().map((study) => study.name), ["four", "three", "renamed", "one"]);
  b.remove(id);
  assert.deepEqual(a.all().map((study) => study.record), ["record four", "record three", "record one"]);
  // A list of an earlier version.
  const older = storage(Infinity, { "duiyi-studies": JSON.stringify([{ name: "b", record: "B" }, { name: "a", record: "A" }]) });
  const list = studyList(() => older);
  const first = list.all()[0].id;
  list.rename(first, "c");
  list.add("d", "D");
  list.remove(first);
  assert.deepEqual(list.all().map((study) => study.name), ["d", "a"]);
  assert.equal(studyList(() => storage(10)).add("full", "x"), false);
});

// Random numbers that depend on the seed only.
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Tabs open, play, change settings and are reloaded in any order, over one storage that is sometimes full: each tab has
// the game that it wrote last, each ticket stays, and no setting of one tab undoes that of another.
test("random tabs over one storage lose no game", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const draw = random(seed);
    let full = false;
    const shared = storage(() => (full ? 0 : Infinity));
    const tabs = [];
    const [tickets, settings] = [{}, {}];
    let refused = 0;
    const open = (own) => ({ own, keeper: createKeeper(shared, own, () => refused++), game: null });
    for (let step = 0; step < 60; step++) {
      const what = draw(8);
      if (tabs.length === 0 || (what === 0 && tabs.length < 5)) {
        tabs.push(open(storage()));
        continue;
      }
      const index = draw(tabs.length);
      const tab = tabs[index];
      if (what <= 2) {
        const id = `g${seed}-${step}`;
        tab.game = { id: `${id}.key`, begun: { game: "gomoku" }, text: `moves ${step}` };
        tab.keeper.keepGame(tab.game);
        if (!full) {
          tab.keeper.keepTicket(id, `${id}.key`, step);
          tickets[id] = `${id}.key`;
        }
      } else if (what === 3 && tab.game) {
        tab.game = { ...tab.game, text: `moves ${step}` };
        tab.keeper.keepGame({ text: tab.game.text });
      } else if (what === 4 && !full) {
        const name = ["theme", "sounds", "notation"][draw(3)];
        settings[name] = step;
        tab.keeper.keep({ [name]: step });
      } else if (what === 5) {
        const again = open(tab.own);
        tabs[index] = { ...again, game: tab.game };
      } else if (what === 6) {
        tabs.splice(index, 1);
      } else if (what === 7) {
        full = !full;
      }
      for (const { keeper, game } of tabs) {
        if (game) {
          const { id, begun, text } = keeper.game;
          assert.deepEqual({ id, begun, text }, game, `seed ${seed}, step ${step}`);
        }
        for (const [id, ticket] of Object.entries(tickets)) assert.equal(keeper.ticket(id), ticket, `seed ${seed}, step ${step}`);
      }
      const read = createKeeper(shared, storage()).settings;
      for (const [name, value] of Object.entries(settings)) assert.equal(read[name], value, `seed ${seed}, step ${step}`);
    }
    assert.equal(refused, 0, "a tab's own storage has room");
  }
});
