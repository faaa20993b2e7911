// The page: shows what the room says and asks what a person wants. It knows no game: board,
// turns and reasons come from the room.

const words = {
  en: {
    takeBack: "Take back", draw: "Draw", resign: "Resign", flip: "Flip", letters: "Letters", newGame: "New game",
    notation: "Notation", turn: "Turn", asText: "The game as text", game: "Game", rules: "Rules", clock: "Clock",
    position: "Position", cancel: "Cancel", begin: "Begin", person: "Person", engine: "Engine", level: "Engine, level",
    thinking: "is thinking …", toMove: "to move", wins: "wins", drawn: "Draw", offers: "offers a draw",
    lost: "The connection is lost; trying again …", language: "中文", depth: "Depth",
  },
  zh: {
    takeBack: "悔棋", draw: "求和", resign: "认输", flip: "翻转", letters: "字母", newGame: "新对局",
    notation: "记谱", turn: "着法", asText: "对局文本", game: "棋种", rules: "规则", clock: "用时",
    position: "局面", cancel: "取消", begin: "开始", person: "人", engine: "引擎", level: "引擎，级别",
    thinking: "正在思考……", toMove: "走棋", wins: "胜", drawn: "和棋", offers: "提议和棋",
    lost: "连接已断开，正在重试……", language: "English", depth: "深度",
  },
};

const by = (id) => document.getElementById(id);
const kept = JSON.parse(localStorage.getItem("duiyi") ?? "{}");
const keep = (more) => localStorage.setItem("duiyi", JSON.stringify(Object.assign(kept, more)));

let language = kept.language ?? (navigator.language.startsWith("zh") ? "zh" : "en");
const word = (name) => words[language][name];
let games = [];
let view = null;
let viewed = 0; // When the view came, for the clocks.
let sight = { ply: null, flipped: kept.flipped ?? false, letters: kept.letters ?? false };
let cursor = null; // The square that the keyboard is at.
let socket = null;

// The connection.

function connect() {
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => {
    say("");
    send({ do: "games" });
  };
  socket.onmessage = (event) => {
    const [[kind, value]] = Object.entries(JSON.parse(event.data));
    ({ games: showGames, view: showView, refused: refuse, thought: showThought })[kind]?.(value);
  };
  socket.onclose = () => {
    say(word("lost"));
    setTimeout(connect, 1000);
  };
}

const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const ask = (asked) => {
  refuse("");
  send({ do: "ask", ask: asked });
};
const look = (change) => {
  Object.assign(sight, change);
  keep({ flipped: sight.flipped, letters: sight.letters });
  ask({ do: "show", ...sight });
};
const refuse = (reason) => { by("refusal").textContent = reason; };
const say = (text) => { by("status").textContent = text; };

// What the room says.

function showGames(offers) {
  games = offers;
  const title = (offer) => offer.titles[language === "zh" ? 1 : 0];
  by("game").replaceChildren(...games.map((offer) => new Option(title(offer), offer.name)));
  const last = kept.begun;
  if (last && !view) {
    // The game that was under way when the page was left.
    send({ do: "begin", begin: { ...last, position: kept.text ?? last.position } });
    look({});
  } else if (!view) {
    by("new-game").showModal();
  }
  chooseGame(last?.game);
}

function showView(now) {
  view = now;
  viewed = performance.now();
  if (view.shown === view.ply) sight.ply = null;
  by("board").innerHTML = view.board;
  markCursor();
  showTurns();
  showPlayers();
  by("game-text").value = view.text;
  keep({ text: view.text });
  const name = view.sides[view["to-move"]];
  const ended = view.ended;
  if (ended) {
    const what = ended.winner === null ? word("drawn") : `${view.sides[ended.winner]} ${word("wins")}`;
    say(`${what}: ${ended.reason}`);
  } else if (view["draw-offer"] !== null) {
    say(`${view.sides[view["draw-offer"]]} ${word("offers")}`);
  } else {
    const last = view.turns.at(-1);
    const moved = last ? `${view.sides[last.side]} ${last.texts[notation()]}. ` : "";
    say(`${moved}${name} ${view.thinking ? word("thinking") : word("toMove")}`);
  }
}

const notation = () => Math.max(0, Math.min(by("notation").selectedIndex, view.notations.length - 1));

function showTurns() {
  const names = view.notations.map((name) => (name === "own" ? view.game : name));
  const select = by("notation");
  if ([...select.options].map((option) => option.text).join() !== names.join()) {
    select.replaceChildren(...names.map((name) => new Option(name)));
    select.selectedIndex = Math.min(kept.notation ?? 0, names.length - 1);
  }
  const items = view.turns.map((turn) => {
    const item = document.createElement("li");
    item.textContent = turn.texts[notation()];
    item.classList.toggle("shown", turn.ply === view.shown);
    item.onclick = () => look({ ply: turn.ply });
    return item;
  });
  by("turns").replaceChildren(...items);
  by("turns").querySelector(".shown")?.scrollIntoView({ block: "nearest" });
}

function seatName(seat) {
  if (seat.kind === "person") return word("person");
  return seat.level === null ? word("engine") : `${word("level")} ${seat.level}`;
}

function showPlayers() {
  for (const [side, id] of [[0, "first"], [1, "second"]]) {
    const place = by(id);
    place.querySelector(".name").textContent = `${view.sides[side]} (${seatName(view.seats[side])})`;
    place.classList.toggle("to-move", !view.ended && view["to-move"] === side);
    place.style.order = "";
  }
  const [above, below] = sight.flipped ? ["first", "second"] : ["second", "first"];
  by("board").before(by(above));
  by("board").after(by(below));
  showClocks();
}

function showClocks() {
  if (!view) return;
  for (const [side, id] of [[0, "first"], [1, "second"]]) {
    let text = "";
    if (view.clocks) {
      const runs = !view.ended && view["to-move"] === side && view.ply > 0;
      const left = Math.max(0, view.clocks[side] - (runs ? performance.now() - viewed : 0));
      const seconds = Math.floor(left / 1000);
      const tenths = left < 20000 ? `.${Math.floor((left % 1000) / 100)}` : "";
      text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}${tenths}`;
    }
    by(id).querySelector(".clock").textContent = text;
  }
}

function showThought(thought) {
  const score = (thought.score / 100).toFixed(2);
  by("thought").textContent = `${word("depth")} ${thought.depth}: ${thought.score > 0 ? "+" : ""}${score}  ${thought.line}`;
}

// What a person does at the board.

const squareOf = (element) => element?.dataset?.square?.split(",").map(Number);

function choose(at) {
  if (at) ask({ do: "square", at });
}

by("board").addEventListener("click", (event) => {
  cursor = squareOf(event.target) ?? cursor;
  choose(squareOf(event.target));
});

let dragged = null;
by("board").addEventListener("pointerdown", (event) => { dragged = squareOf(event.target); });
by("board").addEventListener("pointerup", (event) => {
  const to = squareOf(event.target);
  if (dragged && to && String(dragged) !== String(to)) {
    ask({ do: "unchoose" });
    choose(dragged);
    choose(to);
  }
  dragged = null;
});

function markCursor() {
  by("board").querySelector(".here")?.classList.remove("here");
  if (cursor) by("board").querySelector(`[data-square="${cursor.join()}"]`)?.classList.add("here");
}

by("board").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (step) {
    const sign = sight.flipped ? -1 : 1;
    const next = (cursor ?? [0, 0]).map((place, axis) => place + sign * step[axis]);
    if (by("board").querySelector(`[data-square="${next.join()}"]`)) cursor = next;
    markCursor();
    event.preventDefault();
  } else if (event.key === "Enter" || event.key === " ") {
    choose(cursor);
    event.preventDefault();
  } else if (event.key === "Escape") {
    ask({ do: "unchoose" });
  }
});

// Buttons and fields.

by("actions").addEventListener("click", (event) => {
  const act = event.target.dataset.act;
  if (act === "flip") look({ flipped: !sight.flipped });
  else if (act === "letters") look({ letters: !sight.letters });
  else if (act === "new") by("new-game").showModal();
  else if (act) ask({ do: act });
});

by("steps").addEventListener("click", (event) => {
  if (!view) return;
  const plies = [0, ...view.turns.map((turn) => turn.ply)];
  const at = plies.indexOf(view.shown);
  const next = { first: 0, back: Math.max(0, at - 1), on: Math.min(plies.length - 1, at + 1), last: plies.length - 1 };
  const ply = plies[next[event.target.dataset.step]];
  look({ ply: ply === view.ply ? null : ply });
});

by("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ do: "turn", text: by("text").value });
  by("text").value = "";
});

by("notation").addEventListener("change", () => {
  keep({ notation: by("notation").selectedIndex });
  if (view) showView(view);
});

function chooseGame(name) {
  const offer = games.find((each) => each.name === (name ?? by("game").value)) ?? games[0];
  if (!offer) return;
  by("game").value = offer.name;
  by("rules").replaceChildren(...offer.rules.map((rules) => new Option(rules || offer.name, rules)));
  const levels = offer.levels.map(([level, elo]) => {
    const rating = elo === null ? "" : ` (${elo})`;
    return new Option(`${word("level")} ${level}${rating}`, level);
  });
  const seats = () => [new Option(word("person"), "person"), new Option(word("engine"), "engine"), ...levels.map((option) => option.cloneNode(true))];
  for (const side of [0, 1]) {
    by(`seat-${side}`).replaceChildren(...seats());
    by(side ? "second-name" : "first-name").textContent = offer.sides[side];
  }
  by("seat-1").selectedIndex = 1;
}

by("game").addEventListener("change", () => chooseGame());
by("cancel").addEventListener("click", () => by("new-game").close());

by("begin").addEventListener("submit", () => {
  const seat = (side) => {
    const value = by(`seat-${side}`).value;
    if (value === "person") return { kind: "person" };
    return { kind: "engine", level: value === "engine" ? null : Number(value) };
  };
  const begin = {
    game: by("game").value,
    rules: by("rules").value,
    position: by("position").value,
    seats: [seat(0), seat(1)],
    clock: by("clock").value,
  };
  keep({ begun: begin, text: begin.position });
  refuse("");
  by("thought").textContent = "";
  send({ do: "begin", begin });
  look({ ply: null, flipped: begin.seats[0].kind !== "person" && begin.seats[1].kind === "person" });
});

function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  by("language").textContent = word("language");
}

by("language").addEventListener("click", () => {
  language = language === "en" ? "zh" : "en";
  keep({ language });
  translate();
  if (games.length) {
    const chosen = by("game").value;
    showGames(games);
    chooseGame(chosen);
  }
  if (view) showView(view);
});

translate();
setInterval(showClocks, 100);
connect();
