import type { CompiledOp } from "../edit/compile/compiled-op.ts";
import { kindOf } from "../edit/engine/engine.ts";
import { countColumns } from "../edit/engine/range-columns.ts";
import type { Span } from "../edit/text/span.ts";
import type { EditOp } from "../model/edit.ts";
import type { Excerpt, MatchNote, NearestNode } from "../model/search/match-explanation.ts";
import { type CodeTree, meantBy } from "./code-tree.ts";
import { createExcerpts } from "./excerpt.ts";
import { failedConstraint } from "./explain-constraints.ts";
import { explainRule } from "./explain-rule.ts";
import { type NearRule, nearestToRule } from "./nearest-to-rule.ts";
import { patternsOf } from "./patterns-of-op.ts";
import { noteOf, partOf } from "./read-pattern.ts";
import type { RuleFailure } from "./rule-context.ts";
import { isLarge } from "./sample-nodes.ts";
import { strictnessNote } from "./strictness-probe.ts";

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
    notes: [...none, ...probeNotes(near, op, tree), ...boundNotes(tree)],
    nearest: nearest && nearestOf(nearest, op, excerptOf),
  };
}

/** Tries other ways to compare, if the only pattern of an op is what fails. */
function probeNotes(near: NearRule | undefined, op: EditOp, tree: CodeTree): readonly MatchNote[] {
  const [only, ...others] = patternsOf(op);
  if (near?.failure.wanted === undefined || only === undefined || others.length > 0) return [];
  // What passes over all texts is no advice if something else than a text differs.
  const isText = near.failure.code === "text-differs" && !/\$[a-z]/.test(only.pat);
  const comparesTexts = near.fits === 0 || !isText;
  const note = strictnessNote(only, tree, { comparesTexts });
  return note === undefined ? [] : [note];
}

function boundNotes({ root, budget }: CodeTree): readonly MatchNote[] {
  const large = "the file is large: only some of its nodes were looked at";
  const spent = "the time or the nodes of an explanation are spent: a nearer node may exist";
  return [...(isLarge(root) ? [large] : []), ...(budget.isSpent ? [spent] : [])].map((message) =>
    noteOf("bounded", message),
  );
}

function absentNote({ code, message, path }: RuleFailure, op: EditOp): MatchNote {
  return noteOf(code, message, { part: op.kind === "pattern" ? "pat" : partOf(path) });
}

function nearestOf(
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
    wanted: wanted && createExcerpts(wanted.pattern.source)(wanted.place),
  };
}
