import type { SgNode } from "@ast-grep/napi";
import type { CodeLoss, TextEdit } from "../../model/edit.ts";
import { clip } from "../engine/parse-issues.ts";
import type { Span } from "../text/span.ts";
import { spansAfter } from "../text/spans-after.ts";
import type { CopiedCode, MatchCopies } from "./copied-code.ts";
import { type AskedCode, findTornCode } from "./grouping.ts";
import { bareCode } from "./held-code.ts";
import { spansWithin } from "./spans-within.ts";

/** The edits of a pass, and the code that some of them copy. */
interface CopyingEdits {
  /** Sorted. */
  readonly accepted: readonly TextEdit[];
  readonly copies: readonly MatchCopies[];
}

/** The result of the edits. */
interface EditResult {
  readonly text: string;
  readonly trees: readonly ResultTree[];
  /** Finds the places of the errors in the trees. Absent if the text before had errors. */
  readonly errors?: (() => readonly Span[]) | undefined;
}

/** A tree of the text that the edits leave. Added to its offsets, `shift` gives those in the text. */
interface ResultTree {
  readonly root: () => SgNode;
  readonly source: string;
  readonly shift: number;
  /** The part of `source` that counts. */
  readonly code: string;
}

/** A place of copied code in the result. */
interface AskedCopy extends AskedCode {
  readonly copy: CopiedCode;
  readonly edit: TextEdit;
}

/**
 * Returns the copied code that the trees of the result take apart, as tokens that are lost: the brackets or the
 * indentation that held it together.
 */
export function findRegrouped(
  { accepted, copies }: CopyingEdits,
  { text, trees, errors }: EditResult,
): readonly CodeLoss[] {
  if (copies.length === 0) return [];
  const isHeld = trees.length === 1 && errors ? createHeldTest({ accepted, copies }, errors) : no;
  const asked = placesIn({ accepted, copies }, text, isHeld);
  if (asked.length === 0) return [];
  const torn = new Set<AskedCopy>();
  for (const { root, source, shift, code } of trees) {
    const from = source.length - code.length + shift;
    const own = asked
      .filter(({ start, end }) => start >= from && end <= source.length + shift)
      .map((each) => ({ ...each, start: each.start - shift, end: each.end - shift, each }));
    for (const { each } of findTornCode(root(), source, own)) torn.add(each);
  }
  const whole = new Map<CopiedCode, number>();
  for (const each of asked)
    if (!torn.has(each)) whole.set(each.copy, (whole.get(each.copy) ?? 0) + 1);
  const lost = new Map([...torn].map((each) => [each.copy, each]));
  return [...lost.values()].flatMap(({ copy, edit }): readonly CodeLoss[] => {
    const writes = Math.min(copy.writes, copy.places.length);
    if ((whole.get(copy) ?? 0) >= writes) return [];
    const { start, end } = edit;
    const told = `the grouping of ${clip(copy.text)}`;
    return [{ kind: "token", text: told, at: start + copy.at, edit: { start, end } }];
  });
}

/** Returns the places of the copied code in the result, without the white space at their ends. */
function placesIn(
  { accepted, copies }: CopyingEdits,
  text: string,
  isHeld: (copy: CopiedCode, base: number) => boolean,
): readonly AskedCopy[] {
  const byPlace = new Map(copies.map((each) => [`${each.start} ${each.end}`, each]));
  const spans = spansAfter(accepted);
  return accepted.flatMap((edit, index) => {
    const found = byPlace.get(`${edit.start} ${edit.end}`)?.copies ?? [];
    const base = spans[index]?.start ?? 0;
    const open = found.filter((copy) => !isHeld(copy, base));
    return open.flatMap((copy) =>
      copy.places.map((place) => {
        const code = text.slice(base + place.start, base + place.end);
        const start = base + place.start + code.length - code.trimStart().length;
        return { start, end: start + code.trim().length, isOne: copy.isOne, copy, edit };
      }),
    );
  });
}

function no(): boolean {
  return false;
}

/**
 * Returns a test that brackets in the result hold copied code together: each edit is read token by token, so that the
 * brackets are tokens, and no error is between them.
 */
function createHeldTest(
  { accepted, copies }: CopyingEdits,
  errors: () => readonly Span[],
): (copy: CopiedCode, base: number) => boolean {
  const language = copies[0]?.language;
  if (language === undefined) return no;
  const isRead = accepted.every(({ text }) => bareCode(text, language) !== undefined);
  if (!isRead) return no;
  let places: readonly Span[] | undefined;
  return ({ held }, base) => {
    if (held === undefined) return false;
    places ??= joinSpans(errors());
    const place = { start: base + held.start, end: base + held.end };
    return spansWithin(places, place).length === 0;
  };
}

/** Returns the stretches that spans cover together, sorted. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || span.start > last.end) joined.push(span);
    else if (span.end > last.end) joined[joined.length - 1] = { start: last.start, end: span.end };
  }
  return joined;
}
