import { chmodSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isAsStored } from "../../../src/git/staged/is-as-stored.ts";
import { blobIdOf } from "../../../src/shared/blob-id.ts";
import { tempTree } from "../../support/temp-tree.ts";

const TEXT = "f(1);\n";
const ENTRY = { mode: "100644", id: blobIdOf(Buffer.from(TEXT), "sha1") };

it("is true of a file with the bytes and the mode of its entry, and false of any other", () => {
  const top = tempTree({ "a/b.ts": TEXT, "other.ts": "f(2);\n", "crlf.ts": "f(1);\r\n" });
  const isSame = (path: string) => isAsStored(top, path, ENTRY);
  expect(["a/b.ts", "other.ts", "crlf.ts", "gone.ts", "a"].map(isSame)).toEqual([
    ...[true, false, false, false, false],
  ]);
  chmodSync(join(top, "a/b.ts"), 0o755);
  expect(isSame("a/b.ts")).toBe(false);
});

it("is false of a file that is reached through a link, in which git sees none", () => {
  const top = tempTree({ "a/b.ts": TEXT });
  renameSync(join(top, "a"), join(top, "moved"));
  symlinkSync("moved", join(top, "a"));
  expect(isAsStored(top, "a/b.ts", ENTRY)).toBe(false);
  expect(isAsStored(top, "moved/b.ts", ENTRY)).toBe(true);
  writeFileSync(join(top, "c.ts"), TEXT);
  expect(isAsStored(top, "c.ts", ENTRY)).toBe(true);
});
