import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { commonjsExports } from "./commonjs-exports.ts";
import { isName, nameOf, partsOf, UnknownExports } from "./found-exports.ts";
import { mayExport } from "./may-export.ts";

/**
 * Yields the names that a module of JavaScript or TypeScript exports: `default`, `* from "x"` for all names of another
 * module, `=` for `export =`; in a module without `import` and `export` those of CommonJS.
 */
export function* javascriptExports(root: SgNode): Generator<string> {
  const statements = partsOf(root);
  const isModule = statements.some((one) => /^(export|import)_statement$/.test(kindOf(one)));
  for (const statement of statements)
    if (kindOf(statement) === "export_statement") yield* namesOf(statement);
    else if (!isModule) {
      const found = commonjsExports(statement);
      if (found !== undefined) yield* found;
      else if (mayExport(statement)) throw new UnknownExports();
    }
}

function* namesOf(statement: SgNode): Generator<string> {
  const tokens = new Set(statement.children().map(kindOf));
  const parts = partsOf(statement);
  const source = parts.find((part) => kindOf(part) === "string");
  if (tokens.has("default")) return yield "default";
  if (tokens.has("=")) return yield "=";
  if (tokens.has("namespace")) return yield `global ${parts.at(-1)?.text()}`;
  if (tokens.has("*")) return yield `* from ${JSON.stringify(source ? nameOf(source) : "")}`;
  for (const part of parts) {
    const kind = kindOf(part);
    if (kind === "export_clause") yield* partsOf(part).flatMap(specifierName);
    else if (kind === "namespace_export") yield* partsOf(part).slice(-1).map(nameOf);
    else if (kind !== "decorator" && kind !== "string" && kind !== "comment")
      yield* declaredNames(part);
  }
}

/** `a`, `a as b`, `type a`. */
function specifierName(specifier: SgNode): readonly string[] {
  if (kindOf(specifier) !== "export_specifier") return [];
  const last = partsOf(specifier).findLast((part) => kindOf(part) !== "comment");
  return last === undefined ? [] : [nameOf(last)];
}

/** Yields the names that a declaration gives: of `const { a, b: [c] } = d` those in the pattern. */
function* declaredNames(declaration: SgNode): Generator<string> {
  const kind = kindOf(declaration);
  if (kind === "ambient_declaration") {
    const [inner] = partsOf(declaration).filter((part) => kindOf(part) !== "comment");
    if (inner) yield* declaredNames(inner);
  } else if (kind === "lexical_declaration" || kind === "variable_declaration") {
    for (const one of partsOf(declaration)) {
      const bound = one.field("name");
      if (bound) yield* boundNames(bound);
    }
  } else {
    const name = declaration.field("name") ?? partsOf(declaration).find(isName);
    if (!name) throw new UnknownExports();
    yield name.text().split(".")[0] ?? "";
  }
}

/** Yields the names that a pattern binds. */
function* boundNames(pattern: SgNode): Generator<string> {
  const kind = kindOf(pattern);
  if (isName(pattern)) yield pattern.text();
  else if (kind === "pair_pattern") {
    const value = pattern.field("value");
    if (value) yield* boundNames(value);
  } else if (/^(object_)?assignment_pattern$/.test(kind)) {
    const left = pattern.field("left");
    if (left) yield* boundNames(left);
  } else if (/^(object|array|rest)_pattern$/.test(kind))
    for (const part of partsOf(pattern)) yield* boundNames(part);
}
