/** A node of an ESTree, with the fields that all have. Others are read by {@link fieldOf} and {@link nodeAt}. */
export interface EsNode {
  readonly type: string;
  /** UTF-16 code units. */
  readonly range: readonly [start: number, end: number];
}

/** Returns what a node has under a key. */
export function fieldOf(node: EsNode, key: string): unknown {
  return Reflect.get(node, key);
}

/** Returns the node that another has under a key; undefined if there is none. */
export function nodeAt(node: EsNode, key: string): EsNode | undefined {
  const value = fieldOf(node, key);
  return isEsNode(value) ? value : undefined;
}

/** Returns the nodes of the list that a node has under a key, without holes. */
export function nodesAt(node: EsNode, key: string): readonly EsNode[] {
  const value = fieldOf(node, key);
  return Array.isArray(value) ? value.filter(isEsNode) : [];
}

/** Returns the name of an identifier, or the text of a literal that stands for one; undefined for other nodes. */
export function nameOf(node: EsNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  const name = fieldOf(node, node.type === "Literal" ? "value" : "name");
  return typeof name === "string" ? name : undefined;
}

/** Returns the value of a string, also of one that is written as a template; undefined for other nodes. */
export function textOf(node: EsNode | undefined): string | undefined {
  if (node?.type === "Literal") return nameOf(node);
  if (node?.type !== "TemplateLiteral") return undefined;
  const [only, ...more] = nodesAt(node, "quasis");
  const cooked: unknown = only && more.length === 0 && Object(fieldOf(only, "value")).cooked;
  return typeof cooked === "string" ? cooked : undefined;
}

/** True for a node of an ESTree with places. */
export function isEsNode(value: unknown): value is EsNode {
  return (
    typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string"
  );
}

/** Calls a function for each node of a tree, each before those in it, with the node that it stands in. */
export function visitNodes(
  root: EsNode,
  visit: (node: EsNode, parent: EsNode | undefined) => void,
): void {
  const open: { readonly node: EsNode; readonly parent: EsNode | undefined }[] = [
    { node: root, parent: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent } = next;
    visit(node, parent);
    for (const value of Object.values(node)) {
      if (isEsNode(value)) open.push({ node: value, parent: node });
      else if (Array.isArray(value))
        for (const each of value) if (isEsNode(each)) open.push({ node: each, parent: node });
    }
  }
}
