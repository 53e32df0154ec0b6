import type { SgNode } from "@ast-grep/napi";
import type { CodeLoss, TextEdit } from "../../model/edit.ts";
import { clip } from "../engine/parse-issues.ts";
import { spansAfter } from "../text/spans-after.ts";
import type { CopiedCode, MatchCopies } from "./copied-code.ts";
import { type AskedCode, findTornCode } from "./grouping.ts";

/** The edits of a pass, and the code that some of them copy. */
interface CopyingEdits {
  /** Sorted. */
  readonly accepted: readonly TextEdit[];
  readonly copies: readonly MatchCopies[];
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
  text: string,
  trees: readonly ResultTree[],
): readonly CodeLoss[] {
  if (copies.length === 0) return [];
  const asked = placesIn({ accepted, copies }, text);
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
function placesIn({ accepted, copies }: CopyingEdits, text: string): readonly AskedCopy[] {
  const byPlace = new Map(copies.map((each) => [`${each.start} ${each.end}`, each]));
  const spans = spansAfter(accepted);
  return accepted.flatMap((edit, index) => {
    const found = byPlace.get(`${edit.start} ${edit.end}`)?.copies ?? [];
    const base = spans[index]?.start ?? 0;
    return found.flatMap((copy) =>
      copy.places.map((place) => {
        const code = text.slice(base + place.start, base + place.end);
        const start = base + place.start + code.length - code.trimStart().length;
        return { start, end: start + code.trim().length, isOne: copy.isOne, copy, edit };
      }),
    );
  });
}
