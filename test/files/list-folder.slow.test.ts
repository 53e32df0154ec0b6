import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FolderEntry } from "../../src/model/workspace.ts";
import { filesOf, listOf, setUp } from "./folder-listings.ts";

describe("listFolder", () => {
  it("F7 counts as far as it goes, says so, and asks for no more", async () => {
    let asked = 0;
    function* endless(): Iterable<FolderEntry> {
      for (;;) yield { name: `f${asked++}`, kind: "file" };
    }
    const listed = await listOf(endless());
    expect(listed.slice(-2)).toEqual([
      "More than 200000 files.",
      "[...truncated, 100 of more than 200000 entries — use list_files for the rest]",
    ]);
    expect(asked).toBeLessThan(200_002);
    expect((await listOf(filesOf(200_000))).at(-2)).toBe("200000 files.");
  });

  it("F7 reads a real folder of many entries in pieces", async () => {
    const { root, list } = setUp({});
    for (let index = 0; index < 3000; index += 1) writeFileSync(join(root, `f${index}`), "");
    expect(await list("")).toContain("3000 files.");
  });
});
