import { assert } from "chai";
import * as uvu from "uvu/assert";
import "assert";

assert.equal(1, 1);
uvu.equal([], []);
