import type { TextEdit } from "../model/edit.ts";
import type { FilePatch } from "../model/patch/patch.ts";
import { blobIdOf } from "../shared/blob-id.ts";
import { foldersAbove } from "../shared/paths/folders-above.ts";
import { sha256 } from "../shared/sha256.ts";
import { placeFixes } from "./place-fixes.ts";
import { placeHunks } from "./place-hunks.ts";
import { placeLines } from "./place-lines.ts";
import type { PlacedParts } from "./placed-parts.ts";

/** Says why a change is none of a text. */
export function unsupported({ content, oldMode, newMode }: FilePatch): string | undefined {
  if (content.kind === "binary") return "is no text: binary changes are not read";
  for (const mode of [oldMode, newMode]) {
    if (mode === undefined || /^100[0-7]{3}$/.test(mode)) continue;
    if (mode === "120000") return "is a symbolic link";
    return mode === "160000" ? "is a submodule" : `has the mode ${mode}, which is none of a file`;
  }
  return undefined;
}

/** The files that are deleted, and all folders above them. */
export interface Deleted {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** Says why a path can be no file while others are deleted: every text is staged beside its place before any goes. */
export function placeFault(path: string, { files, folders }: Deleted): string | undefined {
  const file = [...foldersAbove([path])].find((folder) => files.has(folder));
  if (file !== undefined)
    return `needs a folder in the place of the file ${file}: delete that in a proposal of its own first`;
  return folders.has(path)
    ? "is to be in the place of a folder: delete its files in a proposal of their own first"
    : undefined;
}

/** True or false if the patch names the bytes that it rests on; otherwise undefined. */
export function isBaseOf({ base }: FilePatch, text: string): boolean | undefined {
  if (base === undefined) return undefined;
  if (base.kind === "sha256") return sha256(text) === base.id.toLowerCase();
  const bytes = Buffer.from(text);
  const kinds = base.id.length > 40 ? (["sha256"] as const) : (["sha1", "sha256"] as const);
  return kinds.some((kind) => blobIdOf(bytes, kind).startsWith(base.id));
}

/** True if a deletion says what it deletes, or needs not to. */
export function isWhole({ content }: FilePatch, isBase: boolean | undefined): boolean {
  // Codex names the file alone.
  return (
    content.kind === "lines" ||
    (isBase === true && content.kind === "hunks" && content.hunks.length === 0)
  );
}

/** Parts with their places; and of fixes the reasons why some are left out. */
type Placed = PlacedParts & { readonly refused?: readonly RefusedFix[] };

/** A fix that is left out, by its number. */
export interface RefusedFix {
  readonly group: number;
  readonly fault: string;
}

/** Places the content of a patch in the text of its file. */
export function place(content: FilePatch["content"], text: string, isBase: boolean): Placed {
  switch (content.kind) {
    case "hunks":
      return placeHunks(text, content.hunks, isBase);
    case "lines":
      return placeLines(text, content.parts);
    case "text":
      return { groups: [[{ start: 0, end: text.length, text: content.text }]], notes: [] };
    case "fixes":
      return placeAll(content, text);
    case "binary":
      throw new Error("Binary changes were refused.");
  }
}

/**
 * Places fixes one beside the other: of those that overlap the first in the file counts. Of a fix that is refused at
 * one place, nothing is done in the file.
 */
function placeAll(
  { fixes }: Extract<FilePatch["content"], { kind: "fixes" }>,
  text: string,
): Placed {
  const refused = new Map<number, string>();
  const groups = new Map<number, TextEdit[]>();
  const placed = placeFixes(text, fixes).flatMap((one) => {
    if (!("fault" in one)) return [one];
    refused.set(one.fix.group, one.fault);
    return [];
  });
  let last: TextEdit | undefined;
  for (const { fix, edit } of placed.sort((a, b) => a.edit.start - b.edit.start)) {
    if (refused.has(fix.group)) continue;
    if (last !== undefined && (edit.start < last.end || edit.start === last.start)) {
      refused.set(fix.group, `the fix at line ${fix.region.startLine} overlaps another one`);
      continue;
    }
    last = edit;
    const group = groups.get(fix.group);
    if (group === undefined) groups.set(fix.group, [edit]);
    else group.push(edit);
  }
  for (const group of refused.keys()) groups.delete(group);
  return {
    groups: [...groups.values()],
    notes: [],
    refused: [...refused].map(([group, fault]) => ({ group, fault })),
  };
}
