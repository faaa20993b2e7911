// Sounds made from noise and oscillators; no files are loaded. Browsers start audio only after a gesture of
// the person, so the audio is created with the first sound after one.

let audio = null;
let isSounding = true;
let hasGesture = false;

if (typeof addEventListener === "function") {
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => { hasGesture = true; }, { once: true, capture: true });
}

// The audio with its output, or null where there is none or no gesture yet.
function output() {
  const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  if (!Context || !hasGesture) return null;
  if (!audio) {
    try {
      const context = new Context();
      const limit = context.createDynamicsCompressor();
      const volume = context.createGain();
      volume.gain.value = 0.55;
      volume.connect(limit).connect(context.destination);
      audio = { context, out: volume, noise: noiseOf(context) };
    } catch {
      return null;
    }
  }
  if (audio.context.state === "suspended") audio.context.resume().catch(() => {});
  return audio;
}

function noiseOf(context) {
  const buffer = context.createBuffer(1, Math.round(context.sampleRate * 0.25), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

// A level that rises at once and falls to silence in `length` seconds.
function falling({ context, out }, time, level, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, time);
  gain.gain.exponentialRampToValueAtTime(level, time + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.0001, time + length);
  gain.connect(out);
  return gain;
}

function tone(to, time, { pitch, end = pitch, level, length, shape = "sine" }) {
  const source = to.context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, time);
  source.frequency.exponentialRampToValueAtTime(end, time + length);
  source.connect(falling(to, time, level, length));
  source.start(time);
  source.stop(time + length + 0.02);
}

function rustle(to, time, { pitch, width, level, length }) {
  const source = to.context.createBufferSource();
  source.buffer = to.noise;
  const filter = to.context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = width;
  source.connect(filter).connect(falling(to, time, level, length));
  source.start(time);
  source.stop(time + length + 0.02);
}

// A piece of wood on a board: a click of filtered noise, and the board that resonates.
function knock(to, time, weight = 1) {
  rustle(to, time, { pitch: 2300 / weight, width: 1.1, level: 0.75 * weight, length: 0.035 });
  tone(to, time, { pitch: 420 / weight, end: 210 / weight, level: 0.6 * weight, length: 0.075 * weight, shape: "triangle" });
  tone(to, time, { pitch: 960 / weight, end: 800 / weight, level: 0.16, length: 0.045 });
}

const bell = (to, time, pitch, length = 0.5) => {
  tone(to, time, { pitch, level: 0.22, length });
  tone(to, time, { pitch: pitch * 2.01, level: 0.08, length: length * 0.6 });
};

const SOUNDS = {
  move: (to, time) => knock(to, time),
  capture: (to, time) => {
    knock(to, time, 1.35);
    rustle(to, time + 0.045, { pitch: 1300, width: 0.8, level: 0.5, length: 0.06 });
  },
  check: (to, time) => {
    knock(to, time);
    bell(to, time + 0.05, 740, 0.28);
    bell(to, time + 0.15, 740, 0.32);
  },
  end: (to, time) => [523, 659, 784].forEach((pitch, index) => bell(to, time + index * 0.14, pitch, 0.7)),
  "low-time": (to, time) => [0, 0.16].forEach((later) => tone(to, time + later, { pitch: 1250, level: 0.2, length: 0.09, shape: "triangle" })),
};

// The names that `play` accepts.
export const soundNames = Object.keys(SOUNDS);

// Plays a sound by name. Returns whether it plays: not while sounds are off, before the first gesture, without
// audio in the browser, or for an unknown name.
export function play(name) {
  const sound = SOUNDS[name];
  const to = sound && isSounding ? output() : null;
  if (!to) return false;
  sound(to, to.context.currentTime + 0.005);
  return true;
}

// Turns sounds on or off.
export function setSounds(on) {
  isSounding = on;
}
