import assert, { deepEqual } from "node:assert/strict";
import data from "./data.json" with { type: "assert" };

assert.equal(data.length, 2);
deepEqual(data, [1, 2]);
