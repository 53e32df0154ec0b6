import { expect, it } from "vitest";
import { findNamedCommit } from "../../src/git/named-commit.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { git, tempRepository } from "../support/temp-tree.ts";

/** A repository of two commits, with these references to one of them. */
function repository(references: Readonly<Record<string, "one" | "two">>) {
  const root = tempRepository({ "a.ts": "" });
  const one = git(root, "rev-parse", "HEAD").trim();
  git(root, "commit", "-q", "--allow-empty", "-m", "two");
  const ids = { one, two: git(root, "rev-parse", "HEAD").trim() };
  for (const [name, id] of Object.entries(references)) git(root, "update-ref", name, ids[id]);
  /** Returns the commits of names; of others why there is none. */
  const find = async (...names: readonly string[]) => {
    const found = names.map(async (name) => [name, await findNamedCommit(gitIn(root), name)]);
    const all = (await Promise.all(found)) as [
      string,
      Awaited<ReturnType<typeof findNamedCommit>>,
    ][];
    return Object.fromEntries(
      all.map(([name, each]) => {
        if (each.kind === "ambiguous") return [name, each.references];
        return [name, each.kind === "found" ? (each.commit === one ? "one" : "two") : each.kind];
      }),
    );
  };
  return { root, ...ids, find };
}

it("takes the branch of a remote, and never a tag or a local branch of that name", async () => {
  const { root, find } = repository({
    "refs/remotes/origin/main": "one",
    "refs/tags/origin/main": "two",
    "refs/heads/origin/main": "two",
    "refs/tags/origin/gone": "two",
    "refs/tags/refs/remotes/origin/gone": "two",
    "refs/tags/up/main": "two",
    "refs/heads/feature/x": "two",
  });
  git(root, "config", "remote.up.url", "https://example.invalid/x");
  expect(
    await find(
      ...["origin/main", "origin/main~0", "refs/heads/origin/main", "origin/gone"],
      ...["refs/remotes/origin/gone", "up/main", "feature/x"],
    ),
  ).toEqual({
    "origin/main": "one",
    "origin/main~0": "one",
    "refs/heads/origin/main": "two",
    "origin/gone": "missing",
    "refs/remotes/origin/gone": "missing",
    "up/main": "missing",
    "feature/x": "two",
  });
});

it("refuses a name of two commits, and takes one of a tag and a branch that are the same", async () => {
  const { root, one, two, find } = repository({
    "refs/tags/twice": "one",
    "refs/heads/twice": "two",
    "refs/tags/same": "one",
    "refs/heads/same": "one",
  });
  const short = one.slice(0, 12);
  for (const name of [short, one]) git(root, "update-ref", `refs/heads/${name}`, two);
  const references = ["refs/heads/twice", "refs/tags/twice"];
  expect(await find("twice", "twice~0", "same", short, one, two.slice(0, 12))).toEqual({
    twice: references,
    "twice~0": references,
    same: "one",
    [short]: [`refs/heads/${short}`],
    [one]: "one",
    [two.slice(0, 12)]: "two",
  });
});

it("reads other names as git does", async () => {
  const { root, one, find } = repository({});
  git(root, "tag", "-a", "noted", "-m", "n", one);
  expect(
    await find("HEAD", "@", "HEAD~1", "main^{commit}", "heads/main", "noted", "noted^0"),
  ).toEqual({
    HEAD: "two",
    "@": "two",
    "HEAD~1": "one",
    "main^{commit}": "two",
    "heads/main": "two",
    noted: "one",
    "noted^0": "one",
  });
  const wrong = ["nowhere", "-q", "a..b", "a b", "*", "origin/*"];
  expect(Object.values(await find(...wrong))).toEqual(wrong.map(() => "missing"));
});
