import type { FieldsOf } from "../request/options/request-fields.ts";
import type {
  ApplyRequest as WholeApplyRequest,
  MergeRequest as WholeMergeRequest,
  RunRequest as WholeRunRequest,
  UndoRequest as WholeUndoRequest,
} from "../request/request.ts";

/** Some fields, each of which may be absent or undefined. */
export type Optional<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** The fields that only Sluice itself sets. */
type Internal =
  | "command"
  | "uses"
  | "project"
  | "notes"
  | "objects"
  | "faults"
  | "planText"
  | "planTexts"
  | "planned"
  | "compared";

/** The fields that every request of the library changes. */
interface Place {
  /** The folder to work in; relative to the working directory, or absolute. */
  readonly root: string;
}

/** The same, with the field that the command line has beside the request. */
interface Given extends Place {
  /** The longest time of the call; milliseconds. Default: no limit. */
  readonly timeout?: number | undefined;
}

/**
 * The request of {@link run}, {@link preview} and {@link plan}. Every field that is absent has the default of the
 * command line.
 */
export interface RunRequest
  extends Given,
    Optional<Omit<WholeRunRequest, Internal | "root" | "recipes" | "policy">> {
  /** Paths, names, or recipes as objects: what their YAML stands for, with a `name`. */
  readonly recipes: readonly (string | object)[];
  /**
   * A file, the name of a built-in policy (`safe`, `safe-for-agents` …), or a policy as an object. Default:
   * `sluice.policy.yaml` in the root. A preview can do without.
   */
  readonly policy?: string | object | undefined;
}

/** The request of {@link applyPlan}. Every field that is absent has the default of the command line. */
export interface ApplyRequest
  extends Given,
    Optional<Omit<WholeApplyRequest, Internal | "root" | "plan" | "recipes" | "policy">> {
  /** The plan file, or a plan as {@link plan} returned it: `{ text }`. */
  readonly plan: string | { readonly text?: string | undefined };
  /** Files outside of the root, and objects, of which the plan was made: a plan of an object needs the same object. */
  readonly recipes?: readonly (string | object)[] | undefined;
  /** Decides again: a file, a built-in policy, or an object. Default: the decisions of the plan. */
  readonly policy?: string | object | undefined;
}

/** The request of {@link mergePlans}. Every field that is absent has the default of the command line. */
export interface MergeRequest
  extends Given,
    Optional<Omit<WholeMergeRequest, Internal | "root" | "plans" | "recipes" | "policy">> {
  /** Plan files of shards, folders with them, and plans as {@link plan} returned them: `{ text }`. */
  readonly plans: readonly (string | { readonly text?: string | undefined })[];
  /** Files outside of the root, and objects, of which the plans were made. */
  readonly recipes?: readonly (string | object)[] | undefined;
  /** The policy of the shards, if it is not in the root: a file, a built-in policy, or an object. */
  readonly policy?: string | object | undefined;
}

/** The request of {@link undo}: the last run that wrote is taken back, unless `run` names another one. */
export interface UndoRequest extends Place, Optional<Omit<WholeUndoRequest, "root">> {}

/** The request of {@link recover}. */
export interface RecoverRequest extends Place, Optional<FieldsOf<"recover">> {}
