import { expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const policyOf = (most: number) => `version: 1
default: { verdict: hold, reason: "\${{ facts.fileBytes }}" }
rules:
  - { id: small, when: { maxFileBytes: ${most} }, verdict: apply, reason: Small. }
`;

/** 10 bytes and 13 afterwards, because an accented letter has two; 10 and 5. */
const FILES = {
  "grown.ts": "ä(f(1));\n",
  "shrunk.ts": "f(12345);\n",
  "p.yaml": policyOf(10),
  "r.yaml": recipeOf(
    [
      ["f(12345)", "g()"],
      ["f(1)", "éé(1)"],
    ],
    "per: file",
  ),
};

it("compares the larger size of a file, before or after, in bytes", async () => {
  const root = tempTree(FILES);
  const decided = async (...more: string[]) => {
    const { report } = await cliReport(root, ["preview", "r.yaml", ...more]);
    return report.actions.map(({ verdict, facts }) => [verdict, facts.fileBytes]);
  };
  const [grown, shrunk] = [13, 10];
  expect(await decided("--policy", "p.yaml", "--facts", "asked")).toEqual([
    ["hold", grown],
    ["apply", shrunk],
  ]);
  expect(await decided("--policy", "apply-all", "--facts", "asked")).toEqual([
    ["apply", undefined],
    ["apply", undefined],
  ]);
  expect(await decided("--policy", "apply-all", "--facts", "all")).toEqual([
    ["apply", grown],
    ["apply", shrunk],
  ]);
});

it("is the largest of several files, and of each match alone what the file would have", async () => {
  const whole = recipeOf([["f($A)", "g($A, 1)"]]);
  const match = recipeOf([["f($A)", "g($A, 1)"]], "per: match");
  const files = { "a.ts": "f(1);\nf(2);\n", "b.ts": "f(1);\n" };
  const root = tempTree({ ...files, "p.yaml": policyOf(15), "w.yaml": whole, "m.yaml": match });
  const bytesOf = async (recipe: string) => {
    const { report } = await cliReport(root, ["preview", recipe, "--policy", "p.yaml"]);
    return report.actions.map(({ facts }) => facts.fileBytes);
  };
  expect(await bytesOf("w.yaml")).toEqual([18]);
  expect(await bytesOf("m.yaml")).toEqual([15, 15, 9]);
});

it("is in a plan, and decides again when another policy applies it", async () => {
  const root = tempTree({ ...FILES, "strict.yaml": policyOf(9) });
  const plan = ["plan", "r.yaml", "--policy", "p.yaml", "-o", "x.json"];
  expect((await cli(root, plan)).exitCode).toBe(0);
  const { actions } = JSON.parse(readText(root, "x.json"));
  expect(actions.map(({ facts }: { facts: object }) => facts)).toMatchObject([
    { fileBytes: 13 },
    { fileBytes: 10 },
  ]);
  expect((await cli(root, ["apply", "x.json"])).exitCode).toBe(4);
  expect([readText(root, "grown.ts"), readText(root, "shrunk.ts")]).toEqual([
    FILES["grown.ts"],
    "g();\n",
  ]);
  // A plan that is not derived again does not tell the size: a rule misses.
  const other = tempTree(FILES);
  await cli(other, plan);
  const applied = await cli(other, ["apply", "x.json", "--no-verify", "--policy", "p.yaml"]);
  expect(applied.exitCode).toBe(4);
  expect(readText(other, "shrunk.ts")).toBe(FILES["shrunk.ts"]);
});
