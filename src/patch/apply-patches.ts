import { splice } from "../edit/text/splice.ts";
import type { TextEdit } from "../model/edit.ts";
import type { FilePatch, Patch, PatchFault, PatchSet } from "../model/patch/patch.ts";
import { blobIdOf } from "../shared/blob-id.ts";
import { sha256 } from "../shared/sha256.ts";
import { placeFixes } from "./place-fixes.ts";
import { placeHunks } from "./place-hunks.ts";
import { placeLines } from "./place-lines.ts";
import type { PlacedParts } from "./placed-parts.ts";

/** Returns the text of a file, undefined if there is none, or the end of a sentence that says why it may not be had. */
export type ReadText = (path: string) => Promise<string | undefined | { readonly fault: string }>;

/** A file with the text that a proposal gives it. */
export interface PatchedFile {
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
  /** The edits of each hunk or fix, in offsets of `before`. Absent if it is changed more than once, or as a whole. */
  readonly groups?: readonly (readonly TextEdit[])[];
}

/** A part of a proposal that is refused; `fault` is the end of a sentence. */
export interface RefusedPart {
  readonly path: string;
  readonly fault: string;
  /** The line of the proposal; from 1. */
  readonly line: number;
}

/** What a proposal comes to. */
export interface Patched {
  /** Files that differ, sorted. Empty if a patch is refused: none is applied without those before it. */
  readonly files: readonly PatchedFile[];
  /** Renames: both halves belong together. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Files whose mode would change as well. */
  readonly modes: readonly string[];
  /** Sentences about hunks that are elsewhere than they say. */
  readonly notes: readonly string[];
  readonly refused: readonly RefusedPart[];
}

/**
 * Applies all patches of a set in memory, one after the other, as `git apply` does, but for what it guesses: V1. If one
 * file of a patch cannot be changed so, nothing is. Of fixes only those are left out.
 */
export async function applyPatches(set: PatchSet, read: ReadText): Promise<Patched> {
  const tree = new PatchedTree(read);
  const refused: RefusedPart[] = [];
  for (const patch of set.patches) refused.push(...(await tree.apply(patch)));
  const isOfFixes = set.format === "sarif" || set.format === "rdjson";
  const isKept = refused.length === 0 || isOfFixes;
  return { ...(isKept ? tree.outcome() : NOTHING), refused };
}

const NOTHING = { files: [], moves: [], modes: [], notes: [] };

type Text = string | undefined;

/** A file as a patch leaves it. */
interface Changed {
  readonly path: string;
  readonly text: Text;
  readonly groups?: PatchedFile["groups"];
}

/** The state in which the files of one patch are applied. */
interface OfPatch {
  /** The files that were changed before the patch. */
  readonly first: ReadonlyMap<string, Omit<Changed, "path">>;
  /** The files that it deletes or renames. */
  readonly gone: ReadonlySet<string>;
  /** The files that it has written so far. */
  readonly written: Set<string>;
}

class PatchedTree {
  readonly #read: ReadText;
  readonly #before = new Map<string, Text | { readonly fault: string }>();
  readonly #now = new Map<string, Omit<Changed, "path"> & { readonly times: number }>();
  readonly #moves = new Map<string, string>();
  readonly #modes = new Set<string>();
  readonly #notes: string[] = [];

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** Applies the files of a patch. Returns those that are refused. */
  async apply({ files }: Patch): Promise<readonly RefusedPart[]> {
    const refused: RefusedPart[] = [];
    // Renames and copies are of the files before the patch, also if it changes or moves them.
    const first = new Map(this.#now);
    const gone = new Set(files.flatMap(({ from, to }) => (from !== to && from ? [from] : [])));
    const written = new Set<string>();
    for (const file of files) {
      const path = file.to ?? file.from ?? "";
      const outcome = await this.#change(file, { first, gone, written });
      if ("fault" in outcome) refused.push({ path, line: file.line, ...outcome });
      else refused.push(...outcome.refused.map((fault) => ({ path, line: file.line, fault })));
    }
    return refused;
  }

  outcome(): Omit<Patched, "refused"> {
    const files = [...this.#now].flatMap(([path, { text, groups, times }]) => {
      const before = this.#before.get(path);
      if (typeof before === "object" || before === text) return [];
      const only = times === 1 && groups !== undefined ? { groups } : {};
      return [{ path, before, after: text, ...only }];
    });
    const isChanged = new Set(files.map(({ path }) => path));
    return {
      files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
      moves: [...this.#moves]
        .map(([to, from]) => ({ from, to }))
        .filter(({ from, to }) => isChanged.has(from) && isChanged.has(to)),
      modes: [...this.#modes].sort(),
      notes: this.#notes,
    };
  }

  async #change(
    file: FilePatch,
    { first, gone, written }: OfPatch,
  ): Promise<PatchFault | { readonly refused: readonly string[] }> {
    const { from, to, as, content } = file;
    const fault = unsupported(file);
    if (fault !== undefined) return { fault };
    const before = from === undefined ? undefined : await this.#textOf(from, as && first);
    if (typeof before === "object") return before;
    if (from !== undefined && before === undefined) return { fault: "is not there" };
    if (to !== undefined && to !== from) {
      const there = await this.#textOf(to);
      if (typeof there === "object") return there;
      if (there !== undefined && !gone.has(to)) return { fault: "is there already" };
    }
    const text = before ?? "";
    const isBase = from === undefined || isBaseOf(file, text);
    if (isBase === false)
      return { fault: `is not the file that the patch rests on (${file.base?.id})` };
    const placed = place(content, text, isBase === true);
    if ("fault" in placed) return placed;
    const after = splice(text, sorted(placed.groups.flat()));
    if (to === undefined && after !== "" && !isWhole(file, isBase))
      return { fault: "is deleted, but the patch does not have all of its lines" };
    this.#notes.push(...placed.notes.map((note) => `${to ?? from}: ${note}`));
    const isGone = from !== undefined && from !== to && as !== "copy";
    if (isGone && !written.has(from)) this.#set({ path: from, text: undefined });
    if (to !== undefined) {
      written.add(to);
      this.#set({ path: to, text: after, ...(from === to ? { groups: placed.groups } : {}) });
      if (as === "rename" && from !== undefined) this.#moves.set(to, from);
      const isRunnable = file.newMode === "100755" && (from === undefined || from !== to);
      if (isRunnable || (file.oldMode ?? file.newMode) !== file.newMode) this.#modes.add(to);
    }
    return { refused: placed.refused ?? [] };
  }

  #set({ path, ...changed }: Changed): void {
    this.#now.set(path, { ...changed, times: (this.#now.get(path)?.times ?? 0) + 1 });
  }

  async #textOf(
    path: string,
    now: ReadonlyMap<string, Omit<Changed, "path">> = this.#now,
  ): Promise<Text | { readonly fault: string }> {
    const known = now.get(path);
    if (known !== undefined) return known.text;
    if (!this.#before.has(path)) this.#before.set(path, await this.#read(path));
    return this.#before.get(path);
  }
}

/** Says why a change is none of a text. */
function unsupported({ content, oldMode, newMode }: FilePatch): string | undefined {
  if (content.kind === "binary") return "is no text: binary changes are not read";
  for (const mode of [oldMode, newMode]) {
    if (mode === undefined || /^100[0-7]{3}$/.test(mode)) continue;
    if (mode === "120000") return "is a symbolic link";
    return mode === "160000" ? "is a submodule" : `has the mode ${mode}, which is none of a file`;
  }
  return undefined;
}

/** True or false if the patch names the bytes that it rests on; otherwise undefined. */
function isBaseOf({ base }: FilePatch, text: string): boolean | undefined {
  if (base === undefined) return undefined;
  if (base.kind === "sha256") return sha256(text) === base.id.toLowerCase();
  const bytes = Buffer.from(text);
  const kinds = base.id.length > 40 ? (["sha256"] as const) : (["sha1", "sha256"] as const);
  return kinds.some((kind) => blobIdOf(bytes, kind).startsWith(base.id));
}

/** True if a deletion says what it deletes, or needs not to. */
function isWhole({ content }: FilePatch, isBase: boolean | undefined): boolean {
  // Codex names the file alone.
  return (
    content.kind === "lines" ||
    (isBase === true && content.kind === "hunks" && content.hunks.length === 0)
  );
}

function sorted(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}

type Placed = PlacedParts & { readonly refused?: readonly string[] };

function place(content: FilePatch["content"], text: string, isBase: boolean): Placed {
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

/** Places fixes one beside the other: of those that overlap the first in the file counts. */
function placeAll(
  { fixes }: Extract<FilePatch["content"], { kind: "fixes" }>,
  text: string,
): Placed {
  const refused: string[] = [];
  const placed = placeFixes(text, fixes).flatMap((one) => {
    if (!("fault" in one)) return [one];
    refused.push(one.fault);
    return [];
  });
  const groups = new Map<number, TextEdit[]>();
  let last: TextEdit | undefined;
  for (const { fix, edit } of placed.sort((a, b) => a.edit.start - b.edit.start)) {
    if (last !== undefined && (edit.start < last.end || edit.start === last.start)) {
      refused.push(`the fix at line ${fix.region.startLine} overlaps another one`);
      continue;
    }
    last = edit;
    const group = groups.get(fix.group);
    if (group === undefined) groups.set(fix.group, [edit]);
    else group.push(edit);
  }
  return { groups: [...groups.values()], notes: [], refused };
}
