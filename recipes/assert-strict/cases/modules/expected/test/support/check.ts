import assert, {
  AssertionError, // thrown by all of them
  match,
} from "assert/strict";
import assertBefore = require("assert/strict");
import strict from "node:assert/strict";

export function check(error: unknown) {
  if (error instanceof AssertionError) match(error.message, /price/);
  assert.notDeepEqual(error, undefined);
  assertBefore.ok(strict);
}
