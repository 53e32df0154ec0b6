import { z } from "zod";
import type { Outcome } from "../exit-code.ts";

/** Makes the schema of the later decision of the user on a held action. Kept with its run. */
export const resolvedActionSchema = () =>
  z.strictObject({
    /** The id of the action. */
    action: z.string(),
    verdict: z.enum(["apply", "discard"]),
    /** The reason that the user gave. */
    reason: z.string(),
    /** ISO 8601. */
    at: z.string(),
    /** The run that wrote it, which can be undone; null if nothing was written. */
    by: z.string().nullable(),
  });

/** The later decision of the user on a held action. */
export type ResolvedAction = Readonly<z.infer<ReturnType<typeof resolvedActionSchema>>>;

/** One held action that was chosen, and its end. */
export interface ChosenAction {
  readonly id: string;
  readonly label: string;
  readonly recipe: string;
  /** The rule that held it. */
  readonly ruleId: string;
  readonly files: readonly string[];
  /** Absent if the action still waits. */
  readonly resolved?: ResolvedAction;
  /** Why it still waits: the places that have changed, with both texts. */
  readonly problems: readonly string[];
}

/** The decision that `sluice resolve` made; the product of its `--format json`. */
export interface Resolution {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** The outcome of the command; `stale` if a file differs from the preview. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** The run in which the action was held; absent if it was not found. */
  readonly run?: string;
  /** The actions that were chosen, in the order in which they were held. */
  readonly actions: readonly ChosenAction[];
  /** The action; absent if it was not found, or if several were chosen. */
  readonly action?: {
    readonly id: string;
    readonly label: string;
    readonly files: readonly string[];
  };
  /** Absent if the action still waits, or if several were chosen. */
  readonly resolved?: ResolvedAction;
  /** The obstacles that are not those of one of several actions. */
  readonly problems: readonly string[];
  /** Advice to the user. */
  readonly hint?: string;
}
