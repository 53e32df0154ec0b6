import { resolve } from "node:path";
import { expect } from "vitest";
import type { Finding } from "../../src/author/examine.ts";
import type { CliWorld } from "../../src/cli/cli-world.ts";
import { cli } from "./run-cli.ts";

export const PROJECT = resolve(import.meta.dirname, "../..");
const POLICY = "version: 1\ndefault: { verdict: hold, reason: Because. }\n";
export const RECIPE =
  'version: 1\nsteps: [{ ast_edit: { ops: [{ pat: "a($A)", out: "b($A)" }] } }]\n';
export const FILES = {
  "sluice.policy.yaml": POLICY,
  "recipes/a.yaml": RECIPE,
  "src/a.ts": "a(1);\n",
};

/** What the doctor finds, by what it is about. */
export async function examined(
  root: string,
  argv: readonly string[] = [],
  more: Partial<CliWorld> = {},
): Promise<{ exitCode: number; of: (about: string) => readonly Finding[] }> {
  const shown = await cli(root, ["doctor", "--format", "json", ...argv], more);
  expect(shown.stderr).toBe("");
  const product = JSON.parse(shown.stdout);
  expect(product).toMatchObject({ formatVersion: "1.0", exitCode: shown.exitCode });
  const findings: readonly Finding[] = product.findings;
  for (const { state, remedy } of findings) if (state !== "ok") expect(remedy).toMatch(/\S/);
  return {
    exitCode: shown.exitCode,
    of: (about) => findings.filter((finding) => finding.about === about),
  };
}
