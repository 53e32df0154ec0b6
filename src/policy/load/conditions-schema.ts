import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import {
  CONDITION_KINDS,
  CONDITION_NAMES,
  type ConditionKind,
  type Conditions,
} from "../../model/policy/conditions.ts";
import { once } from "../../shared/once.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import { age, globs as anyGlobs, text } from "../../shared/schema/schema-parts.ts";

/** A list of globs that is not empty. */
const globs = once(() => anyGlobs.min(1));

const count = once(() => z.int().min(0));

const range = () =>
  z
    .strictObject({ min: count().optional(), max: count().optional() })
    .refine(isNotEmpty, ifWhole("must have `min` or `max`"))
    .refine(
      ({ min = 0, max = min }) => min <= max,
      "must have a `min` that is not above its `max`",
    );

const number = once(() =>
  byForm({ number: count(), map: range() }, "a number, or a map with `min` and `max`"),
);

const namedItems = () =>
  z
    .strictObject({
      any: globs().optional(),
      all: globs().optional(),
      none: globs().optional(),
      count: number().optional(),
    })
    .refine(isNotEmpty, ifWhole("must have `any`, `all`, `none` or `count`"));

const list = once(() =>
  byForm(
    { boolean: z.boolean(), list: globs(), map: namedItems() },
    "true or false, a list of globs, or a map with `any`, `all`, `none` or `count`",
  ),
);

/** Lists that only a person reads: nothing but their length is compared. */
const texts = once(() =>
  byForm(
    { boolean: z.boolean(), map: z.strictObject({ count: number() }) },
    "true or false, or a map with `count`",
  ),
);

const ci = () =>
  z
    .strictObject({
      event: globs().optional(),
      branch: globs().optional(),
      provider: globs().optional(),
      fork: z.boolean().optional(),
      author: globs().optional(),
      labels: list().optional(),
      source: globs().optional(),
      draft: z.boolean().optional(),
    })
    .refine(isNotEmpty, ifWhole(`must have ${CI_NAMES}`));

const CI_NAMES = "`event`, `branch`, `provider`, `fork`, `author`, `labels`, `source` or `draft`";

/** Conditions as they are written: those of the model, with the source of an expression. */
export type WrittenConditions = Plain & {
  readonly any?: readonly WrittenConditions[] | undefined;
  readonly all?: readonly WrittenConditions[] | undefined;
  readonly not?: WrittenConditions | undefined;
  readonly expr?: string | undefined;
  readonly percent?: number | undefined;
};

/** Conditions that are compared as they are written. */
type Plain = {
  readonly [Name in Exclude<keyof Conditions, "any" | "all" | "not" | "expr" | "percent">]?:
    | Conditions[Name]
    | undefined;
};

const SCHEMAS: Readonly<Record<ConditionKind, () => z.ZodType>> = {
  name: globs,
  languages: globs,
  "all-paths": globs,
  "any-path": globs,
  "at-most": count,
  number,
  boolean: () => z.boolean(),
  age: () => age,
  share: () => z.int().min(0).max(100),
  paths: list,
  names: list,
  texts,
  ci,
  any: alternatives,
  all: alternatives,
  not: inner,
  expression: () => text.max(INPUT_LIMITS.expressionLength),
};

/** The conditions of a guard or a rule, as written: by the kinds of the table. */
export const conditionsSchema = once((): z.ZodType<WrittenConditions> => {
  const shape: Record<string, z.ZodType> = {};
  for (const name of CONDITION_NAMES)
    Object.defineProperty(shape, name, {
      enumerable: true,
      // Conditions may be in conditions: read when a policy is.
      get: () => SCHEMAS[CONDITION_KINDS[name].kind]().optional(),
    });
  return z.strictObject(shape) as z.ZodType as z.ZodType<WrittenConditions>; // By the rows.
});

function alternatives(): z.ZodType<readonly WrittenConditions[]> {
  return z.array(inner()).min(1).max(INPUT_LIMITS.policyAlternatives);
}

/** Conditions inside of others: without any they would always hold, or never. */
function inner(): z.ZodType<WrittenConditions> {
  return conditionsSchema().refine(isNotEmpty, ifWhole("must not be empty"));
}

/** Unknown keys are a fault of their own, and are not there any more when the map is looked at. */
function ifWhole(error: string) {
  return { error, when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };
}

function isNotEmpty(map: object): boolean {
  return Object.values(map).some((value) => value !== undefined);
}
