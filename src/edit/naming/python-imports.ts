import type { SgNode } from "@ast-grep/napi";
import type { Declaration } from "../../names/file-names.ts";
import { TOP } from "../../names/scoped-names.ts";
import { kindOf } from "../engine/engine.ts";
import type { LineName } from "../imports/lines/import-line.ts";
import { allPythonLines, type PythonLine } from "../imports/lines/python-lines.ts";
import { ownerOf, RunOrder } from "../imports/lines/python-order.ts";
import { headLines } from "../imports/lines/python-place.ts";
import type { Beside } from "./name-ways.ts";

interface BoundName {
  readonly name: LineName;
  readonly line: PythonLine;
}

/** The imports of a file of Python, and when they run. */
export class PythonImports {
  readonly #order: RunOrder;
  readonly #bound: ReadonlyMap<number, BoundName>;
  readonly #head: ReadonlySet<string>;

  constructor(root: SgNode, text: string) {
    const lines = allPythonLines(root, text);
    this.#order = new RunOrder(root);
    const bound = lines.flatMap((line) => line.names.map((name) => ({ name, line })));
    this.#bound = new Map(bound.map((each) => [each.name.at, each]));
    const modules = headLines(root, lines).flatMap(({ from, names }) =>
      from === undefined ? names.flatMap(({ module }) => packagesOf(module)) : packagesOf(from),
    );
    this.#head = new Set(modules);
  }

  /** True if the first code of the file imports a module, or from it. */
  isAtHead(module: string): boolean {
    return this.#head.has(module);
  }

  /**
   * Returns the modules of the imports of a declaration that have run before code at a place, whatever came between.
   */
  modulesBefore({ places }: Declaration, at: number): readonly string[] {
    return places.flatMap(({ start }) => {
      const bound = this.#bound.get(start);
      return bound && this.#hasRun(bound.line, at) ? [bound.name.module] : [];
    });
  }

  #hasRun({ node, place }: PythonLine, at: number): boolean {
    const block = node.parent();
    if (block === null || kindOf(block) === "module") return this.#order.runsBefore(place.end, at);
    const around = block.parent();
    return around !== null && kindOf(around) === "function_definition" && place.end <= at;
  }

  /** Returns the last import of some modules, or of what is in them, that has run before code at a place. */
  runBefore(modules: readonly string[], at: number): Beside | undefined {
    const { name } =
      [...this.#bound.values()].findLast(
        (each) =>
          packagesOf(each.name.module).some((module) => modules.includes(module)) &&
          ownerOf(each.line.node) === undefined &&
          this.#hasRun(each.line, at),
      ) ?? {};
    return name && { imports: [[name.module, name.local, true]], scope: TOP };
  }

  /** Returns the imports of a declaration, if others can stand beside all of them. */
  besideOf({ places, scope, origin }: Declaration): Beside | undefined {
    const { isTop } = scope;
    const found = places.map(({ start }) => this.#bound.get(start));
    if (origin === undefined || !found.every((each) => each && isPlain(each, isTop)))
      return undefined;
    const locals = new Set(found.flatMap((each) => each?.name.local ?? []));
    const imports = [...locals].map((local) => [origin.module, local, isTop] as const);
    return { imports, scope: isTop ? TOP : scope };
  }
}

/** False in a class, whose attribute it would be, and for a `global` name. */
function isPlain({ line }: BoundName, isTop: boolean): boolean {
  const owner = ownerOf(line.node);
  return owner === undefined ? isTop : !isTop && kindOf(owner) === "function_definition";
}

/** The dots of `..a.b` are those of its first part. */
function packagesOf(module: string): readonly string[] {
  const [dots = ""] = /^\.*/.exec(module) ?? [];
  const parts = module.slice(dots.length).split(".");
  return parts.map((_, index) => dots + parts.slice(0, index + 1).join("."));
}
