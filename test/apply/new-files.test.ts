import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StaleFileError, type TextChange } from "../../src/model/workspace.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { snapshot, tempTree } from "../support/temp-tree.ts";
import { writeFiles } from "../support/write-files.ts";

const newFile = (path: string, after: string): TextChange => ({
  path,
  before: "",
  after,
  preHash: null,
  postHash: sha256(after),
  edits: [{ start: 0, end: 0, text: after }],
});

describe("writeFiles, of a new file", () => {
  it("makes it with the folders that it needs, the default mode, and no temporary file", async () => {
    const root = tempTree({ "a.ts": "a" });
    await writeFiles(root, [newFile("x/y/new.ts", "n"), newFile("x/z.ts", "z")]);
    expect(snapshot(root)).toEqual({
      "a.ts": "644 a",
      "x/y/new.ts": "644 n",
      "x/z.ts": "644 z",
    });
  });

  it.each<[what: string, path: string, spoil: (root: string) => void]>([
    ["a file is there by then", "new.ts", (root) => writeFileSync(join(root, "new.ts"), "theirs")],
    ["a folder is there by then", "new.ts", (root) => mkdirSync(join(root, "new.ts"))],
    ["a link to nothing is there", "new.ts", (root) => symlinkSync("gone", join(root, "new.ts"))],
    ["a folder on the way is a link", "dir/new.ts", (root) => symlinkSync(".", join(root, "dir"))],
    [
      "a link on the way leads to nothing",
      "dir/sub/new.ts",
      (root) => symlinkSync("gone", join(root, "dir")),
    ],
    ["a file is on the way", "dir/new.ts", (root) => writeFileSync(join(root, "dir"), "")],
  ])("A18 writes nothing if %s", async (_what, path, spoil) => {
    const root = tempTree({ "a.ts": "a" });
    spoil(root);
    const before = readdirSync(root, { recursive: true });
    const changes = [newFile("first/b.ts", "b"), newFile(path, "mine")];
    await expect(writeFiles(root, changes)).rejects.toThrow(StaleFileError);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
    expect(existsSync(join(root, "first"))).toBe(false);
  });

  it("F10 makes no file outside of the root through a link to an empty folder", async () => {
    const outside = tempTree({});
    const root = tempTree({});
    symlinkSync(outside, join(root, "dir"));
    await expect(writeFiles(root, [newFile("dir/sub/new.ts", "n")])).rejects.toThrow(
      StaleFileError,
    );
    expect(readdirSync(outside)).toEqual([]);
  });

  it("A18 never replaces a file that another process makes between the check and the write", async () => {
    const root = tempTree({});
    const change = newFile("new.ts", "mine");
    Object.defineProperty(change, "after", {
      get() {
        writeFileSync(join(root, "new.ts"), "theirs");
        return "mine";
      },
    });
    await expect(writeFiles(root, [change])).rejects.toThrow("new.ts exists by now.");
    expect(snapshot(root)).toEqual({ "new.ts": "644 theirs" });
  });

  it("A19 removes new files and their folders again if a later file fails", async () => {
    const root = tempTree({ "a.ts": "a", "kept/b.ts": "b" });
    const before = readdirSync(root, { recursive: true });
    const last = newFile("kept/late.ts", "late");
    Object.defineProperty(last, "after", {
      get() {
        writeFileSync(join(root, "kept/late.ts"), "theirs");
        return "late";
      },
    });
    const old = { ...newFile("a.ts", "A"), before: "a", preHash: sha256("a") };
    const changes = [newFile("x/y/1.ts", "1"), old, newFile("kept/2.ts", "2"), last];
    await expect(writeFiles(root, changes)).rejects.toThrow(StaleFileError);
    expect(snapshot(root)).toEqual({
      "a.ts": "644 a",
      "kept/b.ts": "644 b",
      "kept/late.ts": "644 theirs",
    });
    rmSync(join(root, "kept/late.ts"));
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });

  it("A19 leaves a folder that it made if another process put a file into it", async () => {
    const root = tempTree({});
    const last = newFile("y.ts", "y");
    Object.defineProperty(last, "after", {
      get() {
        writeFileSync(join(root, "x/theirs.ts"), "theirs");
        writeFileSync(join(root, "y.ts"), "theirs");
        return "y";
      },
    });
    await expect(writeFiles(root, [newFile("x/1.ts", "1"), last])).rejects.toThrow(StaleFileError);
    expect(snapshot(root)).toEqual({ "x/theirs.ts": "644 theirs", "y.ts": "644 theirs" });
  });
});
