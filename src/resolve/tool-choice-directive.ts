import type { ToolChoice } from "../model/tool-choice.ts";

/** Why a choice was not served to its end (Q8). */
export type RejectReason =
  /** The turn was stopped. */
  | "aborted"
  /** The turn failed. */
  | "error"
  /** The whole queue was emptied (Q14). */
  | "cleared"
  /** Its label was taken out (Q15). */
  | "removed"
  /** It cannot be forced: the provider refuses it, or the tool is not there (Q21). */
  | "unavailable"
  /** The turn ended, and the tool that it forced was not called (Q17). */
  | "not_invoked";

/** What is told to whoever pushed a choice that was rejected. */
export interface ToolChoiceRejection {
  readonly choice: ToolChoice;
  readonly reason: RejectReason;
  /** How often this choice was served, this time included: from 1; 0 where it still waited. */
  readonly attempt: number;
}

/** How a directive is queued, and who is told what becomes of it. */
export interface ToolChoiceOptions {
  /** Names it for `inspect` and `removeByLabel`; need not be unique. Default: `anonymous`. */
  readonly label?: string;
  /** Ahead of everything that waits (Q4). */
  readonly now?: boolean;
  /** Ahead of the first that waits under one of these labels; behind everything where there is none. */
  readonly before?: readonly string[];
  /**
   * Gets a choice whose turn went well, once for every time it was served (Q6). Where it answers
   * `"requeue"`, the call did not do what it was forced for, and the choice goes back as if rejected.
   */
  readonly onResolved?: (choice: ToolChoice) => unknown;
  /** Decides what becomes of a lost choice (Q8, Q9, Q13). Not asked back after `cleared` and `removed`. */
  readonly onRejected?: (rejection: ToolChoiceRejection) => "requeue" | "drop" | undefined;
  /** Asked when it is to be served. A directive that is not wanted any more is passed over silently. */
  readonly isWanted?: () => boolean;
  /** How often one choice is put back (Q12). Default 3. */
  readonly maxRequeues?: number;
  /** Gets the number of forced turns when a choice would have to be put back once too often (Q12). */
  readonly onExhausted?: (turns: number) => void;
}

/** What was pushed: shared by all of its choices that wait or are in flight (Q11). */
interface Directive extends ToolChoiceOptions {
  readonly label: string;
}

/** Choices of one directive that stand together in the queue. Never empty. */
export interface WaitingChoices {
  readonly directive: Directive;
  readonly choice: ToolChoice;
  /** What follows `choice` in its sequence. */
  readonly rest: readonly ToolChoice[];
  /** How often `choice` was served. */
  readonly attempt: number;
}
