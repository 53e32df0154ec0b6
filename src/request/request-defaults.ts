import { MAX_PLAN_BYTES } from "../plan-file/read-plan.ts";

/** The defaults of every request whose outcome is a report. */
const REPORT_DEFAULTS = {
  check: false,
  exitZero: false,
  cache: true,
  allowCode: false,
  allowEnv: [],
  allowHosts: [],
  packages: [],
  /** Two minutes. */
  lockTimeout: 120_000,
} as const;

/** The values of a run's request that the command line has without options. The others are undefined there, too. */
export const RUN_DEFAULTS = {
  ...REPORT_DEFAULTS,
  inputs: {},
  paths: [],
  exclude: [],
  requireClean: false,
  facts: "asked",
} as const;

/** The same for `apply`. */
export const APPLY_DEFAULTS = {
  ...REPORT_DEFAULTS,
  recipes: [],
  maxPlanBytes: MAX_PLAN_BYTES,
} as const;
