import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { branchPart, isBranchName } from "../../src/shared/branch-name.ts";

const HOSTILE = [
  "a b",
  "a..b",
  ".a",
  "a.lock",
  "a/.b",
  "a/b.lock/c",
  "a~b^c:d?e*f[g\\h",
  "@",
  "a@{b",
  "-x",
  "/a//b/",
  "",
  "..",
  "a.",
  "x\u0000y\nz",
  "@org/team, @you",
  "ünïcode",
  "a\u202eb",
  "HEAD",
  "z".repeat(400),
  "a/".repeat(200),
  "\ud800",
];

const isTaken = (name: string) =>
  spawnSync("git", ["check-ref-format", `refs/heads/${name}`]).status === 0;

describe("names of branches", () => {
  it.each(HOSTILE)("makes a name that git takes of %j", (text) => {
    const name = `sluice/${branchPart(text)}`;
    expect(isBranchName(name)).toBe(true);
    expect(name).not.toMatch(/\p{C}/u);
  });

  it.each(["HEAD", "head", "@", ""])("makes a name of its own of %j alone", (text) => {
    expect(isBranchName(branchPart(text))).toBe(true);
    expect(branchPart(text)).not.toMatch(/^HEAD$/i);
  });

  it("gives names that git takes, all of them at once", () => {
    const names = HOSTILE.map((text) => `sluice/${branchPart(text)}`);
    expect(names.filter((name) => !isTaken(name))).toEqual([]);
  });

  it.each([
    "",
    "@",
    "HEAD",
    "-a",
    "a b",
    "a..b",
    "a/",
    "/a",
    "a//b",
    ".a",
    "a/.b",
    "a.lock",
    "a.",
    "a@{b",
    "a\nb",
    "a*",
  ])("refuses %j", (name) => expect(isBranchName(name)).toBe(false));

  it.each(["main", "sluice/a-b", "a@b", "v1.2", "ünï"])("takes %j", (name) => {
    expect(isBranchName(name)).toBe(true);
  });
});
