import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listFolder } from "../../src/files/list-folder.ts";
import { readFolder } from "../../src/files/read-folder.ts";
import { createScope } from "../../src/files/scope.ts";
import type { ScopeRules } from "../../src/model/recipe.ts";
import type { FolderEntry } from "../../src/model/workspace.ts";
import { type Tree, tempTree } from "../support/temp-tree.ts";

const scopeOf = (rules: Partial<ScopeRules> = {}) =>
  createScope({ include: ["**"], exclude: [], readonly: [], ...rules });

function setUp(files: Tree, rules: Partial<ScopeRules> = {}) {
  const root = tempTree(files);
  const sources = {
    workspace: { readFolder: (path: string) => readFolder(root, path) },
    scope: scopeOf(rules),
  };
  const list = async (path: string, maxBytes = 16_384) => {
    const listed = await listFolder(path, sources, maxBytes);
    return listed.kind === "listing" ? listed.text.split("\n") : listed;
  };
  return { root, list };
}

/** A listing of a folder that only says what is in it. */
async function listOf(entries: Iterable<FolderEntry>): Promise<readonly string[]> {
  const workspace = {
    async *readFolder() {
      yield* entries;
    },
  };
  const listed = await listFolder("", { workspace, scope: scopeOf() }, 16_384);
  return listed.kind === "listing" ? listed.text.split("\n") : [];
}

function* filesOf(count: number): Iterable<FolderEntry> {
  for (let index = count; index > 0; index -= 1)
    yield { name: `f${String(index).padStart(6, "0")}`, kind: "file" };
}

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
