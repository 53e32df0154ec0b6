import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { History } from "../../src/config/surroundings/history.ts";
import { HISTORY_LIMITS, lastCommits } from "../../src/git/last-commits.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { type MadeCommit, makeHistory } from "../support/history.ts";
import { git, tempFolder, writeTree } from "../support/temp-tree.ts";

const ODD = "src/odd\n\u0001 7.ts";

const COMMITS: readonly MadeCommit[] = [
  {
    name: "root",
    at: "2020-01-01T00:00:00Z",
    files: {
      "src/old.ts": "1",
      "src/moved.ts": "m",
      "src/both.ts": "1",
      "src/1234": "x",
      [ODD]: "o",
    },
  },
  { name: "side", at: "2021-01-01T00:00:00Z", files: { "src/both.ts": "2", "src/side.ts": "s" } },
  { name: "own", at: "2022-01-01T00:00:00Z", parents: ["root"], files: { "src/both.ts": "3" } },
  {
    name: "merge",
    at: "2023-01-01T00:00:00Z",
    parents: ["own", "side"],
    files: { "src/both.ts": "4", "src/side.ts": "s" },
  },
  {
    name: "rename",
    at: "2024-01-01T00:00:00Z",
    files: { "src/moved.ts": null, "src/new-name.ts": "m" },
  },
  {
    name: "picked",
    at: "2024-06-01T00:00:00Z",
    written: "2019-01-01T00:00:00Z",
    files: { "src/picked.ts": "p" },
  },
];

function repository(commits = COMMITS): string {
  const root = tempFolder();
  makeHistory(root, commits);
  return root;
}

const yearsOf = async (folder: string, most?: number) => {
  const known = await lastCommits(gitIn(folder), most);
  const dates = [...(known ?? [])].map(([path, at]) => [
    path,
    new Date(at * 1000).toISOString().slice(0, 7),
  ]);
  return known === undefined ? undefined : Object.fromEntries(dates.sort());
};

const ALL = {
  "old.ts": "2020-01",
  "1234": "2020-01",
  [ODD.slice(4)]: "2020-01",
  "side.ts": "2021-01", // The merge only brings it.
  "both.ts": "2023-01", // The merge itself changes it.
  "new-name.ts": "2024-01",
  "picked.ts": "2024-06", // The date of the committer, not of the author.
};

describe("the last commits of files", () => {
  it("are those that change them, with any name, of a root that is the top or a folder", async () => {
    const root = repository();
    const below = Object.fromEntries(Object.entries(ALL).map(([path, at]) => [`src/${path}`, at]));
    expect(await yearsOf(root)).toEqual(below);
    expect(await yearsOf(join(root, "src"))).toEqual(ALL);
    mkdirSync(join(root, "empty"));
    expect(await yearsOf(join(root, "empty"))).toEqual({});
  });

  it("depend on no setting of the user", async () => {
    const root = repository();
    for (const [name, value] of [
      ["log.showRoot", "false"],
      ["diff.renames", "copies"],
      ["log.follow", "true"],
      ["log.date", "relative"],
      ["log.diffMerges", "off"],
      ["diff.relative", "true"],
    ])
      git(root, "config", name ?? "", value ?? "");
    expect(await yearsOf(join(root, "src"))).toEqual(ALL);
  });

  it("are not known of a file that is not in HEAD, although its name once was", async () => {
    const root = repository();
    writeTree(root, { "src/moved.ts": "again", "src/untracked.ts": "u" });
    git(root, "add", "src/moved.ts");
    const known = await lastCommits(gitIn(root));
    expect(["src/moved.ts", "src/untracked.ts"].filter((path) => known?.has(path))).toEqual([]);
  });

  it("are the newest by date, whatever order the commits have", async () => {
    const root = repository([
      { name: "one", at: "2024-01-01T00:00:00Z", files: { "a.ts": "1" } },
      { name: "forged", at: "1999-01-01T00:00:00Z", files: { "a.ts": "2", "b.ts": "1" } },
    ]);
    expect(await yearsOf(root)).toEqual({ "a.ts": "2024-01", "b.ts": "1999-01" });
  });

  it("are not known beyond the commits that are looked at", async () => {
    expect(await yearsOf(repository(), 2)).toEqual({
      "src/new-name.ts": "2024-01",
      "src/picked.ts": "2024-06",
    });
  });

  it("are not known in a shallow clone, before the first commit, and if git takes too long", async () => {
    const root = repository();
    const clone = join(tempFolder(), "clone");
    git(root, "clone", "-q", "--depth", "2", `file://${root}`, clone);
    expect(await yearsOf(clone)).toBeUndefined();
    const empty = tempFolder();
    git(empty, "init", "-q");
    const historyOf = (folder: string, time = HISTORY_LIMITS.time) =>
      new History(gitIn(folder, undefined, { ...HISTORY_LIMITS, time }), Date.parse("2024-07-01"));
    for (const history of [historyOf(clone), historyOf(empty), historyOf(root, 0)])
      expect(await history.of(["src/old.ts"])).toEqual({});
  });
});

describe("the age of the files of an action", () => {
  it("is that of the youngest at the start of the run, and of the future it is none", async () => {
    const root = repository();
    const calls: string[] = [];
    const ask = gitIn(root);
    const counted = (args: readonly string[]) => {
      calls.push(args[0] ?? "");
      return ask(args);
    };
    const history = new History(counted, Date.parse("2024-06-02T00:00:00.999Z"));
    const picked = { lastCommit: "2024-06-01T00:00:00Z", lastCommitAge: 86_400 };
    expect(await history.of(["src/old.ts", "src/picked.ts"])).toEqual(picked);
    expect(await history.of(["src/old.ts", "src/none.ts"])).toEqual({});
    const old = await history.of(["src/old.ts"]);
    expect(old).toEqual({ lastCommit: "2020-01-01T00:00:00Z", lastCommitAge: 139_449_600 });
    expect(calls.filter((call) => call === "log")).toEqual(["log"]);
    const early = new History(ask, Date.parse("2000-01-01T00:00:00Z"));
    expect(await early.of(["src/old.ts"])).toMatchObject({ lastCommitAge: 0 });
  });
});
