import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { updateWithCli } from "./ast-grep-cli.ts";
import { cliReport } from "./run-cli.ts";
import { commitAll, git, snapshot, tempRepository } from "./temp-tree.ts";
import { recipeOf } from "./yaml.ts";

/** Code that nobody here wrote: the TypeScript sources inside the packages rxjs and zod. */
const PACKAGES = ["rxjs/src", "zod/src"];

/** What is edited, as [pattern, replacement]; each changes files of both or one of them. */
export const REAL_CODE_PAIRS: readonly (readonly [pat: string, out: string])[] = [
  ["new Error($MESSAGE)", "new TypeError($MESSAGE)"],
  ["$A.subscribe($$$ARGS)", "listen($A, $$$ARGS)"],
  ["expect($A).toEqual($B)", "assert.deepStrictEqual(\n  $A,\n  $B,\n)"],
  ["import { $$$NAMES } from $SOURCE", "import type { $$$NAMES } from $SOURCE"],
  ["if ($COND) { $$$BODY }", "if (!($COND)) {\n  return;\n}\n$$$BODY"],
  ["const $NAME = ($$$PARAMS) => $BODY", "function $NAME($$$PARAMS) {\n  return $BODY;\n}"],
  ["return $VALUE", "return log($VALUE)"],
  ["typeof $A === $B", "is($A, $B)"],
];

export const MODULES = resolve(import.meta.dirname, "../../node_modules");

/** A repository with the sources of these packages, or of folders below them. */
export function copyOfSources(folders: readonly string[] = PACKAGES): string {
  const root = tempRepository({});
  for (const folder of folders)
    cpSync(join(MODULES, folder), join(root, folder), { recursive: true });
  commitAll(root);
  return root;
}

/** Edits the sources by `sluice run` and by `ast-grep run -U`, and compares the trees. */
export async function expectSameTrees(
  pat: string,
  out: string,
  folders: readonly string[] = PACKAGES,
): Promise<void> {
  const [ours, theirs] = [copyOfSources(folders), copyOfSources(folders)];
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
}
