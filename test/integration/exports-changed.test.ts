import { expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: "\${{ facts.exportsChanged }}" }
rules:
  - { id: internal, when: { exportsChanged: false }, verdict: apply, reason: Internal. }
`;

const FILES = {
  "a.ts": "export const old = 1;\nexport const same = old;\n",
  "b.ts": "const old = 1;\n",
  "c.css": "a { color: old }\n",
  "p.yaml": POLICY,
  "r.yaml": recipeOf([["old", "fresh"]], "per: file"),
};

it("names what a module no longer exports, and what it exports now, cold and warm", async () => {
  const root = tempTree(FILES);
  const decided = async (...argv: string[]) => {
    const { report } = await cliReport(root, [...argv, "--facts", "asked"]);
    return report.actions.map(({ facts, reason }) => [facts.exportsChanged, reason]);
  };
  const names = ["a.ts:fresh", "a.ts:old"];
  const found = [
    [names, names.join(", ")],
    [[], "Internal."],
  ];
  const preview = ["preview", "r.yaml", "--policy", "p.yaml"];
  expect(await decided(...preview)).toEqual(found);
  await cli(root, ["plan", "r.yaml", "--policy", "p.yaml", "-o", "x.json"]); // Keeps its findings.
  expect(await decided(...preview)).toEqual(found);
  expect(await decided(...preview, "--no-cache")).toEqual(found);
  expect(await decided("preview", "r.yaml", "--policy", "apply-all")).toMatchObject([
    [undefined, expect.anything()],
    [undefined, expect.anything()],
  ]);
  const plan = JSON.parse(readText(root, "x.json"));
  expect(plan.actions[0].facts.exportsChanged).toEqual(names);
});

it("tells the exports of each match alone", async () => {
  const recipe = recipeOf([["old", "fresh"]], "per: match");
  const root = tempTree({ ...FILES, "r.yaml": recipe });
  const { report } = await cliReport(root, ["preview", "r.yaml", "--policy", "p.yaml"]);
  expect(report.actions.map(({ facts }) => facts.exportsChanged)).toEqual([
    ["a.ts:fresh", "a.ts:old"],
    [],
    [],
  ]);
});
