import { isUtf8 } from "node:buffer";
import { unifiedDiff } from "../../edit/text/unified-diff.ts";
import { countOf } from "../../shared/count-of.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { CaseTree } from "./read-tree.ts";

/** The difference of two trees. */
export interface TreeDifference {
  /** The files that differ, each as a sentence. */
  readonly summary: string;
  /** A patch from the first tree to the second. */
  readonly diff: string;
}

/** Compares two trees, byte for byte; undefined if they are equal. */
export function compareTrees(before: CaseTree, after: CaseTree): TreeDifference | undefined {
  const all = [...new Set([...before.keys(), ...after.keys()])].sort(comparePaths);
  const paths = all.filter((path) => {
    const [old, fresh] = [before.get(path), after.get(path)];
    return old === undefined || fresh === undefined || !old.equals(fresh);
  });
  if (paths.length === 0) return undefined;
  const named = paths.slice(0, MOST_NAMED).map((path) => wordsOf(path, before, after));
  const more = paths.length - named.length;
  const summary = [...named, ...(more > 0 ? [countOf(more, "more file")] : [])].join(", ");
  return { summary, diff: diffOf(paths, before, after) };
}

const MOST_NAMED = 5;

/** UTF-16 code units of a diff that are shown. */
const MOST_DIFF = 20_000;

function wordsOf(path: string, before: CaseTree, after: CaseTree): string {
  if (!before.has(path)) return `${shown(path)} (too much)`;
  if (!after.has(path)) return `${shown(path)} (missing)`;
  return `${shown(path)}${unseen(before.get(path), after.get(path))}`;
}

/** Names a difference that a diff does not show. */
function unseen(old: Buffer | undefined, fresh: Buffer | undefined): string {
  const [a, b] = [old?.toString("utf8") ?? "", fresh?.toString("utf8") ?? ""];
  if (a.replace(/^\uFEFF/, "") === b.replace(/^\uFEFF/, "")) return " (the BOM)";
  return a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n") ? " (the line ends)" : "";
}

function diffOf(paths: readonly string[], before: CaseTree, after: CaseTree): string {
  let diff = "";
  for (const path of paths) {
    const [old, fresh] = [before.get(path), after.get(path)];
    if (isBinary(old) || isBinary(fresh)) diff += `Binary file ${shown(path)} differs\n`;
    else diff += unifiedDiff(path, old?.toString("utf8"), fresh?.toString("utf8")).text;
    if (diff.length > MOST_DIFF) return `${diff.slice(0, MOST_DIFF)}\n… and more\n`;
  }
  return diff;
}

function isBinary(bytes: Buffer | undefined): boolean {
  return bytes !== undefined && !isUtf8(bytes);
}
