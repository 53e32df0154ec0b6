import type { Finding, ScannedTree } from "./finding.ts";
import { PairedLines } from "./paired-lines.ts";
import { TreeLines } from "./tree-lines.ts";

/** The findings that only one of two trees has. */
export interface ComparedFindings {
  readonly added: readonly Finding[];
  readonly removed: readonly Finding[];
}

/** Returns what a finding has in common with the same one in the other tree; undefined if nothing tells. */
type KeyOf = (finding: Finding) => string | undefined;

/**
 * Compares the findings of two trees; `after` has also the texts of the files with findings before. A finding is the
 * same if its scanner, its rule, its path, the text of its lines and that of its region are, whatever the line; doubles
 * are counted. So is one on lines that were edited, if it is on those that took their place, with the same message; and
 * one with the same text in another file: if its own is gone, or, with `follows: "lines"`, always.
 */
export function compareFindings(
  before: ScannedTree,
  after: ScannedTree,
  { follows = "files" }: { readonly follows?: "files" | "lines" } = {},
): ComparedFindings {
  const [old, fresh] = [new TreeLines(before), new TreeLines(after)];
  const pairs = new PairedLines(old, fresh);
  const all: ComparedFindings = { added: after.findings, removed: before.findings };
  const stayed = unpaired(all, old.keyOf, fresh.keyOf);
  const edited = unpaired(stayed, pairs.oldKeyOf, pairs.freshKeyOf);
  const mayMove = ({ path }: Finding, other: TreeLines) => follows === "lines" || !other.has(path);
  return unpaired(
    edited,
    (finding) => (mayMove(finding, fresh) ? old.movedKeyOf(finding) : undefined),
    (finding) => (mayMove(finding, old) ? fresh.movedKeyOf(finding) : undefined),
  );
}

/** Leaves out each pair of a removed and an added finding that have the same key. */
function unpaired(
  { added, removed }: ComparedFindings,
  oldKeyOf: KeyOf,
  freshKeyOf: KeyOf,
): ComparedFindings {
  if (added.length === 0 || removed.length === 0) return { added, removed };
  const open = new Map<string, number>();
  for (const finding of added) count(open, freshKeyOf(finding), 1);
  const common = new Map<string, number>();
  const gone = removed.filter((finding) => {
    const key = oldKeyOf(finding);
    const left = key === undefined ? 0 : (open.get(key) ?? 0);
    if (left === 0) return true;
    count(open, key, -1);
    count(common, key, 1);
    return false;
  });
  const fresh = added.filter((finding) => {
    const key = freshKeyOf(finding);
    if (key === undefined || (common.get(key) ?? 0) === 0) return true;
    count(common, key, -1);
    return false;
  });
  return { added: fresh, removed: gone };
}

function count(counts: Map<string, number>, key: string | undefined, by: number): void {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + by);
}
