import type { Report } from "../../src/model/report/report.ts";
import type { RunRequest, RunWorld } from "../../src/request/request.ts";
import { runWith } from "./run-request.ts";
import { snapshot, type Tree, tempRepository } from "./temp-tree.ts";

const POLICY =
  "version: 1\ndefault: { verdict: apply, reason: The policy applies every change. }\n";

/** A recipe whose steps are these. */
export function recipeOf(...steps: readonly object[]): string {
  return JSON.stringify({ version: 1, name: "r", steps });
}

/** A recipe whose only step runs a script of Node, with `fs` and the `files` of its arguments. */
export function scriptRecipe(script: string, keys: object = {}, args = ["{files}"]): string {
  const whole = `const fs = require("node:fs"), files = process.argv.slice(1);\n${script}`;
  return recipeOf({ id: "c", command: ["node", "-e", whole, "--", ...args], ...keys });
}

/** A script that writes `bar` for `foo`. */
export const RENAME =
  'for (const f of files) fs.writeFileSync(f, fs.readFileSync(f, "utf8").replaceAll("foo", "bar"));';

/** The files of a command: those below `src`. */
export const SRC = { paths: ["src"] };

/** The outcome of a run of `recipe.yaml` in a repository of its own. */
interface CommandRun {
  readonly root: string;
  readonly before: Readonly<Record<string, string>>;
  readonly report: Report;
  readonly alerts: string;
  readonly states: readonly string[];
}

export async function runCommand(
  tree: Tree,
  request: Partial<RunRequest> = {},
  world: Partial<RunWorld> = {},
  prepare: (root: string) => void = () => undefined,
): Promise<CommandRun> {
  const root = tempRepository({
    "sluice.policy.yaml": POLICY,
    ".gitignore": "ignored/\n*.cache\n",
    "src/a.ts": "foo(1);\n",
    "src/b.ts": "foo(2);\n",
    "other.txt": "foo\n",
    ...tree,
  });
  prepare(root);
  const before = snapshot(root);
  const asked = { policy: "sluice.policy.yaml", allowCode: true, ...request };
  const report = await runWith(root, asked, undefined, world);
  const alerts = report.alerts.map(({ message }) => message).join("\n");
  return { root, before, report, alerts, states: report.actions.map(({ state }) => state) };
}
