// The setup of the game shown, with which it begins again. It comes from the view, whichever way the game was entered: begun,
// loaded, opened or set up.

// The setup of a view, without its position.
export const setupOf = (view) => ({
  game: view.offer, rules: view.rules, seats: view.seats, names: view.names, clock: view.clock, problem: view.problem?.name ?? null,
});

// The setup that resumes a game from its text.
export const resumption = ({ begun, text }) => ({ ...begun, position: text ?? begun.position ?? "" });

// The same game again from its first position, with the colours exchanged.
export function rematchOf(view) {
  const { seats, names, ...rest } = setupOf(view);
  return { ...rest, problem: null, position: view.start, seats: [...seats].reverse(), names: [...names].reverse() };
}
