import { join } from "node:path";
import { expect } from "vitest";
import { cli, cliReport } from "./run-cli.ts";
import { readText, type Tree, tempFolder, tempRepository } from "./temp-tree.ts";

/** Applies what is in `src/`, holds documents, and discards the rest. */
export const VERIFY_POLICY = `version: 1
rules:
  - id: source
    when: { allFiles: ["src/**"] }
    verdict: apply
    reason: Ours.
  - id: docs
    when: { allFiles: ["docs/**"] }
    verdict: hold
    reason: A person reads it.
default: { verdict: discard, reason: Nobody asked for it. }
`;

/** The files of the base. */
export const BASE_TREE: Tree = {
  "sluice.policy.yaml": VERIFY_POLICY,
  "src/a.ts": "export const a = 1;\n\n\n\n\n\n\n\n\nexport const b = 2;\n",
  "src/b.ts": "export const c = old(1);\n",
  "docs/b.md": "one\n",
  "lib/c.txt": "one\ntwo\n",
  "logo.png": Buffer.from([137, 80, 78, 71, 0, 1, 2]),
  ".gitignore": "dist/\n",
};

/** A repository with the files of the base, and more. */
export function baseTree(more: Tree = {}): string {
  return tempRepository({ ...BASE_TREE, ...more });
}

/** What `sluice verify` said: of each difference that is left over its kind, and the verdict or why there is none. */
export async function verifiedTree(root: string, ...argv: readonly string[]) {
  const base = argv.includes("--base") ? [] : ["--base", "HEAD"];
  const { exitCode, report } = await cliReport(root, ["verify", ...base, ...argv]);
  const { verified, alerts, actions, diagnostics } = report;
  const left = verified?.left ?? [];
  return {
    exitCode,
    accepted: verified?.accepted,
    left: Object.fromEntries(
      left.map(({ path, kind, verdict, isReverted }) => [
        path,
        [kind, verdict ?? "none", ...(isReverted ? ["reverted"] : [])].join(" "),
      ]),
    ),
    order: left.map(({ path }) => path),
    reasons: left.map(({ reason }) => reason),
    ...{ alerts, actions, diagnostics, named: left },
  };
}

const RENAME = `version: 1
name: rename
steps:
  - id: rename
    ast_edit:
      ops: [{ pat: old($A), out: fresh($A) }]
      paths: ["**/*.ts"]
`;
/** The same, but that models may change nothing. */
const STRICT = VERIFY_POLICY.replace(
  'allFiles: ["src/**"] }',
  'allFiles: ["src/**"], fromModel: false }',
);
/** The files of a tree with the recipe. */
export const RENAME_TREE = { "recipes/rename.yaml": RENAME, "sluice.policy.yaml": STRICT };
/** The text that the recipe makes of `src/b.ts`. */
export const CHANGED = "export const c = fresh(1);\n";

/** A tree in which a plan of the recipe was applied. */
export async function appliedTree(): Promise<{ readonly root: string; readonly plan: string }> {
  const root = baseTree(RENAME_TREE);
  const plan = join(tempFolder(), "plan.json");
  expect((await cli(root, ["plan", "recipes/rename.yaml", "-o", plan])).exitCode).toBe(0);
  expect((await cli(root, ["apply", plan])).exitCode).toBe(0);
  expect(readText(root, "src/b.ts")).toBe(CHANGED);
  return { root, plan };
}

/** A tree in which the recipe was run. */
export async function ranTree(): Promise<string> {
  const root = baseTree(RENAME_TREE);
  expect((await cli(root, ["run", "recipes/rename.yaml"])).exitCode).toBe(0);
  return root;
}
