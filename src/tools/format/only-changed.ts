import { startsOf } from "../../edit/text/find-text-edits.ts";
import { findLineChanges } from "../../edit/text/line-changes.ts";
import type { Span } from "../../edit/text/span.ts";
import { splitLines } from "../../shared/diff/split-lines.ts";
import { findLayoutEdits, type LayoutEdit } from "./layout-edits.ts";

/** A text as a step found it, as it made it, and that as a formatter made it. */
interface FormattedTexts {
  readonly before: string;
  readonly after: string;
  readonly formatted: string;
}

/** The edits of a formatter where a step changed a text. */
interface EditsOfStep {
  /** Those that touch lines which the step changed, with the others of the same lines. */
  readonly kept: readonly LayoutEdit[];
  /** True if there are no others. */
  readonly areAll: boolean;
}

/** Chooses the edits of a formatter that belong to what a step changed. */
export function editsOfStep({ before, after, formatted }: FormattedTexts): EditsOfStep {
  const edits = findLayoutEdits(after, formatted);
  const changed = changedSpans(before, after);
  const groups = withPartners(after, groupsOf(after, edits));
  const kept = groups.filter((group) =>
    group.some(({ about }) => changed.some((span) => touches(span, about))),
  );
  return {
    kept: kept.flat().sort((a, b) => a.start - b.start || a.end - b.end),
    areAll: kept.length === groups.length,
  };
}

/** Returns the lines of a text that are new or changed, without their ends; an empty span where lines are gone. */
function changedSpans(before: string, after: string): readonly Span[] {
  const lines = splitLines(after);
  const starts = startsOf(lines);
  return findLineChanges(splitLines(before), lines).map(({ afterStart, afterEnd }) => {
    const start = starts[afterStart] ?? after.length;
    if (afterStart === afterEnd) return { start, end: start };
    const last = lines[afterEnd - 1] ?? "";
    const end = (starts[afterEnd - 1] ?? 0) + last.replace(/\r?\n$/, "").length;
    return { start, end };
  });
}

function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Groups edits that share a line: one that joins or parts lines brings both, one between lines none. */
function groupsOf(text: string, edits: readonly LayoutEdit[]): readonly LayoutEdit[][] {
  const alone = edits.filter(({ kind }) => kind === "blank-lines").map((edit) => [edit]);
  const groups: LayoutEdit[][] = [];
  let end = -1;
  for (const edit of edits) {
    const { about, kind } = edit;
    if (kind === "blank-lines") continue;
    const group = groups.at(-1);
    const isNew = group === undefined || text.slice(end, about.start).includes("\n");
    if (isNew) groups.push([edit]);
    else group.push(edit);
    end = isNew ? about.end : Math.max(end, about.end);
  }
  return [...groups, ...alone];
}

/** Joins groups that open brackets with those that close them: a bracket that moved is in two of them. */
function withPartners(
  text: string,
  groups: readonly LayoutEdit[][],
): readonly (readonly LayoutEdit[])[] {
  const balanced: LayoutEdit[][] = [];
  let open: LayoutEdit[] = [];
  let sums = BRACKETS.map(() => 0);
  for (const group of groups) {
    const own = BRACKETS.map((pair) => balanceOf(text, group, pair));
    if (own.every((sum) => sum === 0)) {
      balanced.push(group);
      continue;
    }
    open.push(...group);
    sums = sums.map((sum, index) => sum + (own[index] ?? 0));
    if (sums.some((sum) => sum !== 0)) continue;
    balanced.push(open);
    open = [];
  }
  return open.length === 0 ? balanced : [...balanced, open];
}

const BRACKETS = ["()", "[]", "{}"] as const;

/** Counts the brackets that edits open more than they close. */
function balanceOf(
  text: string,
  edits: readonly LayoutEdit[],
  [opening = "", closing = ""]: string,
): number {
  const depth = (code: string) => code.split(opening).length - code.split(closing).length;
  return edits.reduce(
    (sum, { start, end, text: made }) => sum + depth(made) - depth(text.slice(start, end)),
    0,
  );
}
