import { countWhile } from "../../shared/lists/count-while.ts";
import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Span } from "../text/span.ts";
import type { Nodes } from "./equal-trees.ts";
import type { PlacedEdit } from "./placed-edit.ts";

/** An edit, its place in the text after, and what it put there; undefined if nothing is known of that. */
export interface ComparedEdit {
  readonly before: Span;
  readonly after: Span;
  readonly placed: PlacedEdit | undefined;
}

/** The children of a node, by what edits do to them. */
interface SortedNodes {
  /** The nodes in the places of edits, and the number of the others before them. */
  readonly runs: ReadonlyMap<
    ComparedEdit,
    { readonly at: number; readonly nodes: readonly SyntaxNode[] }
  >;
  /** The other nodes, with the edits inside of them. */
  readonly others: readonly {
    readonly node: SyntaxNode | null;
    readonly edits: readonly ComparedEdit[];
  }[];
  readonly inside: ReadonlySet<ComparedEdit>;
}

/** Sorts the children in one field of a node by the edits that touch them. */
export function sortedNodes(
  nodes: Nodes,
  edits: readonly ComparedEdit[],
  placeOf: (edit: ComparedEdit) => Span,
  isMore: (node: SyntaxNode, edit: ComparedEdit) => boolean = () => false,
): SortedNodes {
  const runs = new Map<ComparedEdit, { at: number; nodes: SyntaxNode[] }>();
  const others: { node: SyntaxNode | null; edits: readonly ComparedEdit[] }[] = [];
  const inside = new Set<ComparedEdit>();
  for (const node of nodes) {
    const touched = node === null ? [] : touching(edits, node, placeOf);
    const cover =
      node && touched.find((edit) => isWithin(node, placeOf(edit)) || isMore(node, edit));
    if (node && cover) {
      const run = runs.get(cover) ?? { at: others.length, nodes: [] };
      run.nodes.push(node);
      runs.set(cover, run);
      continue;
    }
    for (const edit of touched) inside.add(edit);
    others.push({ node, edits: touched });
  }
  return { runs, others, inside };
}

/** Returns the edits that overlap a node. They are sorted, and do not overlap each other. */
export function touching(
  edits: readonly ComparedEdit[],
  { start, end }: Span,
  placeOf: (edit: ComparedEdit) => Span,
): readonly ComparedEdit[] {
  const first = countWhile(edits, (edit) => placeOf(edit).end <= start);
  const last = countWhile(edits, (edit) => placeOf(edit).start < end);
  return edits.slice(first, last);
}

/** True if a place is inside of another one. */
export function isWithin(a: Span, b: Span): boolean {
  return b.start <= a.start && a.end <= b.end;
}
