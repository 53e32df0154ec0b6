import { existsSync, readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan-file/plan.ts";
import { forgePlan } from "../support/forge-plan.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  commitAll,
  git,
  makeRepository,
  readText,
  snapshot,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

const POLICY = `version: 1
default: { verdict: apply, reason: "Fine: \${{ facts.replacements }}." }
guards:
  - { id: held, when: { anyFile: ["src/held/**"] }, verdict: hold, reason: Somebody looks at it. }
  - { id: no, when: { anyFile: ["src/no/**"] }, verdict: discard, reason: Not this one. }
`;

/** Steps that rest on each other, a text with CRLF, one with a BOM, new files, and each verdict. */
const TREE = {
  "sluice.policy.yaml": POLICY,
  "recipes/move.yaml": `version: 1
inputs:
  to: { type: string, default: fresh }
steps:
  - id: rename
    ast_edit: { per: file, paths: ["src/**"], ops: [{ pat: "old($A)", out: "\${{ inputs.to }}($A)" }] }
  - id: wrap
    ast_edit: { paths: ["src/*.ts"], ops: [{ pat: "\${{ inputs.to }}($A)", out: "wrap(\${{ inputs.to }}($A), 1)" }] }
  - id: make
    parallel:
      - { id: one, tool: write_file, with: { path: "src/new/one.ts", content: "old(1);\\n" } }
      - { id: two, tool: write_file, with: { path: "src/new/deep/ü.md", content: "# Two\\n" } }
  - id: again
    ast_edit: { per: match, paths: ["src/new/**"], ops: [{ pat: "old($A)", out: "made($A)" }] }
`,
  "src/a.ts": "old(1);\nold(2);\n",
  "src/crlf.ts": "old(1);\r\nconst x = 1;\r\nold(2);\r\n",
  "src/bom.ts": "\uFEFFold(1);",
  "src/held/h.ts": "old(1);\n",
  "src/no/n.ts": "old(1);\n",
  "src/no-end.ts": "old('ü😀')",
};

const planOf = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Plan;

async function planned(root: string, ...argv: string[]) {
  const result = await cli(root, ["plan", "move", "-o", "../plan.json", ...argv]);
  return { ...result, file: join(root, "../plan.json") };
}

/** A repository below a folder of its own, so that what lies beside it is the test's. */
function repository(tree: Readonly<Record<string, string>> = TREE) {
  const root = join(tempFolder(), "work");
  writeTree(root, tree);
  makeRepository(root, tree);
  return root;
}

describe("sluice plan", () => {
  it("writes the plan and nothing else, and answers 0 though changes were found and some are held", async () => {
    const root = repository();
    const before = snapshot(root);
    const { exitCode, stderr, file } = await planned(root);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(snapshot(root)).toEqual(before);
    const plan = planOf(file);
    expect(plan).toMatchObject({
      kind: "sluice-plan",
      formatVersion: "1.0",
      base: { commit: git(root, "rev-parse", "HEAD").trim() },
      recipes: [{ name: "move", path: "recipes/move.yaml", shipped: null }],
      policy: { builtIn: null, path: "sluice.policy.yaml" },
      shard: { index: 1, total: 1 },
    });
    expect(new Set(plan.actions.map(({ state }) => state))).toEqual(
      new Set(["would-apply", "held", "discarded"]),
    );
  });

  it.each([
    [["move"], "The recipe `move` is named twice: a plan takes each name once."],
    [["./recipes/move.yaml"], "The recipe `move` is named twice"],
    [["other/move.yaml"], "The recipe `move` has the name of another one, `recipes/move.yaml`"],
  ])("refuses a recipe twice before anything runs (%j)", async (more, told) => {
    const root = repository({ ...TREE, "other/move.yaml": TREE["recipes/move.yaml"] });
    const { exitCode, stderr } = await planned(root, ...more);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(told);
    expect(existsSync(join(root, "../plan.json"))).toBe(false);
  });

  it("gives the same bytes twice, and in another folder", async () => {
    const [one, other] = [repository(), join(tempFolder(), "elsewhere/deep")];
    git(one, "clone", "-q", one, other);
    const first = readFileSync((await planned(one)).file, "utf8");
    const second = readFileSync((await planned(one)).file, "utf8");
    const third = readFileSync((await planned(other)).file, "utf8");
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(first).not.toContain(one);
  });

  it("answers 1 with --check, and still writes the plan", async () => {
    const { exitCode, file } = await planned(repository(), "--check");
    expect(exitCode).toBe(1);
    expect(planOf(file).actions.length).toBeGreaterThan(0);
  });

  it("has no commit outside of git, and names a shipped recipe and a policy that is built in", async () => {
    const root = tempTree({ "a.ts": "x.substr(1);\nDate.now();\nnew Date().getTime();\n" });
    const { exitCode } = await cli(root, ["plan", "date-now", "--policy", "safe", "-o", "p.json"]);
    expect(exitCode).toBe(0);
    const plan = planOf(join(root, "p.json"));
    expect(plan.base.commit).toBeNull();
    expect(plan.recipes[0]).toMatchObject({ path: null, shipped: "date-now/recipe.yaml" });
    expect(plan.policy).toMatchObject({ builtIn: "safe", path: null });
    const { exitCode: applied } = await cli(root, ["apply", "p.json"]);
    expect(applied).toBe(0);
    expect(readText(root, "a.ts")).toContain("x.substr(1);\nDate.now();\nDate.now();\n");
  });

  it.each([
    ["without a file for it", [], "needs a file"],
    ["over a source file", ["-o", "src/a.ts"], "is not a plan"],
    ["over its own recipe", ["-o", "recipes/move.yaml"], "is another file of this run"],
    ["over its policy", ["-o", "sluice.policy.yaml"], "is another file of this run"],
    ["into .git", ["-o", ".git/plan.json"], "inside of `.git`"],
    ["over a folder", ["-o", "src"], "is a folder"],
    ["over its report", ["-o", "x.json", "--report", "json=x.json"], "another file of this run"],
  ])("refuses to write a plan %s", async (_how, argv, why) => {
    const root = repository();
    const before = snapshot(root);
    const { exitCode, stderr } = await cli(root, ["plan", "recipes/move.yaml", ...argv]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(why);
    expect(snapshot(root)).toEqual(before);
  });

  it("needs a policy, and writes no plan of what failed", async () => {
    const root = repository({ ...TREE, "sluice.policy.yaml": POLICY.replace("apply,", "maybe,") });
    expect((await planned(root)).exitCode).toBe(2);
    const failing = TREE["recipes/move.yaml"].replace("steps:", "expect: { minFiles: 99 }\nsteps:");
    const other = repository({ ...TREE, "recipes/move.yaml": failing });
    const { exitCode, stdout, stderr, file } = await planned(other, "--exit-zero");
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    expect(stdout).toContain("No plan was written. Expected at least 99 files");
    expect(() => planOf(file)).toThrow("ENOENT");
  });
});

describe("sluice apply", () => {
  it("fits the same files also where git knows nothing of them", async () => {
    const root = repository();
    const { file } = await planned(root);
    const elsewhere = tempTree(TREE);
    expect((await cli(elsewhere, ["apply", file])).exitCode).toBe(4);
    expect(readText(elsewhere, "src/a.ts")).toBe("wrap(fresh(1), 1);\nwrap(fresh(2), 1);\n");
  });

  it("writes on another checkout of the same commit the bytes that run writes", async () => {
    const root = repository();
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

  it("does the same without deriving the plan again", async () => {
    const root = repository();
    const copy = join(tempFolder(), "a");
    git(root, "clone", "-q", root, copy);
    const { file } = await planned(root);
    await cli(root, ["run", "move"]);
    expect((await cli(copy, ["apply", file, "--no-verify"])).exitCode).toBe(4);
    expect(snapshot(copy)).toEqual(snapshot(root));
  });

  it("reports in every format, and answers as run does with --check and --exit-zero", async () => {
    const root = repository();
    const { file } = await planned(root);
    const argv = ["apply", file, "--report", "jsonl=../r.jsonl", "--exit-zero"];
    const { exitCode, stdout } = await cli(root, argv);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("✔ applied src/a.ts");
    expect(stdout).toContain("◼ held src/held/h.ts");
    const lines = readText(root, "../r.jsonl").trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain(
      "action-ended",
    );
  });

  it("answers 3 where it was applied already", async () => {
    const root = repository();
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
    const root = repository();
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
    const root = repository();
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
    expect(report.alerts).toMatchObject([
      { level: "warn", code: "plan-differs", message: expect.stringContaining("9.9.9") },
      { level: "warn", code: "plan-differs", message: expect.stringContaining("10000 files") },
    ]);
    expect(exitCode).not.toBe(3);
  });

  it("writes a file with a line end in its name, as run does", async () => {
    const name = "src/odd\nname.ts";
    const root = repository({ ...TREE, [name]: "old(1);\n" });
    const { exitCode, stderr, file } = await planned(root);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    await cli(root, ["apply", file]);
    expect(readText(root, name)).toBe("wrap(fresh(1), 1);\n");
  });

  it("says which commit the plan was made at, where files moved", async () => {
    const root = repository();
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
      const root = repository();
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
    const root = repository();
    const { file } = await planned(root);
    writeTree(root, { "recipes/move.yaml": `# A remark.\n${TREE["recipes/move.yaml"]}` });
    expect((await cli(root, ["apply", file])).exitCode).toBe(4);
  });

  it("answers 3 where a rule file of the recipe is another one", async () => {
    const rule = (fix: string) =>
      `id: swap\nlanguage: ts\nrule: { pattern: old($A) }\nfix: ${fix}($A)\n`;
    const root = repository({
      "a.ts": "old(1);\n",
      "rules/swap.yml": rule("fresh"),
      "recipes/move.yaml":
        "version: 1\nsteps: [{ id: s, ast_edit: { rules: [rules/swap.yml] } }]\n",
    });
    const { file } = await planned(root, "--policy", "apply-all");
    writeTree(root, { "rules/swap.yml": rule("other") });
    expect((await cli(root, ["apply", file])).exitCode).toBe(3);
    writeTree(root, { "rules/swap.yml": rule("fresh") });
    expect((await cli(root, ["apply", file])).exitCode).toBe(0);
  });

  it("finds a recipe outside of the root by --recipe, and the policy by --policy", async () => {
    const root = repository();
    const outside = tempTree({
      "r.yaml": `name: r\n${TREE["recipes/move.yaml"]}`,
      "other.yaml": `name: r\n${TREE["recipes/move.yaml"].replace("wrap(", "warp(")}`,
      "p.yaml": POLICY,
    });
    const [recipe, other, policy] = ["r.yaml", "other.yaml", "p.yaml"].map((name) =>
      join(outside, name),
    );
    const argv = ["plan", String(recipe), "--policy", String(policy), "-o", "../plan.json"];
    expect((await cli(root, argv)).exitCode).toBe(0);
    expect(readText(root, "../plan.json")).not.toContain(outside);
    const apply = (...more: (string | undefined)[]) =>
      cli(root, ["apply", "../plan.json", ...more.map(String)]);
    expect((await apply()).stdout).toContain("Name its file with --recipe FILE");
    expect((await apply("--recipe", other)).stdout).toContain("is none of the files");
    expect((await apply("--recipe", recipe)).exitCode).toBe(3);
    expect((await apply("--recipe", recipe, "--policy", policy)).exitCode).toBe(4);
  });
});

describe("sluice apply --policy", () => {
  it.each([[[]], [["--no-verify"]]])("decides again %s", async (more) => {
    const root = repository({
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
      const root = repository();
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
    const root = repository();
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
    const root = repository(CODE);
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
    const root = repository({ ...CODE, "limited.yaml": policy });
    const { file } = await planned(root, "--policy", "apply-all", "--allow-custom-tools");
    const { exitCode, report } = await cliReport(root, ["apply", file, "--policy", "limited.yaml"]);
    expect(exitCode).toBe(4);
    expect(report.actions.map(({ state, ruleId }) => [state, ruleId])).toEqual([
      ["held", "plan"],
      ["applied", "default"],
    ]);
  });

  it("is not derived again by default, says so, and is where the code is allowed", async () => {
    const root = repository(CODE);
    const { file } = await planned(root, "--policy", "apply-all", "--allow-custom-tools");
    expect((await cli(root, ["apply", file, "--verify"])).exitCode).toBe(2);
    const copy = join(tempFolder(), "copy");
    git(root, "clone", "-q", root, copy);
    const { exitCode, report } = await cliReport(root, ["apply", file]);
    expect(exitCode).toBe(4);
    expect(report.alerts.map(({ code }) => code)).toEqual(["not-verified"]);
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
    const verified = await cliReport(copy, ["apply", file, "--allow-custom-tools"]);
    expect(verified.exitCode).toBe(4);
    expect(verified.report.alerts).toEqual([]);
    expect(readText(copy, "a.ts")).toBe("fresh(1);\n");
  });
});

describe("a dry run is verified", () => {
  it.each(["preview", "plan"] as const)(
    "%s fails where somebody writes its files meanwhile",
    async (command) => {
      const root = tempRepository({
        "a.ts": "old(1);\n",
        "b.ts": "old(1);\n",
        "recipe.yaml":
          'version: 1\nsteps: [{ id: s, ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] } }]\n',
      });
      const argv = [command, "recipe.yaml", "--policy", "apply-all", "--format=jsonl"];
      const output = command === "plan" ? ["-o", "plan.json"] : [];
      let calls = 0;
      const interfering = {
        now: () => {
          calls += 1;
          return calls;
        },
        stdout: {
          // The event of an action comes when it is decided, and the run goes on.
          write: (text: string) => {
            if (text.includes("action-ended")) writeTree(root, { "b.ts": "old(2);\n" });
          },
          isTerminal: false,
          columns: 80,
        },
      };
      expect((await cli(root, [...argv, ...output], interfering)).exitCode).toBe(1);
      expect(Object.keys(snapshot(root))).not.toContain("plan.json");
      const clean = await cli(root, [...argv, ...output]);
      expect(clean.exitCode).toBe(0);
    },
  );
});
