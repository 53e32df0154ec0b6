import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { resolveSince } from "../../../src/config/surroundings/resolve-since.ts";
import { gitIn } from "../../../src/git/run-git.ts";
import { git, makeRepository, tempFolder, tempRepository } from "../../support/temp-tree.ts";
import { setReference, writeCommit } from "../../support/write-repository.ts";

/** A checkout of CI's merge: the target has moved on since the event, which names `base`. */
function merged({ inside = false } = {}) {
  const workspace = tempRepository({ "tools.txt": "" });
  const root = inside ? join(workspace, "app") : tempFolder();
  mkdirSync(root, { recursive: true });
  makeRepository(root, {});
  const commit = (...parents: string[]) => writeCommit(root, `${parents}`, parents);
  const base = commit();
  const [now, head] = [commit(base, base), commit(base)];
  const merge = commit(now, head);
  git(root, "remote", "add", "upstream", "https://example.invalid/owner/name");
  setReference(root, "refs/remotes/upstream/main", now);
  setReference(root, "HEAD", merge);
  const event = join(tempFolder(), "event.json");
  const sides = { base: { sha: base, ref: "main" }, head: { sha: head } };
  writeFileSync(event, JSON.stringify({ pull_request: { number: 1, ...sides } }));
  const env = {
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: event,
    GITHUB_SHA: merge,
    GITHUB_BASE_REF: "main",
    GITHUB_REPOSITORY: "owner/name",
  };
  const since = (name: string) =>
    resolveSince(name, { root, cwd: workspace, env, git: gitIn(root), lines: false });
  return { root, since, base, now, head, merge };
}

it("B1 reads the id of the event's base, also its beginning, as pull-request, and says so", async () => {
  const { since, base, now } = merged();
  expect(await since("pull-request")).toEqual({ commit: now, from: "merge-ref" });
  for (const length of [7, 12, 40])
    expect(await since(base.slice(0, length))).toEqual({
      commit: now,
      from: "merge-ref",
      notice: expect.objectContaining({ code: "since-replaced", severity: "warning" }),
    });
});

it("B1 reads the commit from which GitLab's head parted as pull-request, if the clone has the target", async () => {
  const { root, base, now, head, merge } = merged();
  const env = {
    GITLAB_CI: "true",
    CI_MERGE_REQUEST_IID: "1",
    CI_COMMIT_SHA: merge,
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
  };
  const since = (more: Readonly<Record<string, string>>) =>
    resolveSince(base, {
      root,
      cwd: root,
      env: { ...env, ...more },
      git: gitIn(root),
      lines: false,
    });
  expect(await since({ CI_MERGE_REQUEST_TARGET_BRANCH_SHA: now })).toEqual({
    commit: now,
    from: "merge-ref",
    notice: expect.objectContaining({ code: "since-replaced" }),
  });
  expect(await since({ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "lacking" })).toEqual({ commit: base });
});

it("leaves other names as they are: six digits, other ids, and references with digits as their name", async () => {
  const { root, since, base, head } = merged();
  expect(await since(base.slice(0, 6))).toEqual({ commit: base });
  expect(await since(`${base}^0`)).toEqual({ commit: base });
  expect(await since(head.slice(0, 12))).toEqual({ commit: head });
  const digits = base.slice(0, 12);
  setReference(root, `refs/heads/${digits}`, head);
  expect(await since(digits)).toHaveProperty("fault");
});

it("names the remote of the clone where something lacks", async () => {
  const { root, since } = merged();
  const hintOf = async (name: string) => {
    const found = await since(name);
    return "fault" in found ? found.fault.hint : found;
  };
  const fetch = "git fetch upstream +refs/heads/topic:refs/remotes/upstream/topic";
  expect(await hintOf("upstream/topic")).toContain(`Run \`${fetch}\` first`);
  for (const name of ["topic", "origin/topic"])
    expect(await hintOf(name)).toContain(`run \`${fetch}\`, and name it \`upstream/topic\``);
  rmSync(join(root, ".git/refs/remotes/upstream/main"));
  git(root, "config", "extensions.partialClone", "upstream");
  expect(await hintOf("refs/remotes/upstream/main")).toContain(
    "git fetch upstream +refs/heads/main:",
  );
});

it("B1 takes only the merge of CI in a repository inside of another one, whose branches may be anyone's", async () => {
  const { root, since, now, head } = merged({ inside: true });
  expect(await since("pull-request")).toEqual({ commit: now, from: "merge-ref" });
  setReference(root, "HEAD", head);
  expect(await since("pull-request")).toMatchObject({
    fault: { message: expect.stringContaining("in a repository inside of") },
  });
});
