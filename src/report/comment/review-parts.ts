import type { ActionReport } from "../../model/report/report.ts";
import type { PartLimit } from "./commented-report.ts";
import { foldedDiff } from "./folded-diff.ts";
import { heldSection, warnedSection } from "./held-section.ts";
import { kindExamples } from "./kind-examples.ts";
import { reviewTable } from "./review-tables.ts";
import { verdictTable } from "./verdict-table.ts";

/** The parts of a text for a person who reviews a run, each empty if it has nothing to say. */
export interface ReviewParts {
  /** Actions that need a person, with their diffs. */
  readonly held: string;
  /** Actions that a rule warns of, with their diffs. */
  readonly warned: string;
  /** The changes by step, rule and folder. */
  readonly table: string;
  /** An example of each kind of change. */
  readonly kinds: string;
  /** Each file with its verdict. */
  readonly verdicts: string;
  /** The net diff, folded. */
  readonly diff: string;
}

/** The part of the room that each may take; what it leaves is for the diff. */
const SHARE = {
  held: 0.4,
  warned: 0.3,
  table: 0.1,
  kinds: 0.35,
  verdicts: 0.5,
} as const;

/** Writes the parts in the order in which a person needs them, each within what those before it leave. */
export function reviewParts(
  actions: readonly ActionReport[],
  { length, elsewhere }: PartLimit,
): ReviewParts {
  let left = length;
  const take = (write: typeof heldSection, share: number) => {
    const text = write(actions, { length: Math.floor(left * share), elsewhere });
    left -= text.length;
    return text;
  };
  const held = take(heldSection, SHARE.held);
  const warned = take(warnedSection, SHARE.warned);
  const table = take(reviewTable, SHARE.table);
  const kinds = take(kindExamples, SHARE.kinds);
  const verdicts = take(verdictTable, SHARE.verdicts);
  return { held, warned, table, kinds, verdicts, diff: take(foldedDiff, 1) };
}
