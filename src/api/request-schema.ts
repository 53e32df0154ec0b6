import { z } from "zod";
import { MOST_SHARDS } from "../model/search/shard.ts";
import { OPTION_KINDS } from "../request/options/option-kind.ts";
import { type FieldKind, fieldSpecs } from "../request/options/request-fields.ts";
import { isRecord } from "../shared/is-record.ts";
import { LONGEST_WAIT } from "../shared/process/longest-wait.ts";
import type {
  ApplyRequest,
  MergeRequest,
  RecoverRequest,
  RunRequest,
  UndoRequest,
} from "./requests.ts";

/** Numbers from 1: limits of counts, and sizes in bytes. */
const count = z.int().min(1);
/** Milliseconds. */
const time = z.int().min(0).max(LONGEST_WAIT);
const shard = z
  .strictObject({ index: count, total: count.max(MOST_SHARDS) })
  .refine(({ index, total }) => index <= total, "the index must be from 1 to the total");
const texts = z.array(z.string()).readonly();
const written = stringOrObject("must be a name, a path, or an object");
const folder = z.string().min(1);

/** The commands that the library has. */
type Called = "run" | "merge" | "apply" | "undo" | "recover";

/** The values of the kinds of options in a program. A kind with choices takes one of them. */
const VALUES: Readonly<Record<FieldKind<Called>, z.ZodType>> = {
  flag: z.boolean(),
  switch: z.boolean(),
  text: z.string(),
  duration: time,
  size: count,
  "count from 1": count,
  shard: z.union([z.literal("auto"), shard]),
  texts,
  variables: texts,
  servers: texts,
  inputs: objectOf("must be a map"),
};

/** The fields of a run that are no options, or that take objects, too. */
const OF_RUN = { timeout: time.optional(), policy: written.optional() };

/** The shape of a request of `run`, `preview` and `plan`. */
export const runRequestSchema = requestSchema<RunRequest>("run", {
  ...OF_RUN,
  recipes: z.array(written),
  shownFacts: z.array(z.enum(["owners", "packages"])).optional(),
});

/** The shape of a request of `mergePlans`. */
export const mergeRequestSchema = requestSchema<MergeRequest>("merge", {
  ...OF_RUN,
  plans: z.array(stringOrObject("must be the path of a plan file, or a plan")).min(1),
  recipes: z.array(written).optional(),
});

/** The shape of a request of `applyPlan`. */
export const applyRequestSchema = requestSchema<ApplyRequest>("apply", {
  ...OF_RUN,
  plan: stringOrObject("must be the path of a plan file, or a plan"),
  recipes: z.array(written).optional(),
});

/** The shape of a request of `undo`. */
export const undoRequestSchema = requestSchema<UndoRequest>("undo", {
  run: z.string().optional(),
  onChanged: z.enum(["refuse", "force", "merge"]).optional(),
});

/** The shape of a request of `recover`. */
export const recoverRequestSchema = requestSchema<RecoverRequest>("recover", {});

/** Makes the shape of a request: the options that are its fields, and its other fields. */
function requestSchema<Request>(command: Called, own: z.ZodRawShape): z.ZodType<Request> {
  const fields = fieldSpecs(command).map(([field, { kind }]) => [field, schemaOf(kind).optional()]);
  const shape = { root: folder, ...Object.fromEntries(fields), ...own };
  return z.strictObject(shape) as z.ZodType<Request>; // The table makes the type of the fields, too.
}

function schemaOf(kind: keyof typeof OPTION_KINDS): z.ZodType {
  const parser = OPTION_KINDS[kind];
  if ("choices" in parser) return z.enum(parser.choices);
  return VALUES[kind as keyof typeof VALUES]; // The type of the table has all of them.
}

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
