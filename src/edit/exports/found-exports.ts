import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";

/** The names that a module exports, as far as its tree tells; undefined if it does not tell. */
export type FoundExports = ReadonlySet<string> | undefined;

/** Thrown where a tree does not tell which names are exported. */
export class UnknownExports extends Error {}

/** Returns the children that are no tokens. Throws for code that the parser did not understand. */
export function partsOf(node: SgNode): readonly SgNode[] {
  const parts = node.children().filter((child) => child.isNamed());
  if (parts.some((part) => kindOf(part) === "ERROR")) throw new UnknownExports();
  return parts;
}

/** Returns the text of a string without quotes, or the text of a name. */
export function nameOf(node: SgNode): string {
  return node.text().replace(/^(["'])(.*)\1$/s, "$2");
}

/** The kinds of nodes that are one name. */
const NAMES = new Set([
  "identifier",
  "type_identifier",
  "property_identifier",
  "field_identifier",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
]);

/** True if the node is one name. */
export function isName(node: SgNode): boolean {
  return NAMES.has(kindOf(node));
}
