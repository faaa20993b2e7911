// The names of methods that only this package calls.

/** A board as a description for another program. */
export const DESCRIPTION = Symbol("description");
/** A board at the start of a game. */
export const START_BOARD = Symbol("startBoard");
/** A game from the answer of the program. */
export const FROM_ANSWER = Symbol("fromAnswer");
/** Turns of a board in a notation. */
export const WRITE = Symbol("write");

/** The method of `using`, also where the runtime does not have it. */
export const DISPOSE = Symbol.dispose ?? Symbol.for("Symbol.dispose");
/** The method of `await using`. */
export const ASYNC_DISPOSE = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
/** The method by which Node shows an object. */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Shows an object in Node as its class and plain data. */
export function inspected(object, plain, options, inspect) {
  const { name } = object.constructor;
  return inspect ? `${name} ${inspect(plain, options)}` : `${name} ${JSON.stringify(plain)}`;
}
