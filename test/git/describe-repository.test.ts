import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeRepository } from "../../src/git/describe-repository.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { git, makeRepository, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";

it("describes the repository of a root and of a folder in it, before and after the first commit", async () => {
  const root = tempRepository({ "a.ts": "", "pkg/b.ts": "" });
  writeTree(root, { ".git/info/exclude": "*.log\n" });
  const head = git(root, "rev-parse", "HEAD").trim();
  const common = { objects: join(root, ".git/objects"), format: "sha1", ignored: "*.log\n" };
  const folder = join(root, "pkg");
  expect(await describeRepository(root, gitIn(root))).toEqual({ ...common, prefix: "", head });
  expect(await describeRepository(folder, gitIn(folder))).toEqual({
    ...{ ...common, prefix: "pkg/", head },
  });
  const fresh = tempTree({});
  git(fresh, "init", "-q");
  expect(await describeRepository(fresh, gitIn(fresh))).toMatchObject({ head: undefined });
  const outside = tempTree({});
  expect(await describeRepository(outside, gitIn(outside))).toBeUndefined();
});

it("describes a repository whose path has several lines", async () => {
  const root = join(tempTree({}), "two\nlines");
  mkdirSync(root);
  writeTree(root, { "d\ne/a.ts": "" });
  makeRepository(root, { "d\ne/a.ts": "" });
  const folder = join(root, "d\ne");
  expect(await describeRepository(folder, gitIn(folder))).toMatchObject({
    objects: join(root, ".git/objects"),
    prefix: "d\ne/",
    format: "sha1",
  });
});
