import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, type RunGit } from "../../../src/git/run-git.ts";
import { type JudgeLimits, judgeFiltered } from "../../../src/git/uncommitted/judge-filtered.ts";
import { listUncommitted } from "../../../src/git/uncommitted/list-uncommitted.ts";
import { startGitListing } from "../../../src/tree/git-listing.ts";
import { git, tempFolder, tempRepository, writeTree } from "../../support/temp-tree.ts";
import { filteredRepository, list, touch } from "../../support/uncommitted-tree.ts";

/** A repository with files of git-lfs, which counts the calls of git. */
function lfsRepository(count: number) {
  const oid = createHash("sha256").update("large").digest("hex");
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 5\n`;
  const names = [":(top)*", ...Array.from({ length: count - 1 }, (_, index) => `${index}`)];
  const files = names.map((name) => [`${name}.bin`, pointer] as const);
  const root = tempRepository({ ...Object.fromEntries(files), ".gitattributes": "*.bin filter=x" });
  git(root, "config", "filter.x.clean", "false");
  writeTree(root, Object.fromEntries(files.map(([path]) => [path, "large"])));
  const blobId = git(root, "rev-parse", "HEAD:0.bin").trim();
  const index = files.map(
    ([path]) => ({ path, blobId, kind: "file", isCompared: true, size: undefined }) as const,
  );
  const calls: (readonly string[])[] = [];
  const ask = gitIn(root, process.env);
  const counting: RunGit = (args) => {
    calls.push(args);
    return ask(args);
  };
  const judge = (limits?: JudgeLimits) => judgeFiltered(root, counting, index, limits);
  return { root, index, calls, judge };
}

describe("listUncommitted", () => {
  it("tells changes of files that git was told not to look at, and of no file that a checkout left out", async () => {
    const names = ["same", "changed", "gone", "skipped", "left", "crlf", "link", "retyped"];
    const root = tempRepository({
      ...Object.fromEntries(names.map((name) => [`${name}.ts`, "one\n"])),
      ".gitattributes": "crlf.ts text eol=crlf\n",
    });
    rmSync(join(root, "link.ts"));
    symlinkSync("same.ts", join(root, "link.ts"));
    git(root, "commit", "-qam", "Link");
    const [assumed, skipped] = [
      names.filter((name) => !/skipped|left/.test(name)),
      ["skipped", "left"],
    ];
    git(root, "update-index", "--assume-unchanged", ...assumed.map((name) => `${name}.ts`));
    git(root, "update-index", "--skip-worktree", ...skipped.map((name) => `${name}.ts`));
    writeTree(root, { "crlf.ts": "one\r\n" });
    expect(await list(root)).toEqual([]);
    writeTree(root, { "changed.ts": "two\n", "skipped.ts": "two\n" });
    for (const name of ["gone", "left", "link", "retyped"]) rmSync(join(root, `${name}.ts`));
    symlinkSync("changed.ts", join(root, "link.ts"));
    symlinkSync("same.ts", join(root, "retyped.ts"));
    expect(git(root, "status", "--porcelain")).toBe("");
    expect(await list(root)).toEqual([
      "changed.ts",
      "gone.ts",
      "link.ts",
      "retyped.ts",
      "skipped.ts",
    ]);
    expect((await startGitListing(root).uncommitted())?.paths.toSorted()).toEqual(await list(root));
  });

  it("tells a submodule and a repository inside of this one as one entry each", async () => {
    const inner = tempRepository({ "i.ts": "" });
    const root = tempRepository({ "a.ts": "" });
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
    git(root, "commit", "-qm", "Submodule");
    expect(await list(root)).toEqual([]);
    writeTree(root, { "sub/i.ts": "x" });
    mkdirSync(join(root, "own"));
    git(join(root, "own"), "init", "-q");
    writeTree(root, { "own/b.ts": "" });
    expect(await list(root)).toEqual(["own", "sub"]);
  });

  it("does not follow a link in the place of a submodule", async () => {
    const inner = tempRepository({ "i.ts": "" });
    const root = tempRepository({ "a.ts": "" });
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
    git(root, "commit", "-qm", "Submodule");
    const { root: strange } = filteredRepository("x", "small", "large");
    touch(strange);
    rmSync(join(root, "sub"), { recursive: true });
    symlinkSync(strange, join(root, "sub"));
    expect(await listUncommitted(root)).toEqual({ paths: ["sub"], unknown: [] });
  });
});

describe("a file with a filter", () => {
  it("has changed if it has another size", async () => {
    const { root, canary } = filteredRepository("x", "small", "large");
    writeTree(root, { "a.bin": "larger" });
    expect(await listUncommitted(root)).toEqual({ paths: ["a.bin"], unknown: [] });
    expect(existsSync(canary)).toBe(false);
  });

  it("of git-lfs is compared with the digest in its pointer", async () => {
    const oid = createHash("sha256").update("large").digest("hex");
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 5\n`;
    const { root, canary } = filteredRepository("lfs", pointer, "large");
    touch(root);
    expect(await listUncommitted(root)).toEqual({ paths: [], unknown: [] });
    writeTree(root, { "a.bin": "other" });
    expect(await listUncommitted(root)).toEqual({ paths: ["a.bin"], unknown: [] });
    expect(existsSync(canary)).toBe(false);
  });

  it("of git-lfs is compared with few calls of git, whatever the number of files and their names", async () => {
    const { root, index, calls, judge } = lfsRepository(400);
    for (const { path } of index) utimesSync(join(root, path), 1, 1);
    writeTree(root, { "1.bin": "longer", "2.bin": "lurge" });
    const judged = await judge();
    expect(judged.size).toBe(398);
    expect(new Set(judged.values())).toEqual(new Set(["unchanged"]));
    expect(judged.get(":(top)*.bin")).toBe("unchanged");
    expect(calls.length).toBeLessThan(12);
    expect(new Set((await judge({ hashed: 0 })).values())).toEqual(new Set(["unknown"]));
    await expect(judge({ signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  it("has changed if the attribute names no filter", async () => {
    const { root } = filteredRepository("x", "small", "large");
    writeTree(root, { ".gitattributes": "*.bin -filter\n" });
    touch(root);
    expect((await listUncommitted(root))?.paths).toContain("a.bin");
  });

  it("runs no filter of a submodule", async () => {
    const { root: inner } = filteredRepository("x", "small", "large");
    const root = tempRepository({ "a.ts": "" });
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
    git(root, "commit", "-qm", "Submodule");
    const canary = join(tempFolder(), "canary");
    git(join(root, "sub"), "config", "filter.x.clean", `touch ${canary}; cat`);
    writeTree(root, { "sub/a.bin": "other" });
    touch(join(root, "sub"));
    expect(await listUncommitted(root)).toEqual({ paths: [], unknown: ["sub"] });
    expect(existsSync(canary)).toBe(false);
    git(root, "status");
    expect(existsSync(canary)).toBe(true);
  });
});
