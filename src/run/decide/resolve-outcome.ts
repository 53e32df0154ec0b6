import type { Decision } from "../../model/policy.ts";
import type { ActionState } from "../../model/report/report.ts";
import type { ToolError } from "../../model/tool-error.ts";
import type { ResolveRequest } from "../../resolve/resolve-pending.ts";

/** The outcome of resolving an action. */
export interface ResolveOutcome {
  readonly state: ActionState;
  readonly result?: string;
  /** The answer of its handler, also in a dry run. */
  readonly answer?: string;
  /** The error of an apply that failed. */
  readonly error?: ToolError | undefined;
  /** It was previewed again: another action takes its place. */
  readonly isRetried?: boolean;
  /** A decision that took the place of the policy's. */
  readonly decision?: Decision;
}

/** The treatment of an action whose apply fails. */
type OnFailure =
  /** It is taken out, so that nothing stays undecided. */
  | "take-out"
  /** It stays pending, so that the caller can ask again (R10). */
  | "keep";

/** Circumstances of a resolve call. */
export interface ResolveOptions {
  readonly onFailure: OnFailure;
  /** True if an action may be previewed again when its apply fails. */
  readonly mayRetry: boolean;
  /** The call of a model. */
  readonly asked: ResolveRequest | undefined;
}
