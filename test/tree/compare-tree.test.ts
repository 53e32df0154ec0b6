import { expect, it } from "vitest";
import { sha256 } from "../../src/shared/sha256.ts";
import { compareTree } from "../../src/tree/compare-tree.ts";
import { cliReport } from "../support/run-cli.ts";
import { tempTree, writeTree } from "../support/temp-tree.ts";

it.each<[expected: string, found: string, words: string]>([
  ["a\nb\n", "a\r\nb\r\n", "differs only in its line ends: CRLF here, LF where the plan was made"],
  ["a\r\nb\r\n", "a\nb\n", "differs only in its line ends: LF here, CRLF where the plan was made"],
  ["é\r\n", "é\n", "differs only in its line ends: LF here, CRLF"],
  ["a\nb\r\n", "a\r\nb\r\n", "has changed"], // Mixed: neither form of it is what was expected.
  ["a\nb\n", "a\r\nc\r\n", "has changed"],
  ["a\n", "b\n", "is already as the plan would leave it"],
  ["a\n", "", "has changed"],
])("tells %j from %j", async (expected, found, words) => {
  const root = tempTree({ "a.ts": found });
  const { moved } = await compareTree(root, new Map([["a.ts", sha256(expected)]]), {
    keepsTexts: false,
    after: new Map([["a.ts", sha256("b\n")]]),
  });
  expect(moved).toEqual([expect.objectContaining({ found: expect.stringContaining(words) })]);
});

it("says of a plan that it was applied already, if every file is as it would leave it", async () => {
  const root = tempTree({
    "recipe.yaml":
      'version: 1\nsteps: [{ ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] } }]\n',
    "src/a.js": "f(1);\n",
    "src/b.js": "f(2);\n",
  });
  await cliReport(root, ["plan", "recipe.yaml", "--policy=apply-all", "-o", "p.json"]);
  const apply = async () => {
    const { exitCode, report } = await cliReport(root, ["apply", "p.json"]);
    return { exitCode, messages: report.alerts.map(({ message }) => message) };
  };
  expect((await apply()).exitCode).toBe(0);
  const again = await apply();
  expect(again.exitCode).toBe(3);
  expect(again.messages.at(-1)).toBe(
    "Every file that the plan changes is as it would leave it: the plan was applied already.",
  );
  writeTree(root, { "src/b.js": "f(3);\n" });
  const partly = await apply();
  expect(partly.messages[0]).toMatch(/^src\/a\.js is already as the plan would leave it;/);
  expect(partly.messages[1]).toMatch(/^src\/b\.js has changed;/);
  expect(partly.messages.join()).not.toContain("applied already");
});
