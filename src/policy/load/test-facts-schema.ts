import { z } from "zod";
import { FACT_ROWS, type FactType, isFactName } from "../../model/action/facts.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { TestFacts } from "../../model/policy/tests.ts";
import { ciSchema } from "../../model/report/source-schema.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { once } from "../../shared/once.ts";
import { text } from "../../shared/schema/schema-parts.ts";

/** A time; `timeFaults` finds what is wrong in it. */
export const time = z.string().max(INPUT_LIMITS.globLength);

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
export const testFactsSchema = once(() => {
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
      now: time.optional(),
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
