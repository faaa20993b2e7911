// A description of the interface of the package at run time, and the same by its types.

/** A value as TypeScript; null if it has no literal. */
export function literal(value) {
  if (value === undefined) return "undefined";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || ["number", "boolean"].includes(typeof value)) return String(value);
  if (typeof value === "function") return "() => undefined";
  if (value instanceof URL) return `new URL(${JSON.stringify(value.href)})`;
  if (Array.isArray(value)) return listed("[", value.map(literal), "]");
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  return listed("{", Object.entries(value).map(([name, field]) => literal(field) && `${JSON.stringify(name)}: ${literal(field)}`), "}");
}

const listed = (open, parts, close) => (parts.includes(null) ? null : `${open}${parts.join(", ")}${close}`);

/** The fields that an argument may have, from the error for another field. */
export async function fieldsOf(call) {
  try {
    await call({ "no such field": 1 });
  } catch (error) {
    const [, fields] = error.message.match(/expected one of the fields (.*)$/) ?? [];
    if (fields) return fields.split(", ").sort();
    throw error;
  }
  throw new Error(`unknown fields are accepted by ${call}`);
}

/** How often a function may be given an argument: its parameters, and how many of them are required. */
function parametersOf(ts, text) {
  const file = ts.createSourceFile("function.js", text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  let found = null;
  const visit = (node) => {
    found ??= ts.isFunctionLike(node) ? node.parameters : null;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(file);
  return { most: found.length, least: found.filter((parameter) => !parameter.initializer).length };
}

/** The parameters of a constructor, which a class may inherit. */
function constructorOf(ts, type) {
  const text = type.toString();
  const at = text.search(/^ {2}constructor\(/m);
  if (at < 0) return constructorOf(ts, Object.getPrototypeOf(type));
  return parametersOf(ts, `class X {\n${text.slice(at)}`);
}

/** The fields of every error. */
const OF_ERRORS = ["message", "name", "stack"];

/** The names of the symbols of methods that a class may declare. */
const SYMBOLS = ["dispose", "asyncDispose"];

/** The public members of an object with its prototypes: `method` with its parameters, `getter` or `field`. */
function membersAtRunTime(ts, sample) {
  const members = new Map();
  for (let at = sample; at !== Object.prototype && at !== Error.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value, set }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name === "constructor" || members.has(name) || (sample instanceof Error && OF_ERRORS.includes(name))) continue;
      const isMethod = at !== sample && typeof value === "function";
      if (isMethod) members.set(name, { kind: "method", ...parametersOf(ts, `({ ${value} })`) });
      else members.set(name, { kind: at === sample || set ? "field" : "getter" });
    }
    for (const name of SYMBOLS) {
      const method = at[Symbol[name] ?? Symbol.for(`Symbol.${name}`)];
      if (method) members.set(`[Symbol.${name}]`, { kind: "method", ...parametersOf(ts, `({ ${method} })`) });
    }
  }
  return members;
}

/** The interface of the loaded package; `samples` has an object of each class. */
export function atRunTime(ts, program, samples) {
  const found = {};
  for (const [name, value] of Object.entries(program)) {
    if (!value.toString().startsWith("class ")) {
      found[name] = { kind: "function", ...parametersOf(ts, value.toString()) };
      continue;
    }
    const sample = samples[name];
    if (!sample || Object.getPrototypeOf(sample) !== value.prototype) throw new Error(`there is no sample of ${name}`);
    const statics = Object.getOwnPropertyNames(value).filter((own) => !["length", "name", "prototype"].includes(own));
    const members = Object.fromEntries([...membersAtRunTime(ts, sample)].sort());
    found[name] = { kind: "class", statics, members, constructor: constructorOf(ts, value) };
  }
  return found;
}

/** The most and the least parameters of the signatures of a function; null without signatures. */
function signed(signatures) {
  if (signatures.length === 0) return null;
  const counts = signatures.map((signature) => {
    const { parameters } = signature;
    const isOptional = (parameter) => Boolean(parameter.valueDeclaration.questionToken);
    return { most: parameters.length, least: parameters.filter((parameter) => !isOptional(parameter)).length };
  });
  return { most: Math.max(...counts.map(({ most }) => most)), least: Math.min(...counts.map(({ least }) => least)) };
}

/** The name of a declared member; the compiler writes that of a symbol as `__@dispose@1`. */
const nameOf = ({ name }) => name.replace(/^__@(\w+)@\d+$/, "[Symbol.$1]");

/** The types of a package's `index.d.ts`: what they export, and the fields of options. */
export class Types {
  constructor(ts, path) {
    this.ts = ts;
    const program = ts.createProgram([path], { strict: true, target: ts.ScriptTarget.ES2022, types: [] });
    this.checker = program.getTypeChecker();
    this.exports = this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(program.getSourceFile(path)));
  }

  #symbol(name) {
    return this.exports.find((symbol) => symbol.name === name);
  }

  /** The exported values, as `atRunTime` describes them. */
  values() {
    const { ts, checker } = this;
    const found = {};
    for (const symbol of this.exports.filter(({ flags }) => flags & ts.SymbolFlags.Value)) {
      const type = checker.getTypeOfSymbol(symbol);
      const isClass = symbol.flags & ts.SymbolFlags.Class;
      found[symbol.name] = isClass
        ? this.#class(symbol, type)
        : { kind: "function", ...signed(type.getCallSignatures()) };
    }
    return found;
  }

  #class(symbol, type) {
    const { ts, checker } = this;
    const statics = type.getProperties().map(({ name }) => name).filter((name) => name !== "prototype");
    const instance = checker.getDeclaredTypeOfSymbol(symbol);
    const file = symbol.declarations[0].getSourceFile();
    const members = instance.getProperties().filter((member) => member.declarations[0].getSourceFile() === file);
    const described = members.map((member) => [nameOf(member), this.#member(member)]);
    const constructors = type.getConstructSignatures().filter(({ declaration }) => {
      return !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private);
    });
    return { kind: "class", statics, members: Object.fromEntries(described.sort()), constructor: signed(constructors) };
  }

  #member(member) {
    const { ts, checker } = this;
    const signatures = checker.getTypeOfSymbol(member).getCallSignatures();
    if (signatures.length > 0) return { kind: "method", ...signed(signatures) };
    const isReadonly = ts.getCombinedModifierFlags(member.valueDeclaration) & ts.ModifierFlags.Readonly;
    return { kind: isReadonly ? "getter" : "field" };
  }

  /** The fields of an exported type. */
  fieldsOf(name) {
    return this.#names(this.checker.getDeclaredTypeOfSymbol(this.#symbol(name)));
  }

  /** The fields of a parameter of a function, or of a constructor of a class. */
  fieldsOfParameter(name, index) {
    const symbol = this.#symbol(name);
    const type = this.checker.getTypeOfSymbol(symbol);
    const [signature] = [...type.getCallSignatures(), ...type.getConstructSignatures()];
    const parameter = this.checker.getTypeOfSymbol(signature.parameters[index]);
    return this.#names(this.checker.getNonNullableType(parameter));
  }

  /** The texts of an exported union of texts. */
  textsOf(name) {
    return this.checker.getDeclaredTypeOfSymbol(this.#symbol(name)).types.map(({ value }) => value).sort();
  }

  #names(type) {
    return type.getProperties().map(({ name }) => name).sort();
  }
}
