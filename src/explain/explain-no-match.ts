import type { SgNode } from "@ast-grep/napi";
import type { CompiledOp } from "../edit/compile/compiled-op.ts";
import { type EngineSearch, findFirst, findMatches, kindOf } from "../edit/engine/engine.ts";
import { countColumns } from "../edit/engine/range-columns.ts";
import { withWrittenNames } from "../edit/engine/written-names.ts";
import { createPlaceFinder } from "../edit/text/place-finder.ts";
import type { Span } from "../edit/text/span.ts";
import type { EditOp, Strictness } from "../model/edit.ts";
import type { Excerpt, MatchNote, NearestNode } from "../model/search/match-explanation.ts";
import { countOf } from "../shared/count-of.ts";
import { isRecord } from "../shared/is-record.ts";
import { type CodeTree, meantBy } from "./code-tree.ts";
import { clipNode, OTHER_QUOTES } from "./difference-words.ts";
import { createExcerpts } from "./excerpt.ts";
import { explainRule } from "./explain-rule.ts";
import { type NearRule, nearestToRule } from "./nearest-to-rule.ts";
import { patternsOf } from "./patterns-of-op.ts";
import { quotesNote } from "./quotes-note.ts";
import { makeNote, partOf, type WrittenPattern } from "./read-pattern.ts";
import { holds, type RuleContext, type RuleFailure } from "./rule-context.ts";
import { isLarge, sampleMatches } from "./sample-nodes.ts";

/** The looser ways to compare, strictest first, with what each passes over. */
const LOOSER: readonly (readonly [Strictness, string])[] = [
  ["ast", "signs such as `,` and `;`"],
  ["relaxed", "signs and comments"],
  ["signature", "signs, comments, and all names and texts"],
];

const MOST_NODES = 300;

/** A node that fails only constraints is nearer than any that fails a part of the rule. */
const WHOLE_RULE = 1_000_000;

/** The reasons for which an op finds nothing in a tree. */
interface NoMatch {
  readonly notes: readonly MatchNote[];
  readonly nearest: NearestNode | undefined;
}

/** Explains why an op matches nothing: the nearest node, and the first part of the op that fails there. */
export function explainNoMatch(
  op: EditOp,
  compiled: CompiledOp,
  tree: CodeTree,
  excerptOf: (place: Span) => Excerpt,
): NoMatch {
  const { budget, root, language, text } = tree;
  const search = countColumns(compiled.search, text);
  const context = {
    root,
    language,
    utils: search.utils ?? {},
    budget,
    isMeant: meantBy(tree),
    source: text,
    asked: tree.asked,
  };
  const where = tree.asked === undefined ? "in the code" : "at this line";
  const near =
    failedConstraint(search, context) ??
    nearestToRule(search.rule, { ...context, where }, ["rule"], explainRule);
  const absent = near?.failure.code === "no-such-kind" ? near.failure : undefined;
  const none = absent === undefined ? [] : [absentNote(absent, op)];
  const nearest = absent === undefined && near !== undefined ? near : undefined;
  return {
    notes: [
      ...none,
      ...probeNotes(near, op, tree),
      ...quoteNotes(near, op, tree),
      ...boundNotes(tree),
    ],
    nearest: nearest && describeNearest(nearest, op, excerptOf),
  };
}

/** Tries other ways to compare, if the only pattern of an op is what fails. */
function probeNotes(near: NearRule | undefined, op: EditOp, tree: CodeTree): readonly MatchNote[] {
  const [only, ...others] = patternsOf(op);
  if (near?.failure.wanted === undefined || only === undefined || others.length > 0) return [];
  // To pass over all texts is no advice if something else than a text differs.
  const isText = near.failure.code === "text-differs" && !/\$[a-z]/.test(only.pat);
  const comparesTexts = near.fits === 0 || !isText;
  const note = strictnessNote(only, tree, { comparesTexts });
  return note === undefined ? [] : [note];
}

/** Tries other quotes, unless they are known to be what differs at the nearest node. */
function quoteNotes(near: NearRule | undefined, op: EditOp, tree: CodeTree): readonly MatchNote[] {
  if (near?.failure.hint === OTHER_QUOTES) return [];
  return patternsOf(op).flatMap((pattern) => quotesNote(pattern, tree) ?? []);
}

function boundNotes({ root, budget }: CodeTree): readonly MatchNote[] {
  const large = "the file is large: only some of its nodes were looked at";
  const spent = "the time or the nodes of an explanation are spent: a nearer node may exist";
  return [...(isLarge(root) ? [large] : []), ...(budget.isSpent ? [spent] : [])].map((message) =>
    makeNote("bounded", message),
  );
}

function absentNote({ code, message, path }: RuleFailure, op: EditOp): MatchNote {
  return makeNote(code, message, { part: op.kind === "pattern" ? "pat" : partOf(path) });
}

function describeNearest(
  { node, fits, failure }: NearRule,
  op: EditOp,
  excerptOf: (place: Span) => Excerpt,
): NearestNode {
  const { code, message, hint, at, wanted } = failure;
  return {
    kind: kindOf(node),
    fits,
    code,
    message,
    hint,
    part: op.kind === "pattern" ? "pat" : partOf(failure.path),
    found: excerptOf(at),
    wanted: wanted && wantedExcerpt(wanted),
  };
}

/** Cuts out the line of a pattern as it was written. */
function wantedExcerpt({ pattern, place }: NonNullable<RuleFailure["wanted"]>): Excerpt {
  const written = (offset: number) => withWrittenNames(pattern.source.slice(0, offset)).length;
  const excerptOf = createExcerpts(withWrittenNames(pattern.source));
  return excerptOf({ start: written(place.start), end: written(place.end) });
}

/** Finds the node that matches the rule of a search, and the constraint that it fails; undefined if no node does. */
function failedConstraint(
  { rule, constraints = {} }: EngineSearch,
  context: RuleContext & { readonly isMeant?: ((node: SgNode) => boolean) | undefined },
): NearRule | undefined {
  if (Object.keys(constraints).length === 0) return undefined;
  const { root, isMeant = () => true } = context;
  let nearest: NearRule | undefined;
  for (const match of sampleMatches(rule, root, context).filter(isMeant).slice(0, MOST_NODES)) {
    const failures = Object.entries(constraints).flatMap(([name, constraint]): RuleFailure[] => {
      const node = match.getMatch(name);
      if (node === null || !isRecord(constraint) || holds(constraint, node, context)) return [];
      const path = ["constraints", name];
      const failure = explainRule(constraint, node, context, path);
      if (failure === undefined) return [];
      const message = `\`$${name}\` is ${clipNode(node)}, and ${failure.message}`;
      return [{ ...failure, message }];
    });
    const [failure] = failures;
    if (failure === undefined) continue;
    const fits = WHOLE_RULE + Object.keys(constraints).length - failures.length;
    if (nearest === undefined || fits > nearest.fits) nearest = { node: match, fits, failure };
    if (context.budget.isSpent) break;
  }
  return nearest;
}

/**
 * Finds the first looser strictness in which a pattern matches that matches nothing. With `comparesTexts`, only those
 * that compare texts: no text of the pattern is near.
 */
function strictnessNote(
  { pat, selector, strictness = "smart", part }: WrittenPattern,
  { root, text, budget }: CodeTree,
  { comparesTexts }: { readonly comparesTexts: boolean },
): MatchNote | undefined {
  const searchIn = (name: Strictness) => {
    const selected = selector === undefined ? {} : { selector };
    return { rule: { pattern: { context: pat, strictness: name, ...selected } } };
  };
  if (!budget.spend(2000) || findFirst(root, searchIn(strictness)) !== undefined) return undefined;
  const own = LOOSER.findIndex(([name]) => name === strictness);
  for (const [name, passes] of LOOSER.slice(own + 1)) {
    if (!budget.spend(2000) || (comparesTexts && name === "signature")) return undefined;
    const first = findFirst(root, searchIn(name));
    if (first === undefined) continue;
    const { line } = createPlaceFinder(text)(first.range().start.index);
    const number = isLarge(root) ? undefined : findMatches(root, searchIn(name)).length;
    const found = number === undefined ? "" : `${countOf(number, "node")}, first `;
    const message = `with \`strictness: ${name}\`, which passes over ${passes}, it would match ${found}in line ${line}`;
    return makeNote("strictness", message, { part });
  }
  return undefined;
}
