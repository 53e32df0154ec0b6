import type { Diagnostic } from "../model/diagnostic.ts";
import type { Consent } from "../model/trust.ts";
import type { GivenObjects } from "./given-objects.ts";

/** The request of `sluice apply`. */
export interface ApplyRequest extends Consent {
  /** Absolute. */
  readonly root: string;
  /** The plan file; relative to the working directory, or absolute. */
  readonly plan: string;
  /**
   * Derive the plan again and refuse it if the result differs. Default: true, unless this user derived the plan here
   * by the same build, or recipes bring code that may not run here.
   */
  readonly verify?: boolean | undefined;
  /**
   * A branch or commit: the plan is derived again for what changed since it and HEAD parted. Default: the commit of the
   * plan, whose word counts only if all of the tree is trusted.
   */
  readonly since?: string | undefined;
  /** A file, or the name of a built-in policy, that decides again. Default: the decisions of the plan. */
  readonly policy?: string | undefined;
  /**
   * Ids, or beginnings of ids, of the actions to apply; this is the consent for held ones. Default: all accepted
   * actions, and no held one.
   */
  readonly only?: readonly string[] | undefined;
  /** The reason to apply held actions, for the record; only with `only`, and never blank (R23). */
  readonly reason?: string | undefined;
  /** Files of recipes outside of the root, to verify a plan of theirs. */
  readonly recipes: readonly string[];
  /**
   * Values by name that the plan must have been made with. Without them the plan's own values count if all of the
   * tree is trusted; otherwise it must have none.
   */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
  /** A YAML or JSON file with values; `inputs` replace those of the same name. */
  readonly inputsFile?: string | undefined;
  /** A larger plan is not read; bytes. */
  readonly maxPlanBytes: number;
  /** The most matches that a run may find. Default: see model/input-limits.ts. */
  readonly maxMatches?: number | undefined;
  /** The most UTF-16 code units of replacements and diffs that a run may have. Default: see model/input-limits.ts. */
  readonly maxText?: number | undefined;
  /** End with 1 if anything was applied or held. */
  readonly check: boolean;
  /** End with 0 instead of 1 and 4. */
  readonly exitZero: boolean;
  /** Use the results of earlier searches. */
  readonly cache: boolean;
  /** Milliseconds that the run waits for another run that writes in the root. */
  readonly lockTimeout: number;
  /** Recipes and a policy that are objects. */
  readonly objects?: GivenObjects | undefined;
  /** Faults of the request itself: then nothing is read, and they are reported. */
  readonly faults?: readonly Diagnostic[] | undefined;
  /** The text of the plan, if it was given and not a file; `plan` is then its name in messages. */
  readonly planText?: string | undefined;
}
