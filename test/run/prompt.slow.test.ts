import { expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { forgePlan, type RawPlan } from "../support/forge-plan.ts";
import { edit, runPrompt } from "../support/prompt-run.ts";
import { FILES, MIGRATION, RECIPE } from "../support/prompt-text.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText } from "../support/temp-tree.ts";

/** Takes back in a plan that a model proposed what is in it, and leaves that its recipe asks one. */
function denyModels({ actions }: RawPlan): void {
  for (const { facts } of actions) facts.fromModel = false;
}

it("applies a plan of a recipe that also asks a model, where a rule holds only what the model proposed", async () => {
  const recipe = `${RECIPE}  - ast_edit: { paths: ["src/d.ts"], ops: [{ pat: "old($A)", out: "fresh($A)" }] }\n`;
  const policy = `version: 1
default: { verdict: apply, reason: It is small. }
rules: [{ id: models, when: { fromModel: true }, verdict: hold, reason: A person looks at it. }]
`;
  const args = ["-o", "plan.json"];
  const files = { ...FILES, "src/d.ts": "old(4);\n" };
  const given = { command: "plan", args, files, policy } as const;
  const { root, result } = await runPrompt(recipe, MIGRATION, given);
  expect(result.exitCode).toBe(0);
  const { exitCode, report } = await cliReport(root, ["apply", "plan.json"]);
  expect(besidesLoss(report.alerts).map(({ code }) => code)).toEqual(["not-verified"]);
  expect(exitCode).toBe(4);
  expect(report.actions.map(({ state, ruleId }) => [state, ruleId])).toEqual([
    ["held", "models"],
    ["held", "models"],
    ["held", "models"],
    ["applied", "default"],
  ]);
  expect(readText(root, "src/d.ts")).toBe("fresh(4);\n");
});

it.each<[string, readonly string[], ((plan: RawPlan) => void)?]>([
  ["fromModel", []],
  ["fromModel", ["--no-verify"]],
  ["fromModel", ["--no-verify"], denyModels],
  ["untrusted", []],
])(
  "holds what a rule on %s holds where a plan is applied with a policy and %j",
  async (fact, options, forge) => {
    const recipe = RECIPE.replace("readonly:", 'untrusted: ["docs/**"], readonly:');
    const policy = `version: 1
default: { verdict: apply, reason: It is small. }
rules: [{ id: seen, when: { ${fact}: true }, verdict: hold, reason: A person looks at it. }]
`;
    const args = ["-o", "plan.json"];
    const given = { command: "plan", args, files: FILES, policy } as const;
    const { root, result } = await runPrompt(recipe, MIGRATION, given);
    expect(result.exitCode).toBe(0);
    if (forge !== undefined) forgePlan(root, forge);
    const judged = ["apply", "plan.json", "--policy", ".sluice/recipes/policy.yaml", ...options];
    const { exitCode, report } = await cliReport(root, judged);
    expect(exitCode).toBe(4);
    expect(report.actions.map(({ state, ruleId }) => [state, ruleId])).toEqual([
      ["held", "seen"],
      ["held", "seen"],
      ["held", "seen"],
    ]);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  },
);

it("ends a step where a hook aborts a batch, and runs no later one", async () => {
  const recipe = `${RECIPE}  - ast_edit: { ops: [{ pat: "old($A)", out: "late($A)" }] }
hooks: [{ on: [pre-tool], tools: [ast_grep], module: abort.mjs }]
`;
  const files = {
    ...FILES,
    "abort.mjs": 'export default () => ({ decision: "abort", reason: "Not now." });\n',
  };
  const args = ["--allow-custom-tools"];
  const { root, result } = await runPrompt(recipe, [MIGRATION[0] ?? {}], { files, args });
  expect(result.exitCode).toBe(1);
  expect(result.report.alerts.map(({ code }) => code)).toEqual(["batch-aborted"]);
  expect(readText(root, "src/a.ts")).toBe("old(1);\n");
});

it("tells a model whose second edit no longer fits, and lets it look again; nobody calls the tree stale", async () => {
  const twice = { calls: [edit("src/a.ts"), edit("src/a.ts")] };
  const { root, result } = await runPrompt(RECIPE, [twice, { text: "Done." }], { files: FILES });
  expect(result.report.actions.map(({ state, ruleId }) => [state, ruleId])).toEqual([
    ["applied", "default"],
    ["discarded", "stale"],
  ]);
  expect(result.exitCode).toBe(0);
  const items = result.report.transcripts[0]?.items ?? [];
  expect(
    items.flatMap((item) => ("tag" in item && item.tag === "decision" ? [item.text] : []))[1],
  ).toContain("Preview is stale");
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\n");
});

it("asks for a hundred calls of one answer without a warning of Node", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on("warning", onWarning);
  const calls = Array.from({ length: 60 }, () => ({
    name: "read_file",
    arguments: { path: "src/a.ts" },
  }));
  const { result } = await runPrompt(RECIPE, [{ calls }, { text: "Read." }], { files: FILES });
  await new Promise(setImmediate);
  process.off("warning", onWarning);
  expect(result.exitCode).toBe(0);
  expect(warnings).toEqual([]);
});
