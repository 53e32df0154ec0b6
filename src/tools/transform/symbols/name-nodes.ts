import type { SgNode, SgRoot } from "@ast-grep/napi";
import { kindOf } from "../../../edit/engine/engine.ts";
import type { Extent } from "../../../names/file-names.ts";
import { escapeRegex } from "../../../shared/regex/escape-regex.ts";

/** Returns the place of the name that a node is, or declares: `function a() {}`, `const a = 1`, `import { b as a }`. */
export function namedBy(node: SgNode): Extent {
  const named = nameOf(node);
  const { start, end } = named.range();
  return { start: start.index, end: end.index };
}

function nameOf(node: SgNode): SgNode {
  const parent = node.isLeaf() ? node.parent() : null;
  const specifier = parent && kindOf(parent) === "import_specifier" ? parent : node;
  if (specifier.isLeaf()) return specifier;
  const name = specifier.field("alias") ?? specifier.field("name");
  if (name !== null) return name;
  const inner = specifier.field("declaration") ?? specifier.field("definition");
  if (inner !== null) return nameOf(inner);
  if (!/^(?:lexical|variable)_declaration$/.test(kindOf(specifier))) return specifier;
  const [only, ...more] = specifier.children().filter((part) => part.is("variable_declarator"));
  return only === undefined || more.length > 0 ? specifier : nameOf(only);
}

/** The nodes of a tree by their names: a tree is searched once for each name. */
export class NameNodes {
  readonly #root: SgRoot;
  readonly #text: string;
  readonly #known = new Map<string, ReadonlyMap<number, SgNode>>();

  constructor(root: SgRoot, text: string) {
    this.#root = root;
    this.#text = text;
  }

  /** Returns the innermost node that is the name at a place. Undefined for a name that is written with escapes. */
  at({ start, end }: Extent): SgNode | undefined {
    const name = this.#text.slice(start, end);
    const known = this.#known.get(name) ?? this.#search(name);
    this.#known.set(name, known);
    return known.get(start);
  }

  #search(name: string): ReadonlyMap<number, SgNode> {
    const regex = `^${escapeRegex(name)}$`;
    const nodes = this.#root.root().findAll({ rule: { regex } });
    return new Map(nodes.map((node) => [node.range().start.index, node])); // Outer ones come first.
  }
}

/** Returns the part of an import that has a name: `b as a`, `* as a`; of a default import, all that it imports. */
export function importNodeOf(name: SgNode): SgNode {
  let node = name;
  for (let parent = name.parent(); parent !== null; parent = parent.parent()) {
    const kind = kindOf(parent);
    if (/^(?:import_specifier|namespace_import|aliased_import)$/.test(kind)) return parent;
    const isWhole = /^(?:import_clause|dotted_name)$/.test(kind) && parent.text() === name.text();
    if (!isWhole) return node;
    node = parent;
  }
  return node;
}

/** Returns the statement that exports what is at a place. */
export function exportAround(root: SgRoot, place: Extent): SgNode | undefined {
  const statements = root.root().findAll({ rule: { kind: "export_statement" } });
  return statements.findLast((statement) => {
    const { start, end } = statement.range();
    return start.index <= place.start && place.end <= end.index;
  });
}
