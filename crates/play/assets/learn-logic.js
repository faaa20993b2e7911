// The rating of a person who solves problems, and the choice of the next problem. It needs no page.

const STEP = 40; // The most that one problem changes a rating.

// What is kept of a game's problems: a rating, the number solved in a row, and the names of those tried.
export const NEW_RECORD = { rating: 1000, streak: 0, tried: [] };

// The rating of a problem, estimated from its number of turns and its difficulty from 1 to 5.
export const problemRating = ({ turns, difficulty }) => 500 + 150 * turns + 150 * difficulty;

// The record after the first attempt at a problem.
export function recordAfter({ rating, streak, tried }, problem, isSolved) {
  const expected = 1 / (1 + 10 ** ((problemRating(problem) - rating) / 400));
  return { rating: rating + STEP * ((isSolved ? 1 : 0) - expected), streak: isSolved ? streak + 1 : 0, tried: [...tried, problem.name] };
}

// The index of the next problem: of those not solved the one nearest to the rating, or the one after the last.
export function nextProblem(problems, last, solved, rating) {
  const open = [...problems.keys()].filter((index) => index !== last && !solved.has(problems[index].name));
  const distance = (index) => Math.abs(problemRating(problems[index]) - rating);
  return open.length ? open.reduce((best, index) => (distance(index) < distance(best) ? index : best)) : (last + 1) % problems.length;
}
