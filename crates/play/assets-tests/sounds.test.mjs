// Tests of the sounds without a browser: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";

// A stand-in for the audio of a browser, which counts the sources that start.
const started = [];
let contexts = 0;
const parameter = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime(value) { assert.ok(value > 0); } });
const node = (more) => ({ connect: (to) => to, start: (time) => started.push(time), stop() {}, ...more });

class AudioContext {
  constructor() { contexts++; }
  currentTime = 1;
  sampleRate = 8000;
  state = "running";
  destination = node();
  createDynamicsCompressor() { return node(); }
  createGain() { return node({ gain: parameter() }); }
  createOscillator() { return node({ frequency: parameter() }); }
  createBufferSource() { return node(); }
  createBiquadFilter() { return node({ frequency: parameter(), Q: parameter() }); }
  createBuffer(_, length) { return { getChannelData: () => new Float32Array(length) }; }
}

test("sounds play after a gesture, and not while they are off", async () => {
  const listeners = {};
  globalThis.addEventListener = (name, act) => { listeners[name] = act; };
  const { play, setSounds, soundNames } = await import("../assets/sounds.js");
  listeners.keydown();
  assert.equal(play("move"), false, "there is no audio");
  globalThis.AudioContext = AudioContext;
  assert.deepEqual(soundNames, ["move", "capture", "check", "end", "low-time"]);
  for (const name of soundNames) {
    started.length = 0;
    assert.equal(play(name), true, name);
    assert.ok(started.length > 1 && started.every((time) => time >= 1), name);
  }
  assert.equal(contexts, 1);
  assert.equal(play("unknown"), false);
  setSounds(false);
  assert.equal(play("move"), false);
});

test("no audio is created before a gesture", async () => {
  globalThis.addEventListener = () => {};
  globalThis.AudioContext = AudioContext;
  const before = contexts;
  const { play } = await import("../assets/sounds.js?fresh");
  assert.equal(play("move"), false);
  assert.equal(contexts, before);
});
