import assert from "node:assert";
import { test } from "node:test";
import { discounted, discountOf } from "./discount";

test("known and unknown codes", () => {
  assert.equal(discountOf("WELCOME"), 10);
  assert.equal(discountOf("STAFF"), "30");
  assert.equal(discountOf("toString"), 0);
});

test("prices", () => {
  assert.equal(discounted(50, "WELCOME"), 45);
  assert.equal(discounted(50, ""), "50");
  assert.deepEqual([10, 20].map((price) => discounted(price, "STAFF")), [7, 14]);
});
