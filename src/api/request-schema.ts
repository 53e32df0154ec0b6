import { z } from "zod";
import { FACTS_CHOICES } from "../model/action/asked-facts.ts";
import { TRUST_MODES } from "../model/trust.ts";
import { isRecord } from "../shared/is-record.ts";
import { LONGEST_WAIT } from "../shared/process/longest-wait.ts";
import type { ApplyRequest, RecoverRequest, RunRequest, UndoRequest } from "./requests.ts";

/** Numbers from 1: limits of counts. */
const count = z.int().min(1).optional();
/** Milliseconds. */
const time = z.int().min(0).max(LONGEST_WAIT).optional();
const flag = z.boolean().optional();
const text = z.string().optional();
const texts = z.array(z.string()).readonly().optional();
const written = stringOrObject("must be a name, a path, or an object");
const folder = z.string().min(1);

const COMMON = {
  root: folder,
  timeout: time,
  policy: written.optional(),
  inputs: objectOf("must be a map").optional(),
  inputsFile: text,
  check: flag,
  exitZero: flag,
  maxMatches: count,
  maxText: count,
  cache: flag,
  lockTimeout: time,
  trust: z.enum(TRUST_MODES).optional(),
  base: text,
  allowCode: flag,
  allowEnv: texts,
  allowHosts: texts,
  packages: texts,
};

/** A schema for each field of a request, so that none is forgotten. */
type FieldsOf<Request> = Readonly<Record<keyof Request, z.ZodType>>;

const RUN_FIELDS = {
  ...COMMON,
  recipes: z.array(written),
  maxActions: count,
  requireClean: flag,
  record: text,
  replay: text,
  resume: text,
  facts: z.enum(FACTS_CHOICES).optional(),
  why: flag,
  since: text,
  files: texts,
  filesFrom: text,
  paths: texts,
  exclude: texts,
  staged: flag,
  changedLines: flag,
  shownFacts: z.array(z.enum(["owners", "packages"])).optional(),
} satisfies FieldsOf<RunRequest>;

/** The shape of a request of `run`, `preview` and `plan`. */
export const runRequestSchema = z.strictObject(RUN_FIELDS);

const APPLY_FIELDS = {
  ...COMMON,
  plan: stringOrObject("must be the path of a plan file, or a plan"),
  recipes: z.array(written).optional(),
  only: texts,
  reason: text,
  verify: flag,
  since: text,
  maxPlanBytes: count,
} satisfies FieldsOf<ApplyRequest>;

/** The shape of a request of `applyPlan`. */
export const applyRequestSchema = z.strictObject(APPLY_FIELDS);

/** The shape of a request of `undo`. */
export const undoRequestSchema = z.strictObject({
  root: folder,
  run: text,
  onChanged: z.enum(["refuse", "force", "merge"]).optional(),
  isDryRun: flag,
  lockTimeout: time,
} satisfies FieldsOf<UndoRequest>);

/** The shape of a request of `recover`. */
export const recoverRequestSchema = z.strictObject({
  root: folder,
  lockTimeout: time,
} satisfies FieldsOf<RecoverRequest>);

/** An object is not looked into: that is done later, within bounds. */
function stringOrObject(message: string) {
  const isOne = (value: unknown) => typeof value === "string" || isObject(value);
  return z.custom<string | object>(isOne, message);
}

function objectOf(message: string) {
  return z.custom<Readonly<Record<string, unknown>>>(isRecord, message);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
