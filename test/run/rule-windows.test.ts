import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** `src` may change until March, `lib` is frozen in February, and the rest is applied. */
const POLICY = `version: 1
default: { verdict: apply, reason: Usually. }
guards:
  - id: frozen
    when: { allFiles: ["lib/**"] }
    from: 2026-02-01
    until: 2026-03-01
    verdict: hold
    reason: Frozen.
rules:
  - id: exception
    when: { allFiles: ["src/**"] }
    until: 2026-03-01 Europe/Berlin
    verdict: apply
    reason: Until March
  - { id: src, when: { allFiles: ["src/**"] }, verdict: hold, reason: Look }
`;

const TREE = {
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file\npaths: [src, lib, other]"),
  "p.yaml": POLICY,
  "lib/b.ts": "old(2);\n",
  "other/c.ts": "old(3);\n",
  "src/a.ts": "old(1);\n",
};

const at = (time: string) => {
  let clock = Date.parse(time);
  return { now: () => (clock += 1) };
};

const RECIPE = ["recipe.yaml", "--policy", "p.yaml"];

interface Told {
  readonly exitCode: number;
  readonly actions: readonly { verdict: string; ruleId: string; reason: string; state: string }[];
}

async function told(root: string, time: string, ...argv: string[]): Promise<Told> {
  const { stdout } = await cli(root, [...argv, "--format", "json"], at(time));
  return JSON.parse(stdout);
}

const decided = ({ actions }: Told) => actions.map(({ verdict, ruleId }) => `${verdict} ${ruleId}`);

it("W2 decides by the time of the run", async () => {
  const root = tempTree(TREE);
  const preview = async (time: string) => decided(await told(root, time, "preview", ...RECIPE));
  expect(await preview("2026-01-10T00:00Z")).toEqual([
    "apply default",
    "apply default",
    "apply exception",
  ]);
  expect(await preview("2026-02-10T00:00Z")).toEqual([
    "hold frozen",
    "apply default",
    "apply exception",
  ]);
  expect(await preview("2026-02-28T23:30Z")).toEqual(["hold frozen", "apply default", "hold src"]);
});

it("W3 applies a plan only as far as the policy applies it at both times, and says why", async () => {
  const root = tempTree(TREE);
  const plan = join(root, "plan.json");
  await cli(root, ["plan", ...RECIPE, "-o", plan], at("2026-01-10T00:00Z"));
  expect(JSON.parse(readFileSync(plan, "utf8")).clock).toBe("2026-01-10T00:00:00.002Z");
  const applied = await told(root, "2026-02-28T23:30Z", "apply", plan);
  expect(decided(applied)).toEqual(["hold plan", "apply default", "hold plan"]);
  expect(applied.exitCode).toBe(4);
  const [lib, , src] = applied.actions;
  expect(lib?.reason).toContain(
    "`frozen` counts now: from 2026-02-01 (2026-02-01T00:00:00Z). " +
      "The plan applied it by `default`, now `frozen` says hold: Frozen. Make a new plan.",
  );
  expect(src?.reason).toContain(
    "`exception` counts no longer: until 2026-03-01 Europe/Berlin (2026-02-28T23:00:00Z). " +
      "The plan applied it by `exception`, now `src` says hold: Look. Make a new plan.",
  );
  expect(src?.reason).not.toContain("frozen");
  expect(readFileSync(join(root, "src/a.ts"), "utf8")).toBe("old(1);\n");
  expect(readFileSync(join(root, "other/c.ts"), "utf8")).toBe("fresh(3);\n");
});

it("W3 never applies what a plan holds, and says that a new plan would", async () => {
  const root = tempTree(TREE);
  const plan = join(root, "plan.json");
  await cli(root, ["plan", ...RECIPE, "-o", plan], at("2026-02-10T00:00Z"));
  const applied = await told(root, "2026-03-10T00:00Z", "apply", plan);
  expect(decided(applied)).toEqual(["hold frozen", "apply default", "hold plan"]);
  expect(applied.actions[0]?.reason).toMatch(
    /^Frozen\. \(`frozen` counts no longer: until .*now `default` says apply: Usually\. Make a new plan\.\)$/,
  );
  expect(readFileSync(join(root, "lib/b.ts"), "utf8")).toBe("old(2);\n");
});

it("W3 judges a plan that cannot be derived again by both times, too", async () => {
  const tool = `export default () => ({
  name: "idle", label: "Idle", description: "Idle.", parameters: { type: "object" }, execute() {},
});`;
  const recipe = TREE["recipe.yaml"].replace("steps:", "tools: [./idle.mjs]\nsteps:");
  const root = tempTree({ ...TREE, "recipe.yaml": recipe, "idle.mjs": tool });
  const plan = join(root, "plan.json");
  await cli(root, ["plan", ...RECIPE, "-o", plan, "--allow-code"], at("2026-01-10T00:00Z"));
  const applied = await told(root, "2026-02-10T00:00Z", "apply", plan);
  expect(decided(applied)).toEqual(["hold plan", "apply default", "apply exception"]);
  expect(applied.actions[0]?.reason).toContain("`frozen` counts now: from 2026-02-01");
  expect(readFileSync(join(root, "other/c.ts"), "utf8")).toBe("fresh(3);\n");
});

it("W3 applies no single action that the policy no longer applies, and says why", async () => {
  const root = tempTree(TREE);
  const plan = join(root, "plan.json");
  await cli(root, ["plan", ...RECIPE, "-o", plan], at("2026-01-10T00:00Z"));
  const { id } = JSON.parse(readFileSync(plan, "utf8")).actions[0];
  const { exitCode, stdout } = await cli(
    root,
    ["apply", plan, "--only", id],
    at("2026-02-10T00:00Z"),
  );
  expect([exitCode, readFileSync(join(root, "lib/b.ts"), "utf8")]).toEqual([3, "old(2);\n"]);
  expect(stdout).toContain("is not accepted by the policy. `frozen` counts now: from 2026-02-01");
});

it("W3 warns of what a plan applied, and the policy applies with a warning now", async () => {
  const warns = POLICY.replace("verdict: hold, reason: Look", "verdict: warn, reason: Look");
  const root = tempTree({ ...TREE, "p.yaml": warns });
  const plan = join(root, "plan.json");
  await cli(root, ["plan", ...RECIPE, "-o", plan], at("2026-01-10T00:00Z"));
  const { actions } = await told(root, "2026-03-10T00:00Z", "apply", plan);
  expect(actions[2]).toMatchObject({
    verdict: "apply",
    warned: true,
    ruleId: "src",
    state: "applied",
  });
});

it("says that a plan which is believed as it is is not judged by the time", async () => {
  const root = tempTree(TREE);
  const plan = join(root, "plan.json");
  await cli(root, ["plan", ...RECIPE, "-o", plan], at("2026-01-10T00:00Z"));
  const { stdout } = await cli(root, ["apply", plan, "--no-verify"], at("2026-02-10T00:00Z"));
  expect(stdout).toContain(
    "The plan was decided at 2026-01-10T00:00:00.002Z: --no-verify does not",
  );
});

it("applies a plan whose clock is forged no further", async () => {
  const root = tempTree(TREE);
  const plan = join(root, "plan.json");
  await cli(root, ["plan", ...RECIPE, "-o", plan], at("2026-01-10T00:00Z"));
  const { clock: _clock, ...without } = JSON.parse(readFileSync(plan, "utf8"));
  writeFileSync(plan, JSON.stringify(without));
  const refused = await cli(root, ["apply", plan, "--no-verify"], at("2026-02-10T00:00Z"));
  expect(refused.exitCode).not.toBe(0); // Its digest is another one.
  expect(readFileSync(join(root, "lib/b.ts"), "utf8")).toBe("old(2);\n");
});

it("has no clock in a plan whose policy has no windows", async () => {
  const root = tempTree(TREE);
  const plan = join(root, "plan.json");
  await cli(root, ["plan", "recipe.yaml", "--policy", "apply-all", "-o", plan]);
  expect(JSON.parse(readFileSync(plan, "utf8"))).not.toHaveProperty("clock");
});

it("explains a record by its own time, and shows and lints windows", async () => {
  const root = tempTree(TREE);
  await cli(root, ["plan", ...RECIPE, "-o", "plan.json"], at("2026-01-10T00:00Z"));
  const explain = ["policy", "explain", "plan.json", "lib/b.ts"];
  const explained = await cli(root, explain, at("2026-02-10T00:00Z"));
  expect(explained.stdout).toContain(
    "✘ from: 2026-02-01 — found 2026-01-10T00:00:00.002Z, not before 2026-02-01T00:00:00Z",
  );
  const shown = await cli(root, ["policy", "show", "p.yaml"]);
  expect(shown.stdout).toContain("until: 2026-03-01 Europe/Berlin (2026-02-28T23:00:00Z)");
  const lint = async (time: string) =>
    (await cli(root, ["policy", "lint", "p.yaml"], at(time))).stdout;
  expect(await lint("2026-01-10T00:00Z")).not.toContain("window-over");
  const over = await lint("2026-03-10T00:00Z");
  expect(over).toContain("The guard `frozen` is over since 2026-03-01T00:00:00Z");
  expect(over).toContain("The rule `exception` is over since 2026-02-28T23:00:00Z");
  expect(over).not.toContain("rule-unreachable");
});

it("tests a policy at the time that a test sets, otherwise with no window open", async () => {
  const tests = `tests:
  - { name: frozen, facts: { files: [lib/a.ts] }, now: 2026-02-10, verdict: hold, rule: frozen }
  - { name: later, facts: { files: [lib/a.ts], now: 2026-03-10 }, verdict: apply, rule: default }
  - { name: no time, facts: { files: [lib/a.ts] }, verdict: apply, rule: default }
  - { name: forgotten, facts: { files: [lib/a.ts] }, verdict: hold, rule: frozen }
`;
  const root = tempTree({
    "p.yaml":
      POLICY.replace(
        "reason: Frozen.",
        "$&\n    tests: { match: [{ files: [lib/a.ts] }], notMatch: [{ files: [lib/a.ts], now: 2026-03-10 }] }",
      ) + tests,
  });
  const { stdout } = await cli(root, ["policy", "test", "p.yaml"]);
  expect(stdout).toContain("5 tests passed, 1 failed");
  expect(stdout).toContain(
    "The guard `frozen` does not count at the time of the test (`from`), which `now` sets.",
  );
});
