import { z } from "zod";
import { OPTION_KINDS } from "../request/options/option-kind.ts";
import { type FieldKind, fieldSpecs } from "../request/options/request-fields.ts";
import { isRecord } from "../shared/is-record.ts";
import { LONGEST_WAIT } from "../shared/process/longest-wait.ts";
import type { ApplyRequest, RecoverRequest, RunRequest, UndoRequest } from "./requests.ts";

/** Numbers from 1: limits of counts, and sizes in bytes. */
const count = z.int().min(1);
/** Milliseconds. */
const time = z.int().min(0).max(LONGEST_WAIT);
const texts = z.array(z.string()).readonly();
const written = stringOrObject("must be a name, a path, or an object");
const folder = z.string().min(1);

/** The values of the kinds of options in a program. A kind with choices takes one of them. */
const VALUES: Readonly<Record<FieldKind<"run" | "apply">, z.ZodType>> = {
  flag: z.boolean(),
  switch: z.boolean(),
  text: z.string(),
  duration: time,
  size: count,
  "count from 1": count,
  texts,
  variables: texts,
  servers: texts,
  inputs: objectOf("must be a map"),
};

/** The shape of a request of `run`, `preview` and `plan`. */
export const runRequestSchema = requestSchema<RunRequest>("run", {
  recipes: z.array(written),
  shownFacts: z.array(z.enum(["owners", "packages"])).optional(),
});

/** The shape of a request of `applyPlan`. */
export const applyRequestSchema = requestSchema<ApplyRequest>("apply", {
  plan: stringOrObject("must be the path of a plan file, or a plan"),
  recipes: z.array(written).optional(),
});

/** Makes the shape of a request: the options that are its fields, and what is no option or takes objects, too. */
function requestSchema<Request>(command: "run" | "apply", own: z.ZodRawShape): z.ZodType<Request> {
  const fields = fieldSpecs(command).map(([field, { kind }]) => [field, schemaOf(kind).optional()]);
  const shape = { root: folder, timeout: time.optional(), ...Object.fromEntries(fields) };
  // The table makes the type of the fields, too.
  return z.strictObject({ ...shape, policy: written.optional(), ...own }) as z.ZodType<Request>;
}

function schemaOf(kind: keyof typeof OPTION_KINDS): z.ZodType {
  const parser = OPTION_KINDS[kind];
  if ("choices" in parser) return z.enum(parser.choices);
  return VALUES[kind as keyof typeof VALUES]; // The type of the table has all of them.
}

/** A schema for each field of a request, so that none is forgotten. */
type SchemasOf<Request> = Readonly<Record<keyof Request, z.ZodType>>;

/** The shape of a request of `undo`. */
export const undoRequestSchema = z.strictObject({
  root: folder,
  run: z.string().optional(),
  onChanged: z.enum(["refuse", "force", "merge"]).optional(),
  isDryRun: z.boolean().optional(),
  lockTimeout: time.optional(),
} satisfies SchemasOf<UndoRequest>);

/** The shape of a request of `recover`. */
export const recoverRequestSchema = z.strictObject({
  root: folder,
  lockTimeout: time.optional(),
} satisfies SchemasOf<RecoverRequest>);

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
