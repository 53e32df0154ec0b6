import { expect, it } from "vitest";
import { installAdvice } from "../../../src/tools/transform/install-advice.ts";

it.each([
  ["Cannot find module '@scope/name/part'", "; install it: `npm install --save-dev @scope/name`"],
  [
    "Cannot find package 'recast' imported from /x",
    "; install it: `npm install --save-dev recast`",
  ],
  ["Cannot find module './near.ts'", ""],
  ["Cannot find module '/project/a.js'", ""],
  ["Cannot find module 'a; rm -rf .'", ""],
  ["fails", ""],
])("%s is told as %j", (reason, told) => {
  expect(installAdvice(reason)).toBe(told);
});
