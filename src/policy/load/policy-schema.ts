import { z } from "zod";
import { FACT_ROWS, type FactType, isFactName } from "../../model/action/facts.ts";
import { isVariableName } from "../../model/allowance.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { APPLY_ERRORS } from "../../model/policy/apply-errors.ts";
import { CHECK_FAILURES, CHECK_TIMES } from "../../model/policy/checks.ts";
import type { TestFacts } from "../../model/policy/tests.ts";
import { WRITTEN_VERDICTS } from "../../model/policy/verdict.ts";
import { ciSchema } from "../../model/report/source-schema.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { once } from "../../shared/once.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import { parsersSchema } from "../../shared/schema/parsers.ts";
import { duration, id, text } from "../../shared/schema/schema-parts.ts";
import { parseServer } from "../../shared/server-name.ts";
import { commitsSchema } from "./commits-schema.ts";
import { conditionsSchema } from "./conditions-schema.ts";
import { limitsSchema } from "./limits-schema.ts";

const verdict = () => z.enum(WRITTEN_VERDICTS);
/** In reports and trailers an id stands in one line. */
const ruleId = () =>
  text.refine((value) => !/\p{Cc}/u.test(value), "must be one line without control characters");

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
    id: ruleId(),
    when: conditionsSchema().optional(),
    verdict: verdict(),
    reason: reason(),
    checks: z.array(id).min(1).max(INPUT_LIMITS.checks).optional(),
    onCheckFailure: z.enum(CHECK_FAILURES).optional(),
    onApplyError: z.enum(APPLY_ERRORS).optional(),
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
  }),
);

const factsOfTests = () => z.array(testFactsSchema()).max(INPUT_LIMITS.policyTests);

const testsSchema = once(() =>
  z
    .array(
      z.strictObject({
        name: text.optional(),
        facts: testFactsSchema().optional(),
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
    guards: z.array(ruleSchema()).max(INPUT_LIMITS.policyRules).optional(),
    rules: z.array(ruleSchema()).max(INPUT_LIMITS.policyRules).optional(),
    tests: testsSchema().optional(),
  }),
);

export type WrittenRule = z.infer<ReturnType<typeof ruleSchema>>;
export type WrittenCheck = z.infer<ReturnType<typeof checkSchema>>;
export type WrittenPolicy = z.infer<ReturnType<typeof writtenPolicySchema>>;
export type WrittenTests = z.infer<ReturnType<typeof testsSchema>>;

const VALUES: Readonly<Record<FactType, () => z.ZodType>> = {
  string: () => z.string(),
  list: () => z.array(z.string()).max(INPUT_LIMITS.globs),
  number: () => z.int().min(0),
  boolean: () => z.boolean(),
  map: () => z.record(z.string(), z.unknown()),
};

const CI_PARTS = ciSchema.shape;

/** The facts that are known of every action. Its files are not, if it names none. */
const ALWAYS_KNOWN: readonly string[] = Object.keys(FACT_ROWS).filter(
  (name) => name !== "files" && FACT_ROWS[name]?.known === "always",
);

/** The names that may stand under `unknown`. */
const MAY_BE_UNKNOWN: readonly string[] = [
  ...Object.keys(FACT_ROWS).filter((name) => !ALWAYS_KNOWN.includes(name)),
  "ci",
  ...Object.keys(CI_PARTS).map((part) => `ci.${part}`),
];

const unknownName = () =>
  text.superRefine((name, context) => {
    if (MAY_BE_UNKNOWN.includes(name)) return;
    const message = ALWAYS_KNOWN.includes(name)
      ? "names a fact that is known of every action"
      : `names no fact. ${didYouMean(name, MAY_BE_UNKNOWN)}`.replace(/\.$/, "");
    context.addIssue({ code: "custom", message });
  });

/** The facts of a test, each of its type. */
const testFactsSchema = once(() => {
  const facts = Object.entries(FACT_ROWS).map(([name, { type }]) => [
    name,
    VALUES[type]().optional(),
  ]);
  const ci = Object.entries(CI_PARTS).map(([name, part]) => [name, part.optional()]);
  return z
    .strictObject({
      ...Object.fromEntries(facts),
      fileCount: z.int().min(0).max(INPUT_LIMITS.testFiles).optional(),
      ci: z.strictObject(Object.fromEntries(ci)).optional(),
      unknown: z.array(unknownName()).min(1).max(INPUT_LIMITS.globs).optional(),
    })
    .superRefine((written, context) => {
      for (const { path, message } of faultsOf(written))
        context.addIssue({ code: "custom", path, message });
    }) as z.ZodType<TestFacts>; // By the table of types.
});

/** Returns what contradicts itself in the facts of one test. */
function* faultsOf(written: TestFacts): Iterable<{ path: (string | number)[]; message: string }> {
  const { files, fileCount, unknown = [] } = written;
  if (files !== undefined && fileCount !== undefined && files.length !== fileCount)
    yield {
      path: ["fileCount"],
      message: `is not the number of \`files\`, which is ${files.length}`,
    };
  for (const [index, name] of unknown.entries())
    if (isFactName(name) && written[name] !== undefined)
      yield { path: ["unknown", index], message: `names \`${name}\`, which has a value` };
}
