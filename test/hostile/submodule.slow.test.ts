import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commitAll, git, readText, writeTree } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest, type PullRequest } from "./pull-request.ts";

const recipe = (out: string) => `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "${out}($A)" }] }
`;
const policy = (verdict: string) => `version: 1\ndefault: { verdict: ${verdict}, reason: So. }\n`;
const files = (folder: string, out: string, verdict: string) => ({
  [`${folder}recipe.yaml`]: recipe(out),
  [`${folder}sluice.policy.yaml`]: policy(verdict),
  [`${folder}src/a.js`]: "f(1);\n",
});

/** A pull request that replaces the folder `pkg` by a submodule whose `origin/main` is the stranger's. */
async function openWithSubmodule(): Promise<PullRequest & { readonly evil: string }> {
  const request = await openPullRequest({
    base: files("pkg/", "good", "hold"),
    prepare(root, outside) {
      const source = join(outside, "evil");
      mkdirSync(source);
      writeTree(source, files("", "evil", "apply"));
      git(source, "init", "-q", "-b", "main");
      commitAll(source);
      rmSync(join(root, "pkg"), { recursive: true });
      git(root, "rm", "-rq", "--cached", "pkg");
      const local = ["-c", "protocol.file.allow=always"];
      git(root, ...local, "submodule", "--quiet", "add", source, "pkg");
    },
  });
  git(request.root, "update-ref", "refs/remotes/origin/main", request.base);
  const evil = git(join(request.root, "pkg"), "rev-parse", "HEAD").trim();
  return { ...request, evil };
}

const NOT_GITHUB = { GITHUB_ACTIONS: "", GITHUB_EVENT_NAME: "", GITHUB_EVENT_PATH: "" };

it.each<[name: string, env: Readonly<Record<string, string>>, args?: readonly string[]]>([
  ["Jenkins", { JENKINS_URL: "http://x", CHANGE_ID: "1", CHANGE_TARGET: "main" }],
  ["Travis", { TRAVIS: "true", TRAVIS_PULL_REQUEST: "1", TRAVIS_BRANCH: "main" }],
  [
    "Azure",
    {
      TF_BUILD: "True",
      BUILD_REASON: "PullRequest",
      SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/main",
    },
  ],
  ["the caller by a branch", {}, ["--base", "origin/main"]],
  ["the caller by HEAD", {}, ["--base", "HEAD"]],
])("takes no branch of a submodule for the base that is named by %s", async (_name, env, args) => {
  const request = await openWithSubmodule();
  const check = { mode: "run", recipes: ["recipe.yaml"], folder: "pkg", args: args ?? [] } as const;
  for (const { exitCode, report, output } of await checkSafely(request, {
    ...check,
    env: { ...NOT_GITHUB, ...env },
  })) {
    expect(exitCode).toBe(2);
    expect(report?.diagnostics.map(({ code }) => code)).toEqual(["base-unavailable"]);
    expect(output).toContain("the root is in a submodule");
  }
  expect(readText(request.root, "pkg/src/a.js")).toBe("f(1);\n");
});

it("takes the commit of a submodule that the caller names by its whole id", async () => {
  const request = await openWithSubmodule();
  const check = { recipes: ["recipe.yaml"], folder: "pkg" };
  const named = { ...check, env: NOT_GITHUB, args: ["--base", request.evil] };
  for (const { exitCode, report } of await checkSafely(request, named)) {
    expect(exitCode).toBe(0);
    expect(report?.trust).toMatchObject({ mode: "base", base: request.evil });
  }
  const beginning = { ...named, args: ["--base", request.evil.slice(0, 12)] };
  for (const { exitCode } of await checkSafely(request, beginning)) expect(exitCode).toBe(2);
});
