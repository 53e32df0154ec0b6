import type { Reference as AnalyzedReference } from "@typescript-eslint/scope-manager";
import type { Dialect } from "../../syntax/dialect.ts";
import type { Reference } from "../file-names.ts";
import { type EsNode, nodeAt, nodesAt, visitNodes } from "./es-node.ts";

/** The references of a program that need no value where the code runs. */
export class TypeReferences {
  readonly #root: EsNode;
  #queried: ReadonlySet<EsNode> | undefined;

  constructor(root: EsNode, text: string, dialect: Dialect) {
    this.#root = root;
    if (dialect === "jsx" || !/\btypeof\b/.test(text)) this.#queried = new Set();
  }

  has(
    { isTypeReference, isValueReference, identifier }: AnalyzedReference,
    meant: Reference["declaration"],
  ): boolean {
    if (!isTypeReference) return this.#isQueried(identifier);
    // `export { a }` says a type and a value, of which there may be one.
    const isNoValue = typeof meant === "object" && meant.isTypeOnly;
    return !isValueReference || meant === undefined || isNoValue;
  }

  /** True for a reference whose value is needed where it stands: `export { a }` is none, `export default a` is one. */
  needsValue({ isTypeReference, identifier }: AnalyzedReference): boolean {
    if (!isTypeReference) return !this.#isQueried(identifier);
    const isDefault = (node: EsNode) =>
      /^(?:ExportDefaultDeclaration|TSExportAssignment)$/.test(node.type) &&
      [nodeAt(node, "declaration"), nodeAt(node, "expression")].includes(identifier);
    return nodesAt(this.#root, "body").some(isDefault);
  }

  /** True for the first name of a type `typeof a.b`. */
  #isQueried(identifier: EsNode): boolean {
    this.#queried ??= queriedNames(this.#root);
    return this.#queried.has(identifier);
  }
}

function queriedNames(root: EsNode): ReadonlySet<EsNode> {
  const found = new Set<EsNode>();
  visitNodes(root, (node) => {
    let name = node.type === "TSTypeQuery" ? nodeAt(node, "exprName") : undefined;
    while (name?.type === "TSQualifiedName") name = nodeAt(name, "left");
    if (name) found.add(name);
  });
  return found;
}
