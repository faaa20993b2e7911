// Tests of the rating for problems: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";
import { NEW_RECORD, nextProblem, problemRating, recordAfter } from "../assets/learn-logic.js";

const problem = (name, turns, difficulty) => ({ name, turns, difficulty });
const problems = [problem("a", 1, 1), problem("b", 2, 1), problem("c", 3, 3), problem("d", 5, 5)];

test("a solved problem raises the rating, more if it is hard, and a missed one ends the streak", () => {
  assert.deepEqual(problems.map(problemRating), [800, 950, 1400, 2000]);
  const easy = recordAfter(NEW_RECORD, problems[0], true);
  const hard = recordAfter(NEW_RECORD, problems[3], true);
  assert.ok(easy.rating > NEW_RECORD.rating && hard.rating > easy.rating);
  // Equal ratings: half of the step.
  assert.equal(recordAfter({ ...NEW_RECORD, rating: 950 }, problems[1], true).rating, 970);
  assert.equal(recordAfter({ ...NEW_RECORD, rating: 950 }, problems[1], false).rating, 930);
  const after = recordAfter(recordAfter(easy, problems[1], true), problems[2], false);
  assert.deepEqual([easy.streak, after.streak, after.tried], [1, 0, ["a", "b", "c"]]);
});

test("the next problem is the open one nearest to the rating", () => {
  assert.equal(nextProblem(problems, 0, new Set(["a"]), 1000), 1);
  assert.equal(nextProblem(problems, 1, new Set(["a", "b"]), 1000), 2);
  assert.equal(nextProblem(problems, 0, new Set(["a"]), 1900), 3);
  // Not the same one again, unless there is no other.
  assert.equal(nextProblem(problems, 1, new Set(), 950), 0);
  assert.equal(nextProblem(problems, 3, new Set(["a", "b", "c", "d"]), 1000), 0);
});
