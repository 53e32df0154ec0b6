import type { TransformApi } from "../../model/recipe/call-step.ts";
import type { CodeFolder } from "../code-folder.ts";
import type { AskedQuestion } from "./files-asked.ts";

// The messages between a call of `transform` and its threads. Plain data.

/** The data that a thread is started with. */
export interface TransformStart {
  /** The root of the run; absolute. */
  readonly root: string;
  /** The folder that the module comes from. */
  readonly code: CodeFolder;
  /** As the recipe names it. */
  readonly module: string;
  readonly api?: TransformApi | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** True if the step or its recipe names languages. */
  readonly namesLanguages: boolean;
}

/** One file to transform. */
export interface TransformJob {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The name by which the engine knows the language; undefined for a file without a grammar. */
  readonly language?: string | undefined;
  /** True if the thread has to find out if the result stays as it is. */
  readonly asksIdempotence: boolean;
  /** The files of the step, sorted: see `FilesInScope`. Sent once, with the first job. */
  readonly files?: readonly string[] | undefined;
}

/** A file as a transform wants it; a `text` of null removes the file. */
export interface ProposedFile {
  readonly path: string;
  readonly text: string | null;
  /** For a file that takes the place of another one, which goes: its path must be free. */
  readonly movedFrom?: string;
}

/** The outcome of one file. */
export type TransformAnswer =
  | {
      readonly kind: "done";
      /** Only files that are proposed; the file itself is not among them if it stays as it is. */
      readonly files: readonly ProposedFile[];
      /** Undefined if it was not asked for, or cannot be told. */
      readonly isIdempotent?: boolean | undefined;
    }
  /** The function failed for this file. `message` follows the path. */
  | { readonly kind: "failed"; readonly message: string }
  /** The module cannot be used at all: the call fails. */
  | { readonly kind: "unusable"; readonly message: string };

/** An answer, and the hash of the text that the function got. */
export type AnswerOnText = readonly [answer: TransformAnswer, hash: string];

/** A message to a thread. */
export interface ThreadJob {
  /** Its messages about this job have it, too. */
  readonly serial: number;
  readonly job: TransformJob;
}

/** A message of a thread: its function begins a job, the answer to a job, a question, or text that the code prints. */
export type ThreadMessage =
  | { readonly kind: "begins"; readonly serial: number }
  | { readonly kind: "answers"; readonly serial: number; readonly answer: TransformAnswer }
  | { readonly kind: "asks"; readonly asked: AskedQuestion }
  | { readonly kind: "printed"; readonly text: string };
