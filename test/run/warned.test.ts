import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createPrettyReporter } from "../../src/report/formats/pretty.ts";
import { DEFAULT_VIEW } from "../../src/report/overview/changes-view.ts";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** `src` is applied, `lib` with a warning, and the rest is held. */
const POLICY = `version: 1
default: { verdict: hold, reason: Look. }
rules:
  - { id: src, when: { allFiles: ["src/**"] }, verdict: apply, reason: In src. }
  - { id: lib, when: { allFiles: ["lib/**"] }, verdict: warn, reason: In lib. }
`;

const TREE = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file\npaths: [src, lib]"),
  "p.yaml": POLICY,
  "src/a.ts": "old(1);\n",
  "lib/b.ts": "old(2);\n",
};

interface Told {
  readonly exitCode: number;
  readonly totals: Readonly<Record<string, unknown>>;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

const decided = ({ actions }: Told) =>
  actions.map(({ verdict, warned, state, ruleId }) => [verdict, warned, state, ruleId]);

async function jsonOf(root: string, ...argv: string[]): Promise<Told> {
  const { stdout, stderr } = await cli(root, [...argv, "--format", "json"]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

it("W1 applies what a rule warns of, and reports it as applied and warned", async () => {
  const root = tempTree(TREE);
  const report = await jsonOf(root, "run", "recipe.yaml", "--policy", "p.yaml");
  expect(decided(report)).toEqual([
    ["apply", true, "applied", "lib"],
    ["apply", undefined, "applied", "src"],
  ]);
  expect([report.exitCode, report.totals]).toMatchObject([0, { applied: 2, warned: 1, held: 0 }]);
  expect(readFileSync(join(root, "lib/b.ts"), "utf8")).toBe("fresh(2);\n");
});

it("W1 tells it before what is simply applied, in every format and view for people", async () => {
  const root = tempTree(TREE);
  const argv = ["preview", "recipe.yaml", "--policy", "p.yaml", "--report", "json=out.json"];
  const files = ["--report", "markdown=out.md", "--report", "github=out.txt"];
  const pretty = (await cli(root, [...argv, ...files])).stdout;
  const textOf = (name: string) => readFileSync(join(root, name), "utf8");
  const shown = (view: object) => {
    const all = { ...DEFAULT_VIEW, ...view };
    const style = { color: false, view: all, quiet: false, verbose: false };
    const report = JSON.parse(textOf("out.json"));
    return [...(createPrettyReporter(style).onReport?.(report) ?? [])].join("");
  };
  const warned = "! would apply with a warning lib/b.ts";
  for (const [text, first, then] of [
    [pretty, warned, "✔ would apply src/a.ts"],
    [shown({ isStat: true }), warned, "src/a.ts"],
    [shown({ isNet: true }), warned, "src/a.ts"],
    [textOf("out.md"), "**would apply** lib/b.ts", "src/a.ts"],
    [textOf("out.txt"), "::warning file=lib/b.ts", "::notice file=src/a.ts"],
  ] as const) {
    expect(text).toContain(first);
    expect(text.indexOf(first)).toBeLessThan(text.indexOf(then));
  }
});

it("warns of nothing that a check takes back, or that does not fit a limit", async () => {
  const failing = POLICY.replace("reason: In lib.", "reason: In lib., checks: [no]").concat(
    "checks: { no: { run: [node, -e, process.exit(1)] } }\n",
  );
  const argv = ["run", "recipe.yaml", "--policy", "p.yaml", "--allow-code"];
  const checked = await cli(tempTree({ ...TREE, "p.yaml": failing }), [...argv, "--format=json"]);
  expect(decided(JSON.parse(checked.stdout))[0]).toEqual([
    "discard",
    undefined,
    "discarded",
    "checks",
  ]);
  const limited = `${POLICY}limits: { maxFiles: 1 }\n`.replace("verdict: apply", "verdict: warn");
  const held = await jsonOf(tempTree({ ...TREE, "p.yaml": limited }), ...argv);
  expect(decided(held)).toEqual([
    ["apply", true, "applied", "lib"],
    ["hold", undefined, "held", "limits"],
  ]);
});

it("keeps the warning in a plan, and applies it with it", async () => {
  const root = tempTree(TREE);
  const plan = join(root, "plan.json");
  await cli(root, ["plan", "recipe.yaml", "--policy", "p.yaml", "-o", plan]);
  expect(decided(JSON.parse(readFileSync(plan, "utf8")))[0]).toEqual([
    "apply",
    true,
    "would-apply",
    "lib",
  ]);
  expect(decided(await jsonOf(root, "apply", plan))[0]).toEqual(["apply", true, "applied", "lib"]);
});

it("is the verdict of a test, of an explanation and of a policy that is shown", async () => {
  const tests = `tests:
  - { name: lib, facts: { files: [lib/a.ts] }, verdict: warn, rule: lib }
  - { name: not simply, facts: { files: [lib/a.ts] }, verdict: apply }
`;
  const root = tempTree({ ...TREE, "p.yaml": POLICY + tests });
  const tested = await cli(root, ["policy", "test", "p.yaml"]);
  expect(tested.stdout).toContain("expected: apply\n  actual:   warn by `lib`\n");
  expect(tested.stdout).toContain("1 test passed, 1 failed");
  await cli(root, ["plan", "recipe.yaml", "--policy", "p.yaml", "-o", "plan.json"]);
  const explained = await cli(root, ["policy", "explain", "plan.json"]);
  expect(explained.stdout).toContain("plan: 1 warn, 1 apply");
  const shown = await cli(root, ["policy", "show", "p.yaml", "--format", "json"]);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    rules: [{ verdict: "apply" }, { id: "lib", verdict: "warn" }],
  });
});
