import { expect, test } from "vitest";
import { once } from "../../src/shared/once.ts";

test("a value is made when it is first asked for, and once, also if it is undefined", () => {
  let made = 0;
  const ask = once(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([ask(), ask()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});
