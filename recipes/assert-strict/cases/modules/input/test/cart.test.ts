import assert from "node:assert";
import { deepEqual, type AssertionError } from 'node:assert'
import type { AssertPredicate } from "node:assert";
import { describe, it } from "node:test";
import { totalOf } from "../src/cart.ts";

export { ok } from "node:assert";

const isEmpty: AssertPredicate = /empty/;

describe("a cart", () => {
  it("adds up its lines", () => {
    assert.equal(totalOf([{ price: 2, count: 3 }]), 6);
    deepEqual([], []);
  });

  it("is found by the name of its module", async () => {
    const loose = await import("node:assert");
    loose.equal("node:assert", "node:assert");
  });
});
