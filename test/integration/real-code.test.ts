import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { updateWithCli } from "../support/ast-grep-cli.ts";
import { cliReport } from "../support/run-cli.ts";
import { commitAll, git, snapshot, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

/** Code that nobody here wrote: the TypeScript sources inside the packages rxjs and zod. */
const PACKAGES = ["rxjs", "zod"];

/** What is edited, as [pattern, replacement]; each changes files of both or one of them. */
const PAIRS: readonly (readonly [pat: string, out: string])[] = [
  ["new Error($MESSAGE)", "new TypeError($MESSAGE)"],
  ["$A.subscribe($$$ARGS)", "listen($A, $$$ARGS)"],
  ["expect($A).toEqual($B)", "assert.deepStrictEqual(\n  $A,\n  $B,\n)"],
  ["import { $$$NAMES } from $SOURCE", "import type { $$$NAMES } from $SOURCE"],
  ["if ($COND) { $$$BODY }", "if (!($COND)) {\n  return;\n}\n$$$BODY"],
  ["const $NAME = ($$$PARAMS) => $BODY", "function $NAME($$$PARAMS) {\n  return $BODY;\n}"],
  ["return $VALUE", "return log($VALUE)"],
  ["typeof $A === $B", "is($A, $B)"],
];

const MODULES = resolve(import.meta.dirname, "../../node_modules");

function copyOfSources(): string {
  const root = tempRepository({});
  for (const name of PACKAGES)
    cpSync(join(MODULES, name, "src"), join(root, name), { recursive: true });
  commitAll(root);
  return root;
}

describe("sluice run over rxjs and zod leaves the tree that ast-grep run -U leaves", () => {
  it.each(PAIRS)("%s → %s", async (pat, out) => {
    const [ours, theirs] = [copyOfSources(), copyOfSources()];
    const recipe = join(tempRepository({ "recipe.yaml": recipeOf([[pat, out]]) }), "recipe.yaml");
    const { exitCode, report } = await cliReport(ours, ["run", recipe, "--policy", "apply-all"]);
    updateWithCli(theirs, { pat, out });
    const broken = report.skipped
      .filter(({ why }) => why === "syntax-errors")
      .map(({ path }) => path);
    // On purpose: files with syntax errors are left alone (A8).
    for (const path of broken) git(theirs, "checkout", "-q", "--", path);
    expect(exitCode).toBe(0);
    expect(report.totals.filesChanged).toBeGreaterThan(0);
    expect(report.totals.filesChanged).toBe(
      git(theirs, "diff", "--name-only").split("\n").length - 1,
    );
    expect(snapshot(ours)).toEqual(snapshot(theirs));
  });

  it("shows in a preview, as a patch that git applies, the tree that a run leaves", async () => {
    const [ours, patched] = [copyOfSources(), copyOfSources()];
    const [pat, out] = PAIRS[2] ?? ["", ""];
    const recipe = join(tempRepository({ "recipe.yaml": recipeOf([[pat, out]]) }), "recipe.yaml");
    const { report } = await cliReport(ours, ["preview", recipe]);
    const before = snapshot(ours);
    const patch = report.actions.flatMap(({ files }) => files.map(({ diff }) => diff)).join("");
    const file = join(tempRepository({ "x.patch": patch }), "x.patch");
    git(patched, "apply", file);
    expect(snapshot(ours)).toEqual(before);
    await cliReport(ours, ["run", recipe, "--policy", "apply-all"]);
    expect(snapshot(patched)).toEqual(snapshot(ours));
  });
});
