import type { Report } from "../../src/model/report/report.ts";
import { cli } from "./run-cli.ts";
import { git, tempRepository } from "./temp-tree.ts";
import { recipeOf } from "./yaml.ts";

export const RECIPE = recipeOf([["f($A)", "g($A)"]], "per: file");
export const FAR = "x();\n".repeat(8);

export function setUp(files: Readonly<Record<string, string>> = {}): string {
  return tempRepository({ "r.yaml": RECIPE, "a.ts": "old();\n", ...files });
}

export const previewed = (root: string, ...argv: string[]) => cliOf(root, "preview", ...argv);
export const run = (root: string, ...argv: string[]) =>
  cliOf(root, "run", "--policy", "apply-all", ...argv);

async function cliOf(root: string, command: string, ...argv: string[]) {
  const all = [command, "r.yaml", "--staged", "--format", "json", ...argv];
  const { exitCode, stdout } = await cli(root, all);
  const report = JSON.parse(stdout) as Report;
  const actions = report.actions.map(({ state, files }) => `${state} ${files[0]?.path}`);
  return { exitCode, actions, report };
}

export const staged = (root: string, path: string) => git(root, "show", `:${path}`);
