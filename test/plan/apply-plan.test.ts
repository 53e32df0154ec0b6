import { symlinkSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { forgePlan } from "../support/forge-plan.ts";
import {
  lonelyRepository,
  lonelyTree,
  POLICY,
  planned,
  planOf,
  TREE,
} from "../support/planned-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  commitAll,
  git,
  readText,
  snapshot,
  tempFolder,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

describe("sluice apply", () => {
  it("fits the same files also where git knows nothing of them", async () => {
    const root = lonelyRepository();
    const { file } = await planned(root);
    const elsewhere = tempTree(TREE);
    expect((await cli(elsewhere, ["apply", file])).exitCode).toBe(4);
    expect(readText(elsewhere, "src/a.ts")).toBe("wrap(fresh(1), 1);\nwrap(fresh(2), 1);\n");
  });

  it("writes on another checkout of the same commit the bytes that run writes", async () => {
    const root = lonelyRepository();
    const [forPlan, forRun] = [join(tempFolder(), "a"), join(tempFolder(), "b")];
    git(root, "clone", "-q", root, forPlan);
    git(root, "clone", "-q", root, forRun);
    const { file } = await planned(root, "--input", "to=audit");
    const ran = await cliReport(forRun, ["run", "move", "--input", "to=audit"]);
    const { exitCode, report } = await cliReport(forPlan, ["apply", file]);
    expect(exitCode).toBe(4);
    expect(snapshot(forPlan)).toEqual(snapshot(forRun));
    expect(readText(forPlan, "src/crlf.ts")).toBe(
      "wrap(audit(1), 1);\r\nconst x = 1;\r\nwrap(audit(2), 1);\r\n",
    );
    expect(readText(forPlan, "src/new/one.ts")).toBe("made(1);\n");
    expect(report.run.command).toBe("apply");
    const ended = (list: typeof report) =>
      list.actions.map(({ id, state, reason, facts, files }) => ({
        id,
        state,
        reason,
        facts,
        files,
      }));
    expect(ended(report)).toEqual(ended(ran.report));
    expect(report.totals).toEqual(ran.report.totals);
  });

  it("answers 3 where it was applied already", async () => {
    const root = lonelyTree();
    const { file } = await planned(root);
    await cli(root, ["apply", file]);
    const after = snapshot(root);
    expect((await cli(root, ["apply", file])).exitCode).toBe(3);
    expect(snapshot(root)).toEqual(after);
  });

  it.each<[string, (root: string) => void, string]>([
    [
      "changed",
      (root) => writeTree(root, { "src/a.ts": "old(1);\nold(2); \n" }),
      "src/a.ts has changed",
    ],
    ["is gone", (root) => unlinkSync(join(root, "src/crlf.ts")), "src/crlf.ts is gone"],
    ["exists", (root) => writeTree(root, { "src/new/one.ts": "" }), "src/new/one.ts exists by now"],
    [
      "became a link",
      (root) => {
        unlinkSync(join(root, "src/a.ts"));
        symlinkSync("bom.ts", join(root, "src/a.ts"));
      },
      "src/a.ts is a link",
    ],
    [
      "stands where a folder is to be",
      (root) => writeTree(root, { "src/new": "" }),
      "src/new/one.ts",
    ],
    [
      "of a held action changed",
      (root) => writeTree(root, { "src/held/h.ts": "x" }),
      "src/held/h.ts",
    ],
  ])("answers 3 with what moved where a file %s, and writes nothing", async (_what, move, told) => {
    const root = lonelyTree();
    const { file } = await planned(root);
    move(root);
    const before = snapshot(root);
    const { exitCode, report } = await cliReport(root, ["apply", file]);
    expect(exitCode).toBe(3);
    expect(report.alerts[0]?.message).toContain(told);
    expect(report.actions.filter(({ isStale }) => isStale).length).toBeGreaterThan(0);
    expect(report.actions.some(({ state }) => state === "applied")).toBe(false);
    expect(snapshot(root)).toEqual(before);
  });

  it("refuses a plan that names its recipe otherwise, and tells another version and count of files", async () => {
    const root = lonelyTree();
    const { file } = await planned(root);
    forgePlan(dirname(root), (plan) => Object.assign(plan.recipes[0], { name: "harmless" }));
    const before = snapshot(root);
    const refused = await cliReport(root, ["apply", file]);
    expect(refused.exitCode).toBe(3);
    expect(snapshot(root)).toEqual(before);
    forgePlan(dirname(root), (plan) => {
      plan.recipes[0].name = "move";
      Object.assign(plan, { sluice: "9.9.9", filesSearched: 10_000 });
    });
    const { exitCode, report } = await cliReport(root, ["apply", file, "--check"]);
    expect(besidesLoss(report.alerts)).toMatchObject([
      { level: "warn", code: "plan-differs", message: expect.stringContaining("9.9.9") },
      { level: "warn", code: "plan-differs", message: expect.stringContaining("10000 files") },
    ]);
    expect(exitCode).not.toBe(3);
  });

  it("says which commit the plan was made at, where files moved", async () => {
    const root = lonelyRepository();
    const { file } = await planned(root);
    writeTree(root, { "src/a.ts": "old(3);\n" });
    commitAll(root);
    const { report } = await cliReport(root, ["apply", file]);
    expect(report.alerts.at(-1)?.message).toContain("The plan was made at the commit");
  });

  it.each([
    [
      "the recipe",
      "recipes/move.yaml",
      TREE["recipes/move.yaml"].replace("wrap(", "warp("),
      "is not what the plan was made of",
    ],
    ["the policy", "sluice.policy.yaml", POLICY.replace("hold,", "apply,"), "--policy"],
  ])(
    "answers 3 where %s is another one, unless nobody is to verify",
    async (_what, path, text, told) => {
      const root = lonelyTree();
      const { file } = await planned(root);
      writeTree(root, { [path]: text });
      const before = snapshot(root);
      const { exitCode, stdout } = await cli(root, ["apply", file]);
      expect({ exitCode, told: stdout.includes(told) }).toEqual({ exitCode: 3, told: true });
      expect(snapshot(root)).toEqual(before);
      expect((await cli(root, ["apply", file, "--no-verify"])).exitCode).toBe(4);
    },
  );

  it("takes a comment in the recipe for no change", async () => {
    const root = lonelyTree();
    const { file } = await planned(root);
    writeTree(root, { "recipes/move.yaml": `# A remark.\n${TREE["recipes/move.yaml"]}` });
    expect((await cli(root, ["apply", file])).exitCode).toBe(4);
  });
});

describe("sluice apply --policy", () => {
  it.each([[[]], [["--no-verify"]]])("decides again %s", async (more) => {
    const root = lonelyTree({
      ...TREE,
      "recipes/move.yaml": TREE["recipes/move.yaml"].split("  - id: wrap")[0] ?? "",
    });
    const { file } = await planned(root);
    const { exitCode, report } = await cliReport(root, [
      "apply",
      file,
      "--policy",
      "apply-all",
      ...more,
    ]);
    expect(exitCode).toBe(0);
    expect(readText(root, "src/held/h.ts")).toBe("fresh(1);\n");
    expect(readText(root, "src/no/n.ts")).toBe("fresh(1);\n");
    expect(new Set(report.actions.map(({ reason }) => reason))).toEqual(
      new Set(["The policy apply-all applies every change."]),
    );
  });

  it.each([[[]], [["--no-verify"]]])(
    "applies nothing that the plan does not have %s",
    async (more) => {
      const root = lonelyTree();
      writeTree(root, {
        "later.yaml": POLICY.replace(
          "guards:",
          "guards:\n  - { id: first, when: { step: [rename], anyFile: [src/a.ts] }, verdict: discard, reason: No. }",
        ),
      });
      const { file } = await planned(root);
      const before = snapshot(root);
      const { exitCode, stdout } = await cli(root, [
        "apply",
        file,
        "--policy",
        "later.yaml",
        ...more,
      ]);
      expect(exitCode).toBe(3);
      expect(stdout).toContain("Make a new plan with this policy");
      expect(snapshot(root)).toEqual(before);
    },
  );

  it("holds everything with hold-all, and writes nothing", async () => {
    const root = lonelyTree();
    const { file } = await planned(root);
    const before = snapshot(root);
    for (const more of [[], ["--no-verify"]])
      expect((await cli(root, ["apply", file, "--policy", "hold-all", ...more])).exitCode).toBe(4);
    expect(snapshot(root)).toEqual(before);
  });
});

describe("a plan and code of a recipe", () => {
  const TOOL = `export default () => ({
  name: "touch", label: "Touch", description: "Touches.", parameters: { type: "object" },
  execute() { pi.pushPendingAction({ label: "Touch", details: { files: ["b.ts"] }, apply: async () => "done" }); },
});`.replace("() => ({", "(pi) => ({");
  const CODE = {
    "a.ts": "old(1);\n",
    "tools/touch.mjs": TOOL,
    "recipes/move.yaml": `version: 1
tools: [./tools/touch.mjs]
steps:
  - { id: t, tool: touch, with: {} }
  - { id: e, ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] } }
`,
  };

  it("holds what a custom tool would write, and says why", async () => {
    const root = lonelyTree(CODE);
    const { exitCode, file } = await planned(root, "--policy", "apply-all", "--allow-custom-tools");
    expect(exitCode).toBe(0);
    expect(planOf(file).actions).toMatchObject([
      { tool: "touch", state: "held", ruleId: "plan", files: [] },
      { tool: "ast_edit", state: "would-apply" },
    ]);
  });

  it("is held by another policy, too, and uses up none of its limits", async () => {
    const policy = `version: 1
default: { verdict: apply, reason: The recipe asks for it. }
limits: { maxReplacements: 1, onExceed: fail }
lift: [protected-run]
`;
    const root = lonelyTree({ ...CODE, "limited.yaml": policy });
    const { file } = await planned(root, "--policy", "apply-all", "--allow-custom-tools");
    const { exitCode, report } = await cliReport(root, ["apply", file, "--policy", "limited.yaml"]);
    expect(exitCode).toBe(4);
    expect(report.actions.map(({ state, ruleId }) => [state, ruleId])).toEqual([
      ["held", "plan"],
      ["applied", "default"],
    ]);
  });

  it("is not derived again by default, says so, and is where the code is allowed", async () => {
    const root = lonelyRepository(CODE);
    const { file } = await planned(root, "--policy", "apply-all", "--allow-custom-tools");
    expect((await cli(root, ["apply", file, "--verify"])).exitCode).toBe(2);
    const copy = join(tempFolder(), "copy");
    git(root, "clone", "-q", root, copy);
    const { exitCode, report } = await cliReport(root, ["apply", file]);
    expect(exitCode).toBe(4);
    expect(besidesLoss(report.alerts).map(({ code }) => code)).toEqual(["not-verified"]);
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
    const verified = await cliReport(copy, ["apply", file, "--allow-custom-tools"]);
    expect(verified.exitCode).toBe(4);
    expect(besidesLoss(verified.report.alerts)).toEqual([]);
    expect(readText(copy, "a.ts")).toBe("fresh(1);\n");
  });
});
