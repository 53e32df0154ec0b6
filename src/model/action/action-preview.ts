import type { CommitTarget } from "../workspace.ts";
import type { FileFacts } from "./facts.ts";
import type { FileChange } from "./preview.ts";

/** The preview of a pending action. */
export type Preview = FilePreview | CustomPreview;

/** The preview of a built-in tool: every change, file by file. */
export interface FilePreview {
  readonly kind: "files";
  readonly facts: FileFacts;
  readonly changes: readonly FileChange[];
  /** Files whose whole text is replaced: such a change overlaps with any other of the file. */
  readonly whole: readonly string[];
  /** The write that this action shares with others of its call in the same file. Undefined if it shares none. */
  readonly joint?: JointWrite | undefined;
  /** Undefined if the action is only written alone. */
  readonly ahead?: AheadWrite | undefined;
  /**
   * Previews the same files again on the tree of now, and queues the result as another action. Undefined if the files
   * are in other actions of the call, too.
   */
  readonly again?: (() => Promise<void>) | undefined;
}

/** Lets an action be applied before it is resolved, so that it shares a write with others. */
export interface AheadWrite {
  /** Applies the action on a target. The next apply with the same reason returns the outcome, and writes nothing. */
  apply(reason: string, target: CommitTarget): Promise<void>;
  /**
   * Takes back what {@link apply} noted, if the target was not written; of several actions, the last first. With a
   * fault, the next apply throws it, and writes nothing: files may be half written.
   */
  takeBack(fault?: Error): void;
}

/** One write for many actions of a call in one file. */
export interface JointWrite {
  /** Names the changes to write together, with the first of them that is applied. Any other is written alone. */
  accept(changes: readonly FileChange[]): void;
}

/** The preview of a custom tool. What it would write is unknown until it does. */
export interface CustomPreview {
  readonly kind: "custom";
  /** A copy, as JSON has it: later changes by the tool have no effect. Undefined if the tool gave none. */
  readonly details: unknown;
  /** The paths in `details.files`, sorted; a path outside of the root as it was written. */
  readonly files: readonly string[];
}
