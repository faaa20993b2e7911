// Uses the package in a worker of the page.

import { uses } from "./uses.js";

uses().then(postMessage, (error) => postMessage(`${error.code} ${error.message}`));
