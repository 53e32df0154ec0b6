import assert from "node:assert";
import { test } from "node:test";
import { totalOf } from "./order";

const line = { sku: "tea", count: 2, price: 4 };

test("an order's total", () => {
  assert.equal(totalOf({ id: "1", userId: "u", createdAt: 0, lines: [line, line] }), 16);
});

test("an order without lines costs nothing", () => {
  assert.equal(totalOf({ id: "2", userId: "u", createdAt: 0, lines: [] }), 0);
});
