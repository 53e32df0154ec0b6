import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import type { EngineSearch } from "../../../edit/engine/engine.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { NativePass } from "../../../edit/match/native-pass.ts";
import type { Span } from "../../../edit/text/span.ts";
import type { AskedFacts } from "../../../model/action/asked-facts.ts";
import type { FileChange, SkippedFile } from "../../../model/action/preview.ts";
import type { Alert } from "../../../model/alert.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import type { FastWay } from "../../../model/search/fast-ways.ts";
import type { FoundPlace } from "../../../model/search/found-place.ts";
import type { LeftoverGroup } from "../../../model/search/leftovers.ts";
import type { SearchBounds } from "../../../model/search/search-bounds.ts";
import type { KnownFindings, KnownMisses } from "../../../model/search/search-memory.ts";
import type { TextLines } from "../../../model/search/text-lines.ts";
import type { DiskStamp } from "../../../model/workspace.ts";

// The shapes that the steps of a search hand to each other. They stand in one file so that no step has to import
// another one for a type.

/** A file that a call searches. */
export interface Candidate {
  readonly path: string;
  readonly language: Language;
  /** True if the file may be read and not written: a match is reported, and no edit is planned. */
  readonly isReadonly: boolean;
  /** True if the call names the file itself, so that the file has an outcome in any case. */
  readonly isNamed: boolean;
  /** The changed lines of the file, if only matches on them count. Default: all count. */
  readonly lines?: TextLines | undefined;
}

/** An alert of a call, without the step: the tool does not know it. */
export type CallAlert = Omit<Alert, "recipe" | "step">;

/** A file that a call leaves alone, without the step. */
export type CallSkip = Omit<SkippedFile, "step">;

/** The reason why a file is left alone. */
type SkipFacts = Omit<SkippedFile, "path" | "step">;

/** The ops of a call that are meant for a file, and the facts about them that need no parse. */
export interface OpsOfFile {
  readonly ops: readonly CompiledOp[];
  /** Names these ops for this language among those of the call. */
  readonly key: string;
  /** True if the ops are only safe on the main thread, which has the largest stack. */
  readonly isStackHungry: boolean;
  /** Finds every file with a match on the engine's own threads. Undefined if the engine cannot search for the ops. */
  readonly nativeSearch: EngineSearch | undefined;
  /** Finds all matches, and all syntax errors, in the same way. Undefined if edits cannot be made of its nodes. */
  readonly nativePass: NativePass | undefined;
  /** Contents in which an earlier run found nothing. Undefined if nothing is remembered. */
  readonly misses: KnownMisses | undefined;
  /** The findings of earlier runs. Undefined if each run has to search anew. */
  readonly findings: KnownFindings | undefined;
  /** Returns false only if no op can match in the bytes. */
  readonly mayMatch: (bytes: Uint8Array) => boolean;
  /** Texts of which every file with a match holds one at least. Undefined if nothing is known of it. */
  readonly texts: readonly string[] | undefined;
}

/** The text of a file. Plain data. */
export interface SourceText {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  /** True if the file may be read and not written. */
  readonly isReadonly: boolean;
  /** Sorted places of the text, if only matches that touch one of them count. */
  readonly places?: readonly Span[] | undefined;
}

/** The parameters of a call that concern a single file. Plain data. */
export interface SearchParams
  extends Pick<AstEditParams, "passes" | "onParseError" | "editGenerated" | "per"> {
  /** The most matches and text of one file. */
  readonly bounds: SearchBounds;
  /** The facts that are asked for. */
  readonly asked: AskedFacts;
  /** The fast ways that are switched off. Absent: none. */
  readonly without?: readonly FastWay[] | undefined;
  /** True if files without a match are looked at for leftovers, also if that takes a parse. */
  readonly countsMisses: boolean;
  /** Matches are told, and nothing is edited: the messages of ops, by their ids. Absent: edits are planned. */
  readonly tells?: Readonly<Record<string, string>> | undefined;
}

/** The places that look like matches and are left. Absent if there are none, or if no op tells of them. */
interface WithLeftovers {
  readonly leftovers?: readonly LeftoverGroup[];
}

/** A file with places that look like matches and are left. */
export interface LeftoversOfFile {
  readonly path: string;
  readonly leftovers: readonly LeftoverGroup[];
}

/** The findings in one text. Plain data. */
export type FileFindings =
  | ({ readonly kind: "no-match" } & WithLeftovers)
  /** The matches of a search that only tells of them; never empty. */
  | { readonly kind: "told"; readonly places: readonly FoundPlace[] }
  /** The ops cannot run on the text: the call fails, with this message. */
  | { readonly kind: "refused"; readonly message: string }
  /** The text has more than its bounds allow: the run ends, with this message. */
  | { readonly kind: "beyond-bounds"; readonly message: string }
  | ({
      readonly kind: "skipped";
      /** The sha256 of a text with syntax errors that may be valid all the same; see `mayBeValid`. */
      readonly perhapsValid?: string;
    } & SkipFacts &
      WithLeftovers)
  | (WithLeftovers & {
      readonly kind: "planned";
      readonly changes: readonly FileChange[];
      readonly alerts: readonly CallAlert[];
      /** The number of replacements that a limit of the call left out. */
      readonly cutOff: number;
    });

/** A file that cannot be searched as it is now. This is true of no content, and is never remembered. */
export interface Unsearchable {
  readonly kind: "unusable";
  readonly skipped: SkipFacts;
}

/** The outcome of one file, searched or not. */
export type FileOutcome = FileFindings | Unsearchable;

/** The outcome of a file that is left alone. */
export type FileSkip = Extract<FileOutcome, { kind: "unusable" | "skipped" }>;

/** A file that may have a match, and therefore has to be parsed. */
export interface PossibleFile {
  readonly candidate: Candidate;
  readonly ops: OpsOfFile;
  /** Undefined if its text is not the one on the disk. */
  readonly onDisk: DiskStamp | undefined;
  /** In bytes. */
  readonly size: number;
  /** Drops the text. Call it before another file is read, unless the text is taken at once. */
  letGo(): void;
  /** Copies the text, so that it stays when another file is read. */
  keep(): void;
  /** Returns the text, read again if it was dropped, or the reason why it can no longer be searched. */
  take(): SourceText | FileSkip;
  /** Remembers the outcome for later runs, unless the file could not be read. */
  remember(outcome: FileOutcome): void;
}

/** A file that has to be searched, and the receiver of its outcome. */
export interface FileToSearch {
  readonly file: PossibleFile;
  readonly onOutcome: (outcome: FileOutcome) => void;
}

/** A text that has to be searched, and the receiver of the findings. */
export interface SearchJob {
  readonly source: SourceText;
  /** Names the ops, as {@link OpsOfFile} does. */
  readonly key: string;
  readonly ops: readonly CompiledOp[];
  readonly onFindings: (findings: FileFindings) => void;
}

/** The receiver of what happens on a thread. */
export interface ThreadEvents {
  readonly onIdle: () => void;
  /** `size` is the one with which the batch was started. */
  readonly onDone: (size: number) => void;
  readonly onFault: (error: unknown) => void;
}
