import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { partsOf } from "./found-exports.ts";

/** Yields the names of a file of Go that other packages see: those with a capital, methods as `Type.Method`. */
export function* goExports(root: SgNode): Generator<string> {
  for (const declaration of partsOf(root)) {
    const kind = kindOf(declaration);
    if (kind === "method_declaration") yield* methodName(declaration);
    else if (kind === "function_declaration") yield* named(declaration);
    else if (/^(const|var|type)_declaration$/.test(kind)) yield* specNames(declaration);
  }
}

function* specNames(declaration: SgNode): Generator<string> {
  for (const spec of partsOf(declaration)) {
    const kind = kindOf(spec);
    if (kind === "var_spec_list") yield* specNames(spec);
    else if (kind === "type_spec" || kind === "type_alias") yield* named(spec);
    else if (kind === "const_spec" || kind === "var_spec")
      for (const part of partsOf(spec)) {
        if (kindOf(part) !== "identifier") break; // The type, or the values.
        if (isPublic(part.text())) yield part.text();
      }
  }
}

function* named(declaration: SgNode): Generator<string> {
  const name = declaration.field("name")?.text();
  if (name !== undefined && isPublic(name)) yield name;
}

/** A method counts if its type has a capital, too. */
function* methodName(method: SgNode): Generator<string> {
  const receiver = method.field("receiver")?.text() ?? "";
  const [, type = ""] =
    /\(\s*(?:[\p{L}_][\p{L}\p{N}_]*\s+)?\*?\s*([\p{L}_][\p{L}\p{N}_]*)/u.exec(receiver) ?? [];
  const name = method.field("name")?.text() ?? "";
  if (isPublic(type) && isPublic(name)) yield `${type}.${name}`;
}

function isPublic(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
