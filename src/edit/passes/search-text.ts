import type { Replacement } from "../../model/edit.ts";
import type { UnresolvedName } from "../../model/file-plan.ts";
import { ToolError } from "../../model/tool-error.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { once } from "../../shared/once.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { countLenient } from "../engine/lenient-syntax.ts";
import { createIssueSearch, type ParseIssues } from "../engine/parse-issues.ts";
import type { PlacedEdit } from "../grouping/placed-edit.ts";
import type { Language } from "../language/language.ts";
import type { MatchLosses } from "../loss/losses-of-match.ts";
import { findReplacements } from "../match/find-replacements.ts";
import type { OpReplacements } from "../match/op-replacements.ts";
import { boundedSplice } from "../text/bounded-splice.ts";
import { moveSpan, type Span } from "../text/span.ts";
import { touchesOneOf } from "../text/touches-one-of.ts";
import { createCodeSearch, type FoundCode } from "./code-search.ts";
import { haveDeepCode } from "./deep-parts.ts";
import { editedParts } from "./edited-parts.ts";
import { findComments, ofAccepted } from "./found-code.ts";
import { importsOfNames } from "./imports-of-names.ts";
import { joinedEdits } from "./joined-edits.ts";
import { mergeReplacements } from "./merge-replacements.ts";
import { type Part, partsOf } from "./parts.ts";
import type { PiecedEdit } from "./pieced-edit.ts";
import { possibleOps } from "./possible-ops.ts";
import { meaning } from "./ready-meaning.ts";
import { statedClaims } from "./stated-claims.ts";
import type { FoundMatch, PartSearch, TextSearch } from "./text-search.ts";
import { wholeRename, withoutHalfRenames } from "./whole-renames.ts";
import { moveToComposed, withImports, withJoinedImports } from "./with-imports.ts";

/** The replacements in a text that was parsed once, for all ops. */
export interface SearchedText extends OpReplacements {
  /** Finds the places without valid syntax, in all trees that the search has parsed. */
  readonly issues: () => ParseIssues;
  /** Finds those that count for the edits: in the trees that they are made in. */
  readonly issuesOfEdited: () => ParseIssues;
  /** Counts the faults that the grammars accept, in the same trees. */
  readonly lenientErrors: () => number;
  /** Finds the comments in the same trees, sorted by place. */
  readonly comments: () => readonly Span[];
  /** The losses of accepted replacements, as far as this text tells. */
  readonly losses: readonly MatchLosses[];
  /** Returns what the accepted replacements were made of, if they stand as they were made. */
  readonly placed: readonly PlacedEdit[];
  /** Does the same for the names of all of them. */
  readonly pieced: readonly PiecedEdit[];
  /** The places that may be matches of ops with `names`, or not. */
  readonly unresolved: readonly UnresolvedName[];
  /** The edits that are made together or not at all, because imports change for them: see joined-edits.ts. */
  readonly joined: readonly Replacement[];
  readonly parts: readonly Part[];
  /** True if a tree may be too deep for code that recurses, such as the parser of JavaScript: it ends the process. */
  readonly isDeep: () => boolean;
}

/** The length from which on a text is searched for errors before its replacements are made; UTF-16 code units. */
const LONG = 1_000_000;

/**
 * Parses a text and finds the replacements of the ops of one step, all in the same text (A13); ops for a language of
 * embedded code, in that code. Throws a ToolError if an edit of embedded code would reach out of it. Do not keep the
 * result: the trees live as long as it does.
 */
export function searchText(
  text: string,
  language: Language,
  ops: readonly CompiledOp[],
  search: TextSearch = {},
): SearchedText {
  const { bounds, skipsBroken = false, findsLosses = true, findsPlaced = false } = search;
  const { findsNames = false, tokenLists, places, path = "", settled, tree, onMatch } = search;
  const parts = partsOf(text, language, ops, tree?.root);
  const { errors, matches } = tree ?? {};
  const issuesIn = createIssueSearch(text, { errors, tokenLists });
  const isSuspect = skipsBroken && (text.length > LONG || errors !== undefined);
  const issues = once(() => issuesIn(parts));
  const isTooDeep = once(() => haveDeepCode(parts, { areClean: issues().errorNodes === 0 }));
  const found: FoundCode = {
    byPart: new Map(),
    isBroken: (part) => isSuspect && issuesIn([part]).errorNodes > 0,
    losses: [],
    named: [],
    placed: [],
    open: [],
    skipsBroken,
    findsLosses,
    findsPlaced,
    pieced: findsNames ? [] : undefined,
    isDeep: isTooDeep,
    path,
    locals: settled?.locals,
    claims: statedClaims(ops),
  };
  const byOp: OpReplacements[] = [];
  for (const op of ops) {
    const only = { bounds, places, onMatch, matches: matches?.get(op) };
    byOp.push(replacementsOf(op, parts, only, found));
  }
  const merged = withoutHalfRenames(mergeReplacements(byOp), ops);
  const { open } = found;
  const kept =
    open.length === 0
      ? undefined
      : meaning().parenthesize(parts, { accepted: merged.accepted, open });
  const placed = kept ? [...found.placed, ...kept.placed] : found.placed;
  const issuesOfEdited = once(() => issuesIn(editedParts(parts, merged.accepted, found.byPart)));
  const edits = kept?.accepted ?? merged.accepted;
  const after = () => boundedSplice(text, edits);
  const imports =
    settled ??
    importsOfNames(found.named, edits, parts[0], {
      after,
      settle: (...found) => meaning().settleNames(...found),
    });
  const { changes, locals } = imports;
  // The same once more, with other names.
  if (settled === undefined && locals.size > 0)
    return searchText(text, language, ops, { ...search, settled: imports });
  const whole = withImports({ text, language, ops, path, changes }, edits, issuesOfEdited);
  const moved = (found: readonly MatchLosses[]) => moveToComposed(found, merged.accepted, whole);
  return {
    ...merged,
    accepted: whole,
    issues,
    issuesOfEdited,
    lenientErrors: () => countLenient(parts, { isClean: issues().errorNodes === 0 }),
    comments: once(() => findComments(parts)),
    losses: moved(ofAccepted(found.losses, merged.accepted)),
    placed: withJoinedImports(ofAccepted(placed, whole), edits, whole),
    unresolved: found.named.flatMap(({ op: { id: opId }, part, unresolved }) =>
      unresolved.map((place) => ({ opId, ...moveSpan(place, part.shift) })),
    ),
    pieced: ofAccepted(found.pieced ?? [], edits),
    joined: changes.length === 0 ? [] : joinedEdits(text, edits, whole),
    parts,
    isDeep: isTooDeep,
  };
}

/** Finds the replacements of an op in all parts of its language. An op that changes imports has none. */
function replacementsOf(
  op: CompiledOp,
  parts: readonly Part[],
  extent: PartSearch,
  found: FoundCode,
): OpReplacements {
  const inParts: OpReplacements[] = [];
  const mayMatch = op.imports === undefined && extent.matches?.length !== 0;
  for (const part of mayMatch ? parts : []) {
    // Also where the engine has found matches: an op leaves texts alone that lack a text of its pattern.
    const isPossible = part.language === op.language && possibleOps(part.code, [op]).length > 0;
    if (isPossible) inParts.push(replacementsIn(part, op, extent, found));
  }
  return {
    accepted: inParts.flatMap(({ accepted }) => accepted),
    superseded: inParts.flatMap(({ superseded }) => superseded),
  };
}

/** Finds the replacements of an op in a part, in offsets of the text. Throws for an edit that leaves the part. */
function replacementsIn(
  part: Part,
  op: CompiledOp,
  { places, onMatch: take, ...extent }: PartSearch,
  found: FoundCode,
): OpReplacements {
  const isAsked =
    found.findsLosses || found.findsPlaced || found.pieced !== undefined || op.fix.parens === true;
  const onAccepted = isAsked ? createCodeSearch(part, op, found) : undefined;
  const { root, source, shift, code } = part;
  const isKept = places && ((place: Span) => touchesOneOf(places, moveSpan(place, shift)));
  const names =
    op.names &&
    meaning().createNameSearch(part, op.names, {
      ...found,
      template: op.fix.template,
      isDeep: found.isDeep(),
    });
  const isRename = op.names?.rename !== undefined;
  const onMatch = take && ((edit: FoundMatch["edit"]) => take({ op, part, edit }));
  const only = isRename ? {} : { isKept, onMatch };
  const search = { ...extent, ...only, onlyFirst: found.isBroken(part), names, onAccepted };
  const all = findReplacements(root(), source, op, search);
  const { accepted, superseded, left } = wholeRename(all, isKept);
  const unresolved = [...(names?.unresolved ?? []), ...left].filter(isKept ?? Boolean);
  if (names) found.named.push({ op, part, names, unresolved });
  const start = source.length - code.length;
  if (accepted.some((edit) => edit.start < start))
    throw new ToolError(`\`${op.id}\` would edit more than the code that stands in the page.`);
  const moved = <Edit extends Replacement>(edit: Edit): Edit => moveSpan(edit, shift);
  const inText = { accepted: accepted.map(moved), superseded: superseded.map(moved) };
  for (const edit of inText.accepted) addTo(found.byPart, part, edit);
  return inText;
}
