import type { SgNode } from "@ast-grep/napi";
import type { Replacement, SupersededReplacement } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { findMatches } from "../engine/engine.ts";
import { findIgnoredMatches } from "../engine/ignore-comments.ts";
import { countColumns } from "../engine/range-columns.ts";
import { editOfMatch } from "./make-edit.ts";
import type { OpReplacements } from "./op-replacements.ts";
import { SiblingSearch } from "./sibling-search.ts";

/**
 * Finds the replacements of one op. Of matches that overlap, the first in the order of the tree stands,
 * so the outermost (A16), as with `ast-grep run -U` and `scan -U`. A replacement that changes nothing takes
 * part in that choice, as there, and is left out of the answer, as is a match that gives way and has no text
 * that could be made. Throws a ToolError for rewriters that never end, in a match that stands, and where texts would grow beyond all measure.
 */
export function findReplacements(root: SgNode, text: string, op: CompiledOp): OpReplacements {
  const accepted: Replacement[] = [];
  const superseded: SupersededReplacement[] = [];
  const isIgnored = op.isIgnorable ? findIgnoredMatches(root, text, op.id) : () => false;
  const tree = { source: text, op, siblings: new SiblingSearch(root, text) };
  let acceptedEnd = 0;
  let made = 0;
  for (const match of findMatches(root, countColumns(op.search, text))) {
    if (isIgnored(match)) continue;
    const { span, write } = editOfMatch(match, tree);
    const isOutermost = span.start >= acceptedEnd;
    const replaced = isOutermost ? write() : writeIfPossible(write);
    if (isOutermost) acceptedEnd = span.end;
    if (replaced === undefined) continue;
    made += replaced.length;
    if (made > MAX_MADE) throw new ToolError(TOO_MUCH);
    const replacement = { opId: op.id, ...span, text: replaced };
    if (!hasEffect(replacement, text)) continue;
    if (isOutermost) accepted.push(replacement);
    else superseded.push({ ...replacement, byOpId: op.id });
  }
  return { accepted, superseded };
}

/** What one op may make of one text, with what gives way; UTF-16 code units. */
const MAX_MADE = 128 * 1024 * 1024;
const TOO_MUCH = `the replacements would be longer than ${MAX_MADE} characters. Let \`out\` be shorter, or match less.`;

/** What a match would have written that gives way: that it cannot be made is then nobody's problem. */
function writeIfPossible(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function hasEffect({ start, end, text: replaced }: Replacement, text: string): boolean {
  return text.slice(start, end) !== replaced;
}
