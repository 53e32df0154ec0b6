import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pushBranches } from "../../../src/git/push/push-branches.ts";
import { remoteTips } from "../../../src/git/push/remote-tips.ts";
import { branchesOf, checkoutWithTarget, looseCommit, pushTo } from "../../support/push-target.ts";
import { git, readText, tempFolder } from "../../support/temp-tree.ts";

const NAMES = ["sluice/ä-ü/日本", "a'b\"c", "x;$(echo)`z`", "p%20&q|r!{}", "refs/heads/main", "@x"];

it("pushes branches with odd names, and finds exactly their tips", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const push = await pushTo(root, bare);
  const commit = looseCommit(root, "One");
  const updates = NAMES.map((branch) => ({ branch, commit, expected: undefined }));
  const pushed = NAMES.map((branch) => ({ branch, kind: "pushed" }));
  expect(await pushBranches(push, updates)).toEqual(pushed);
  const wanted = Object.fromEntries(NAMES.map((name) => [name, commit]));
  expect(branchesOf(bare)).toEqual({ main: head, ...wanted });
  const tips = await remoteTips(push, [...NAMES, "main", "x", "none"]);
  expect(Object.fromEntries(tips)).toEqual({ main: head, ...wanted });
  expect(git(root, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
  const again = await pushBranches(push, updates);
  expect(again).toEqual(NAMES.map((branch) => ({ branch, kind: "up-to-date" })));
});

it("takes no name or id that git could read as something else", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const push = await pushTo(root, bare);
  const update = { branch: "a", commit: head, expected: undefined };
  for (const more of [
    { branch: "a:b" },
    { branch: "-d" },
    { commit: "HEAD" },
    { expected: "main" },
  ])
    await expect(pushBranches(push, [{ ...update, ...more }])).rejects.toThrow("cannot be pushed");
  await expect(remoteTips(push, ["*"])).rejects.toThrow("no name of a branch");
  expect(branchesOf(bare)).toEqual({ main: head });
});

it("moves only branches that are where they were expected, and says which are not", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const push = await pushTo(root, bare);
  const [old, ours, theirs] = ["old", "ours", "theirs"].map((text) => looseCommit(root, text)) as [
    string,
    string,
    string,
  ];
  const first = ["kept", "lost", "gone"].map((branch) => ({
    branch,
    commit: old,
    expected: undefined,
  }));
  await pushBranches(push, first);
  git(root, "push", "-q", "-f", bare, `${theirs}:refs/heads/lost`, ":refs/heads/gone");
  const outcomes = await pushBranches(push, [
    { branch: "lost", commit: ours, expected: old },
    { branch: "gone", commit: ours, expected: old },
    { branch: "main", commit: ours, expected: undefined },
    { branch: "kept", commit: ours, expected: old },
  ]);
  expect(outcomes.map(({ branch, kind }) => `${branch} ${kind}`)).toEqual([
    "lost stale",
    "gone stale",
    "main stale",
    "kept pushed",
  ]);
  expect(branchesOf(bare)).toEqual({ main: head, kept: ours, lost: theirs });
});

it("passes on why a server does not take a branch, and sees one that is moved during the push", async () => {
  const script = `case $1 in
*protected) printf 'GH006: \\033[31mProtected branch %s update failed.\\n' "$1" >&2; exit 1;;
*raced) git update-ref $1 $(cat other) >&2;;
esac`;
  const { root, bare } = checkoutWithTarget({ update: script });
  const theirs = looseCommit(root, "theirs");
  git(root, "push", "-q", bare, `${theirs}:refs/heads/theirs`);
  writeFileSync(join(bare, "other"), theirs);
  const push = await pushTo(root, bare);
  const commit = looseCommit(root, "ours");
  const names = ["protected", "raced", "main/below", "free"];
  const outcomes = await pushBranches(
    push,
    names.map((branch) => ({ branch, commit, expected: undefined })),
  );
  expect(outcomes).toEqual([
    {
      branch: "protected",
      kind: "rejected",
      why:
        "hook declined; GH006: \uFFFD[31mProtected branch refs/heads/protected update failed.; " +
        "error: hook declined to update refs/heads/protected",
    },
    { branch: "raced", kind: "stale" },
    {
      branch: "main/below",
      kind: "rejected",
      why: expect.stringContaining("'refs/heads/main' exists; cannot create"),
    },
    { branch: "free", kind: "pushed" },
  ]);
  expect(branchesOf(bare)).toMatchObject({ raced: theirs, free: commit });
});

it("bounds what a server says, and pushes nothing if it refuses all of it", async () => {
  const { root, bare, head } = checkoutWithTarget({
    "pre-receive": "yes no | head -2000 >&2; exit 1",
  });
  const push = await pushTo(root, bare);
  const commit = looseCommit(root, "ours");
  const [outcome] = await pushBranches(push, [{ branch: "a", commit, expected: undefined }]);
  expect(outcome).toMatchObject({
    kind: "rejected",
    why: expect.stringMatching(/^pre-receive hook declined; no; no/),
  });
  expect(outcome?.kind === "rejected" && outcome.why.length).toBe(300);
  expect(branchesOf(bare)).toEqual({ main: head });
});

it("pushes 300 branches in one call, and asks for their tips", async () => {
  const { root, bare } = checkoutWithTarget({ "pre-receive": "echo call >> calls" });
  const push = await pushTo(root, bare);
  const commit = looseCommit(root, "ours");
  const names = Array.from({ length: 300 }, (_, index) => `sluice/${"owner-".repeat(8)}${index}`);
  const updates = names.map((branch) => ({ branch, commit, expected: undefined }));
  const outcomes = await pushBranches(push, updates);
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["pushed"]));
  expect(outcomes.map(({ branch }) => branch)).toEqual(names);
  expect((await remoteTips(push, names)).size).toBe(300);
  expect(readText(bare, "calls")).toBe("call\n");
});

it("says that a repository does not exist, and is stopped by its signal", async () => {
  const { root, bare, head } = checkoutWithTarget();
  const update = { branch: "a", commit: head, expected: undefined };
  const missing = await pushTo(root, join(tempFolder(), "none.git"));
  const fault = expect.stringContaining("does not appear to be a git repository");
  expect(await pushBranches(missing, [update])).toEqual([
    { branch: "a", kind: "failed", why: fault },
  ]);
  await expect(remoteTips(missing, ["a"])).rejects.toThrow("does not appear to be");
  const stop = new AbortController();
  const stopped = await pushTo(root, bare, { signal: stop.signal });
  stop.abort();
  expect(await pushBranches(stopped, [update])).toEqual([
    { branch: "a", kind: "failed", why: expect.stringMatching(/^git \w+ was stopped$/) },
  ]);
  expect(branchesOf(bare)).toEqual({ main: head });
});
