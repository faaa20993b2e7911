import { uses } from "./uses.js";

globalThis.result = uses();
