import {
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { StaleFileError } from "../../../src/model/workspace.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { asNobody } from "../../support/as-nobody.ts";
import { heal, onDiskChange } from "../../support/fault-hook.ts";
import { readText, setMode, snapshot, tempTree, writeTree } from "../../support/temp-tree.ts";
import { writeFiles } from "../../support/write-files.ts";

const change = (path: string, before: string, after: string) => ({
  path,
  before,
  after,
  preHash: sha256(before),
  postHash: sha256(after),
  edits: [{ start: 0, end: before.length, text: after }],
});

afterEach(heal);

describe("writeFiles", () => {
  it("writes every file, keeps mode bits and leaves no temporary file", async () => {
    const root = tempTree({ "a.ts": "a", "dir/run.sh": "b" });
    setMode(root, "dir/run.sh", 0o751);
    await writeFiles(root, [change("a.ts", "a", "A"), change("dir/run.sh", "b", "B")]);
    expect(snapshot(root)).toEqual({ "a.ts": "644 A", "dir/run.sh": "751 B" });
  });

  it("A23 writes BOM, CRLF and a missing final newline as they are", async () => {
    const before = "\uFEFFa\r\nb";
    const root = tempTree({ "a.ts": before });
    await writeFiles(root, [change("a.ts", before, "\uFEFFx\r\nb")]);
    expect(readText(root, "a.ts")).toBe("\uFEFFx\r\nb");
  });

  it.each<[what: string, spoil: (root: string) => void]>([
    ["has changed", (root) => writeTree(root, { "b.ts": "other" })],
    ["is gone", (root) => rmSync(join(root, "b.ts"))],
    [
      "became a link",
      (root) => {
        renameSync(join(root, "b.ts"), join(root, "c.ts"));
        symlinkSync(join(root, "c.ts"), join(root, "b.ts"));
      },
    ],
    [
      "became a folder",
      (root) => {
        rmSync(join(root, "b.ts"));
        mkdirSync(join(root, "b.ts"));
      },
    ],
  ])("A18 writes nothing if a file %s", async (_what, spoil) => {
    const root = tempTree({ "a.ts": "a", "b.ts": "b" });
    spoil(root);
    const before = snapshot(root);
    await expect(
      writeFiles(root, [change("a.ts", "a", "A"), change("b.ts", "b", "B")]),
    ).rejects.toThrow(StaleFileError);
    expect(snapshot(root)).toEqual(before);
  });

  it("writes each of several names of one file (hard links), and leaves its other names as they are", async () => {
    const root = tempTree({ "a.ts": "a" });
    for (const name of ["b.ts", "c.ts", "kept.ts"]) linkSync(join(root, "a.ts"), join(root, name));
    await writeFiles(root, [
      ...[change("a.ts", "a", "A"), change("b.ts", "a", "B"), change("c.ts", "a", "C")],
    ]);
    expect(snapshot(root)).toEqual({
      "a.ts": "644 A",
      "b.ts": "644 B",
      "c.ts": "644 C",
      "kept.ts": "644 a",
    });
  });

  it("A18 A19 gives all names of a file their old text back if another process writes into it meanwhile", async () => {
    const root = tempTree({ "a.ts": "a", "z.ts": "z" });
    linkSync(join(root, "a.ts"), join(root, "b.ts"));
    onDiskChange((point, path) => {
      if (point === "rename" && path.endsWith("z.ts")) writeFileSync(join(root, "b.ts"), "mine");
    });
    const writes = [change("a.ts", "a", "A"), change("z.ts", "z", "Z"), change("b.ts", "a", "B")];
    await expect(writeFiles(root, writes)).rejects.toThrow(StaleFileError);
    expect(snapshot(root)).toEqual({ "a.ts": "644 a", "b.ts": "644 mine", "z.ts": "644 z" });
  });

  it("A19 writes nothing if one of several files cannot be staged", async () => {
    const root = tempTree({ "a.ts": "a", "b/x.ts": "b" });
    setMode(root, "b", 0o555); // The file may be written, but no file may be made beside it.
    const before = snapshot(root);
    const changes = [change("a.ts", "a", "A"), change("b/x.ts", "b", "B")];
    await asNobody(root, () =>
      expect(writeFiles(root, changes)).rejects.toThrow(/EACCES.*\.sluice-/),
    );
    setMode(root, "b", 0o755);
    expect(snapshot(root)).toEqual(before);
  });

  it("A19 gives the files renamed before a failure their old text back", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `f${index}.ts`);
    const root = tempTree(Object.fromEntries(names.map((name) => [name, name])));
    const before = snapshot(root);
    const changes = names.map((name) => change(name, name, name.toUpperCase()));
    // While the last file is staged, the staged text of the third one is removed.
    Object.defineProperty(changes[39], "after", {
      get() {
        const staged = readdirSync(root).find((name) => name.startsWith(".f2.ts.sluice-"));
        if (staged !== undefined) rmSync(join(root, staged));
        return "F39.TS";
      },
    });
    await expect(writeFiles(root, changes)).rejects.toThrow("ENOENT");
    expect(snapshot(root)).toEqual(before);
  });

  it("A19 gives old texts back even if a temporary file cannot be removed, and reports that", async () => {
    const names = ["a.ts", "dir/b.ts", ...Array.from({ length: 20 }, (_, index) => `f${index}.ts`)];
    const root = tempTree(Object.fromEntries(names.map((name) => [name, "old"])));
    const changes = names.map((name) => change(name, "old", "new"));
    // While the last file is staged, the folder of the second one becomes read-only.
    Object.defineProperty(changes.at(-1), "after", {
      get() {
        setMode(root, "dir", 0o555);
        return "new";
      },
    });
    await asNobody(root, () =>
      expect(writeFiles(root, changes)).rejects.toThrow(/EACCES.*rename.*EACCES.*unlink/),
    );
    setMode(root, "dir", 0o755);
    expect(names.map((name) => readText(root, name))).toEqual(names.map(() => "old"));
  });

  it("refuses a folder that became a link out of the root", async () => {
    const outside = tempTree({ "a.ts": "a" });
    const root = tempTree({ "b.ts": "b" });
    symlinkSync(outside, join(root, "dir"));
    await expect(writeFiles(root, [change("dir/a.ts", "a", "A")])).rejects.toThrow(StaleFileError);
    expect(readText(outside, "a.ts")).toBe("a");
  });

  it("replaces the file by a rename, so that no reader sees half of it", async () => {
    const root = tempTree({ "a.ts": "a" });
    const inode = statSync(join(root, "a.ts")).ino;
    await writeFiles(root, [change("a.ts", "a", "A")]);
    expect(statSync(join(root, "a.ts")).ino).not.toBe(inode);
  });
});
