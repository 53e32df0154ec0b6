import { MAX_PLAN_BYTES } from "../../plan/read-plan.ts";

/** The values of a run's request that the command line has without options. The others are undefined there, too. */
export const RUN_DEFAULTS = {
  inputs: {},
  check: false,
  exitZero: false,
  requireClean: false,
  cache: true,
  allowCode: false,
  allowEnv: [],
  allowHosts: [],
  packages: [],
  /** Two minutes. */
  lockTimeout: 120_000,
} as const;

/** The same for `apply`. */
export const APPLY_DEFAULTS = {
  recipes: [],
  maxPlanBytes: MAX_PLAN_BYTES,
  check: false,
  exitZero: false,
  cache: true,
  allowCode: false,
  allowEnv: [],
  allowHosts: [],
  packages: [],
  lockTimeout: RUN_DEFAULTS.lockTimeout,
} as const;
