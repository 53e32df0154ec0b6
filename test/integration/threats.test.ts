import { expect, it } from "vitest";
import { makePlan, type Plan, planText } from "../../src/plan-file/plan.ts";
import { mergeIn, planShards, planWhole, withoutTree } from "../support/merged-shards.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const FILES = {
  "p.yaml": `version: 1
default: { verdict: apply, reason: Fine }
rules:
  - { id: loud, when: { suppresses: true }, verdict: hold, reason: "\${{ facts.suppresses }}" }
  - { id: far, when: { expr: 'facts.addsHosts.exists(h, h.endsWith("evil.io"))' }, verdict: discard, reason: Far }
`,
  "r.yaml": recipeOf(
    [
      ["f($A)", "// @ts-ignore\ng($A)"],
      ["h($A)", 'get("https://evil.io", $A)'],
      ["k($A)", 'get("https://good.io", $A)'],
    ],
    "per: match",
  ),
  "a.ts": 'get("https://good.io", 0);\nf(1);\nh(2);\nk(3);\nf(4);\n',
};

const states = (actions: Plan["actions"]) =>
  actions.map(({ verdict, ruleId, facts }) => [
    verdict,
    ruleId,
    facts.suppresses,
    facts.addsHosts,
    facts.addsHidden,
  ]);

const DECIDED = [
  ["hold", "loud", ["a.ts:2:4 @ts-ignore"], [], undefined],
  ["discard", "far", [], ["a.ts:3:6 evil.io"], undefined],
  ["apply", "default", [], [], undefined],
  ["hold", "loud", ["a.ts:5:4 @ts-ignore"], [], undefined],
];

it("decides each action of a file by what it adds itself", async () => {
  const { report } = await cliReport(tempTree(FILES), ["run", "r.yaml", "--policy", "p.yaml"]);
  expect(states(report.actions as Plan["actions"])).toEqual(DECIDED);
});

it("finds nothing that no policy asks about, also with --facts all", async () => {
  const argv = ["preview", "r.yaml", "--policy", "apply-all", "--facts", "all"];
  const { report } = await cliReport(tempTree(FILES), argv);
  for (const { facts } of report.actions) expect(facts).not.toHaveProperty("suppresses");
});

it("finds threats of a plan again, whatever it says of them", async () => {
  const recipe = FILES["r.yaml"].replace("per: match", "per: file");
  const files = { "a.ts": "f(1);\n", "b.ts": "h(2);\n", "c.ts": "k(3);\n" };
  const root = tempTree({ ...FILES, ...files, "r.yaml": recipe });
  await cli(root, ["plan", "r.yaml", "--policy", "apply-all", "-o", "x.json"]);
  const { digest: _digest, ...plan }: Plan = JSON.parse(readText(root, "x.json"));
  for (const { facts } of plan.actions) {
    expect(facts).not.toHaveProperty("suppresses");
    Object.assign(facts, { suppresses: [], addsHosts: [] });
  }
  writeTree(root, { "x.json": planText(makePlan(plan)) });
  const argv = ["apply", "x.json", "--no-verify", "--policy", "p.yaml"];
  const { report } = await cliReport(root, argv);
  expect(states(report.actions as Plan["actions"])).toEqual([
    ["hold", "loud", ["a.ts:1:4 @ts-ignore"], [], undefined],
    ["discard", "far", [], ["b.ts:1:6 evil.io"], undefined],
    ["apply", "default", [], ["c.ts:1:6 good.io"], undefined],
  ]);
});

it("gives the same facts of shards that were merged, without the tree", async () => {
  const lines = (name: string, count: number) => `f(${name});\n`.repeat(count);
  const files = Object.fromEntries(
    ["a", "b", "c", "d", "e"].map((name, at) => [`${name}.ts`, lines(name, at + 2)]),
  );
  const tree = {
    files: { ...FILES, ...files, "r.yaml": FILES["r.yaml"].replace("per: match", "per: step") },
    argv: ["--policy", "p.yaml"],
  };
  const plans = await planShards(tree, 3);
  const root = withoutTree(tree);
  const merged = await mergeIn(root, plans, "--policy", "p.yaml");
  const whole = await planWhole(plans, tree);
  expect(merged.text).toBe(whole);
  expect(JSON.parse(whole).actions[0].facts.suppresses.at(-1)).toBe("10 more");
});
