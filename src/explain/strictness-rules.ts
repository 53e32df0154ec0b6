import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../edit/engine/engine.ts";
import type { Strictness } from "../model/edit.ts";
import type { PatternShape } from "./pattern-shape.ts";

/** The outcome of the comparison of a leaf of a pattern with a node. */
export type LeafOutcome = "same" | "different" | "skip-both" | "skip-pattern" | "skip-code";

/** Compares a leaf with a node as the engine does in each strictness. */
export function leafOutcome(
  leaf: PatternShape & { readonly kind: "leaf" },
  node: SgNode,
  strictness: Strictness,
): LeafOutcome {
  const isSameKind = leaf.nodeKind === kindOf(node) || leaf.nodeKind === "ERROR";
  if (strictness === "template" && leaf.text === node.text()) return "same";
  if (isSameKind && strictness === "signature") return "same";
  if (isSameKind && strictness !== "template" && (!leaf.isNamed || isText(node, leaf.text)))
    return "same";
  const skipsPattern =
    !leaf.isNamed &&
    (strictness === "ast" || strictness === "relaxed" || strictness === "signature");
  const skipsCode = maySkip(node, strictness);
  if (skipsPattern && skipsCode) return "skip-both";
  if (skipsPattern) return "skip-pattern";
  return skipsCode ? "skip-code" : "different";
}

/** Compares the text of a node; a long text is not read. */
function isText(node: SgNode, text: string): boolean {
  const { start, end } = node.range();
  return end.index - start.index === text.length && node.text() === text;
}

function maySkip(node: SgNode, strictness: Strictness): boolean {
  switch (strictness) {
    case "cst":
      return false;
    case "smart":
    case "ast":
      return !node.isNamed();
    case "relaxed":
    case "signature":
    case "template":
      return !node.isNamed() || isComment(node);
  }
}

/** True for code after the last node of a pattern that the strictness passes over. */
export function mayTrail(node: SgNode, strictness: Strictness): boolean {
  return strictness === "smart" || (strictness !== "cst" && maySkip(node, strictness));
}

export function isComment(node: SgNode): boolean {
  return kindOf(node).includes("comment");
}
