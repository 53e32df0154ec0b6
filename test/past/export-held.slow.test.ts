import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePlan, type PlanContent, planText } from "../../src/plan-file/plan.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { besidesLoss } from "../support/besides-loss.ts";
import { heldRun } from "../support/held-run.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const TREE = {
  "a.ts": "old(1);\nkeep();\nold(2);\n",
  "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: match"),
};

/** What a run holds, exported, and another checkout of the same files. */
async function exported(tree: Readonly<Record<string, string>> = TREE) {
  const { ids, command, root: from } = await heldRun(tree);
  const file = join(mkdtempSync(join(tmpdir(), "sluice-export-")), "held.json");
  const { exitCode, stdout } = await command("runs", "last", "--export", file);
  const root = tempTree(tree);
  const apply = (...argv: readonly string[]) => cliReport(root, ["apply", file, ...argv]);
  return { ids, file, root, from, apply, exitCode, stdout };
}

/** Changes an exported file as an attacker would, with a digest that fits. */
function forge(file: string, change: (text: string) => string): string {
  const {
    kind: _k,
    formatVersion: _f,
    digest: _d,
    ...content
  } = JSON.parse(change(readFileSync(file, "utf8"))) as PlanContent & {
    kind: string;
    formatVersion: string;
    digest: string;
  };
  return planText(makePlan(content));
}

describe("held actions that were exported", () => {
  it("are applied on another checkout, each with --only, and after a check that derives them", async () => {
    const { ids, root, apply, stdout, exitCode } = await exported();
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Exported 2 held actions of the run test-run");
    const { report } = await apply("--only", `${ids[1]?.slice(0, 5)}`, "--reason", "Seen.");
    expect([report.exitCode, besidesLoss(report.alerts)]).toEqual([0, []]);
    expect(report.actions).toMatchObject([{ id: ids[1], state: "applied", reason: "Seen." }]);
    expect(readText(root, "a.ts")).toBe("old(1);\nkeep();\nfresh(2);\n");
  });

  it("are not held by an apply that was refused: the report has only what was named, and none is held", async () => {
    const { ids, root, apply } = await exported();
    writeTree(root, { "a.ts": "old(9);\nkeep();\nold(2);\n" });
    const { report } = await apply("--only", `${ids[0]}`, "--reason", "Seen.");
    expect(report.exitCode).toBe(3);
    expect(report.actions).toMatchObject([{ id: ids[0], state: "failed", isStale: true }]);
  });

  it.each([
    ["blank", ["--only", "ID", "--reason", " "], "The reason is blank."],
    ["without --only", ["--reason", "Seen."], "--reason needs --only."],
  ])("R23 write nothing with a reason that is %s", async (_what, argv, message) => {
    const { ids, root, apply } = await exported();
    const before = snapshot(root);
    const { report } = await apply(...argv.map((word) => word.replace("ID", `${ids[0]}`)));
    expect(report).toMatchObject({ exitCode: 2, diagnostics: [{ message }] });
    expect(snapshot(root)).toEqual(before);
  });

  it("X2 are applied where the tree moved but their places did not, and this is told", async () => {
    const { ids, root, apply } = await exported();
    writeTree(root, { "a.ts": `// Mine.\n${TREE["a.ts"]}` });
    const { report } = await apply("--only", `${ids[0]}`, "--only", `${ids[1]}`);
    expect(report.exitCode).toBe(0);
    expect(report.alerts).toMatchObject([{ code: "not-verified" }]);
    const after = "// Mine.\nfresh(1);\nkeep();\nfresh(2);\n";
    expect(readText(root, "a.ts")).toBe(after);
    for (const { files } of report.actions) {
      expect(files[0]?.postHash).toBe(sha256(after)); // As it was written, not as it was previewed.
      expect(files[0]?.diff).toContain("// Mine.");
    }
  });

  it("X2 are applied once where they were held, also if they are named again", async () => {
    const { ids, from, file } = await exported();
    const apply = () =>
      cliReport(from, ["apply", file, "--only", `${ids[0]}`, "--reason", "Seen."]);
    expect((await apply()).report.exitCode).toBe(0);
    const { stdout } = await cli(from, ["runs", "--format", "json"]);
    const { runs } = JSON.parse(stdout) as { runs: { id: string; held: number }[] };
    expect(runs.find(({ id }) => id === "test-run")?.held).toBe(1);
    const before = readText(from, "a.ts");
    expect((await apply()).report.exitCode).toBe(3);
    expect(readText(from, "a.ts")).toBe(before);
  });

  it("X2 are refused with both texts where a place changed, and nothing is written", async () => {
    const { ids, root, apply } = await exported();
    writeTree(root, { "a.ts": TREE["a.ts"].replace("old(2)", "mine(2)") });
    const before = snapshot(root);
    const { report } = await apply("--only", `${ids[0]}`, "--only", `${ids[1]}`);
    expect(report.exitCode).toBe(3);
    expect(report.alerts[0]?.message).toContain("Expected: `old(2);` Found: `mine(2);`");
    expect(snapshot(root)).toEqual(before);
  });

  it.each<[what: string, argv: (ids: readonly string[]) => readonly string[], said: string]>([
    ["no --only", () => [], "Name those to apply with --only ID"],
    ["an unknown id", () => ["--only", "zzzz"], "no action `zzzz` in the plan"],
  ])("are refused with exit code 2 for %s", async (_what, argv, said) => {
    const { ids, root, file } = await exported();
    const before = snapshot(root);
    const { exitCode, stdout, stderr } = await cli(root, ["apply", file, ...argv(ids)]);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(said);
    expect(snapshot(root)).toEqual(before);
  });

  it.each<[code: string, change: (text: string) => string]>([
    ["plan-version", (text) => text.replace('"formatVersion": "1.0"', '"formatVersion": "9.0"')],
    ["plan-edited", (text) => text.replaceAll("fresh(", "evil_(")],
    ["plan-damaged", (text) => text.slice(0, 400)],
  ])("are refused as plans are: %s", async (code, change) => {
    const { ids, root, file } = await exported();
    writeTree(root, { "h.json": change(readFileSync(file, "utf8")) });
    const { report } = await cliReport(root, ["apply", "h.json", "--only", `${ids[0]}`]);
    expect(report).toMatchObject({ exitCode: 2, diagnostics: [{ code }] });
  });

  it.each<[what: string, change: (text: string) => string]>([
    ["edits that its recipes do not make", (text) => text.replaceAll("fresh(", "evil_(")],
    ["a path in .git", (text) => text.replaceAll("a.ts", ".git/hooks/x")],
    ["a path outside of the root", (text) => text.replaceAll("a.ts", "../a.ts")],
  ])("are hostile: nothing is written for %s, although the digest fits", async (_what, change) => {
    const { ids, root, file } = await exported();
    writeTree(root, { "h.json": forge(file, change) });
    const before = snapshot(root);
    const { report } = await cliReport(root, ["apply", "h.json", "--only", `${ids[0]}`]);
    expect([2, 3]).toContain(report.exitCode);
    expect(snapshot(root)).toEqual(before);
  });

  it("are not applied to a protected path, also with the consent of --only", async () => {
    const tree = { ...TREE, ".github/a.ts": TREE["a.ts"] };
    const { ids, root, file } = await exported(tree);
    writeTree(root, { "h.json": forge(file, (text) => text.replaceAll("a.ts", ".github/a.ts")) });
    const argv = ["apply", "h.json", "--no-verify", "--only", `${ids[0]}`];
    const { report } = await cliReport(root, argv);
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics[0]?.message).toContain("its path is protected");
    expect(readText(root, ".github/a.ts")).toBe(TREE["a.ts"]);
  });
});

describe("sluice apply --only", () => {
  const FILES = { "a.ts": "old(1);\n", "b.ts": "old(2);\n" };
  const planned = async (tree: Readonly<Record<string, string>>) => {
    const root = tempTree(tree);
    const argv = ["plan", "recipe.yaml", "--policy", "apply-all", "-o", "plan.json"];
    const { report } = await cliReport(root, argv);
    return { root, ids: report.actions.map(({ id }) => id) };
  };

  it("applies a part of a plan whose parts do not depend on each other", async () => {
    const recipe = recipeOf([["old($A)", "fresh($A)"]], "per: file");
    const { root, ids } = await planned({ ...FILES, "recipe.yaml": recipe });
    const { report } = await cliReport(root, ["apply", "plan.json", "--only", `${ids[1]}`]);
    expect(report).toMatchObject({ exitCode: 0, actions: [{ id: ids[1], state: "applied" }] });
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["old(1);\n", "fresh(2);\n"]);
  });

  it("says which action a part rests on, and writes nothing", async () => {
    const recipe = [
      "version: 1",
      "steps:",
      "  - { id: one, ast_edit: { ops: [{ pat: old($A), out: fresh($A) }] } }",
      "  - { id: two, ast_edit: { ops: [{ pat: fresh($A), out: newest($A) }] } }",
    ].join("\n");
    const { root, ids } = await planned({ ...FILES, "recipe.yaml": recipe });
    const { report } = await cliReport(root, ["apply", "plan.json", "--only", `${ids[1]}`]);
    expect(report.exitCode).toBe(2);
    expect(report.diagnostics[0]?.message).toContain(`rests on Action ${ids[0]}`);
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });

  it("names all actions that a part rests on, also one through another", async () => {
    const step = (id: string, pat: string, out: string) =>
      `  - { id: ${id}, ast_edit: { ops: [{ pat: ${pat}($A), out: ${out}($A) }] } }`;
    const steps = [step("one", "old", "two"), step("two", "two", "six"), step("six", "six", "ten")];
    const recipe = ["version: 1", "steps:", ...steps].join("\n");
    const { root, ids } = await planned({ "a.ts": "old(1);\n", "recipe.yaml": recipe });
    const { report } = await cliReport(root, ["apply", "plan.json", "--only", `${ids[2]}`]);
    expect(report.diagnostics[0]?.hint).toContain(`Add --only ${ids[1]} --only ${ids[0]},`);
  });
});

describe("held actions of a plan that another policy decided", () => {
  it.each([[[]], [["--no-verify"]]])(
    "are exported with that policy, which is asked again when they are applied (%j)",
    async (options) => {
      const policy = (verdict: string) =>
        `version: 1\ndefault: { verdict: ${verdict}, reason: It says ${verdict}. }\n`;
      const files = { "a.ts": "old(1);\n", "recipe.yaml": TREE["recipe.yaml"] };
      const root = tempTree({
        ...files,
        "p.yaml": policy("apply"),
        "q.yaml": policy("hold"),
      });
      const held = join(mkdtempSync(join(tmpdir(), "sluice-export-")), "held.json");
      await cli(root, ["plan", "recipe.yaml", "--policy", "p.yaml", "-o", "plan.json"]);
      await cli(root, ["apply", "plan.json", "--policy", "q.yaml", ...options]);
      await cli(root, ["runs", "last", "--export", held]);
      const { policy: kept, actions } = JSON.parse(readFileSync(held, "utf8"));
      expect(kept).toMatchObject({ builtIn: null, path: "q.yaml" });
      writeTree(root, { "q.yaml": policy("discard") });
      const { exitCode } = await cli(root, ["apply", held, "--only", actions[0].id]);
      expect(exitCode).toBe(3);
      expect(readText(root, "a.ts")).toBe(files["a.ts"]);
    },
  );
});
