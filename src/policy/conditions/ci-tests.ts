import type { CiFacts } from "../../model/policy/ci-facts.ts";
import type { CiCondition } from "../../model/policy/conditions.ts";
import { type Comparison, compareBoolean, compareList, compareName } from "./compare.ts";

/** The comparisons of the parts of `ci`. */
export const CI_TESTS: {
  readonly [Part in keyof CiCondition]-?: (
    wanted: NonNullable<CiCondition[Part]>,
    ci: CiFacts,
  ) => Comparison;
} = {
  event: (globs, { event }) => compareName(globs, event),
  branch: (globs, { branch }) => compareName(globs, branch),
  provider: (globs, { provider }) => compareName(globs, provider),
  fork: (wanted, { fork }) => compareBoolean(wanted, fork),
  author: (globs, { author }) => compareName(globs, author),
  labels: (wanted, { labels }) => compareList(wanted, labels, "names"),
  source: (globs, { source }) => compareName(globs, source),
  draft: (wanted, { draft }) => compareBoolean(wanted, draft),
};
