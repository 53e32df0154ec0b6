import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findAround } from "../../../src/config/sources/around-root.ts";
import { type CliResult, cli } from "../../support/run-cli.ts";
import {
  commitAll,
  git,
  readText,
  tempFolder,
  tempRepository,
  writeTree,
} from "../../support/temp-tree.ts";
import { USER } from "../../support/user-state.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: s, ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] } }
`;
const policyOf = (word: string) => `version: 1
default: { verdict: hold, reason: No. }
checks: { look: { run: [sh, -c, 'touch ${word}; rm ${word}'] } }
rules: [{ id: all, verdict: apply, reason: ${word}, checks: [look] }]
`;
const ABOVE = ["--policy", "../sluice.policy.yaml"];

/** A root in a repository that has the policy above it. */
function checkout(env: Readonly<Record<string, string>> = {}) {
  const top = tempRepository({
    "pkg/r.yaml": RECIPE,
    "pkg/src/a.js": "f(1);\n",
    "sluice.policy.yaml": policyOf("Base."),
  });
  const world = { user: USER, env: { PATH: process.env.PATH, HOME: tempFolder(), ...env } };
  const sluice = (...argv: string[]): Promise<CliResult> => cli(join(top, "pkg"), argv, world);
  return { top, sluice };
}

it("a policy of the repository that lies above the root needs acceptance", async () => {
  const { top, sluice } = checkout();
  const refused = await sluice("run", "r.yaml", ...ABOVE);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("not trusted")]);
  expect(readText(top, "pkg/src/a.js")).toBe("f(1);\n");
  expect((await sluice("trust", "accept", ABOVE[1] ?? "")).exitCode).toBe(0);
  expect((await sluice("run", "r.yaml", ...ABOVE)).exitCode).toBe(0);
  expect(readText(top, "pkg/src/a.js")).toBe("g(1);\n");
});

it("it is read from the base commit, and not at all if nothing of the tree is trusted", async () => {
  const { top, sluice } = checkout();
  const head = git(top, "rev-parse", "HEAD").trim();
  writeTree(top, { "sluice.policy.yaml": policyOf("Head."), "new.yaml": policyOf("New.") });
  commitAll(top);
  const base = ["--base", head, "--format", "json"];
  const { stdout } = await sluice("preview", "r.yaml", ...ABOVE, ...base);
  expect(stdout).toContain('"reason": "Base."');
  const sources: readonly unknown[] = JSON.parse(stdout).sources;
  expect(sources).toContainEqual(
    expect.objectContaining({ path: `${top}/sluice.policy.yaml`, origin: "base" }),
  );
  expect((await sluice("preview", "r.yaml", "--policy", "../new.yaml", ...base)).exitCode).toBe(2);
  const none = ["shipped:assert-strict", "--trust", "none"];
  expect((await sluice("preview", ...none, ...ABOVE)).stderr).toContain("[not-trusted]");
});

it("files of the repository, its superproject and the workspace come with the tree; others are the caller's", () => {
  const { top } = checkout();
  const [outside, workspace] = [tempFolder(), tempFolder()];
  const [root, clone] = [join(top, "pkg"), join(workspace, "clone")];
  mkdirSync(clone);
  git(clone, "init", "-q");
  symlinkSync(join(top, "sluice.policy.yaml"), join(outside, "into.yaml"));
  symlinkSync(join(outside, "p.yaml"), join(top, "out.yaml"));
  const env = { GITHUB_WORKSPACE: workspace };
  const isAround = (file: string, from = root) =>
    findAround(file, { root: from, env }) !== undefined;
  expect(isAround(join(top, "gone/p.yaml"))).toBe(true);
  expect(isAround(join(top, "out.yaml"))).toBe(true);
  expect(isAround(join(outside, "into.yaml"))).toBe(true);
  expect(isAround(join(workspace, "p.yaml"))).toBe(true);
  expect(isAround(join(outside, "p.yaml"))).toBe(false);
  expect(isAround(join(clone, "p.yaml"))).toBe(false);
  expect(isAround(join(workspace, "p.yaml"), clone)).toBe(true);
  expect(isAround(join(top, "p.yaml"), outside)).toBe(false);
});
