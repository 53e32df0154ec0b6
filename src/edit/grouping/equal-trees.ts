import type { SyntaxNode } from "../../syntax/syntax-node.ts";
import { withoutSpace } from "../text/without-space.ts";

/** Children in one field; a hole in a list is null. */
export type Nodes = readonly (SyntaxNode | null)[];

/** The texts of two trees. */
export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
}

/** True if the nodes of two lists are equal, one by one. */
export function areEqual(old: Nodes, fresh: Nodes, texts: ComparedTexts): boolean {
  return (
    old.length === fresh.length &&
    old.every((node, index) => isEqual(node, fresh[index] ?? null, texts))
  );
}

/** True if two trees are equal; those of the same kind and the same text are, but for the end of an optional chain. */
export function isEqual(
  old: SyntaxNode | null,
  fresh: SyntaxNode | null,
  texts: ComparedTexts,
): boolean {
  if (old === null || fresh === null) return old === fresh;
  if (!isSameKind(old, fresh)) return false;
  const isSameLength = old.end - old.start === fresh.end - fresh.start;
  if (isSameLength && old.type !== "TSNonNullExpression") {
    const code = texts.before.slice(old.start, old.end);
    if (code === texts.after.slice(fresh.start, fresh.end)) return true;
  }
  if (withoutSpace(old.value) !== withoutSpace(fresh.value)) return false;
  return pairedFields(old, fresh).every(([some, others]) => areEqual(some, others, texts));
}

/** An argument `*a` is an element `*a` of a list. */
export function isSameKind(a: SyntaxNode, b: SyntaxNode): boolean {
  return a.type === b.type || a.type.replace(ARGUMENT, "") === b.type.replace(ARGUMENT, "");
}

const ARGUMENT = / of arguments$/;

/** Returns the fields of two nodes side by side; a field that one of them lacks is empty. */
export function pairedFields(
  a: SyntaxNode,
  b: SyntaxNode,
): readonly (readonly [Nodes, Nodes, string])[] {
  const others = new Map(b.fields.map(({ name, nodes }) => [name, nodes]));
  const pairs = a.fields.map(({ name, nodes }): readonly [Nodes, Nodes, string] => {
    const other = others.get(name) ?? [];
    others.delete(name);
    return [nodes, other, name];
  });
  const more = [...others].map(([name, nodes]): readonly [Nodes, Nodes, string] => [
    [],
    nodes,
    name,
  ]);
  return [...pairs, ...more];
}
