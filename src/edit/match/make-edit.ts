import type { SgNode } from "@ast-grep/napi";
import type { TextEdit } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { CompiledOp, CompiledRule, Transform } from "../compile/compiled-op.ts";
import { findMatches, kindOf } from "../engine/engine.ts";
import { applyTextTransform } from "../engine/text-transform.ts";
import { indentationAt, moveIndentation } from "../text/indentation.ts";
import { splice } from "../text/splice.ts";
import { expandTemplate, type Span } from "../text/template.ts";
import { searchAmongBound } from "./binding-rule.ts";
import { type Bindings, bindingsOf, inheritBindings, spanOf, spanOfAll } from "./bindings.ts";
import { expandSpan } from "./expand-span.ts";
import type { SiblingSearch } from "./sibling-search.ts";

/** A match of an op, made into an edit step by step: many matches give way and need no text. */
export interface MatchEdit {
  readonly span: Span;
  /** Throws a ToolError where rewriters call each other without end, or reach out of what they rewrite. */
  readonly write: () => string;
}

/** What all matches of an op in one tree have in common. */
export interface EditedTree {
  readonly source: string;
  readonly op: CompiledOp;
  readonly siblings: SiblingSearch;
}

/** The edit that an op makes of one of its matches. */
export function editOfMatch(match: SgNode, tree: EditedTree): MatchEdit {
  const bindings = bindingsOf(match);
  const rewriting = { ...tree, enclosing: bindings, open: [] };
  return editBy(tree.op, match, bindings, rewriting);
}

/** What stays the same while rewriters work inside of a match. */
interface Rewriting extends EditedTree {
  /** What the op's match bound; every rewriter sees it, however deep. */
  readonly enclosing: Bindings;
  /** The rewrites that are under way, outermost first. */
  readonly open: readonly string[];
}

/** The whole node is replaced, also what a pattern left open: the `;` behind `let $A = $B`. */
function editBy(
  rule: CompiledRule,
  match: SgNode,
  bindings: Bindings,
  rewriting: Rewriting,
): MatchEdit {
  const { source, siblings } = rewriting;
  return {
    span: expandSpan(rule.fix, { match, bindings, text: source, siblings }),
    write: () => {
      const made = computeTransforms(rule.transforms, bindings, rewriting);
      const captures = {
        single: (name: string) => {
          const node = bindings.node(name);
          return node === undefined ? undefined : spanOf(node);
        },
        many: (name: string) => spanOfAll(bindings.nodes(name)),
        transformed: (name: string) => made.get(name),
      };
      const place = { source, matchStart: spanOf(match).start };
      return expandTemplate(rule.fix.template, captures, place);
    },
  };
}

/**
 * What each transform makes; nothing bound makes the empty text. The engine could compute most of them while
 * it matches, but it counts the indentation of a line in UTF-16 units and in the tree's text, which in
 * embedded code is not what stands in the file.
 */
function computeTransforms(
  transforms: readonly Transform[],
  bindings: Bindings,
  rewriting: Rewriting,
): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  for (const transform of transforms) {
    const { kind, name, source } = transform;
    const nodes =
      source.kind === "many" ? bindings.nodes(source.name) : nodesOf(bindings, source.name);
    const span = spanOfAll(nodes);
    if (kind === "rewrite") {
      const text = span === undefined ? "" : rewrite(transform, nodes, span, rewriting);
      made.set(name, dedent(text, span, rewriting.source));
      continue;
    }
    const given =
      span === undefined ? made.get(source.name) : rewriting.source.slice(span.start, span.end);
    const text = given === undefined ? "" : applyTextTransform(transform.written, given);
    made.set(name, dedent(text, span, rewriting.source));
  }
  return made;
}

function nodesOf(bindings: Bindings, name: string): readonly SgNode[] {
  const node = bindings.node(name);
  return node === undefined ? [] : [node];
}

/** A text that came from a capture loses the indentation of the line on which the capture begins. */
function dedent(text: string, span: Span | undefined, source: string): string {
  if (span === undefined || !text.includes("\n")) return text;
  return moveIndentation(text, { from: indentationAt(source, span.start), to: 0 });
}

/** Applies rewriters to the nodes of a capture and to all that is in them; of edits that overlap the first stands. */
function rewrite(
  { name, rewriters, joinBy }: Transform & { kind: "rewrite" },
  nodes: readonly SgNode[],
  span: Span,
  rewriting: Rewriting,
): string {
  const edits: TextEdit[] = [];
  let end = span.start;
  for (const node of nodes) {
    for (const edit of findRewrites(node, rewriters, rewriting)) {
      const { span: place } = edit;
      if (place.start < span.start || place.end > span.end) {
        throw new ToolError(
          `\`${name}\`: a rewriter with expandStart or expandEnd reaches out of what it rewrites.`,
        );
      }
      if (place.start < end) continue;
      end = place.end;
      edits.push({
        start: place.start - span.start,
        end: place.end - span.start,
        text: edit.write(),
      });
    }
  }
  if (joinBy !== undefined) return edits.map(({ text }) => text).join(joinBy);
  return splice(rewriting.source.slice(span.start, span.end), edits);
}

/** The edits below a node in the order of the tree. On one node the rewriter that is named first counts. */
function findRewrites(
  node: SgNode,
  rewriterIds: readonly string[],
  rewriting: Rewriting,
): readonly MatchEdit[] {
  const found = new Map<number, { readonly match: SgNode; readonly id: string }>();
  for (const id of new Set(rewriterIds)) {
    const rule = rewriting.op.rewriters[id];
    if (rule === undefined) continue; // compileOp let no unknown id pass
    // A rewriter matches with what the op's match has bound: a name of both must be the same code.
    const search = searchAmongBound(rule, rewriting.enclosing, node, rewriting.source);
    for (const match of findMatches(node, search)) {
      if (!found.has(match.id())) found.set(match.id(), { match, id });
    }
  }
  return [...found.values()]
    .sort(byTreeOrder)
    .map(({ match, id }) => rewriteOf(match, id, rewriting));
}

function rewriteOf(match: SgNode, id: string, rewriting: Rewriting): MatchEdit {
  const { start, end } = spanOf(match);
  const key = `${id} ${start} ${end} ${kindOf(match)}`;
  const rule = rewriting.op.rewriters[id];
  if (rule === undefined) throw new Error(`The rewriter ${id} was found and is gone.`);
  const bindings = inheritBindings(bindingsOf(match), rewriting.enclosing);
  const edit = editBy(rule, match, bindings, { ...rewriting, open: [...rewriting.open, key] });
  return {
    span: edit.span,
    write: () => {
      // What a rewriter does with a node rests on nothing but the node: the second time is for ever.
      if (rewriting.open.includes(key))
        throw new ToolError(
          `The rewriter \`${id}\` rewrites what it made from itself, without end.`,
        );
      return edit.write();
    },
  };
}

/** Outer nodes before inner ones. Where two begin together, the outer one is longer or is an ancestor. */
function byTreeOrder({ match: a }: { match: SgNode }, { match: b }: { match: SgNode }): number {
  const [left, right] = [spanOf(a), spanOf(b)];
  if (left.start !== right.start) return left.start - right.start;
  if (left.start === left.end || right.start === right.end) return left.end - right.end;
  if (left.end !== right.end) return right.end - left.end;
  return a.ancestors().length - b.ancestors().length;
}
