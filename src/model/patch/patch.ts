import type { TextRegion } from "../place.ts";
import type { Hunk, HunkLine } from "./hunk.ts";

/** The forms of proposals that are read (docs/patches.md). */
export const PATCH_FORMATS = ["git", "mail", "codex", "sarif", "rdjson"] as const;

/** The form of a proposal. */
export type PatchFormat = (typeof PATCH_FORMATS)[number];

/** The makers of a proposal, as the caller names them: by default it was a model (V2). */
export const PATCH_MAKERS = ["model", "tool", "person"] as const;

/** A proposal that the caller gave with the command. */
export interface GivenPatch {
  /** For messages. */
  readonly name: string;
  readonly text: string;
  readonly by: (typeof PATCH_MAKERS)[number];
  /** True if a file that cannot be changed is left out alone. Default: then nothing of the patch is applied (V1). */
  readonly mayBePart?: true;
}

/** A proposal that the caller names: a file, or `-` for standard input. */
export type PatchSource = Pick<GivenPatch, "by"> & { readonly file: string };

/** Lines that are found by their text, in the order of the file: `*** Update File` of Codex. */
export interface LinesByText {
  /** The line of the patch; from 1. */
  readonly line: number;
  /** Lines to go to first, one below the other, each by its whole text. */
  readonly anchors: readonly string[];
  /** Without line ends: those of the file count. */
  readonly lines: readonly HunkLine[];
  /** The lines are the last ones of the file. */
  readonly isAtEnd: boolean;
}

/** A range of a text that gets another text: a fix of a scanner. */
export interface Fix {
  /** Columns in `unit`, from 1; `endColumn` of `Infinity` is the end of the line. */
  readonly region: TextRegion;
  readonly unit: "utf16" | "codepoint" | "byte";
  readonly text: string;
  /** The text that the range has. Absent if the scanner does not say it. */
  readonly before?: string;
  /** The number of the fix, from 0: those of several files or places that belong together share it. */
  readonly group: number;
}

/** The proposed content of a file. */
type Content =
  | { readonly kind: "hunks"; readonly hunks: readonly Hunk[] }
  | { readonly kind: "lines"; readonly parts: readonly LinesByText[] }
  | { readonly kind: "fixes"; readonly fixes: readonly Fix[] }
  /** The whole text, with `\n`. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" };

/** What a patch does to one file. */
export interface FilePatch {
  /** The line of the patch; from 1. */
  readonly line: number;
  /** As written, relative to the folder of the patch. Undefined for a new file. */
  readonly from?: string;
  /** Undefined for a deleted file. */
  readonly to?: string;
  /** Absent if both are one file. */
  readonly as?: "rename" | "copy";
  /** The id of git, or its beginning, of the bytes that it rests on; or their sha256. Absent if it names none. */
  readonly base?: { readonly kind: "blob" | "sha256"; readonly id: string };
  /** Modes of git: `100644`. */
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly content: Content;
}

/** Files that are changed together or not at all. */
export interface Patch {
  /** Who made it, as it says itself: a claim. */
  readonly author?: string;
  readonly files: readonly FilePatch[];
}

/** A proposal, read. */
export interface PatchSet {
  readonly format: PatchFormat;
  /** The program that made it, or the subject of a mail, as it says itself: a claim. */
  readonly source?: string;
  /** In the order in which they are applied. */
  readonly patches: readonly Patch[];
  /** Parts that say nothing to do, such as alternatives of a fix. */
  readonly left: readonly string[];
}

/** Why a proposal is not one; `line` is one of its text, from 1, where that is known. */
export interface PatchFault {
  readonly fault: string;
  readonly line?: number;
}
