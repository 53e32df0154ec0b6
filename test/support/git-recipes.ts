import { join } from "node:path";
import { cli, cliReport } from "./run-cli.ts";
import { git, type Tree, tempFolder, tempRepository } from "./temp-tree.ts";
import { withHome } from "./user-state.ts";

/** A recipe that renames calls of one function. */
export const renaming = (from: string, to: string) =>
  `version: 1\nsteps:\n  - { id: e, ast_edit: { lang: js, ops: [{ pat: ${from}($A), out: ${to}($A) }] } }\n`;

export const using = (name: string) => `version: 1\nsteps:\n  - { id: u, uses: "${name}" }\n`;

/** A repository with recipes, and the id of its commit. */
export function recipeRepository(files: Tree) {
  const folder = tempRepository(files);
  return { folder, commit: headOf(folder) };
}

export function headOf(folder: string): string {
  return git(folder, "rev-parse", "HEAD").trim();
}

/** A home of its own, in which fetched commits are kept, and the commands with it. */
export function commandsAtHome() {
  const home = tempFolder();
  const world = withHome(home);
  return {
    kept: join(home, ".local/state/sluice/git"),
    run: (root: string, argv: readonly string[]) => cli(root, argv, world),
    /** Returns the lines that a preview adds, and its faults. */
    async preview(root: string, ...argv: readonly string[]): Promise<readonly string[]> {
      const { report } = await cliReport(root, ["preview", ...argv], world);
      const faults = report.diagnostics.filter(({ severity }) => severity === "error");
      const lines = report.actions.flatMap(({ files }) =>
        files.map(({ diff = "" }) => /^\+(\w.*)$/m.exec(diff)?.[1] ?? ""),
      );
      return [...lines, ...faults.map(({ code, message }) => `${code} ${message}`)];
    },
    report: (root: string, argv: readonly string[]) => cliReport(root, argv, world),
  };
}

/** The tree of somebody who uses them. */
export const TREE = { "a.js": "old(1);\n" };

/** A commit with recipes, of which one uses others, a rule and a utility. */
export const COMMITTED = {
  "recipes/strict.yaml": renaming("old", "strict"),
  "recipes/all/recipe.yaml": `${using("strict")}  - uses: ./lib/x.yaml\n  - uses: object-has-own\n`,
  "lib/x.yaml": `version: 1\nsteps: [{ id: r, ast_edit: { lang: js, rules: ["rules/*.yml"] } }]\n`,
  "rules/r.yml":
    "id: r\nlanguage: js\nrule: { pattern: strict($A), matches: called }\nfix: ruled($A)\n",
  "sgconfig.yml": "ruleDirs: [rules]\nutilDirs: [utils]\n",
  "utils/u.yml": "id: called\nlanguage: js\nrule: { pattern: strict($A) }\n",
};
