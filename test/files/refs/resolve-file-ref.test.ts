import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { resolveFileRef } from "../../../src/author/resolve-file-ref.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { git, snapshot, tempRepository, tempTree, writeTree } from "../../support/temp-tree.ts";

const LIMIT = 16_384;

function setUp() {
  const outside = tempTree({ "x.md": "" });
  const root = tempTree({
    "docs/a.md": "one\r\ntwo\n",
    "bom.md": "\uFEFFx",
    "exact.txt": "x".repeat(LIMIT),
    "long.txt": `${"x\n".repeat(LIMIT / 2 - 1)}xé\nmore\n`,
    "nul.bin": Buffer.from([0x61, 0]),
    "latin1.txt": Buffer.from([0x63, 0xe9]),
    "late.bin": Buffer.concat([Buffer.alloc(LIMIT + 10, "a"), Buffer.alloc(10)]),
    "secret/key.md": "k",
    "view/v.md": "v",
    "app/[id]/page.tsx": "p",
  });
  symlinkSync("docs/a.md", join(root, "link.md"));
  symlinkSync("docs", join(root, "to-docs"));
  symlinkSync("gone.md", join(root, "broken.md"));
  symlinkSync(join(outside, "x.md"), join(root, "out.md"));
  symlinkSync("secret/key.md", join(root, "to-secret.md"));
  const scope = { exclude: ["secret"], readonly: ["view"] };
  return {
    root,
    read: (path: string, maxBytes?: number) =>
      resolveFileRef(path, { root, scope, ...(maxBytes !== undefined && { maxBytes }) }),
  };
}

describe("resolveFileRef", () => {
  it("F1 F15 answers a file under its real name, with its text, what of it is sent and a digest of that", async () => {
    const { read, root } = setUp();
    const before = snapshot(root);
    const text = "one\r\ntwo\n";
    const file = {
      kind: "file",
      path: "docs/a.md",
      text,
      total: 9,
      bytesSent: 9,
      sha256: sha256(text),
    };
    expect(await read("docs/a.md")).toEqual(file);
    expect(await read("./docs//a.md")).toEqual(file);
    expect(await read("link.md")).toEqual(file);
    expect(await read("to-docs/a.md")).toEqual(file);
    expect(await read("bom.md")).toMatchObject({ text: "\uFEFFx", bytesSent: 4 });
    expect(await read("app/[id]/page.tsx")).toMatchObject({ text: "p" });
    expect(snapshot(root)).toEqual(before);
  });

  it("F2 F3 F4 sends at most the cap, cut between characters, and says how much there is", async () => {
    const { read } = setUp();
    expect(await read("exact.txt")).toMatchObject({ text: "x".repeat(LIMIT), bytesSent: LIMIT });
    const cut = await read("long.txt");
    const sent = `${"x\n".repeat(LIMIT / 2 - 1)}x`;
    const marker = `\n[...truncated, ${LIMIT + 7} bytes total — use read_file for the rest]`;
    expect(cut).toMatchObject({ text: sent + marker, bytesSent: LIMIT - 1, sha256: sha256(sent) });
    expect(await read("docs/a.md", 5)).toMatchObject({
      text: "one\r\n[...truncated, 9 bytes total — use read_file for the rest]",
      bytesSent: 5,
    });
  });

  it("F8 costs the cap for a file of 10 GB", async () => {
    const { root, read } = setUp();
    writeFileSync(join(root, "huge.txt"), "a\n".repeat(LIMIT));
    truncateSync(join(root, "huge.txt"), 10 * 1024 ** 3);
    const before = process.memoryUsage().rss;
    expect(await read("huge.txt")).toMatchObject({
      kind: "file",
      total: 10 * 1024 ** 3,
      bytesSent: LIMIT,
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
  });

  it("F8 looks for a NUL byte only in what it reads", async () => {
    expect(await setUp().read("late.bin")).toMatchObject({ kind: "file" });
    expect(await setUp().read("late.bin", LIMIT + 20)).toMatchObject({ why: "binary" });
  });

  it("F7 answers a folder with its listing, what is sent and a digest of that", async () => {
    const { read } = setUp();
    const text = "a.md\n1 file.";
    const folder = { kind: "folder", path: "docs", text, bytesSent: 12, sha256: sha256(text) };
    expect(await read("docs")).toEqual(folder);
    expect(await read("docs/")).toEqual(folder);
    expect(await read("to-docs")).toEqual(folder);
    expect(await read("./")).toMatchObject({ kind: "folder", path: "" });
  });

  it("F9 reads what may only be read", async () => {
    expect(await setUp().read("view/v.md")).toMatchObject({ kind: "file" });
    expect(await setUp().read("view")).toMatchObject({ kind: "folder" });
  });

  it.each<[path: string, why: string, says: string]>([
    ["secret/key.md", "out-of-scope", "`secret/key.md` is excluded by the scope."],
    ["secret", "out-of-scope", "`secret` is excluded by the scope."],
    ["to-secret.md", "out-of-scope", "leads out of the scope"],
    ["out.md", "out-of-scope", "leads out of the root"],
    ["broken.md", "out-of-scope", "is a broken link"],
    ["../x.md", "out-of-scope", "`..` is not allowed"],
    ["/etc/passwd", "out-of-scope", "is absolute"],
    ["docs\\a.md", "out-of-scope", "contains a backslash"],
    [".git/config", "out-of-scope", "no scope contains"],
    ["", "out-of-scope", "is empty"],
    ["a\0b", "out-of-scope", "NUL"],
    ["gone.md", "not-found", "`gone.md` does not exist."],
    [
      "docs/a.md:12",
      "not-found",
      "`docs/a.md:12` does not exist: a line or a heading is no part of a reference; leave `:12` out.",
    ],
    [
      '"docs/a',
      "not-found",
      '`"docs/a` does not exist: a quote before the path is not closed in its line.',
    ],
    ["docs/a.md/b", "not-found", "is not a folder"],
    ["docs/**/*.md", "not-found", "a reference names one file or folder, not a glob"],
    ["nul.bin", "binary", "has a NUL byte"],
    ["latin1.txt", "binary", "is not UTF-8"],
    ["socket", "unreadable", "is neither a file nor a folder"],
  ])("F5 F10 refuses %j as %s: %s", async (path, why, says) => {
    const { root, read } = setUp();
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    git(root, "init", "-q");
    const message = expect.stringContaining(says);
    expect(await read(path)).toMatchObject({ kind: "refused", why, message });
  });

  it("F21 refuses a file if git cannot say that it is not ignored, unless the scope names it", async () => {
    const files = { "a.md": "A", ".gitignore": "private.txt\n" };
    const broken = tempTree({ ...files, ".git": "not a link\n" });
    const whole = tempRepository(files);
    for (const root of [broken, whole]) writeTree(root, { "private.txt": "P" });
    const refused = (message: string) => ({
      kind: "refused",
      why: "withheld",
      message: expect.stringContaining(message),
    });
    for (const path of ["a.md", "private.txt"]) {
      const undecided = `\`${path}\` may be ignored by git, which cannot be decided: git`;
      expect(await resolveFileRef(path, { root: broken })).toMatchObject(
        refused(`${undecided}: ${broken}/.git is a file that names no git folder`),
      );
      expect(await resolveFileRef(path, { root: whole, env: { PATH: "" } })).toMatchObject(
        refused(`${undecided} is not installed`),
      );
      const scope = { include: [path] };
      expect(await resolveFileRef(path, { root: broken, scope })).toMatchObject({ kind: "file" });
    }
    expect(await resolveFileRef("a.md", { root: whole })).toMatchObject({ kind: "file" });
    expect(await resolveFileRef("private.txt", { root: whole })).toMatchObject(
      refused("is ignored by git"),
    );
  });

  it("F3 refuses a cap that is none, and finds nothing below a root that is none", async () => {
    const { read } = setUp();
    for (const cap of [0, -1, 1.5, Number.NaN, Infinity, 10 * 1024 ** 2 + 1])
      await expect(read("docs/a.md", cap)).rejects.toThrow("must be a whole number from 1 to");
    expect(await resolveFileRef("a.md", { root: "/does/not/exist" })).toMatchObject({
      why: "not-found",
    });
  });
});
