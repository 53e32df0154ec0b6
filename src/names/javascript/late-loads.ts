import { DefinitionType, type Reference, type Variable } from "@typescript-eslint/scope-manager";
import type { LateLoad } from "../file-names.ts";
import { type EsNode, nodeAt, nodesAt, visitNodes } from "./es-node.ts";
import { memberOf, withoutType } from "./origins.ts";

/** Functions, classes, blocks, and code with conditions. */
const LATE =
  /Function|^Class|Block|^(?:If|Try|For|While|DoWhile|Switch|With|Labeled)|^(?:Conditional|Logical|Chain)Expression$|^AssignmentPattern$/;

/** The references of a program, by their identifiers. */
type References = ReadonlyMap<unknown, Reference>;

/** The most variables that are each other's value, one after the other, to a call that loads a module. */
const MOST_ALIASES = 100;

/** Lists of statements, to which one may be added. */
const LISTS: ReadonlySet<string> = new Set([
  ...["Program", "BlockStatement", "StaticBlock", "SwitchCase", "TSModuleBlock"],
]);

/** Finds how a program loads modules by calls, but for a `require` at its top: that one is as good as an import. */
export class LateLoads {
  readonly #root: EsNode;
  readonly #references: References;
  readonly #mayLoad: boolean;
  #parents: ReadonlyMap<EsNode, EsNode> | undefined;

  constructor(root: EsNode, text: string, references: References) {
    this.#root = root;
    this.#mayLoad = /\b(?:require|import)\s*\(/.test(text);
    this.#references = references;
  }

  /** Returns the load of code that is known to come from a module. */
  of(find: () => EsNode | undefined): LateLoad | undefined {
    const node = this.#mayLoad ? find() : undefined;
    if (node === undefined) return undefined;
    const base = baseOf(node);
    const call = callOf(base);
    if (call !== undefined)
      return call === "import" || this.#isLate(base) ? { kind: "code", call } : undefined;
    return this.#ofVariable(this.#references.get(base)?.resolved, MOST_ALIASES);
  }

  #ofVariable(variable: Variable | null | undefined, most: number): LateLoad | undefined {
    const [definition] = variable?.defs ?? [];
    if (!variable || definition === undefined || most === 0) return undefined;
    const { type, node, parent } = definition;
    const { name: local } = variable;
    if (type === DefinitionType.Parameter) {
      const [first] = nodesAt(node, "params");
      return { kind: "callback", local, mayTake: first !== undefined && isOpen(first) };
    }
    const value = type === DefinitionType.Variable ? nodeAt(node, "init") : undefined;
    if (value === undefined || !parent) return undefined;
    const base = baseOf(value);
    const call = callOf(base);
    if (call === undefined) return this.#ofVariable(this.#references.get(base)?.resolved, most - 1);
    const list = this.#parentOf(parent);
    const isTop = list === this.#root || list?.type === "ExportNamedDeclaration";
    if (isTop && call === "require") return undefined;
    const isPlain =
      parent.type === "VariableDeclaration" && /^(?:const|let|var)$/.test(parent.kind);
    if (list === undefined || !isPlain || !LISTS.has(list.type)) return { kind: "other" };
    const [start, end] = list.range;
    return { kind: "statement", local, block: { start, end } };
  }

  /** True for code that may not run with the file that it is in, or not at once. */
  #isLate(node: EsNode): boolean {
    for (let at = this.#parentOf(node); at !== undefined; at = this.#parentOf(at))
      if (LATE.test(at.type)) return true;
    return false;
  }

  #parentOf(node: EsNode): EsNode | undefined {
    if (this.#parents === undefined) {
      const parents = new Map<EsNode, EsNode>();
      visitNodes(this.#root, (each, parent) => {
        if (parent) parents.set(each, parent);
      });
      this.#parents = parents;
    }
    return this.#parents.get(node);
  }
}

/** Returns the code of which others are members. */
function baseOf(node: EsNode): EsNode {
  let at = withoutType(node);
  for (let found = memberOf(at); found !== undefined; found = memberOf(at))
    at = withoutType(found.object);
  return at;
}

function callOf(node: EsNode): "import" | "require" | undefined {
  if (node.type === "AwaitExpression") return "import";
  return node.type === "CallExpression" ? "require" : undefined;
}

/** True for a pattern to which a name may be added. */
function isOpen(pattern: EsNode): boolean {
  return (
    pattern.type === "ObjectPattern" &&
    nodesAt(pattern, "properties").every(({ type }) => type === "Property")
  );
}
