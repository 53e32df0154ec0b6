import type { FolderEntry, Workspace } from "../model/workspace.ts";
import { countOf } from "../shared/count-of.ts";
import { comparePaths } from "../shared/paths/posix-path.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Scope } from "./scope.ts";
import { visiblePath } from "./visible-path.ts";

/** The number of entries that are listed (F7). */
const MAX_LISTED = 100;

/** The number of entries that are counted. A larger folder is reported to have more. */
const MAX_COUNTED = 200_000;

/** The sources of a listing. */
export interface FolderSources {
  readonly workspace: Pick<Workspace, "readFolder">;
  readonly scope: Scope;
}

/**
 * Returns a shallow listing of a folder that may be read (gate.ts): folders first, with `/`, links with `@`, by name;
 * at most 100 entries and `maxBytes` bytes of them, then the totals (F7). Entries that may not be read are left out.
 *
 * A folder of any size costs one pass over its names, of which only the first ones are kept.
 */
export async function listFolder(
  path: string,
  { workspace, scope }: FolderSources,
  maxBytes: number,
): Promise<{ readonly kind: "listing"; readonly text: string } | Refusal> {
  const counts = { folder: 0, link: 0, file: 0, other: 0 };
  let seen = 0;
  let isAll = true;
  let first: FolderEntry[] = [];
  try {
    for await (const entry of workspace.readFolder(path)) {
      if (!isReadable(path === "" ? entry.name : `${path}/${entry.name}`, entry, scope)) continue;
      if (seen === MAX_COUNTED) {
        isAll = false;
        break;
      }
      seen += 1;
      counts[entry.kind] += 1;
      first.push(entry);
      if (first.length === 20 * MAX_LISTED) first = firstOf(first);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // The disk rejects with these only.
    return code === "ENOENT" || code === "ENOTDIR"
      ? refuse("not-found", path, "does not exist")
      : refuse("unreadable", path, `cannot be listed: ${code ?? "the disk failed"}`);
  }
  const lines = fitting(firstOf(first).map(lineOf), maxBytes);
  lines.push(totalOf(counts, { isAll }));
  if (lines.length - 1 < seen) lines.push(truncationLine(lines.length - 1, { seen, isAll }));
  return { kind: "listing", text: lines.join("\n") };
}

function isReadable(path: string, { kind }: FolderEntry, scope: Scope): boolean {
  if (kind === "folder") return scope.mayHold(path);
  return ["read", "write"].includes(scope.accessTo(path));
}

function firstOf(entries: readonly FolderEntry[]): FolderEntry[] {
  const rank = ({ kind }: FolderEntry) => (kind === "folder" ? 0 : 1);
  return entries
    .toSorted((a, b) => rank(a) - rank(b) || comparePaths(a.name, b.name))
    .slice(0, MAX_LISTED);
}

function lineOf({ name, kind }: FolderEntry): string {
  return visiblePath(name) + (kind === "folder" ? "/" : kind === "link" ? "@" : "");
}

/** Returns as many lines as fit. */
function fitting(lines: readonly string[], maxBytes: number): string[] {
  let left = maxBytes;
  const over = lines.findIndex((line) => {
    left -= Buffer.byteLength(line) + 1;
    return left < 0;
  });
  return lines.slice(0, over === -1 ? lines.length : over);
}

function totalOf(
  counts: Readonly<Record<FolderEntry["kind"], number>>,
  { isAll }: { readonly isAll: boolean },
): string {
  const parts = [
    [counts.folder, "folder"],
    [counts.link, "link"],
    [counts.file, "file"],
    [counts.other, "other"],
  ] as const;
  const total = parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => countOf(count, noun))
    .join(", ");
  if (total === "") return "No entries.";
  return isAll ? `${total}.` : `More than ${total}.`;
}

/** `isAll` is false if the folder has more than the `seen` entries. */
function truncationLine(
  shown: number,
  { seen, isAll }: { readonly seen: number; readonly isAll: boolean },
): string {
  const total = isAll ? String(seen) : `more than ${seen}`;
  return `[...truncated, ${shown} of ${total} entries — use list_files for the rest]`;
}
