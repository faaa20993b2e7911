import { uses } from "./uses.js";

console.log(await uses());
