import { z } from "zod";
import { SOURCE_ORIGINS, SOURCE_ROLES } from "../source-file.ts";
import { BASE_WAYS, TRUST_MODES } from "../trust.ts";

/** The trust that a run had in the tree. */
export const trustSchema = z.strictObject({
  mode: z.enum(TRUST_MODES).describe("The part of the tree that may configure the run"),
  base: z.string().nullable().describe("The id of the base commit, with the mode `base`"),
  baseFrom: z.enum(BASE_WAYS).optional().describe("How the base commit was found"),
});

/** The facts of the CI system, as far as it tells them. */
export const ciSchema = z.strictObject({
  event: z.string().optional().describe("In the words of GitHub; `none` outside of CI"),
  branch: z.string().optional().describe("The branch that is built; of a pull request its target"),
  fork: z.boolean().optional().describe("The commits come from a fork"),
  author: z.string().optional().describe("Who opened the pull request"),
  labels: z.array(z.string()).optional().describe("The labels of the pull request"),
  source: z.string().optional().describe("The branch that the pull request comes from"),
  draft: z.boolean().optional().describe("The pull request is a draft"),
  provider: z.string().optional().describe("The CI system; `none` outside of CI"),
});

const rulePlaceSchema = z.strictObject({
  id: z.string().describe("Of the guard or rule"),
  path: z.string(),
  line: z.int().min(1),
});

type RulePlace = Readonly<z.infer<typeof rulePlaceSchema>>;

/** The policy that decided a run. */
export const policyInForceSchema = z.strictObject({
  source: z.string().describe("The file, or the name of a built-in policy"),
  builtIn: z.boolean(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("Of the policy with everything that it extends; the same as in a plan"),
  rules: z
    .array(rulePlaceSchema)
    .optional()
    .describe("The places of its guards and rules, as far as they stand in a file"),
});

/** The policy that decided a run. */
export type PolicyInForce = Readonly<Omit<z.infer<typeof policyInForceSchema>, "rules">> & {
  readonly rules?: readonly RulePlace[] | undefined;
};

/** A file that configured a run. */
export const sourceSchema = z.strictObject({
  path: z
    .string()
    .describe(
      "`shipped:NAME` for a recipe that ships, `git:URL@COMMIT:PATH` for a file of a commit; absolute outside of the root",
    ),
  role: z.enum(SOURCE_ROLES),
  origin: z.enum(SOURCE_ORIGINS).describe("caller: named with a path outside of the root"),
  blobId: z.string().describe("The id that git gives to the bytes that were read"),
});
