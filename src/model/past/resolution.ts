import { z } from "zod";
import type { Outcome } from "../exit-code.ts";

/** How a held action was ended later, by a person. Kept with its run. */
export const resolvedActionSchema = z.strictObject({
  /** Of the action. */
  action: z.string(),
  verdict: z.enum(["apply", "discard"]),
  /** Of the person. */
  reason: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The run that wrote it, which can be undone; null where nothing was written. */
  by: z.string().nullable(),
});

/** How a held action was ended later, by a person. */
export type ResolvedAction = Readonly<z.infer<typeof resolvedActionSchema>>;

/** What `sluice resolve` did; the product of its `--format json`. */
export interface Resolution {
  /** Keys keep their meaning while the major number stays. */
  readonly formatVersion: "1.0";
  /** How it ended; `stale` where a file is no longer what was previewed. */
  readonly outcome: Outcome;
  /** The exit code that belongs to the outcome. */
  readonly exitCode: number;
  /** The run in which the action was held; absent where it was not found. */
  readonly run?: string;
  /** The action; absent where it was not found. */
  readonly action?: {
    readonly id: string;
    readonly label: string;
    readonly files: readonly string[];
  };
  /** Absent where the action still waits. */
  readonly resolved?: ResolvedAction;
  /** What stood in the way. */
  readonly problems: readonly string[];
  /** What to do about it. */
  readonly hint?: string;
}
