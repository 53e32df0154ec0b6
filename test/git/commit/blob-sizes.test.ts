import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blobSizes } from "../../../src/git/commit/blob-sizes.ts";
import { gitIn } from "../../../src/git/run-git.ts";
import { tempRepository, tempTree, writeTree } from "../../support/temp-tree.ts";

it("is the size of a file as it is committed, whatever is in the work tree", async () => {
  const root = tempRepository({ "a.ts": "a\n", "src/ü b.ts": "12345", "src/c.ts": "" });
  writeTree(root, { "a.ts": "a\r\n\r\n", "new.ts": "new" });
  expect(await blobSizes(gitIn(root))).toEqual(
    new Map([
      ["a.ts", 2],
      ["src/c.ts", 0],
      ["src/ü b.ts", 5],
    ]),
  );
  expect([...(await blobSizes(gitIn(join(root, "src")))).keys()]).toEqual(["c.ts", "ü b.ts"]);
});

it("is of no file outside of git, and before the first commit", async () => {
  const root = tempTree({ "a.ts": "a" });
  mkdirSync(join(root, "b"));
  expect((await blobSizes(gitIn(root))).size).toBe(0);
});
