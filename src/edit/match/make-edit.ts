import type { SgNode } from "@ast-grep/napi";
import type { TextEdit } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import { once } from "../../shared/once.ts";
import type { CompiledOp, CompiledRule, Transform } from "../compile/compiled-op.ts";
import { findMatches, kindOf } from "../engine/engine.ts";
import { expandTemplate } from "../replacement/expand-template.ts";
import type { Span } from "../text/span.ts";
import { splice } from "../text/splice.ts";
import { refuseTooLong } from "../text/text-length.ts";
import { searchAmongBound } from "./binding-rule.ts";
import {
  type Bindings,
  bindingsOf,
  captureSpansOf,
  inheritBindings,
  nodesOf,
  spanOf,
  spanOfAll,
} from "./bindings.ts";
import { changeText, dedent } from "./changed-text.ts";
import { deletedSpan } from "./deleted-span.ts";
import { expandSpan } from "./expand-span.ts";
import type { LeavingElements } from "./leaving-elements.ts";
import type { MatchEdit } from "./match-edit.ts";
import { layoutWriter } from "./ready-layout.ts";
import type { SiblingSearch } from "./sibling-search.ts";
import { byTreeOrder } from "./tree-order.ts";

/** The facts that all matches of an op in one tree have in common. */
export interface EditedTree {
  readonly source: string;
  readonly op: CompiledOp;
  readonly siblings: SiblingSearch;
  /** The matches of the op, if it deletes lines. */
  readonly leaving: LeavingElements;
  /** True if all line ends are CRLF: those of replacements follow. */
  readonly isCrlf: () => boolean;
  /** Returns the text of a name of the template in a match; undefined for other variables. */
  readonly spell?: ((variable: string, match: SgNode) => string | undefined) | undefined;
}

/** Returns the edit that an op makes of one of its matches. */
export function editOfMatch(match: SgNode, tree: EditedTree): MatchEdit {
  const bindings = bindingsOf(match);
  const rewriting = { ...tree, enclosing: bindings, open: [] };
  return editBy(tree.op, match, bindings, rewriting);
}

/** The context of rewriters that work inside of a match. */
interface Rewriting extends EditedTree {
  /** The bindings of the op's match; every rewriter sees them, at any depth. */
  readonly enclosing: Bindings;
  /** The rewrites that are under way, outermost first. */
  readonly open: readonly string[];
}

/** Replaces the whole node, with the parts that a pattern left open, such as the `;` after `let $A = $B`. */
function editBy(
  rule: CompiledRule,
  match: SgNode,
  bindings: Bindings,
  rewriting: Rewriting,
): MatchEdit {
  const { source, siblings, leaving } = rewriting;
  const captures = captureSpansOf(bindings);
  const own = spanOf(match);
  const span = expandSpan(rule.fix, { match, own, bindings, text: source, siblings });
  const texts = once(() => computeTransforms(rule, bindings, rewriting));
  const transformed = (name: string) => rewriting.spell?.(name, match) ?? texts().get(name);
  return {
    span: rule.fix.deleteLines ? deletedSpan(match, { own, span, text: source, leaving }) : span,
    captures,
    made: transformed,
    write: (template = rule.fix.template) => {
      const { layout } = rule.fix;
      const { language } = rewriting.op;
      if (layout !== undefined)
        return layoutWriter()({ template }, layout, {
          match,
          captures: { ...captures, transformed },
          source,
          language,
        });
      const place = { source, matchStart: own.start };
      const text = expandTemplate(template, { ...captures, transformed }, place);
      return text.includes("\n") && rewriting.isCrlf() ? text.replace(/\r?\n/g, "\r\n") : text;
    },
  };
}

/**
 * Computes the value of each transform; a source that is not bound gives the empty text. The engine could compute most
 * of them while it matches, but it counts the indentation of a line in UTF-16 units and in the text of the tree, which
 * in embedded code differs from the file.
 */
function computeTransforms(
  { transforms, fix: { layout } }: CompiledRule,
  bindings: Bindings,
  rewriting: Rewriting,
): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const moved = layout === undefined ? dedent : (text: string) => text;
  for (const transform of transforms) {
    const { kind, name, source } = transform;
    const nodes =
      source.kind === "many" ? bindings.nodes(source.name) : nodesOf(bindings, source.name);
    const span = spanOfAll(nodes);
    if (kind === "rewrite") {
      const text = span === undefined ? "" : rewrite(transform, nodes, span, rewriting);
      made.set(name, moved(text, span, rewriting.source));
      continue;
    }
    const given =
      span === undefined ? made.get(source.name) : rewriting.source.slice(span.start, span.end);
    const text = given === undefined ? "" : changeText(transform, given);
    made.set(name, moved(text, span, rewriting.source));
  }
  return made;
}

/** Applies rewriters to the nodes of a capture and all nodes below them; of edits that overlap the first counts. */
function rewrite(
  { name, rewriters, joinBy }: Transform & { kind: "rewrite" },
  nodes: readonly SgNode[],
  span: Span,
  rewriting: Rewriting,
): string {
  const edits: TextEdit[] = [];
  let end = span.start;
  let length = span.end - span.start;
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
      const text = edit.write();
      length += text.length + (joinBy?.length ?? 0);
      refuseTooLong(length, `\`${name}\``);
      edits.push({ start: place.start - span.start, end: place.end - span.start, text });
    }
  }
  if (joinBy !== undefined) return edits.map(({ text }) => text).join(joinBy);
  return splice(rewriting.source.slice(span.start, span.end), edits);
}

/** Returns the edits below a node in the order of the tree. On one node the rewriter that is named first counts. */
function findRewrites(
  node: SgNode,
  rewriterIds: readonly string[],
  rewriting: Rewriting,
): readonly MatchEdit[] {
  const found = new Map<number, { readonly match: SgNode; readonly id: string }>();
  for (const id of new Set(rewriterIds)) {
    const rule = rewriting.op.rewriters[id];
    if (rule === undefined) continue; // compileOp refuses unknown ids.
    // A rewriter sees the bindings of the op's match: a name of both must mean equal code.
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
    ...edit,
    write: (template) => {
      // A rewriter depends only on its node: the second time for the same node would repeat without end.
      if (rewriting.open.includes(key))
        throw new ToolError(`The rewriter \`${id}\` rewrites its own result, without end.`);
      return edit.write(template);
    },
  };
}
