import type { SgNode } from "@ast-grep/napi";
import { countWhile } from "../../../shared/lists/count-while.ts";
import { once } from "../../../shared/once.ts";
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

/** The order in which the code of a module runs. */
export class RunOrder {
  readonly #statements: () => readonly Statement[];
  readonly #later = new Map<number, Span | undefined>();
  /** The places of calls that run with the code of the module, sorted. */
  readonly #calls: () => readonly number[];

  constructor(root: SgNode) {
    this.#statements = once(() => root.children().map((node) => ({ node, ...spanOf(node) })));
    this.#calls = once(() => {
      const calls = findMatches(root, CALLS).map((node) => spanOf(node).start);
      return calls.filter((at) => this.#laterCode(at) === undefined);
    });
  }

  /**
   * True if an import of the module that ends at a place has run whenever the code at another place runs. One below a
   * function has run if no code of the module calls anything before it.
   */
  runsBefore(end: number, use: number): boolean {
    if (end <= use) return true;
    const later = this.#laterCode(use);
    if (later === undefined) return false;
    return !this.#calls().some((at) => later.start <= at && at < end);
  }

  /** Finds the statement of the module with the function in whose body a place is: its code runs when it is called. */
  #laterCode(at: number): Span | undefined {
    if (this.#later.has(at)) return this.#later.get(at);
    const statements = this.#statements();
    const statement = statements[countWhile(statements, ({ start }) => start <= at) - 1];
    const later = statement && isInFunction(statement.node, at) ? statement : undefined;
    this.#later.set(at, later);
    return later;
  }
}

interface Statement extends Span {
  readonly node: SgNode;
}

const CALLS = { rule: { any: [{ kind: "call" }, { kind: "decorator" }] } };

function isInFunction(statement: SgNode, at: number): boolean {
  for (let node: SgNode | undefined = statement; node; node = childAt(node, at)) {
    const body = FUNCTION.test(kindOf(node)) ? node.field("body") : null;
    if (body && isIn(at, body)) return true;
  }
  return false;
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
