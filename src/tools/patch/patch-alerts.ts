import type { Alert } from "../../model/alert.ts";
import type { Patched } from "../../patch/patched.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";

/** The most reasons and files that a message names. */
export const MOST_NAMED = 10;

/** What is told of a proposal that was applied. */
interface Told {
  readonly patched: Patched;
  /** Files whose modes this system does not have. */
  readonly modes: readonly string[];
  /** Files outside of the paths of the step. */
  readonly left: readonly string[];
  /** Parts of the proposal that say nothing to do. */
  readonly others: readonly string[];
}

/** Returns the warnings about what was left out of a proposal, and what nothing proves. */
export function alertsOf(name: string, { patched, modes, left, others }: Told): readonly Alert[] {
  const { refused, notes } = patched;
  const warn = (message: string, path?: string): Alert => ({
    level: "warn",
    code: "patch-left",
    message,
    ...definedOnly({ path }),
  });
  const mode = "gets another mode by the patch, which this system does not have: it stays.";
  return [
    ...refused.slice(0, MOST_NAMED).map(({ path, fault }) => warn(`${path}: ${fault}.`, path)),
    ...(refused.length > MOST_NAMED
      ? [warn(`${refused.length - MOST_NAMED} more fixes are left out: \`skipped\` has them.`)]
      : []),
    ...notes.map((note) => warn(`${note}.`)),
    ...modes.map((path) => warn(`${path} ${mode}`, path)),
    ...(left.length === 0
      ? []
      : [warn(`${name} has files outside of \`paths\`: ${boundedList(left, MOST_NAMED)}.`)]),
    ...(others.length === 0
      ? []
      : [
          warn(`Only the first of several fixes counts: ${boundedList(others, MOST_NAMED, "; ")}.`),
        ]),
  ];
}
