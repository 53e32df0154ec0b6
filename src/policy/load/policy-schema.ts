import { z } from "zod";
import { isVariableName } from "../../model/allowance.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { APPLY_ERRORS } from "../../model/policy/apply-errors.ts";
import { CHECK_FAILURES, CHECK_TIMES } from "../../model/policy/checks.ts";
import { WRITTEN_VERDICTS } from "../../model/policy/verdict.ts";
import { once } from "../../shared/once.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import { parsersSchema } from "../../shared/schema/parsers.ts";
import { programKeys } from "../../shared/schema/program-schema.ts";
import { duration, id, line, text } from "../../shared/schema/schema-parts.ts";
import { parseServer } from "../../shared/server-name.ts";
import { approvalsSchema } from "./approvals-schema.ts";
import { commitsSchema } from "./commits-schema.ts";
import { conditionsSchema } from "./conditions-schema.ts";
import { limitsSchema } from "./limits-schema.ts";
import { publishSchema } from "./publish-schema.ts";
import { testFactsSchema, time } from "./test-facts-schema.ts";

const verdict = () => z.enum(WRITTEN_VERDICTS);

/** White space and invisible characters are no reason (R23). */
const reason = () =>
  z
    .string()
    .max(INPUT_LIMITS.reasonTemplate)
    .refine((value) => /[^\s\p{C}]/u.test(value), "must not be blank");

/** Keys are refused as names, and no message repeats them. */
const variable = () =>
  text.refine(
    isVariableName,
    "must be the name of an environment variable, with capital letters, digits and `_`",
  );

const server = () =>
  text
    .refine(
      (written) => parseServer(written) !== undefined,
      "must be HOST or HOST:PORT, without scheme and path",
    )
    .transform((written) => parseServer(written) ?? written);

const ruleSchema = once(() =>
  z.strictObject({
    id: line,
    when: conditionsSchema().optional(),
    from: time.optional(),
    until: time.optional(),
    verdict: verdict(),
    reason: reason(),
    checks: z.array(id).min(1).max(INPUT_LIMITS.checks).optional(),
    onCheckFailure: z.enum(CHECK_FAILURES).optional(),
    onApplyError: z.enum(APPLY_ERRORS).optional(),
    approvals: approvalsSchema().optional(),
    tests: z
      .strictObject({ match: factsOfTests().optional(), notMatch: factsOfTests().optional() })
      .optional(),
  }),
);

const checkSchema = once(() =>
  z.strictObject({
    run: byForm(
      { text, list: z.array(z.string()).min(1).max(INPUT_LIMITS.globs) },
      "a list of a program and its arguments, or with `shell: true` a text",
    ),
    shell: z.boolean().optional(),
    timeout: duration.optional(),
    cwd: text.max(INPUT_LIMITS.globLength).optional(),
    env: z.array(variable()).max(INPUT_LIMITS.policyRules).optional(),
    after: z.enum(CHECK_TIMES).optional(),
    ok: programKeys.ok,
    count: line.max(INPUT_LIMITS.globLength).optional(),
    sarif: text.max(INPUT_LIMITS.globLength).optional(),
    removed: z.array(text).min(1).max(INPUT_LIMITS.globs).optional(),
  }),
);

const factsOfTests = () => z.array(testFactsSchema()).max(INPUT_LIMITS.policyTests);

const testsSchema = once(() =>
  z
    .array(
      z.strictObject({
        name: text.optional(),
        facts: testFactsSchema().optional(),
        now: time.optional(),
        verdict: verdict(),
        rule: text.optional(),
      }),
    )
    .max(INPUT_LIMITS.policyTests),
);

/** A file of tests for a policy, as written. */
export const writtenTestsSchema = once(() =>
  z.strictObject({ version: z.literal(1), tests: testsSchema().min(1) }),
);

/** A policy file, as written (docs/design/policy.md). */
export const writtenPolicySchema = once(() =>
  z.strictObject({
    version: z.literal(1),
    extends: byForm(
      { text: text, list: z.array(text).min(1).max(INPUT_LIMITS.policyExtends) },
      "the path of a policy, the name of a built-in one or of a package, or a list of them",
    ).optional(),
    default: z.strictObject({ verdict: verdict(), reason: reason() }).optional(),
    limits: limitsSchema().optional(),
    onApplyError: z.enum(APPLY_ERRORS).optional(),
    order: z.enum(["queue", "stack"]).optional(),
    transaction: z.enum(["action", "run"]).optional(),
    lift: z.array(text).max(INPUT_LIMITS.policyRules).optional(),
    allow: z
      .strictObject({
        env: z.array(variable()).max(INPUT_LIMITS.policyRules).optional(),
        hosts: z.array(server()).max(INPUT_LIMITS.policyRules).optional(),
      })
      .optional(),
    checks: z
      .record(id, checkSchema())
      .refine(
        (checks) => Object.keys(checks).length <= INPUT_LIMITS.checks,
        `must have at most ${INPUT_LIMITS.checks} checks`,
      )
      .optional(),
    parsers: parsersSchema.optional(),
    maxCheckRuns: z.int().min(1).max(INPUT_LIMITS.checkRuns).optional(),
    commits: commitsSchema().optional(),
    publish: publishSchema().optional(),
    approvals: approvalsSchema().optional(),
    guards: z.array(ruleSchema()).max(INPUT_LIMITS.policyRules).optional(),
    rules: z.array(ruleSchema()).max(INPUT_LIMITS.policyRules).optional(),
    tests: testsSchema().optional(),
  }),
);

export type WrittenRule = z.infer<ReturnType<typeof ruleSchema>>;
export type WrittenCheck = z.infer<ReturnType<typeof checkSchema>>;
export type WrittenPolicy = z.infer<ReturnType<typeof writtenPolicySchema>>;
export type WrittenTests = z.infer<ReturnType<typeof testsSchema>>;
