// Aids for learners: overlays on the board, proof trees, problems.

import { start } from "./begin.js";
import { NEW_RECORD, nextProblem, recordAfter } from "./learn-logic.js";
import { notation } from "./moves.js";
import { ask, by, keep, kept, make, offer, sendMessage, state } from "./page.js";
import { title, translated, word } from "./words.js";

let missed = false; // Whether a turn of the attempt under way was wrong.

export function showLearning() {
  showAids();
  showProof();
  showProblem();
}

function showAids() {
  const aids = offer()?.aids ?? [];
  const boxes = aids.map((titles, index) => {
    const box = make("input", { type: "checkbox", checked: state.view.aids.includes(index) });
    box.addEventListener("change", () => {
      const on = new Set(state.view.aids);
      if (box.checked) on.add(index);
      else on.delete(index);
      ask({ do: "aids", on: [...on] });
    });
    return make("label", { class: "check" }, box, ` ${title(titles)}`);
  });
  const focused = by("aids").contains(document.activeElement);
  by("aids").replaceChildren(...boxes);
  if (focused) by("aids").querySelector("input")?.focus();
}

const stepProof = (done) => ask({ do: "proof", step: done });

function showProof() {
  const { proof } = state.view;
  by("prove").hidden = !offer()?.proofs;
  by("proof").hidden = !proof;
  if (!proof) return;
  const said = { sought: word("proofSought"), none: word("proofNone"), found: `${word("proofFound")} ${proof.turns} (${proof.size})` };
  by("proof-state").textContent = said[proof.state];
  by("proof-line").textContent = proof.line.join("  ");
  by("proof-back").disabled = proof.line.length < 3;
  const replies = proof.replies.map((text, index) => make(
    "button",
    { type: "button", onclick: () => stepProof({ do: "reply", index }) },
    text,
  ));
  by("replies").replaceChildren(...(proof.state === "found" && !replies.length ? [word("proofEnd")] : replies));
}

function showProblem() {
  const { problem } = state.view;
  by("problem").hidden = !problem;
  if (!problem) return;
  by("problem-name").replaceChildren(make("strong", {}, goalText(problem)), " ", make("small", {}, problem.name));
  const text = { asked: "", checking: word("checking"), right: word("right"), wrong: `${word("wrong")}${word("colon")}${translated(problem.said)}${problem.reply.length ? ` ${problem.reply[notation()]}` : ""}`, solved: word("solved") };
  by("problem-state").textContent = text[problem.state];
  by("problem-state").className = problem.state;
  const game = offer();
  listOf(game.name);
  if (state.view.fresh) missed = false;
  // The first attempt at a problem counts for the rating.
  if (problem.state === "wrong" && !missed) rate(game, problem.name, false);
  if (problem.state === "solved") {
    rate(game, problem.name, !missed);
    remember(game.name, problem.name);
  }
  missed ||= problem.state === "wrong";
  by("problem-rating").textContent = progress(game);
}

const record = (game) => kept.learning?.[game] ?? NEW_RECORD;

function rate(game, name, isSolved) {
  const problem = listOf(game.name).find((each) => each.name === name);
  if (!problem || record(game.name).tried.includes(name)) return;
  keep(({ learning }) => ({ learning: { ...learning, [game.name]: recordAfter(learning?.[game.name] ?? NEW_RECORD, problem, isSolved) } }));
}

// The rating and the streak: `Rating 1250 · 3 in a row`.
function progress(game) {
  const { rating, streak } = record(game.name);
  const row = streak > 1 ? ` · ${word("inARow").replace("#", streak)}` : "";
  return `${word("rating")} ${Math.round(rating)}${row}`;
}

// The names of the solved problems of a game.
const solved = (game) => kept.solved?.[game] ?? [];

function remember(game, name) {
  // Another tab may have added others.
  if (!solved(game).includes(name)) keep(({ solved: all }) => ({ solved: { ...all, [game]: [...new Set([...(all?.[game] ?? []), name])] } }));
}

// The goal with the number of turns: `Mate in 3`.
function goalText(problem) {
  const text = word("goalIn").replace("…", title(problem.goal)).replace("#", problem.turns);
  return text[0].toUpperCase() + text.slice(1);
}

const first = () => state.games.find((each) => each.problems);

export function openProblems() {
  const games = state.games.filter((each) => each.problems);
  const own = offer()?.problems ? offer().name : first()?.name;
  by("problem-game").replaceChildren(...games.map((each) => new Option(title(each.titles), each.name)));
  by("problem-game").value = own;
  showThemes();
  by("problems").showModal();
}

const lists = new Map(); // The problems of the games, as far as they were needed.

// The problems of a game; empty until the answer to the request comes.
function listOf(name) {
  if (!lists.has(name)) {
    lists.set(name, []);
    sendMessage({ do: "problems", game: name });
  }
  return lists.get(name);
}

// A request without an answer was lost with the connection before.
export function requestProblemsAgain() {
  for (const [name, list] of lists) if (!list.length) lists.delete(name);
}

export function receiveProblems({ game, list }) {
  lists.set(game, list);
  if (by("problems").open && chosenGame()?.name === game) showThemes();
  if (state.view?.problem) showProblem();
}

const chosenGame = () => state.games.find((each) => each.name === by("problem-game").value);

// The themes of the game's problems; the list shows those of one theme or all.
function showThemes() {
  const themes = new Map(listOf(chosenGame().name).map(({ theme }) => [theme[0], title(theme)]));
  const options = [...themes].map(([name, text]) => new Option(text, name));
  by("problem-theme").replaceChildren(new Option(word("all"), ""), ...options);
  by("problem-theme").closest("label").hidden = themes.size < 2;
  showList();
}

function showList() {
  const game = chosenGame();
  const problems = listOf(game.name);
  const theme = by("problem-theme").value;
  const done = new Set(solved(game.name));
  by("problem-progress").textContent = `${word("solvedCount")}${problems.filter((problem) => done.has(problem.name)).length} / ${game.problems} · ${progress(game)}`;
  // By the number of turns and by difficulty: the easiest come first.
  const groups = new Map();
  const shown = [...problems.keys()].filter((index) => !theme || problems[index].theme[0] === theme);
  shown.sort((a, b) => problems[a].turns - problems[b].turns || problems[a].difficulty - problems[b].difficulty || a - b);
  for (const index of shown) {
    const goal = goalText(problems[index]);
    groups.set(goal, [...(groups.get(goal) ?? []), index]);
  }
  const items = [...groups].map(([goal, indices]) => make(
    "li",
    {},
    make("h3", {}, goal),
    make("div", { class: "grid" }, ...indices.map((index) => {
      const { name, difficulty, theme: titles } = problems[index];
      const about = `${title(titles)}, ${word("difficulty")} ${difficulty}, ${name}`;
      return make("button", { type: "button", class: done.has(name) ? "solved" : null, title: about, "aria-label": `${index + 1}. ${goal}: ${about}`, onclick: () => beginProblem(game.name, problems[index].name) }, done.has(name) ? "✓" : `${index + 1}`);
    })),
  ));
  by("problem-list").replaceChildren(...items);
}

function beginProblem(game, problem) {
  by("problems").close();
  const person = { kind: "person" };
  start({ game, seats: [person, person], problem });
}

by("problem-game").addEventListener("change", showThemes);
by("problem-theme").addEventListener("change", showList);
by("prove").addEventListener("click", () => stepProof({ do: "begin" }));
by("proof-back").addEventListener("click", () => stepProof({ do: "back" }));
by("proof-leave").addEventListener("click", () => stepProof({ do: "leave" }));
by("problem-next").addEventListener("click", () => {
  const { name } = offer();
  const problems = listOf(name);
  if (problems.length) beginProblem(name, problems[nextProblem(problems, state.view.problem.index, new Set(solved(name)), record(name).rating)].name);
});
by("problem-again").addEventListener("click", () => beginProblem(offer().name, state.view.problem.name));
