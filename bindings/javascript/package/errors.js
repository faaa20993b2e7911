// The error of the package, and the checks of arguments.

/** An error of the library. */
export class DuiyiError extends Error {
  constructor(code, message, argument = undefined) {
    super(message);
    this.name = "DuiyiError";
    this.code = code;
    if (argument !== undefined) this.argument = argument;
  }

  /** All fields, with the message. */
  toJSON() {
    return { message: this.message, ...this };
  }
}

/** A certificate that cannot be read, or does not prove its claim. */
export class ProofError extends DuiyiError {
  constructor(message, { kind, line, moves, reason }) {
    super("invalid-proof", message);
    this.name = "ProofError";
    Object.assign(this, { kind, line, moves, reason });
  }
}

function shown(value) {
  if (typeof value === "string") return `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
  if (typeof value === "bigint") return `${value}n`;
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value)) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function invalid(argument, value, expected) {
  return new DuiyiError("invalid-argument", `${argument}: ${shown(value)}; expected ${expected}`, argument);
}

/** The error of something that was thrown or reported, with a text in any case. */
export function errorOf(code, what, reason) {
  if (reason instanceof DuiyiError) return reason;
  const text = String(reason?.message || reason?.type || reason || "no reason was reported");
  return new DuiyiError(code, `${what}: ${text}`);
}

export function checkInteger(argument, value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw invalid(argument, value, `a whole number from ${least} to ${most}`);
  }
  return value;
}

export function checkText(argument, value) {
  if (typeof value !== "string") throw invalid(argument, value, "a string");
  return value;
}

export function checkTexts(argument, values) {
  if (!Array.isArray(values)) throw invalid(argument, values, "an array of strings");
  values.forEach((value, index) => checkText(`${argument}[${index}]`, value));
  return values;
}

export function checkFlag(argument, value) {
  if (typeof value !== "boolean") throw invalid(argument, value, "true or false");
  return value;
}

export function checkObject(argument, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid(argument, value, "an object");
  return value;
}

/** Checks each given field by the function of its name; other fields are errors. Returns the given fields. */
export function checkFields(argument, value, checks) {
  checkObject(argument, value);
  const given = {};
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const place = argument ? `${argument}.${name}` : name;
    if (!Object.hasOwn(checks, name)) throw invalid(place, field, `one of the fields ${Object.keys(checks).join(", ")}`);
    checks[name](place, field);
    given[name] = field;
  }
  return given;
}

/** The bytes of an argument: a typed array, a buffer. */
export function bytesOf(argument, value) {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw invalid(argument, value, "a Uint8Array or an ArrayBuffer");
}
