import type { Options } from "yargs";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { REPORT_FORMATS } from "../report/reporters.ts";

/** Options that every command has. */
export const COMMON_OPTIONS = {
  root: {
    type: "string",
    requiresArg: true,
    describe: "Folder to work in (default: the working directory)",
  },
  quiet: { type: "boolean", describe: "Only what is not in order, and the totals" },
  verbose: { type: "boolean", describe: "Also the trace of every decision, and files left alone" },
  color: { type: "string", describe: "auto, always or never", default: "auto" },
} as const satisfies Readonly<Record<string, Options>>;

/** Options of the commands that write in the root: one of them does so at a time. */
export const LOCK_OPTIONS = {
  "lock-timeout": {
    type: "string",
    requiresArg: true,
    describe: "How long another run that writes in the root is waited for (default: 2m)",
  },
} as const satisfies Readonly<Record<string, Options>>;

/** Options of the commands that run recipes. */
export const RUN_OPTIONS = {
  policy: {
    type: "string",
    requiresArg: true,
    describe: "Policy file, or apply-all, safe, hold-all (default: sluice.policy.yaml)",
  },
  input: {
    type: "array",
    string: true,
    requiresArg: true,
    describe: "A value for an input of the recipes: name=value (repeatable)",
  },
  "inputs-file": {
    type: "string",
    requiresArg: true,
    describe: "YAML or JSON file with values for inputs",
  },
  format: {
    type: "string",
    requiresArg: true,
    describe: `Standard output: ${REPORT_FORMATS.join(", ")}`,
    default: "pretty",
  },
  report: {
    type: "array",
    string: true,
    requiresArg: true,
    describe: "Also write a report to a file: FORMAT or FORMAT=PATH (repeatable)",
  },
  check: { type: "boolean", describe: "Exit 1 where anything is, or would be, applied or held" },
  "exit-zero": { type: "boolean", describe: "Exit 0 instead of 1 and 4" },
  cache: {
    type: "boolean",
    default: true,
    describe: "Use and keep what searches found out, in .sluice/cache; --no-cache: do not",
  },
  "max-actions": {
    type: "string",
    requiresArg: true,
    describe: `Take at most so many pending actions (default: ${INPUT_LIMITS.actions})`,
  },
  "require-clean": {
    type: "boolean",
    describe: "Refuse to run where something below the root is not committed",
  },
  "allow-custom-tools": {
    type: "boolean",
    describe: "Run code that the recipes bring: their tools and hooks",
  },
  record: {
    type: "string",
    requiresArg: true,
    describe: "Record the answers of models to this file",
  },
  replay: {
    type: "string",
    requiresArg: true,
    describe: "Play recorded answers instead of asking models: no key, no network",
  },
  resume: {
    type: "string",
    requiresArg: true,
    describe: "Go on with the conversations of a run that was cut off, by its id",
  },
  timeout: {
    type: "string",
    requiresArg: true,
    describe: "End the run after this time: 30s, 10m, 2h",
  },
  ...LOCK_OPTIONS,
} as const satisfies Readonly<Record<string, Options>>;

/** Options of `apply`: it is told everything else by the plan. */
export const APPLY_OPTIONS = {
  verify: {
    type: "boolean",
    describe: "Derive the plan again and compare (default); --no-verify: do not",
  },
  policy: {
    type: "string",
    requiresArg: true,
    describe: "Decide again: a policy file, or apply-all, safe, hold-all",
  },
  recipe: {
    type: "array",
    string: true,
    requiresArg: true,
    describe: "File of a recipe that lies outside of the root (repeatable)",
  },
  "max-plan-size": {
    type: "string",
    requiresArg: true,
    describe: "Read no larger plan: 10MB, 400MB (default: 256MB)",
  },
  format: RUN_OPTIONS.format,
  report: RUN_OPTIONS.report,
  check: RUN_OPTIONS.check,
  "exit-zero": RUN_OPTIONS["exit-zero"],
  cache: { ...RUN_OPTIONS.cache, describe: "Use what searches found out; --no-cache: do not" },
  "allow-custom-tools": RUN_OPTIONS["allow-custom-tools"],
  timeout: RUN_OPTIONS.timeout,
  ...LOCK_OPTIONS,
} as const satisfies Readonly<Record<string, Options>>;
