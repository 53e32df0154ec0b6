import { cliReport } from "./run-cli.ts";
import { type Tree, tempRepository } from "./temp-tree.ts";

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
