import type { SgNode } from "@ast-grep/napi";
import type { PatternOp } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { parsePatternNode } from "../engine/pick-pattern-node.ts";
import { writtenCodes } from "../engine/written-names.ts";
import type { Language } from "../language/language.ts";
import type { LayoutPart } from "../replacement/layout-pieces.ts";
import { parseMetaVariable } from "../text/meta-variable.ts";
import type { KeptLayout } from "./compiled-op.ts";

/** Returns the layout of an op with `layout: keep`; its pattern is complete and valid. */
export function keptPattern(op: PatternOp, language: Language): KeptLayout {
  // Of these, a match may have other names than the pattern.
  if (op.strictness === "signature" || op.strictness === "template") return {};
  const { picked, character } = parsePatternNode(op, language);
  const parts = picked.kind === "picked" ? partsOf(picked.node, character) : undefined;
  return parts === undefined ? {} : { pattern: parts };
}

/** Does the same for a valid rule, which may have a pattern for the matched node itself. */
export function keptRule(rule: unknown, language: Language): KeptLayout {
  const { pattern } = isRecord(rule) ? rule : {};
  if (typeof pattern === "string") return keptPattern(opOf({ pat: pattern }), language);
  if (!isRecord(pattern) || typeof pattern.context !== "string") return {};
  const { context: pat, selector, strictness } = pattern;
  const isLoose = strictness === "signature" || strictness === "template";
  const selected = typeof selector === "string" ? { selector } : {};
  return isLoose ? {} : keptPattern(opOf({ pat, ...selected }), language);
}

function opOf(fields: Pick<PatternOp, "pat" | "selector">): PatternOp {
  return { kind: "pattern", id: "", out: "", ...fields };
}

/** Returns undefined for a pattern that leaves parts of the code open: `$$$`, `$_`. */
function partsOf(pattern: SgNode, character: string): readonly LayoutPart[] | undefined {
  const parts: LayoutPart[] = [];
  const text = pattern.text();
  const from = pattern.range().start.index;
  let at = 0;
  let isOpen = false;
  const visit = (node: SgNode): void => {
    const range = node.range();
    const variable = parseMetaVariable(node.text(), character);
    if (variable === undefined) {
      for (const child of node.children()) visit(child);
      return;
    }
    if (variable.kind === "drop" || variable.kind === "drop-many") isOpen = true;
    else {
      const dollars = variable.kind === "capture-many" ? "$$$" : "$";
      const [code] = writtenCodes(`$${variable.name}`);
      const part = code ?? { capture: dollars + variable.name };
      parts.push(text.slice(at, range.start.index - from), part);
      at = range.end.index - from;
    }
  };
  visit(pattern);
  parts.push(text.slice(at));
  return isOpen ? undefined : parts;
}
