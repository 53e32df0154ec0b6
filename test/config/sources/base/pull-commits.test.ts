import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findPullBase } from "../../../../src/config/sources/base/pull-commits.ts";
import { readRemotes } from "../../../../src/config/sources/base/remotes.ts";
import { gitIn } from "../../../../src/git/run-git.ts";
import { git, tempFolder, tempRepository } from "../../../support/temp-tree.ts";
import { setReference, writeCommit } from "../../../support/write-repository.ts";

const TARGET = "refs/remotes/origin/main";

/** A commit that is checked out, and what CI says of it: by the names of commits. */
interface Said {
  readonly at: string;
  readonly built?: string;
  readonly head?: string;
  readonly tip?: string | null;
  readonly repository?: string;
}

/**
 * The target went from `old`, at the event, over `now`, when CI merged, to `tip`, in this clone; `head` comes from
 * `old`.
 */
function pullRequest() {
  const root = tempRepository({});
  const ids: Record<string, string> = {};
  const idOf = (name: string) => ids[name] ?? "";
  const commit = (name: string, ...parents: string[]) => {
    ids[name] = writeCommit(root, name, parents.map(idOf));
  };
  const chain = ["weak", "old", "now", "tip"];
  chain.forEach((name, at) => void commit(name, ...chain.slice(Math.max(0, at - 1), at)));
  commit("head", "old");
  commit("other", "old");
  commit("merge", "now", "head");
  commit("earlier", "old", "head");
  commit("forged", "weak", "other");
  commit("octopus", "now", "head", "other");
  commit("forced");
  commit("merged", "tip", "head");
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id);
  /** Returns the name of the base, and how it was found. */
  const baseOf = async ({ at, built = at, head = "head", tip = "tip", ...more }: Said) => {
    setReference(root, "HEAD", idOf(at));
    if (tip === null) rmSync(join(root, ".git", TARGET), { force: true });
    else setReference(root, TARGET, idOf(tip));
    const { main: remote } = await readRemotes(gitIn(root), more.repository);
    const said = { named: ids.old, target: TARGET, head: ids[head], built: [idOf(built)] };
    const pull = { ...more, ...said, remote };
    const found = await findPullBase(gitIn(root), pull as Parameters<typeof findPullBase>[1]);
    return found && `${nameOf(found.commit)} by ${found.from}`;
  };
  return { root, idOf, baseOf };
}

it("B1 takes the commit that CI merged the head into, also if the target has moved on", async () => {
  const { baseOf } = pullRequest();
  expect(await baseOf({ at: "merge" })).toBe("now by merge-ref");
  expect(await baseOf({ at: "merge", tip: "now" })).toBe("now by merge-ref");
  expect(await baseOf({ at: "earlier", tip: null })).toBe("old by merge-ref");
  expect(await baseOf({ at: "merge", tip: null })).toBe("now by merge-ref");
  expect(await baseOf({ at: "earlier", tip: "weak" })).toBe("old by merge-ref"); // The tip of long ago.
});

it("B1 takes what CI names before a tip of long ago, and no branch of another repository", async () => {
  const { root, baseOf } = pullRequest();
  expect(await baseOf({ at: "head", tip: "weak" })).toBe("old by event");
  git(root, "config", "remote.origin.url", "https://example.invalid/Stranger/Name.git");
  expect(await baseOf({ at: "head", repository: "owner/name" })).toBe("old by event");
  for (const url of ["https://example.invalid/owner/name", "git@example.invalid:Owner/Name.git"]) {
    git(root, "config", "remote.origin.url", url);
    expect(await baseOf({ at: "head", repository: "owner/name" })).toBe("tip by target");
  }
});

it("B1 takes what CI names before a branch with the head in it, as one of a fork, or once it was merged", async () => {
  const { baseOf } = pullRequest();
  expect(await baseOf({ at: "head", tip: "head" })).toBe("old by event");
  expect(await baseOf({ at: "head", tip: "merged" })).toBe("old by event");
  expect(await baseOf({ at: "merge", tip: "merged" })).toBe("now by merge-ref");
});

it.each<[what: string, said: Said, base: string]>([
  ["the head", { at: "head" }, "tip by target"],
  ["another commit than CI names", { at: "merge", built: "head" }, "tip by target"],
  ["a merge of another head", { at: "merge", head: "other" }, "tip by target"],
  ["a head that is a merge of its author", { at: "forged", head: "forged" }, "tip by target"],
  [
    "a forged merge of a forged head",
    { at: "forged", head: "other", tip: "forced" },
    "forced by target",
  ],
  ["an octopus", { at: "octopus" }, "tip by target"],
  ["a merge into what a push by force removed", { at: "merge", tip: "forced" }, "forced by target"],
])("B1 takes no parent of %s", async (_what, said, base) => {
  expect(await pullRequest().baseOf(said)).toBe(base);
});

it("B1 verifies a merge in a shallow clone only with the target", async () => {
  const { root, idOf } = pullRequest();
  const shallow = tempFolder();
  git(shallow, "init", "-q");
  const fetch = (what: string) => git(shallow, "fetch", "-q", "--depth=1", `file://${root}`, what);
  setReference(root, "refs/pull/1/merge", idOf("merge"));
  setReference(root, "refs/heads/main", idOf("now"));
  fetch("refs/pull/1/merge");
  git(shallow, "checkout", "-q", "--detach", "FETCH_HEAD");
  const pull = { named: idOf("old"), target: TARGET, head: idOf("head"), built: [idOf("merge")] };
  expect(await findPullBase(gitIn(shallow), pull)).toBeUndefined();
  fetch(`+refs/heads/main:${TARGET}`);
  const found = await findPullBase(gitIn(shallow), pull);
  expect(found).toEqual({ commit: idOf("now"), from: "merge-ref" });
});
