import type { ToolChoice } from "../model/tool-choice.ts";

/** The reason for which a choice was lost (Q8). */
export type RejectReason =
  /** The turn was stopped. */
  | "aborted"
  /** The turn failed. */
  | "error"
  /** The whole queue was emptied (Q14). */
  | "cleared"
  /** Its label was removed (Q15). */
  | "removed"
  /** It cannot be forced: the provider refuses it, or the tool is not offered (Q21). */
  | "unavailable"
  /** The turn ended, and the tool that it forced was not called (Q17). */
  | "not_invoked";

/** The report of a rejected choice, for the caller that pushed it. */
export interface ToolChoiceRejection {
  readonly choice: ToolChoice;
  readonly reason: RejectReason;
  /** The number of times that this choice was served, from 1, including this time; 0 if it still waited. */
  readonly attempt: number;
}

/** The place of a directive in the queue, and the callbacks of its outcome. */
export interface ToolChoiceOptions {
  /** The name for `inspect` and `removeByLabel`; it need not be unique. Default: `anonymous`. */
  readonly label?: string;
  /** Ahead of all that waits (Q4). */
  readonly now?: boolean;
  /** Directly after the last directive that waits under one of these labels; at the head if none does (R30). */
  readonly behind?: Pick<ReadonlySet<string>, "has">;
  /**
   * Gets a choice whose turn succeeded, once for every time it was served (Q6). It returns `"requeue"` if the call did
   * not do what it was forced for: the choice then goes back as if rejected.
   */
  readonly onResolved?: (choice: ToolChoice) => unknown;
  /**
   * Decides about a lost choice (Q8, Q9, Q13); `drop_sequence` is about those that follow it, too (Q22). After
   * `cleared` and `removed` its result has no effect.
   */
  readonly onRejected?: (
    rejection: ToolChoiceRejection,
  ) => "requeue" | "drop" | "drop_sequence" | undefined;
  /** Called before the directive is served. A directive that is no longer wanted is dropped without a report. */
  readonly isWanted?: () => boolean;
  /** The number of times that one choice is put back (Q12). Default 3. */
  readonly maxRequeues?: number;
  /** Gets the number of forced turns when a choice would have to be put back once too often (Q12). */
  readonly onExhausted?: (turns: number) => void;
}

/** A pushed directive: shared by all of its choices that wait or are in flight (Q11). */
interface Directive extends ToolChoiceOptions {
  readonly label: string;
}

/** Choices of one directive that stand together in the queue. Never empty. */
export interface WaitingChoices {
  readonly directive: Directive;
  readonly choice: ToolChoice;
  /** The choices that follow `choice` in its sequence. */
  readonly rest: readonly ToolChoice[];
  /** The number of times that `choice` was served. */
  readonly attempt: number;
}
