import { listFolder } from "../../src/files/list-folder.ts";
import { readFolder } from "../../src/files/read-folder.ts";
import { createScope } from "../../src/files/scope.ts";
import type { ScopeRules } from "../../src/model/recipe/recipe.ts";
import type { FolderEntry } from "../../src/model/workspace.ts";
import { type Tree, tempTree } from "../support/temp-tree.ts";

const scopeOf = (rules: Partial<ScopeRules> = {}) =>
  createScope({ include: ["**"], exclude: [], readonly: [], ...rules });

/** A tree in a temporary folder, and its listings as lines. */
export function setUp(files: Tree, rules: Partial<ScopeRules> = {}) {
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
export async function listOf(entries: Iterable<FolderEntry>): Promise<readonly string[]> {
  const workspace = {
    async *readFolder() {
      yield* entries;
    },
  };
  const listed = await listFolder("", { workspace, scope: scopeOf() }, 16_384);
  return listed.kind === "listing" ? listed.text.split("\n") : [];
}

/** So many files, the last one first. */
export function* filesOf(count: number): Iterable<FolderEntry> {
  for (let index = count; index > 0; index -= 1)
    yield { name: `f${String(index).padStart(6, "0")}`, kind: "file" };
}
