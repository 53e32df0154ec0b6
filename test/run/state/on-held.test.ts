import { describe, expect, it } from "vitest";
import { cliReport } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

const POLICY = [
  "version: 1",
  "default: { verdict: apply, reason: Fine. }",
  "guards: [{ id: look, when: { step: [first], anyFile: [a.ts] }, verdict: VERDICT, reason: Look. }]",
].join("\n");

/** Two steps on two files; the policy does not apply the first step's action in `a.ts`. */
function treeOf(onHeld: string, { verdict = "hold", second = SECOND } = {}) {
  const recipe = [
    "version: 1",
    ...(onHeld === "" ? [] : [`onHeld: ${onHeld}`]),
    "steps:",
    "  - id: first",
    "    ast_edit: { per: file, ops: [{ pat: old($A), out: fresh($A) }] }",
    `  - ${second}`,
  ].join("\n");
  return {
    "a.ts": "old(1);\nmore(1);\n",
    "b.ts": "old(2);\nmore(2);\n",
    "recipe.yaml": recipe,
    "p.yaml": POLICY.replace("VERDICT", verdict),
  };
}

const SECOND = "{ id: second, ast_edit: { per: file, ops: [{ pat: more($A), out: most($A) }] } }";

const run = (root: string, command = "run") =>
  cliReport(root, [command, "recipe.yaml", "--policy", "p.yaml"]);

describe("a later step on a file of a held or discarded action", () => {
  it.each(["hold", "discard"])("X1 leaves the file alone, and says so (%s)", async (verdict) => {
    const root = tempTree(treeOf("", { verdict }));
    const { report } = await run(root);
    const [held] = report.actions;
    const detail = `the action ${held?.id} of the step \`first\` was ${held?.state}`;
    expect(report.skipped).toContainEqual({
      path: "a.ts",
      step: "second",
      why: "held-before",
      detail,
    });
    expect(report.alerts).toContainEqual({
      level: "warn",
      code: "held-before",
      message: `1 file left alone (onHeld): a.ts (${detail}).`,
      recipe: "recipe",
      step: "second",
    });
    expect(readText(root, "a.ts")).toBe("old(1);\nmore(1);\n");
    expect(readText(root, "b.ts")).toBe("fresh(2);\nmost(2);\n");
  });

  it.each<[onHeld: string, a: string, b: string]>([
    ["stop", "old(1);\nmore(1);\n", "fresh(2);\nmore(2);\n"],
    ["continue", "old(1);\nmost(1);\n", "fresh(2);\nmost(2);\n"],
  ])("X1 does as the recipe says: onHeld: %s", async (onHeld, a, b) => {
    const root = tempTree(treeOf(onHeld));
    const { report } = await run(root);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([a, b]);
    const told = report.alerts.filter(({ code }) => code === "held-before");
    expect(told.map(({ message }) => message).join()).toContain(
      onHeld === "stop" ? "no later step of the recipe runs" : "",
    );
    expect(told).toHaveLength(onHeld === "stop" ? 1 : 0);
  });

  it("X1 does the same in a preview and in a plan, to the byte", async () => {
    const reports = await Promise.all(
      ["run", "preview"].map(async (command) => (await run(tempTree(treeOf("")), command)).report),
    );
    const [real, dry] = reports.map(({ actions, skipped, alerts }) => ({
      files: actions.map(({ id, verdict, files }) => ({ id, verdict, files })),
      skipped,
      alerts,
    }));
    expect(dry).toEqual(real);
  });

  it("X1 skips a text edit of it, and the step goes on", async () => {
    const second =
      '{ id: second, tool: replace_text, with: { path: a.ts, old: "more(1)", new: "most(1)" } }';
    const root = tempTree(treeOf("", { second }));
    const { report } = await run(root);
    expect(report.exitCode).toBe(4);
    expect(report.skipped).toMatchObject([{ path: "a.ts", step: "second", why: "held-before" }]);
    expect(readText(root, "a.ts")).toBe("old(1);\nmore(1);\n");
  });

  it("X1 concerns only the recipe itself, and no other action of the same step", async () => {
    const tree = treeOf("");
    const other = `version: 1\nsteps:\n  - ${SECOND}\n`;
    const root = tempTree({
      ...tree,
      "a.ts": "old(1);\nold(2);\nmore(1);\n",
      "z.yaml": other,
    });
    const { report } = await cliReport(root, [
      "run",
      "recipe.yaml",
      "z.yaml",
      "--policy",
      "p.yaml",
    ]);
    expect(report.actions.map(({ recipe, state }) => `${recipe} ${state}`)).toEqual([
      "recipe held",
      "recipe applied",
      "recipe applied",
      "z applied",
    ]);
    expect(readText(root, "a.ts")).toBe("old(1);\nold(2);\nmost(1);\n");
  });
});
