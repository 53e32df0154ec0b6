import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import { type ImportedName, type ModuleImport, named } from "./module-import.ts";

/** The kinds of statements that declare variables. */
export const DECLARATIONS = ["lexical_declaration", "variable_declaration"];

/** Reads `require("m")`, `const a = require("m")`, `const { a: b } = await import("m")`, `const a = require("m").a`. */
export function readRequire(node: SgNode): ModuleImport | undefined {
  const kind = kindOf(node);
  const base = { isType: false, place: spanOf(node), attributes: "", node };
  if (kind === "expression_statement") {
    const read = requiredBy(node.child(0));
    if (read?.form !== "commonjs") return undefined;
    return { ...base, ...read, keyword: "", names: [], braces: undefined };
  }
  if (!DECLARATIONS.includes(kind)) return undefined;
  const [declarator, ...more] = node
    .children()
    .filter((child) => kindOf(child) === "variable_declarator");
  const value = declarator?.field("value") ?? null;
  const target = declarator?.field("name");
  const object = value && kindOf(value) === "member_expression" ? value.field("object") : value;
  const read = requiredBy(object);
  if (read === undefined || !target || more.length > 0) return undefined;
  const keyword = node.child(0)?.text() ?? "const";
  const member = object === value ? undefined : (value?.field("property") ?? undefined);
  const place = { isType: false, place: spanOf(target) };
  if (kindOf(target) === "identifier") {
    const local = target.text();
    const whole =
      read.form === "commonjs"
        ? named("default", "default", local, place)
        : named("namespace", "*", local, place);
    const name = member === undefined ? whole : named("named", member.text(), local, place);
    return { ...base, ...read, keyword, names: [name], braces: undefined, member };
  }
  const isPattern = kindOf(target) === "object_pattern" && member === undefined;
  const names = isPattern ? readPattern(target) : undefined;
  return names && { ...base, ...read, keyword, names, braces: spanOf(target) };
}

/** Returns undefined for a pattern with defaults, rest or nested patterns. */
function readPattern(pattern: SgNode): readonly ImportedName[] | undefined {
  const names: ImportedName[] = [];
  for (const part of pattern.children().filter((child) => child.isNamed())) {
    const more = { isType: false, place: spanOf(part) };
    const [key, value] = [part.field("key"), part.field("value")];
    const kind = kindOf(part);
    if (kind === "comment") continue;
    if (kind === "shorthand_property_identifier_pattern")
      names.push(named("named", part.text(), part.text(), more));
    else if (isPair(kind, key) && value && kindOf(value) === "identifier")
      names.push(named("named", key?.text() ?? "", value.text(), more));
    else return undefined;
  }
  return names;
}

function isPair(kind: string, key: SgNode | null): boolean {
  return kind === "pair_pattern" && key !== null && kindOf(key) === "property_identifier";
}

/** Reads `require("m")`, `await import("m")` and `(await import("m"))`. */
function requiredBy(
  node: SgNode | null,
): { readonly form: "commonjs" | "dynamic"; readonly module: string } | undefined {
  if (node === null) return undefined;
  const kind = kindOf(node);
  const isAwaited = kind === "await_expression";
  if (kind === "parenthesized_expression") {
    const [, inner = null] = node.children();
    const read = inner && kindOf(inner) === "await_expression" ? requiredBy(inner) : undefined;
    return read;
  }
  const call = isAwaited ? node.child(1) : node;
  if (call === null || kindOf(call) !== "call_expression") return undefined;
  if (call.field("function")?.text() !== (isAwaited ? "import" : "require")) return undefined;
  const given = call.field("arguments")?.children() ?? [];
  const [argument = null, ...more] = given.filter((child) => child.isNamed());
  const module = more.length > 0 ? undefined : textOfString(argument);
  return module === undefined ? undefined : { form: isAwaited ? "dynamic" : "commonjs", module };
}

/** Returns the content of a string without escapes. */
export function textOfString(node: SgNode | null): string | undefined {
  const text = node === null || kindOf(node) !== "string" ? "" : node.text();
  return /^(["'])([^"'\\]*)\1$/.exec(text)?.[2];
}
