import type { SgNode } from "@ast-grep/napi";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import { findMatches, kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import type { ModuleImport } from "./module-import.ts";

/** A load of a module by a call. */
export interface FoundLoad {
  readonly form: Exclude<ModuleImport["form"], "es">;
  /** What declares names for it. */
  readonly target: SgNode;
  readonly targetPlace: Span;
  /** The code that has these names. */
  readonly scope: SgNode;
  readonly scopePlace: Span;
  /** The statement after which another can stand; undefined for a function that the module is given to. */
  readonly statement: SgNode | undefined;
}

/** Finds the loads of a module that declare names, in the order of the text. */
export function loadsOf(module: string, root: SgNode): readonly FoundLoad[] {
  const regex = escapeRegex(module);
  const call = {
    kind: "call_expression",
    has: { field: "function", regex: "\\.\\s*then$" },
    regex,
  };
  return findMatches(root, {
    rule: { any: [{ kind: "variable_declarator", regex }, call] },
  }).flatMap((node) =>
    kindOf(node) === "call_expression" ? callback(node, module) : variable(node, module),
  );
}

/** `const { a } = await import("m")` */
function variable(node: SgNode, module: string): readonly FoundLoad[] {
  const [target, statement] = [node.field("name"), node.parent()];
  const scope = statement?.parent();
  const form = formOf(node.field("value"), module);
  return target && statement && scope && form ? [found({ form, target, scope, statement })] : [];
}

/** `import("m").then(({ a }) => …)` */
function callback(node: SgNode, module: string): readonly FoundLoad[] {
  const form = formOf(node.field("function")?.field("object") ?? null, module);
  const scope = node
    .field("arguments")
    ?.children()
    .find((child) => child.isNamed());
  const parameters = scope?.field("parameters")?.children() ?? [];
  const [first] = parameters.filter((child) => child.isNamed());
  const target = first?.field("pattern") ?? first;
  return form && scope && target ? [found({ form, target, scope, statement: undefined })] : [];
}

function found(load: Omit<FoundLoad, "targetPlace" | "scopePlace">): FoundLoad {
  return { ...load, targetPlace: spanOf(load.target), scopePlace: spanOf(load.scope) };
}

/** Returns the form of a call that loads a module, if members of it are a value. */
export function formOf(value: SgNode | null, module: string): FoundLoad["form"] | undefined {
  let at = value;
  while (at !== null && kindOf(at) !== "call_expression")
    at = PARTS.test(kindOf(at)) ? (at.children().find((child) => child.isNamed()) ?? null) : null;
  const name = at?.field("function")?.text();
  const source =
    at
      ?.field("arguments")
      ?.children()
      .find((child) => child.isNamed())
      ?.text() ?? "";
  if (source.slice(1, -1) !== module || !/^["'`]/.test(source)) return undefined;
  return name === "import" ? "dynamic" : name === "require" ? "commonjs" : undefined;
}

/** Code that is a member of its first part, or means the same. */
const PARTS = /^(?:member|subscript|parenthesized|await|non_null|as|satisfies)_expression$/;
