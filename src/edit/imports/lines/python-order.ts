import type { SgNode } from "@ast-grep/napi";
import { findMatches, kindOf } from "../../engine/engine.ts";
import { spanOf } from "../../match/bindings.ts";
import type { Span } from "../../text/span.ts";

/** Returns the places of code that uses one of some names, sorted; a name that an import has is no use. */
export function usesOf(root: SgNode, names: readonly string[]): readonly number[] {
  if (names.length === 0) return [];
  const regex = `^(?:${names.join("|")})$`;
  return findMatches(root, { rule: { kind: "identifier", regex } }).flatMap((node) => {
    const parent = node.parent();
    const kind = parent === null ? "" : kindOf(parent);
    const { start } = spanOf(node);
    const isMember = kind === "attribute" && parent?.field("object")?.id() !== node.id();
    const isKey = kind === "keyword_argument" && parent?.field("name")?.id() === node.id();
    const around = kind === "dotted_name" ? (parent?.parent() ?? null) : parent;
    const isImport = around !== null && /import/.test(kindOf(around));
    return isMember || isKey || isImport ? [] : [start];
  });
}

/**
 * True if an import of a module that ends at a place has run whenever the code at another place runs. One below a
 * function has run if no code calls anything before it.
 */
export function runsBefore(root: SgNode, end: number, use: number): boolean {
  if (end <= use) return true;
  const later = laterCode(root, use);
  if (later === undefined) return false;
  const between = root.children().filter((node) => {
    const place = spanOf(node);
    return place.end > later.start && place.start < end;
  });
  const calls = between.flatMap((node) => findMatches(node, CALLS));
  return calls.every((call) => laterCode(root, spanOf(call).start) !== undefined);
}

const CALLS = { rule: { any: [{ kind: "call" }, { kind: "decorator" }] } };

/** Finds the outermost function in whose body a place is: its code runs when it is called. */
function laterCode(root: SgNode, at: number): Span | undefined {
  for (let node = childAt(root, at); node; node = childAt(node, at)) {
    const body = FUNCTION.test(kindOf(node)) ? node.field("body") : null;
    if (body && isIn(at, body)) return spanOf(node);
  }
  return undefined;
}

const FUNCTION = /^(?:function_definition|lambda)$/;

function childAt(node: SgNode, at: number): SgNode | undefined {
  return node.children().find((child) => isIn(at, child));
}

function isIn(at: number, node: SgNode): boolean {
  const { start, end } = spanOf(node);
  return start <= at && at < end;
}

/** Returns the function or class around the block of a statement; undefined for those of a module. */
export function ownerOf(node: SgNode): SgNode | undefined {
  return node.ancestors().find((each) => OWNER.test(kindOf(each)));
}

const OWNER = /^(?:function|class)_definition$/;
