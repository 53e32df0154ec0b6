import { z } from "zod";
import { isVariableName } from "../model/allowance.ts";
import { INPUT_LIMITS } from "../model/input-limits.ts";
import { once } from "../shared/once.ts";
import { globFault } from "../shared/paths/glob.ts";
import { parseServer } from "../shared/server-name.ts";

const text = () => z.string().trim().min(1);
const verdict = () => z.enum(["apply", "discard", "hold"]);
const reason = () => z.string().refine((value) => value.trim() !== "", "must not be blank");
const glob = () =>
  text()
    .max(INPUT_LIMITS.globLength)
    .superRefine((value, context) => {
      const message = value.length > INPUT_LIMITS.globLength ? undefined : globFault(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    });
const patterns = () => z.array(glob()).min(1).max(INPUT_LIMITS.globs);

const conditionsSchema = () =>
  z.strictObject({
    recipe: patterns().optional(),
    step: patterns().optional(),
    tool: patterns().optional(),
    lang: patterns().optional(),
    allFiles: patterns().optional(),
    anyFile: patterns().optional(),
    maxFiles: z.int().min(0).optional(),
    maxReplacements: z.int().min(0).optional(),
    idempotent: z.boolean().optional(),
    newSyntaxErrors: z.boolean().optional(),
    commentsOnly: z.boolean().optional(),
    commentsLost: z.boolean().optional(),
    tokensLost: z.boolean().optional(),
    stringsChanged: z.boolean().optional(),
    whitespaceOnly: z.boolean().optional(),
    conflicts: z.boolean().optional(),
    dirtyFiles: z.boolean().optional(),
    runFiles: z.boolean().optional(),
    packageScripts: z.boolean().optional(),
    fromModel: z.boolean().optional(),
    untrusted: z.boolean().optional(),
  });

/** Keys are refused as names, and no message repeats them. */
const variable = () =>
  text().refine(
    isVariableName,
    "must be the name of an environment variable, with capital letters, digits and `_`",
  );

const server = () =>
  text()
    .refine(
      (written) => parseServer(written) !== undefined,
      "must be HOST or HOST:PORT, without scheme and path",
    )
    .transform((written) => parseServer(written) ?? written);

const ruleSchema = () =>
  z.strictObject({
    id: text(),
    when: conditionsSchema().optional(),
    verdict: verdict(),
    reason: reason(),
  });

/** A policy file, as written (DESIGN.md, "Policy, version 1"). */
export const writtenPolicySchema = once(() =>
  z.strictObject({
    version: z.literal(1),
    default: z.strictObject({ verdict: verdict(), reason: reason() }),
    order: z.enum(["queue", "stack"]).optional(),
    transaction: z.enum(["action", "run"]).optional(),
    lift: z.array(text()).max(INPUT_LIMITS.policyRules).optional(),
    allow: z
      .strictObject({
        env: z.array(variable()).max(INPUT_LIMITS.policyRules).optional(),
        hosts: z.array(server()).max(INPUT_LIMITS.policyRules).optional(),
      })
      .optional(),
    guards: z.array(ruleSchema()).max(INPUT_LIMITS.policyRules).optional(),
    rules: z.array(ruleSchema()).max(INPUT_LIMITS.policyRules).optional(),
  }),
);

export type WrittenPolicy = z.infer<ReturnType<typeof writtenPolicySchema>>;
export type WrittenRule = z.infer<ReturnType<typeof ruleSchema>>;
