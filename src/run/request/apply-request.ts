/** What `sluice apply` is told. */
export interface ApplyRequest {
  /** Absolute. */
  readonly root: string;
  /** The plan file; relative to the working directory, or absolute. */
  readonly plan: string;
  /**
   * Derive the plan again and refuse it where it differs. Default: yes, but where recipes bring code that
   * is not allowed to run here.
   */
  readonly verify?: boolean;
  /** A file, or the name of a built-in policy, that decides again. Default: what the plan says. */
  readonly policy?: string;
  /** Files of recipes that lie outside of the root, to verify a plan of theirs. */
  readonly recipes: readonly string[];
  /** A larger plan is not read; bytes. */
  readonly maxPlanBytes: number;
  /** Answer 1 where anything was applied or held. */
  readonly check: boolean;
  /** Answer 0 instead of 1 and 4. */
  readonly exitZero: boolean;
  /** Code of the recipes may run, when the plan is derived again (T26). */
  readonly allowCustomTools: boolean;
  /** Use what searches found out about contents. */
  readonly cache: boolean;
  /** How long another run that writes in the root is waited for; milliseconds. */
  readonly lockTimeout: number;
}
