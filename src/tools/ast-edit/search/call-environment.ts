import type { LanguageOf } from "../../../edit/language/file-languages.ts";
import type { Grammars } from "../../../edit/language/grammars.ts";
import type { DiffOfEdits } from "../../../edit/text/diff-of-edits.ts";
import type { Scope } from "../../../files/scope.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { Replacement } from "../../../model/edit.ts";
import type { LeftAlone } from "../../../model/left-alone.ts";
import type { SearchFindings } from "../../../model/search/search-findings.ts";
import type { SearchSettings } from "../../../model/search/search-settings.ts";
import type { DealtShard } from "../../../model/search/shard.ts";
import type { TextLines } from "../../../model/search/text-lines.ts";
import type { Workspace } from "../../../model/workspace.ts";
import type { Candidate, FileOutcome } from "./search-shapes.ts";

/** The surroundings of a call that searches. */
export interface CallEnvironment {
  readonly workspace: Workspace;
  readonly scope: Scope;
  readonly languageOf: LanguageOf;
  /** Default: none. */
  readonly leftAlone?: LeftAlone | undefined;
  /**
   * Returns the lines of a file as it is now on which matches of an edit count, undefined for all of them; without
   * places, the file is left out. Default: all lines of all files.
   */
  readonly linesOf?: ((path: string) => Promise<TextLines | undefined>) | undefined;
  /** The part of the files that is searched; all that is told of the others is as without it. Default: all. */
  readonly shard?: Pick<DealtShard, "has"> | undefined;
  /** The languages of a call that names none itself, as written. Default: all. */
  readonly languages?: readonly string[];
  /** The languages that any step of the recipe names, as written. Default: none. */
  readonly elsewhere?: readonly string[];
  readonly grammars: Grammars;
  readonly search: SearchSettings;
  /** Default: the files of the call are searched here, and nothing is noted for other machines. */
  readonly record?: CallRecord | undefined;
  /** When it fires, the call ends early, without a preview (A22). */
  readonly signal: AbortSignal;
  /** Called every few files, and after the last one. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called once, when the search of a call is complete. */
  readonly onSearched?: (findings: SearchFindings) => void;
}

/** The result of edits on a text. */
export interface EditResult extends DiffOfEdits {
  /** See `FileChange`. */
  readonly postHash: string | null;
}

/**
 * What one call finds, if several machines search a part of the files each: noted by them, and found again where their
 * plans are merged (docs/design/merge.md). `laidOver` is the hash of a file that the run has changed; undefined for any
 * other.
 */
export interface CallRecord {
  /** Returns what another machine has found in the same text; undefined if the file is to be searched here. */
  find(candidate: Candidate, laidOver: string | undefined): FileOutcome | undefined;
  /** Returns true for a file with syntax errors that is valid code; undefined if that is to be found out here. */
  isValid(path: string): boolean | undefined;
  /**
   * Returns what edits of a change make of the text with the hash `hash`: the change itself if they are in their
   * places. Undefined if no other machine has made the same.
   */
  resultOf(
    change: FileChange,
    hash: string | null,
    edits: readonly Replacement[],
  ): EditResult | undefined;
  /** Notes what was found in a file. */
  note(candidate: Candidate, outcome: FileOutcome, laidOver: string | undefined): void;
  /** Notes a file that was not searched, because an earlier action on it was not applied. */
  noteLeft(path: string): void;
  /** Notes a file with syntax errors that is valid code. */
  noteValid(path: string): void;
  /** Notes an action that the call queued. */
  noteAction(id: string, changes: readonly FileChange[]): void;
}
