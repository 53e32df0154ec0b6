import { z } from "zod";
import { isRecord } from "../shared/is-record.ts";
import { LONGEST_WAIT } from "../shared/process/longest-wait.ts";

/** The parts that only Sluice's own tests and commands give. */
const internal = z.unknown().optional();

/** The shape of a world that a program gives. Its values are used as they are: a copy of a signal never fires. */
export const worldSchema = z.strictObject({
  cwd: z.string().min(1).optional(),
  env: z.custom<object>(isRecord, "must be a map").optional(),
  withhold: functionOf().optional(),
  now: functionOf().optional(),
  newRunId: functionOf().optional(),
  after: functionOf().optional(),
  interrupted: signal().optional(),
  timedOut: signal().optional(),
  self: z.custom<object>(isRecord, "must be a map").optional(),
  version: z.string().optional(),
  emit: functionOf().optional(),
  shippedRecipes: internal,
  ownFolder: internal,
  threads: internal,
  build: internal,
  keepsCache: internal,
  listing: internal,
});

/** The shape of the options of the tools of a session. */
export const sessionToolsSchema = z.strictObject({
  session: z.custom<object>(
    (value) => isRecord(value) && isRecord(value.pending),
    "must be a session: create one with `createSession()`",
  ),
  root: z.string().min(1),
  scope: z
    .strictObject({ include: globs(), exclude: globs(), readonly: globs() })
    .partial()
    .optional(),
  isDryRun: z.boolean().optional(),
  name: z.string().min(1).optional(),
  packages: z.array(z.string()).readonly().optional(),
  allowCode: z.boolean().optional(),
  lockTimeout: z.int().min(0).max(LONGEST_WAIT).optional(),
  onAlert: functionOf().optional(),
});

function functionOf() {
  return z.custom<unknown>((value) => typeof value === "function", "must be a function");
}

function signal() {
  return z.custom<AbortSignal>((value) => value instanceof AbortSignal, "must be an AbortSignal");
}

function globs() {
  return z.array(z.string()).readonly();
}
