import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commitAll, git, tempFolder, writeTree } from "../support/temp-tree.ts";
import { type Check, checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE =
  'version: 1\nsteps: [{ ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] } }]\n';
const POLICY = (verdict: string) => `version: 1\ndefault: { verdict: ${verdict}, reason: So. }\n`;
const STRICT = {
  "recipe.yaml": RECIPE,
  "sluice.policy.yaml": POLICY("hold"),
  "src/a.js": "f(1);\n",
};
const WEAK = { "sluice.policy.yaml": POLICY("apply") };
const CHECK: Check = { recipes: ["recipe.yaml"] };

/** Opens a pull request whose head has a weak policy, and whose target is fetched. */
async function openWithTarget() {
  const request = await openPullRequest({ base: STRICT, head: () => WEAK });
  git(request.root, "update-ref", "refs/remotes/origin/main", request.base);
  return { ...request, head: git(request.root, "rev-parse", "HEAD").trim() };
}

/** Returns a file with an event of GitHub. */
function eventFile(event: unknown): string {
  const file = join(tempFolder(), "event.json");
  writeFileSync(file, JSON.stringify(event));
  return file;
}

it.each(["heads", "tags"])("is not a reference refs/%s/origin/main of the head", async (kind) => {
  const request = await openWithTarget();
  git(request.root, "update-ref", `refs/${kind}/origin/main`, request.head);
  const named = { ...CHECK, args: ["--base", "origin/main"] };
  for (const { report } of [
    ...(await checkSafely(request, CHECK)),
    ...(await checkSafely(request, named)),
  ]) {
    expect(report?.trust?.base).toBe(request.base);
    expect(report?.totals).toMatchObject({ held: 1, applied: 0 });
  }
});

it("is no parent of a head that its author made look like the merge of CI", async () => {
  const { root, ...request } = await openWithTarget();
  const tree = git(root, "rev-parse", "HEAD^{tree}").trim();
  writeTree(root, { "src/c.js": "" });
  commitAll(root);
  const second = git(root, "rev-parse", "HEAD").trim();
  const parents = ["-p", request.head, "-p", second];
  const forged = git(root, "commit-tree", tree, ...parents, "-m", "Merge into main").trim();
  git(root, "checkout", "-q", "--detach", forged);
  for (const head of [forged, second]) {
    const pull = { base: { sha: request.base, ref: "main" }, head: { sha: head } };
    const env = {
      GITHUB_SHA: forged,
      GITHUB_EVENT_PATH: eventFile({ pull_request: { ...pull, merge_commit_sha: forged } }),
    };
    for (const { report } of await checkSafely({ root, ...request }, { ...CHECK, env })) {
      expect(report?.trust).toEqual({ mode: "base", base: request.base, baseFrom: "target" });
      expect(report?.totals).toMatchObject({ held: 1, applied: 0 });
    }
  }
});

it.each([
  ["repository_dispatch", { client_payload: { pull_request: { number: 1 } } }],
  ["repository_dispatch", { client_payload: { slash: [{ github: { pullRequest: 7 } }] } }],
  ["check_suite", { check_suite: { pull_requests: [{ number: 1 }] } }],
  ["repository_dispatch", undefined],
])("is asked for in a job for %s whose event may have a pull request", async (event, content) => {
  const request = await openWithTarget();
  const env = { GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: eventFile(content ?? "no event") };
  for (const { exitCode, output } of await checkSafely(request, { ...CHECK, env })) {
    expect(exitCode).toBe(2);
    expect(output).toContain(`A job of GitHub (${event}) may have checked out a pull request`);
  }
});

it.each([
  ["repository_dispatch", { client_payload: { version: "1.2.3", pull_requests: [] } }],
  ["push", { commits: [{ message: "x" }], pull_request: {} }],
])("is not asked for in a job for %s without a pull request", async (event, content) => {
  const request = await openWithTarget();
  const env = { GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: eventFile(content) };
  for (const { report } of await checkSafely(request, { ...CHECK, env }))
    expect(report?.trust).toEqual({ mode: "all", base: null });
});
