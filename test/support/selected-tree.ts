import { Readable } from "node:stream";
import type { Report } from "../../src/model/report/report.ts";
import { cli } from "./run-cli.ts";
import { git, tempRepository } from "./temp-tree.ts";
import { recipeOf } from "./yaml.ts";

export const RECIPE = recipeOf([["f($A)", "g($A)"]], "per: file");
export const FILES = {
  "r.yaml": RECIPE,
  "a.ts": "f(1);\n",
  "b.ts": "f(2);\n",
  "src/c.ts": "f(3);\n",
};

export function setUp(): string {
  const root = tempRepository(FILES);
  git(root, "branch", "base");
  return root;
}

/** The options of the report come first: behind `--` are files. */
export async function reportOf(
  root: string,
  command: readonly string[],
  argv: readonly string[],
  more: Parameters<typeof cli>[2] = {},
): Promise<Report> {
  const { stdout } = await cli(root, [...command, "--format", "json", ...argv], more);
  return JSON.parse(stdout) as Report;
}

/** The files that a preview would change, and its exit code. */
export async function changed(
  root: string,
  argv: readonly string[],
  more: Parameters<typeof cli>[2] = {},
) {
  const report = await reportOf(root, ["preview", "r.yaml"], argv, more);
  return report.actions.flatMap(({ files }) => files.map(({ path }) => path));
}

export const inputOf = (text: string | Buffer) => ({ standardInput: () => Readable.from([text]) });
