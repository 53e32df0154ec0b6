import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  findDistrustedOnForge,
  refuseOnForge,
} from "../../../src/config/consent/policy-consent.ts";
import { preparePolicy } from "../../../src/config/prepare/prepare-policy.ts";
import { openSources } from "../../../src/config/sources/open-sources.ts";
import type { Consent } from "../../../src/request/request.ts";
import { cli, SHIPPED_RECIPES } from "../../support/run-cli.ts";
import { git, readText, tempFolder, tempRepository, writeTree } from "../../support/temp-tree.ts";
import { USER } from "../../support/user-state.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: s, ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] } }
`;
const POLICY = `version: 1
default: { verdict: apply, reason: All. }
publish: { per: owner, autoMerge: whenGreen }
approvals: { by: [octocat, org/team], count: 2 }
`;
const FILES = { "recipe.yaml": RECIPE, "sluice.policy.yaml": POLICY, "src/a.js": "f(1);\n" };

function checkout(files: Readonly<Record<string, string>> = FILES) {
  const root = tempRepository(files);
  const home = tempFolder();
  const world = { user: USER, cwd: root, env: { PATH: process.env.PATH, HOME: home } };
  const sluice = (...argv: string[]) => cli(root, argv, world);
  return { root, home, world, sluice };
}

/** Returns what follows "is not trusted" for the policy of a checkout; undefined if it may push. */
async function whyNot(
  { root, world }: Pick<ReturnType<typeof checkout>, "root" | "world">,
  env: Readonly<Record<string, string>> = {},
  trust: Partial<Pick<Consent, "trust" | "base">> = {},
) {
  const there = { ...world, shippedRecipes: SHIPPED_RECIPES, env: { ...world.env, ...env } };
  const request = { root, trust: undefined, base: undefined, ...trust };
  const opened = await openSources(request, there, new AbortController().signal);
  if (opened.kind === "refused") throw new Error(opened.fault.message);
  const { policy } = await preparePolicy(undefined, opened.reader);
  if (policy === undefined) throw new Error("There is a policy.");
  return findDistrustedOnForge(policy, { ...there, reader: opened.reader });
}

describe("a policy with pull requests and approvals", () => {
  it("asks a plain run for no trust", async () => {
    const { root, sluice } = checkout();
    const { exitCode, stderr } = await sluice("run", "recipe.yaml");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(readText(root, "src/a.js")).toBe("g(1);\n");
  });

  it("does not push from the work tree, until it is accepted as it is", async () => {
    const own = checkout();
    const distrusted = await whyNot(own);
    expect(distrusted).toMatchObject({ path: "sluice.policy.yaml", why: "" });
    if (distrusted === undefined) throw new Error("It is not trusted.");
    expect(refuseOnForge("publish", distrusted)).toMatchObject({
      code: "not-trusted",
      message:
        "`publish` of sluice.policy.yaml does not count: this file of the tree is not trusted.",
      hint: expect.stringContaining("`sluice trust accept sluice.policy.yaml`"),
    });
    const { stdout } = await own.sluice("trust", "accept");
    expect(stdout).toContain(
      "  push branches, as sluice/${{ recipes }}/${{ group }}, and keep pull requests of them, and ask the forge to merge them\n" +
        "  let 2 of octocat, org/team end what it holds, on the forge\n",
    );
    expect(await whyNot(own)).toBeUndefined();
    writeTree(own.root, { "sluice.policy.yaml": `${POLICY}# New.\n` });
    expect((await whyNot(own))?.why).toBe(": it has changed since you accepted it");
  });

  it("pushes if it is that of a base", async () => {
    const own = checkout();
    writeTree(own.root, { "sluice.policy.yaml": `${POLICY}# New.\n` });
    expect(await whyNot(own, {}, { trust: "base", base: "HEAD" })).toBeUndefined();
  });

  it.each([
    ["push", undefined],
    ["pull_request", ": the job of GitHub checks out a pull request"],
    ["issue_comment", ": the job of GitHub (issue_comment) may have checked out a pull request"],
  ])("of a job for %s, in a repository that was accepted", async (event, why) => {
    const own = checkout();
    expect((await own.sluice("trust", "accept", "--repository")).exitCode).toBe(0);
    const file = join(own.home, "event.json");
    writeFileSync(file, '{ "repository": { "default_branch": "main" } }');
    const job = {
      ...{ CI: "true", GITHUB_ACTIONS: "true", GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: file },
      ...{ GITHUB_REF: "refs/heads/main", GITHUB_SHA: git(own.root, "rev-parse", "HEAD").trim() },
    };
    expect((await whyNot(own, job, { trust: "all" }))?.why).toBe(why);
  });

  it("is told by doctor if it is not trusted", async () => {
    const { sluice } = checkout();
    const { stdout } = await sluice("doctor");
    expect(stdout).toContain("`publish` of sluice.policy.yaml does not count");
  });
});

describe("a policy that says if commits are signed", () => {
  const files = {
    ...FILES,
    "sluice.policy.yaml":
      "version: 1\ndefault: { verdict: apply, reason: All. }\ncommits: { sign: false }\n",
  };

  it("is refused without trust, before anything is written", async () => {
    const { root, sluice } = checkout(files);
    const { exitCode, stderr } = await sluice("run", "recipe.yaml");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("`commits.sign` of sluice.policy.yaml does not count");
    expect(readText(root, "src/a.js")).toBe("f(1);\n");
    expect((await sluice("preview", "recipe.yaml")).exitCode).toBe(0);
    expect((await sluice("plan", "recipe.yaml", "-o", "p.json")).exitCode).toBe(0);
    const applied = await sluice("apply", "p.json");
    expect(applied.exitCode).toBe(2);
    expect(applied.stderr).toContain("`commits.sign` of sluice.policy.yaml does not count");
    expect((await sluice("trust", "accept")).stdout).toContain("  leave its commits unsigned\n");
    const accepted = await sluice("apply", "p.json");
    expect(accepted.stderr).not.toContain("does not count");
  });
});
