import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ByteReader, isUnchanged } from "../../../../src/files/read-bytes.ts";
import { prefilterNatively } from "../../../../src/tools/ast-edit/search/native-prefilter.ts";
import type {
  FileToSearch,
  PossibleFile,
} from "../../../../src/tools/ast-edit/search/search-shapes.ts";
import { tempTree, writeTree } from "../../../support/temp-tree.ts";
import { opsOfFile } from "./ops-of-file.ts";

const OPS = opsOfFile({ key: "typescript", nativeSearch: { rule: { pattern: "old($A)" } } });

/** Returns the parts of a file that the prefilter uses; without a root it is not on the disk. */
function fileOf(root?: string, path = "none.ts"): FileToSearch {
  const candidate = { path, language: "typescript", isReadonly: false, isNamed: false };
  const read = root === undefined ? undefined : new ByteReader(root).read(path);
  const onDisk = read?.kind === "bytes" ? { onDisk: read.onDisk } : {};
  const file = { candidate, ops: OPS, ...onDisk } as PossibleFile;
  return { file, onOutcome: () => undefined };
}

describe("the native prefilter", () => {
  it("finds the files that have a match, and those that changed since they were read", async () => {
    const root = tempTree({
      "match.ts": "old(1);\n",
      "none.ts": "fresh(1);\n",
      "later.ts": "a;\n",
    });
    const files = ["match.ts", "none.ts", "later.ts"].map((path) => fileOf(root, path));
    writeTree(root, { "later.ts": "changed(1);\n" });
    const found = await prefilterNatively(files, { isUnchanged });
    expect([...found].map(({ file }) => file.candidate.path).sort()).toEqual([
      "later.ts",
      "match.ts",
    ]);
    expect(files.map(({ file }) => file.onDisk?.path)).toContain(join(root, "none.ts"));
  });

  it("takes time in proportion to the number of files", async () => {
    const files = Array.from({ length: 100_000 }, () => fileOf());
    expect((await prefilterNatively(files, { isUnchanged })).size).toBe(100_000);
  }, 20_000);
});
