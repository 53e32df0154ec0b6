import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { once } from "../../shared/once.ts";
import { pathFault } from "../../shared/paths/posix-path.ts";
import { text } from "../../shared/schema/schema-parts.ts";
import { otherNames } from "../../shared/schema/shape.ts";

/** The path of a file of a case. */
const file = () =>
  z
    .string()
    .max(INPUT_LIMITS.globLength)
    .superRefine((value, context) => {
      const fault = pathFault(value);
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
    });

const inputValue = () =>
  z.union(
    [z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))],
    "must be a text, a number, true or false, or a list of texts and numbers",
  );

/** The settings of a case, `case.yaml`, as written. */
export const writtenCaseSchema = once(() => {
  const schema = z
    .strictObject({
      description: text.optional(),
      inputs: z.record(z.string(), inputValue()).optional(),
      idempotent: z.boolean().optional(),
      reason: text.optional(),
      skipped: z.record(file(), text).optional(),
      alerts: z.array(text).max(MOST_ALERTS).optional(),
    })
    .superRefine(({ idempotent, reason }, context) => {
      if (idempotent === false && reason === undefined)
        context.addIssue({
          code: "custom",
          path: ["idempotent"],
          message: "needs a `reason` beside it if it is false",
        });
      if (idempotent !== false && reason !== undefined)
        context.addIssue({
          code: "custom",
          path: ["reason"],
          message: "is for `idempotent: false` only",
        });
    });
  otherNames.add(schema, { input: "inputs", with: "inputs", skip: "skipped", alert: "alerts" });
  return schema;
});

/** More than there are codes of alerts. */
const MOST_ALERTS = 100;

export type WrittenCase = z.infer<ReturnType<typeof writtenCaseSchema>>;

/** A file of snippets, in ast-grep's own format. */
export const snippetFileSchema = once(() =>
  z.strictObject({
    id: text,
    valid: z.array(z.string()).max(MOST_SNIPPETS).nullish(),
    invalid: z.array(z.string()).max(MOST_SNIPPETS).nullish(),
  }),
);

/** Of one list. */
const MOST_SNIPPETS = 1000;
