import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isOwnRepository } from "../../src/git/is-own-repository.ts";
import { asNobody } from "../support/as-nobody.ts";
import { tempFolder } from "../support/temp-tree.ts";

const IS_ROOT = process.geteuid?.() === 0;

function folderWithGit(): string {
  const root = tempFolder();
  mkdirSync(join(root, ".git"));
  return root;
}

it.runIf(process.platform !== "win32")("is true for folders of this user", () => {
  const root = folderWithGit();
  expect(isOwnRepository(join(root, ".git"), {})).toBe(true);
});

it.runIf(IS_ROOT)("is false for folders of another user", async () => {
  const root = folderWithGit();
  expect(await asNobody(root, async () => isOwnRepository(join(root, ".git"), {}))).toBe(true);
  expect(isOwnRepository(join(root, ".git"), {})).toBe(false);
});

it("leaves to git a file or a link `.git`, a missing one, and the doubt that a variable asks for", () => {
  const [file, link, missing, doubted] = [
    tempFolder(),
    folderWithGit(),
    tempFolder(),
    folderWithGit(),
  ];
  writeFileSync(join(file, ".git"), "gitdir: elsewhere\n");
  renameSync(join(link, ".git"), join(link, "moved"));
  symlinkSync("moved", join(link, ".git"), "dir");
  const variables = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" };
  for (const root of [file, link, missing])
    expect(isOwnRepository(join(root, ".git"), {})).toBe(false);
  expect(isOwnRepository(join(doubted, ".git"), variables)).toBe(false);
});
