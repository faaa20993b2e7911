// The names of methods that only this package calls.

/** Asks the program about the game of a board. */
export const ASK = Symbol("ask");
/** A board as a description for another program. */
export const DESCRIPTION = Symbol("description");
/** A board at the start of a game. */
export const START_BOARD = Symbol("startBoard");
/** A game from the answer of the program. */
export const FROM_ANSWER = Symbol("fromAnswer");
/** Turns of a board in a notation. */
export const WRITE = Symbol("write");
