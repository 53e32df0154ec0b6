import type { Replacement, SupersededReplacement } from "../edit.ts";
import type { ParseIssue } from "../file-plan.ts";
import type { FileMode } from "../patch/file-mode.ts";
import type { EditRegion } from "../place.ts";
import type { LeftoverGroup } from "../search/leftovers.ts";
import type { SkipReason } from "../skip-reason.ts";
import type { FileLosses, LostCode, NameFaults, NewErrors } from "./file-losses.ts";

/** A file that was left alone, and the reason. */
export interface SkippedFile {
  readonly path: string;
  readonly step: string;
  readonly why: SkipReason;
  /** Details: a line of the parser, or the text of an error. */
  readonly detail?: string;
  /** The places at which the parser found no valid syntax: at most 20, `detail` has the total (A9). */
  readonly issues?: readonly ParseIssue[];
}

/** The changes that a preview would make to one file. */
export interface FileChange {
  /** Relative to the root, posix separators. */
  readonly path: string;
  readonly language: string;
  /** sha256 of the bytes that the edits rest on, hex; null for a file that does not exist yet. */
  readonly preHash: string | null;
  /** sha256 of the bytes afterwards, hex; null for a file that is deleted. */
  readonly postHash: string | null;
  /** The mode that the file gets, other than its own. Absent: an existing file keeps its own, a new one is plain. */
  readonly mode?: FileMode | undefined;
  /**
   * Sorted by place, never overlapping. Of a deletion it is one, which replaces the whole text, even an empty one; none
   * if only the mode changes.
   */
  readonly edits: readonly Replacement[];
  /** Replacements that gave way to another one of the same call. */
  readonly superseded: readonly SupersededReplacement[];
  readonly additions: number;
  readonly deletions: number;
  /** The size of the file, in bytes of UTF-8, before or with these edits: the larger one. */
  readonly bytes: number;
  /** The regions of the edits, in their order. */
  readonly regions: readonly EditRegion[];
  /** The whole unified diff (A21), with a header that `git apply` takes. */
  readonly diff: string;
  /** Undefined, as all facts that only the result tells, if nothing asked for it. */
  readonly isIdempotent?: boolean | undefined;
  readonly addsSyntaxErrors?: boolean | undefined;
  /** Their places. Absent without any. */
  readonly newErrors?: NewErrors | undefined;
  /** The parser that has judged the syntax, if a recipe or a policy names one: otherwise the engine has. */
  readonly syntaxJudge?: string | undefined;
  /** An edit runs into the word beside it, which counts as a syntax error. Absent: none does. */
  readonly gluesWords?: true;
  /** True if only comments, and white space beside them, are different. */
  readonly isCommentsOnly?: boolean | undefined;
  /** Undefined also if no grammar can read the file. */
  readonly losses?: FileLosses | undefined;
  /** The replacements that are read in another way than they were written. Undefined also if that cannot be told. */
  readonly regrouped?: LostCode | undefined;
  /** The replacements with a name that does not mean what the step imports; the same. */
  readonly importsLeftOut?: LostCode | undefined;
  /** The places of the file that look like matches and are left. Undefined also if no op tells of them. */
  readonly leftovers?: readonly LeftoverGroup[] | undefined;
  /** The faults of its names. Undefined also if they cannot be told. */
  readonly names?: NameFaults | undefined;
  /** Places of the file that ops with `names` leave, because they may mean something else. */
  readonly unresolvedNames?: LostCode | undefined;
  /** True if nothing but the white space between tokens is different. Undefined as `losses` is. */
  readonly isWhitespaceOnly?: boolean | undefined;
  /** The names that the module exports before or afterwards only, sorted. Undefined also if its trees do not tell. */
  readonly exportsChanged?: readonly string[] | undefined;
  /** True if it is a `package.json` in which scripts or dependencies change, or in which that cannot be told. */
  readonly changesPackage: boolean;
  /**
   * True if a call has so many actions in this file that the accepted ones are written together. `preHash` and
   * `postHash` are then the hashes before and after that write; for an action that is not written: after all of them.
   */
  readonly isJoint?: true;
}
