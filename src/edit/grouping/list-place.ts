import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Grammar } from "./grammar.ts";

/** The place of some children. */
export interface ListPlace {
  /** Any number of them may stand there. */
  readonly isList: boolean;
  /** They stand between tags. */
  readonly isAmongText: boolean;
  /** `?.` follows, so that `(a?.b)?.c` is `a?.b?.c`. */
  readonly isLink: boolean;
  /** The field of their parent. */
  readonly field?: string;
  /** The nodes that they are children of, in the text after and in the one before. */
  readonly parents?: readonly [after: SyntaxNode, before: SyntaxNode];
}

/** A place with nothing beside it. */
export const NOWHERE = { isAmongText: false, isLink: false };

/** Nodes whose children may be text. */
const TAGS = /^(?:JSXElement|JSXFragment|element|document)$/;

/** True if the children in a field of a node stand between tags. */
export function isAmongText({ type }: SyntaxNode, field: string): boolean {
  return field === "children" && TAGS.test(type);
}

/** True if any number of children may stand in a field of a node; in its only one, if none is named. */
export function isListField(grammar: Grammar, node: SyntaxNode, field?: string): boolean {
  const name = field ?? node.fields[0]?.name;
  const isList = node.fields.find((each) => each.name === name)?.isList ?? true;
  return isList && (grammar.takesMany?.(node) ?? true);
}
