import type { TreeFiles } from "../../config/sources/tree-files.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { FolderEntry } from "../../model/workspace.ts";
import { countOf } from "../../shared/count-of.ts";
import { shown } from "../../shared/shown.ts";

/** Files by their paths, relative to their folder. */
export type CaseTree = ReadonlyMap<string, Buffer>;

/** The files of a tree, or why it is not read. */
export type ReadTree = { readonly files: CaseTree } | { readonly fault: Diagnostic };

/** The most that one tree may have: a case is a small example. */
export const TREE_LIMITS = { files: 2000, bytes: 20 * 1024 * 1024, depth: 64 } as const;

/**
 * Reads every file below a folder: also hidden ones, and those that git ignores. A link, and what is neither file nor
 * folder, is a fault: a case stands for itself. Folders that `isLeftOut` names are not read.
 */
export async function readTree(
  files: TreeFiles,
  folder: string,
  isLeftOut: (path: string) => boolean = () => false,
): Promise<ReadTree> {
  const contents = new Map<string, Buffer>();
  let bytes = 0;
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.split("/").length > TREE_LIMITS.depth)
      return faultAt(folder, "is deeper than the tree of a case may be");
    for (const { name, kind } of await files.entries(below(folder, at))) {
      const path = below(at, name);
      if (isLeftOut(path)) continue;
      const whole = below(folder, path);
      if (kind === "folder") {
        waiting.push(path);
        continue;
      }
      if (kind !== "file") return faultAt(whole, `is ${kind === "link" ? "a link" : "no file"}`);
      const content = await files.read(whole, TREE_LIMITS.bytes);
      if ("diagnostic" in content) return { fault: content.diagnostic };
      bytes += content.bytes.length;
      if (contents.size >= TREE_LIMITS.files || bytes > TREE_LIMITS.bytes) return tooLarge(folder);
      contents.set(path, Buffer.from(content.bytes));
    }
  }
  return { files: contents };
}

function tooLarge(folder: string): ReadTree {
  const most = `${countOf(TREE_LIMITS.files, "file")} and ${TREE_LIMITS.bytes / 1024 / 1024} MB`;
  return faultAt(folder, `has more than ${most}, the most that a case may have`);
}

function faultAt(path: string, predicate: string): ReadTree {
  return { fault: caseFault(path, `${shown(path)} ${predicate}.`, OWN_FILES) };
}

const OWN_FILES = "A case has small files and folders of its own.";

/** Makes a diagnostic about a case. */
export function caseFault(path: string, message: string, hint?: string): Diagnostic {
  const advice = hint === undefined ? {} : { hint };
  return { code: "invalid-case", severity: "error", message, ...advice, path };
}

/** False for notes for people, and for files that systems leave in folders: they are no part of a test. */
export function isMeant({ name, kind }: FolderEntry): boolean {
  return kind === "folder" || kind === "link" || !/^\.|\.md$/.test(name);
}

/** Joins a folder, which may be empty, and a name. */
export function below(folder: string, name: string): string {
  return folder === "" || name === "" ? folder + name : `${folder}/${name}`;
}
