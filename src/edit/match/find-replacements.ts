import type { SgNode } from "@ast-grep/napi";
import type { Replacement, SupersededReplacement } from "../../model/edit.ts";
import { boundsOfFile, fileFault, type SearchBounds } from "../../model/search/search-bounds.ts";
import { LimitError, ToolError } from "../../model/tool-error.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { findFirst, findMatches } from "../engine/engine.ts";
import { findIgnoredMatches } from "../engine/ignore-comments.ts";
import { countColumns } from "../engine/range-columns.ts";
import { crlfTestOf } from "../replacement/line-ends.ts";
import { createPlaceFinder } from "../text/place-finder.ts";
import type { Span } from "../text/span.ts";
import { TextTooLongError } from "../text/text-length.ts";
import type { AcceptedMatch } from "./accepted-match.ts";
import { spanOf } from "./bindings.ts";
import { LeavingElements } from "./leaving-elements.ts";
import { type EditedTree, editOfMatch } from "./make-edit.ts";
import type { MatchEdit } from "./match-edit.ts";
import type { OpReplacements } from "./op-replacements.ts";
import { SiblingSearch } from "./sibling-search.ts";
import { mostOfSuperseded, ReplacementSizes } from "./superseded-texts.ts";

/** Tells matches by their names. */
interface MatchNames {
  readonly accepts: (match: SgNode) => boolean;
  /** Returns the text of a name of the template; undefined for other variables. */
  readonly spell: (variable: string, match: SgNode) => string | undefined;
  /** Returns a written text as it stands in the place of the match. */
  readonly wrap: (match: SgNode, text: string) => string;
}

/** The extent of a search. */
export interface SearchExtent {
  /** The most matches and text of one op. Default: those of a file by the bounds of a run that sets none. */
  readonly bounds?: SearchBounds | undefined;
  /** Stop at the first accepted replacement. */
  readonly onlyFirst?: boolean;
  /** The matches of the op, if they are known: all of them, in the order of the tree. Default: they are searched. */
  readonly matches?: readonly SgNode[] | undefined;
  /** Returns false for a place whose match is left out, as if there were none. Default: all are kept. */
  readonly isKept?: ((place: Span) => boolean) | undefined;
  /** The meanings of names, for an op that says them: only some of its matches are. */
  readonly names?: MatchNames | undefined;
  /** Takes each match that counts, with its edit; no replacement is made then. Default: replacements are made. */
  readonly onMatch?: ((edit: MatchEdit) => void) | undefined;
  /** Called for each accepted replacement, with its match. */
  readonly onAccepted?: ((accepted: AcceptedMatch) => void) | undefined;
}

/**
 * Finds the replacements of one op: of matches that overlap, the first in the order of the tree is accepted, so the
 * outermost one (A16), as with `ast-grep run -U` and `scan -U`. A replacement that changes nothing takes part in that
 * choice, as there, and is left out of the result; so is a superseded match whose text cannot be made. The text of a
 * superseded replacement is empty if nothing depends on it. Throws a ToolError for rewriters that never end in an
 * accepted match, and for texts that would grow beyond all bounds.
 */
export function findReplacements(
  root: SgNode,
  text: string,
  op: CompiledOp,
  extent: SearchExtent = {},
): OpReplacements {
  if (extent.onlyFirst && extent.matches === undefined && extent.names === undefined) {
    const first = findFirst(root, countColumns(op.search, text));
    const matches = first === undefined ? [] : [first];
    const found = replaceMatches(root, text, op, { ...extent, matches });
    // Mostly that is all: a search ends at its first match.
    if (first === undefined || found.accepted.length > 0) return found;
  }
  return replaceMatches(root, text, op, extent);
}

function replaceMatches(
  root: SgNode,
  text: string,
  op: CompiledOp,
  {
    bounds = boundsOfFile({}),
    onlyFirst,
    matches: found = findMatches(root, countColumns(op.search, text)),
    names,
    isKept = () => true,
    onMatch,
    onAccepted,
  }: SearchExtent,
): OpReplacements {
  const matches = names === undefined ? found : found.filter((match) => names.accepts(match));
  const accepted: Replacement[] = [];
  const superseded: SupersededReplacement[] = [];
  const isIgnored = op.isIgnorable ? findIgnoredMatches(root, text, op.id) : () => false;
  const siblings = new SiblingSearch(root, text);
  const leaving = new LeavingElements({
    text,
    language: op.language,
    spans: () =>
      matches
        .filter((match) => !isIgnored(match))
        .map(spanOf)
        .filter(isKept),
  });
  const tree = {
    source: text,
    op,
    siblings,
    leaving,
    isCrlf: crlfTestOf(text),
    spell: names && ((variable: string, match: SgNode) => names.spell(variable, match)),
  };
  const sizes = new ReplacementSizes(op, bounds);
  let acceptedEnd = 0;
  refuseTooMany(onlyFirst ? 0 : matches.length, bounds);
  for (const match of matches) {
    if (isIgnored(match)) continue;
    const edit = editOfMatch(match, tree);
    const { span } = edit;
    if (!isKept(span)) continue;
    if (onMatch !== undefined) {
      onMatch(edit);
      continue;
    }
    if (span.start < acceptedEnd) {
      const inner = replaceInside(edit, tree, sizes);
      if (inner !== undefined) superseded.push({ ...inner, byOpId: op.id });
      continue;
    }
    const written = writeNamed(edit, tree);
    const replaced = names?.wrap(match, written) ?? written;
    const replacement = { opId: op.id, ...span, text: replaced };
    acceptedEnd = span.end;
    sizes.add(replacement.text.length);
    if (!hasEffect(replacement, text)) continue;
    accepted.push(replacement);
    const { captures, made, write } = edit;
    const isWrapped = replaced !== written;
    onAccepted?.({ match, replacement, captures, made, write, isWrapped });
    if (onlyFirst) break;
  }
  return { accepted, superseded };
}

/** Replaces a match inside of one that is accepted; undefined if that has no effect, or cannot be written. */
function replaceInside(
  edit: MatchEdit,
  tree: EditedTree,
  sizes: ReplacementSizes,
): Replacement | undefined {
  const replacement = { opId: tree.op.id, ...edit.span };
  const most = mostOfSuperseded(edit, tree);
  if (most !== undefined) {
    sizes.addLater(most, () => writeIfPossible(edit.write));
    return { ...replacement, text: "" };
  }
  const text = writeIfPossible(edit.write);
  if (text === undefined) return undefined;
  sizes.add(text.length);
  const replaced = { ...replacement, text };
  return hasEffect(replaced, tree.source) ? replaced : undefined;
}

function refuseTooMany(matches: number, bounds: Parameters<typeof fileFault>[1]): void {
  const tooMany = fileFault({ matches, text: 0 }, bounds);
  if (tooMany !== undefined) throw new LimitError(tooMany);
}

const ADVICE = "Let `out` be shorter, or match less.";

/** Writes an accepted replacement; the error for a text that would be too long names the op and the place. */
function writeNamed(
  { span, write }: MatchEdit,
  { source, op }: { readonly source: string; readonly op: CompiledOp },
): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof TextTooLongError)) throw error;
    const { line, column } = createPlaceFinder(source)(span.start);
    const fault = `\`${op.id}\`, match at ${line}:${column}: ${error.message}`;
    throw new ToolError(`${fault}. ${ADVICE}`, { cause: error });
  }
}

/** Writes a superseded replacement for the report; a text that cannot be made is no error there. */
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
