import { splice } from "../edit/text/splice.ts";
import type { TextEdit } from "../model/edit.ts";
import { type FileMode, fileModeOf, PLAIN_MODE } from "../model/patch/file-mode.ts";
import type { FilePatch, Patch, PatchFault } from "../model/patch/patch.ts";
import { foldersAbove } from "../shared/paths/folders-above.ts";
import type { Patched, PatchedFile, PatchText, ReadText, RefusedPart } from "./patched.ts";
import {
  type Deleted,
  isBaseOf,
  isWhole,
  place,
  placeFault,
  type RefusedFix,
  unsupported,
} from "./place-content.ts";

/** A file as a patch leaves it. */
interface Changed {
  readonly path: string;
  /** Undefined if it is gone. */
  readonly file: PatchText | undefined;
  readonly groups?: PatchedFile["groups"];
  readonly isIdempotent: boolean;
}

/** The state in which the files of one patch are applied. */
interface OfPatch {
  /** The files that were changed before the patch. */
  readonly first: ReadonlyMap<string, Omit<Changed, "path">>;
  /** The files that it deletes or renames. */
  readonly gone: ReadonlySet<string>;
  /** These, and those that were deleted before the patch. */
  readonly deleted: Deleted;
  /** The files that it has written so far. */
  readonly written: Set<string>;
}

/** The files of a tree as patches leave them, in memory. */
export class PatchedTree {
  readonly #read: ReadText;
  readonly #before = new Map<string, Awaited<ReturnType<ReadText>>>();
  readonly #now = new Map<string, Omit<Changed, "path"> & { readonly times: number }>();
  readonly #moves = new Map<string, string>();
  readonly #notes: string[] = [];

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** Applies the files of a patch. Returns those that are refused. */
  async apply({ files }: Patch): Promise<readonly RefusedPart[]> {
    const refused: RefusedPart[] = [];
    // Renames and copies are of the files before the patch, also if it changes or moves them.
    const first = new Map(this.#now);
    const gone = new Set(
      files.flatMap(({ from, to, as }) =>
        from !== undefined && from !== to && as !== "copy" ? from : [],
      ),
    );
    const before = [...first].flatMap(([path, { file }]) => (file === undefined ? [path] : []));
    const all = new Set([...gone, ...before]);
    const deleted = { files: all, folders: foldersAbove(all) };
    const written = new Set<string>();
    for (const file of files) {
      const path = file.to ?? file.from ?? "";
      const outcome = await this.#change(file, { first, gone, deleted, written });
      if ("fault" in outcome) refused.push({ path, line: file.line, ...outcome });
      else refused.push(...outcome.refused.map((fix) => ({ path, line: file.line, ...fix })));
    }
    return refused;
  }

  outcome(): Omit<Patched, "refused"> {
    const files = [...this.#now].flatMap(([path, { file, groups, times, isIdempotent }]) => {
      const before = this.#before.get(path);
      if (before !== undefined && "fault" in before) return [];
      const isOther = file !== undefined && file.mode !== (before?.mode ?? PLAIN_MODE);
      if (!isOther && before?.text === file?.text) return [];
      const only = times === 1 && groups !== undefined ? { groups } : {};
      const mode = isOther ? { mode: file.mode } : {};
      return [{ path, before: before?.text, after: file?.text, isIdempotent, ...mode, ...only }];
    });
    const isChanged = new Set(files.map(({ path }) => path));
    return {
      files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
      moves: [...this.#moves]
        .map(([to, from]) => ({ from, to }))
        .filter(({ from, to }) => isChanged.has(from) && isChanged.has(to)),
      notes: this.#notes,
    };
  }

  async #change(
    file: FilePatch,
    { first, gone, deleted, written }: OfPatch,
  ): Promise<PatchFault | { readonly refused: readonly RefusedFix[] }> {
    const { from, to, as, content } = file;
    const fault = unsupported(file);
    if (fault !== undefined) return { fault };
    const before = from === undefined ? undefined : await this.#textOf(from, as && first);
    if (before !== undefined && "fault" in before) return before;
    if (from !== undefined && before === undefined) return { fault: "is not there" };
    if (to !== undefined && to !== from) {
      const taken = placeFault(to, deleted);
      if (taken !== undefined) return { fault: taken };
      const there = await this.#textOf(to);
      if (there !== undefined && "fault" in there) return there;
      if (there !== undefined && !gone.has(to)) return { fault: "is there already" };
    }
    const text = before?.text ?? "";
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
    if (isGone && !written.has(from))
      this.#set({ path: from, file: undefined, isIdempotent: true });
    if (to !== undefined) {
      written.add(to);
      const isIdempotent = from !== to || isDoneIn(file, after);
      const groups = from === to ? { groups: placed.groups } : {};
      const mode = this.#modeOf(file, before);
      this.#set({ path: to, file: { text: after, mode }, isIdempotent, ...groups });
      if (as === "rename" && from !== undefined) this.#moves.set(to, from);
    }
    return { refused: placed.refused ?? [] };
  }

  /** A mode that is not the one of the patch is told, as by git, and stays if the patch does not change it. */
  #modeOf({ from, to, oldMode, newMode }: FilePatch, before: PatchText | undefined): FileMode {
    const [old, fresh] = [oldMode, newMode].map(modeOf);
    if (before === undefined) return fresh ?? PLAIN_MODE;
    if (old !== undefined && old !== before.mode)
      this.#notes.push(`${to ?? from}: has the mode ${before.mode}, where the patch has ${old}`);
    return fresh === undefined || old === fresh ? before.mode : fresh;
  }

  #set({ path, ...changed }: Changed): void {
    this.#now.set(path, { ...changed, times: (this.#now.get(path)?.times ?? 0) + 1 });
  }

  async #textOf(
    path: string,
    now: ReadonlyMap<string, Omit<Changed, "path">> = this.#now,
  ): ReturnType<ReadText> {
    const known = now.get(path);
    if (known !== undefined) return known.file;
    if (!this.#before.has(path)) this.#before.set(path, await this.#read(path));
    return this.#before.get(path);
  }
}

function modeOf(written: string | undefined): FileMode | undefined {
  return written === undefined ? undefined : fileModeOf(Number.parseInt(written, 8));
}

/** True if a change of a file that stays is refused on its result, or changes nothing there. */
function isDoneIn({ base, content }: FilePatch, after: string): boolean {
  if (base !== undefined) return true; // It rests on other bytes.
  const again = place(content, after, false);
  return "fault" in again || splice(after, sorted(again.groups.flat())) === after;
}

function sorted(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}
