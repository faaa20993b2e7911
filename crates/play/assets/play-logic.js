// The parts of play that need no page: who acts in a view, offers of a draw, and premoves.

const persons = (view) => [0, 1].filter((side) => view.seats[side].kind === "person");

// The side of the player at this page in a game with a friend; null otherwise.
export function friendSide(view) {
  const own = [0, 1].filter((side) => view.acts[side]);
  return view.friendly && own.length === 1 ? own[0] : null;
}

// The side for which this page offers and answers a draw now: of two persons at this page, the one to move. Null if there
// is none, or another page acts for it.
export function speaker(view) {
  if (view.friendly) return friendSide(view);
  const [side, other] = persons(view);
  const speaks = other === undefined ? side : view["to-move"];
  return speaks !== undefined && view.acts[speaks] ? speaks : null;
}

// Whether this page can offer a draw, and answer the offer of the other side.
export function drawActions(view) {
  const side = speaker(view);
  const offered = view["draw-offer"];
  if (side === null) return { offers: false, answers: false };
  return { offers: offered === null && view.ply > 0, answers: offered !== null && offered !== side };
}

// What this page can do about taking back the last turn in a game with a friend: ask for it, or allow it.
export function takeBackActions(view) {
  const side = friendSide(view);
  const asked = view["take-back-offer"];
  return { asks: side !== null && asked === null && view.ply > 0, allows: side !== null && asked !== null && asked !== side };
}

// The side of the only person at this page, if it is the turn of an engine or a friend.
export function premover(view) {
  if (view.ended || view.draft || view.problem) return null;
  const friend = friendSide(view);
  if (friend !== null) return view["to-move"] === friend ? null : friend;
  const [person, other] = persons(view);
  if (person === undefined || other !== undefined || !view.acts[person]) return null;
  return view["to-move"] === person ? null : person;
}

// What becomes of a premove, which was entered at the last position of the game then, after a view: "wait", "play" or
// "drop". `parentOf` returns the number of the position before another one. A premove belongs to the answer of the engine:
// not to another game, and not to one in which turns were taken back.
export function premoveFate({ squares, tip }, view, parentOf) {
  if (view.fresh || view.ended || view.draft || view.problem) return "drop";
  const waits = premover(view) !== null;
  let at = view.tip;
  while (at !== tip && at !== null && at !== undefined) at = parentOf(at);
  if (at !== tip) return "drop";
  if (waits) return "wait";
  const isLegal = view.shown === view.tip && view.legal.some((move) => String(move) === String(squares));
  return view.tip !== tip && isLegal ? "play" : "drop";
}
