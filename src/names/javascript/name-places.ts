import type { Declaration, NamePlace } from "../file-names.ts";
import { type EsNode, fieldOf, nodeAt, visitNodes } from "./es-node.ts";

/** The forms of names that say two things at once, by their offsets. */
export type Forms = ReadonlyMap<number, NamePlace["form"]>;

/** A place whose form is found when it is asked for. */
export class Place implements NamePlace {
  readonly start: number;
  readonly end: number;
  readonly #forms: () => Forms;

  constructor(start: number, end: number, forms: () => Forms) {
    this.start = start;
    this.end = end;
    this.#forms = forms;
  }

  get form(): NamePlace["form"] {
    return this.#forms().get(this.start) ?? "plain";
  }
}

/** Finds the names that say two things at once, when the first is asked for: few are. */
export function formsOf(root: EsNode): () => Forms {
  let forms: Forms | undefined;
  return () => {
    forms ??= findForms(root);
    return forms;
  };
}

function findForms(root: EsNode): Forms {
  const forms = new Map<number, NamePlace["form"]>();
  visitNodes(root, (node) => {
    if (node.type === "Property" && fieldOf(node, "shorthand") === true)
      forms.set(node.range[0], "shorthand");
    if (node.type !== "ImportSpecifier" && node.type !== "ExportSpecifier") return;
    const isImport = node.type === "ImportSpecifier";
    const [inside, outside] = isImport ? ["local", "imported"] : ["local", "exported"];
    const [local, other] = [nodeAt(node, inside), nodeAt(node, outside)];
    if (local !== undefined && local.range[0] === other?.range[0])
      forms.set(local.range[0], isImport ? "import" : "export");
  });
  return forms;
}

/** The nodes that refer to a name, or to a member of a module, by their places. */
export function nodesByPlace(
  root: EsNode,
  isReference: (node: EsNode) => boolean,
): ReadonlyMap<string, EsNode> {
  const found = new Map<string, EsNode>();
  const isName =
    /^(?:Identifier|JSXIdentifier|MemberExpression|JSXMemberExpression|TSQualifiedName|CallExpression|AwaitExpression|ChainExpression|TS\w+Expression)$/;
  visitNodes(root, (node) => {
    if (!isName.test(node.type)) return;
    const key = `${node.range[0]} ${node.range[1]}`;
    const isOther = /^(?:JSX)?Identifier$/.test(node.type) && !isReference(node);
    if (!isOther && !found.has(key)) found.set(key, node);
  });
  return found;
}

/** Sorts declarations by their first places. */
export function byFirstPlace({ places: [a] }: Declaration, { places: [b] }: Declaration): number {
  return (a?.start ?? 0) - (b?.start ?? 0);
}
