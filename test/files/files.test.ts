import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeText, MAX_FILE_BYTES } from "../../src/files/decode-text.ts";
import { ByteReader, isUnchanged } from "../../src/files/read-bytes.ts";
import { readTextFile } from "../../src/files/read-file.ts";
import { createScope } from "../../src/files/scope.ts";
import { walkFiles } from "../../src/files/walk-files.ts";
import { tempFolder, tempTree } from "../support/temp-tree.ts";

describe("decodeText", () => {
  it.each<[what: string, bytes: number[], expected: object]>([
    ["text", [0x61, 0x0d, 0x0a], { kind: "text", text: "a\r\n" }],
    ["A23 a BOM, which stays", [0xef, 0xbb, 0xbf, 0x61], { kind: "text", text: "\uFEFFa" }],
    ["nothing", [], { kind: "text", text: "" }],
    ["F8 a NUL byte", [0x61, 0x00], { kind: "unusable", why: "binary" }],
    ["F8 invalid UTF-8", [0x61, 0xff], { kind: "unusable", why: "not-utf8" }],
    ["a cut character", [0xe2, 0x82], { kind: "unusable", why: "not-utf8" }],
    [
      "UTF-16 with a BOM",
      [0xff, 0xfe, 0x61, 0x00],
      { kind: "unusable", why: "not-utf8", detail: "UTF-16" },
    ],
    [
      "UTF-16 big endian",
      [0xfe, 0xff, 0x00, 0x61],
      { kind: "unusable", why: "not-utf8", detail: "UTF-16" },
    ],
  ])("reads %s", (_what, bytes, expected) => {
    expect(decodeText(Uint8Array.from(bytes))).toMatchObject(expected);
  });
});

describe("readTextFile", () => {
  it("reads a file with its hash", async () => {
    const root = tempTree({ "a/b.ts": "x" });
    expect(await readTextFile(root, "a/b.ts")).toEqual({
      kind: "text",
      text: "x",
      hash: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
    });
  });

  it("answers what is in the way, and never follows a link", async () => {
    const outside = tempTree({ "secret.ts": "x" });
    const root = tempTree({ "real.ts": "x" });
    symlinkSync(join(outside, "secret.ts"), join(root, "link.ts"));
    symlinkSync(join(root, "real.ts"), join(root, "inner.ts"));
    symlinkSync(outside, join(root, "folder"));
    mkdirSync(join(root, "dir.ts"));
    writeFileSync(join(root, "huge.ts"), "");
    truncateSync(join(root, "huge.ts"), MAX_FILE_BYTES + 1);
    const why = async (path: string) => {
      const read = await readTextFile(root, path);
      return read.kind === "unusable" ? read.why : read.kind;
    };
    expect(await why("gone.ts")).toBe("vanished");
    expect(await why("real.ts/x")).toBe("vanished");
    expect(await why("link.ts")).toBe("symlink");
    expect(await why("inner.ts")).toBe("symlink");
    expect(await why("folder/secret.ts")).toBe("symlink");
    expect(await why("dir.ts")).toBe("unreadable");
    expect(await why("huge.ts")).toBe("too-large");
  });
});

describe("isUnchanged", () => {
  it("is false of a file that is gone, or whose folder became a file", () => {
    const root = tempTree({ "a/b.ts": "x" });
    const read = new ByteReader(root).read("a/b.ts");
    if (read.kind !== "bytes" || read.onDisk === undefined) throw new Error("It was not read.");
    expect(isUnchanged(read.onDisk)).toBe(true);
    rmSync(join(root, "a"), { recursive: true });
    expect(isUnchanged(read.onDisk)).toBe(false);
    writeFileSync(join(root, "a"), "");
    expect(isUnchanged(read.onDisk)).toBe(false);
  });
});

describe("ByteReader", () => {
  it.each(["a", "a/in"])(
    "does not read through a link that takes the place of the folder %s between two reads",
    (folder) => {
      const outside = tempTree({ "in/b.ts": "secret", "b.ts": "secret" });
      const root = tempTree({ "a/in/a.ts": "one", "a/in/b.ts": "two" });
      const reader = new ByteReader(root);
      expect(reader.read("a/in/a.ts")).toMatchObject({ kind: "bytes" });
      renameSync(join(root, folder), join(root, "moved"));
      symlinkSync(outside, join(root, folder));
      const link = { kind: "unusable", why: "symlink" };
      expect(reader.read("a/in/b.ts")).toEqual(link);
      expect(reader.readPart("a/in/b.ts", 0, 9)).toEqual(link);
    },
  );

  it("reads below a root that is named by a link", () => {
    const link = join(tempTree({}), "link");
    symlinkSync(tempTree({ "in/a.ts": "one" }), link);
    expect(new ByteReader(link).read("in/a.ts")).toMatchObject({ bytes: Buffer.from("one") });
  });

  it("does not wait for a pipe", () => {
    const root = tempTree({});
    execFileSync("mkfifo", [join(root, "pipe.ts")]);
    expect(new ByteReader(root).read("pipe.ts")).toMatchObject({
      kind: "unusable",
      detail: "not a regular file",
    });
  });
});

describe("createScope", () => {
  const scope = createScope({
    include: ["src/**", "lib"],
    exclude: ["**/*.gen.ts"],
    readonly: ["docs/**", "src/vendor"],
  });

  it.each<[path: string, access: string]>([
    ["src/a.ts", "write"],
    ["src/.hidden/a.ts", "write"],
    ["lib/deep/a.ts", "write"],
    ["library/a.ts", "excluded"],
    ["src/a.gen.ts", "excluded"],
    ["docs/a.ts", "read"],
    ["src/vendor/a.ts", "read"],
    ["docs/a.gen.ts", "excluded"],
    ["a.ts", "excluded"],
    [".git/hooks/x.ts", "reserved"],
    ["src/.GIT/x.ts", "reserved"],
    ["src/.sluice/x.ts", "reserved"],
    ["src/.github/x.ts", "write"],
  ])("F9 gives %s the access %s", (path, access) => {
    expect(scope.accessTo(path)).toBe(access);
  });

  it("takes names with glob characters that are no globs to the letter", () => {
    const odd = createScope({ include: ["app/(shop)", "a+b"], exclude: [], readonly: [] });
    expect(odd.accessTo("a+b/x.ts")).toBe("write");
    expect(odd.accessTo("aab/x.ts")).toBe("excluded");
  });
});

describe("walkFiles", () => {
  it("A10 lists hidden files, and skips ignored ones, node_modules, .git and .sluice", async () => {
    const root = tempTree({
      ".gitignore": "ignored/\n*.log\n",
      ".hidden/a.ts": "",
      "b.ts": "",
      "ignored/c.ts": "",
      "x.log": "",
      "node_modules/d.ts": "",
      "pkg/node_modules/d.ts": "",
      ".git/e.ts": "",
      ".sluice/f.ts": "",
    });
    expect(await walkFiles(root)).toEqual([".gitignore", ".hidden/a.ts", "b.ts"]);
  });

  it("does not follow links to folders", async () => {
    const outside = tempTree({ "x.ts": "" });
    const root = tempTree({ "a.ts": "" });
    symlinkSync(outside, join(root, "link"));
    symlinkSync(root, join(root, "loop"));
    expect(
      (await walkFiles(root)).filter((path) => path.includes("x.ts") || path.startsWith("loop/")),
    ).toEqual([]);
  });

  it("answers nothing for an empty folder", async () => {
    expect(await walkFiles(tempFolder())).toEqual([]);
  });
});
