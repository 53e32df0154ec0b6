import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { nameOf, partsOf, UnknownExports } from "./found-exports.ts";

/** An assignment to `exports`, or to something in it. */
const EXPORTING =
  /\bexports\s*(\??\.\s*[\w$]+\s*|\[[^\]]*\]\s*)?=(?![=>])|\b(assign|define\w+|__exportStar)\s*\([^)]*\bexports\b/;

/** True if a piece of code may set exports in a way that {@link commonjsExports} does not tell. */
export function mayExport(code: string): boolean {
  return EXPORTING.test(code);
}

/** Returns the names that a statement of a script exports; undefined if it is none that does so by itself. */
export function commonjsExports(statement: SgNode): readonly string[] | undefined {
  if (kindOf(statement) !== "expression_statement") return undefined;
  const [expression] = partsOf(statement).filter((part) => kindOf(part) !== "comment");
  if (expression === undefined) return undefined;
  if (kindOf(expression) === "call_expression") return namesOfCall(expression);
  return kindOf(expression) === "assignment_expression" ? namesOfAssignment(expression) : undefined;
}

/** `module.exports = exports = { a }`, `exports.a = exports.b = 1`. */
function namesOfAssignment(expression: SgNode): readonly string[] | undefined {
  const names: string[] = [];
  let isWhole = false;
  let current = expression;
  while (kindOf(current) === "assignment_expression") {
    const [left, right] = [current.field("left"), current.field("right")];
    if (!left || !right) return undefined;
    const name = exportedPlace(left);
    if (name === "") isWhole = true;
    else if (name !== undefined) names.push(name);
    current = right;
  }
  if (!isWhole) return names.length > 0 && !mayExport(current.text()) ? names : undefined;
  if (kindOf(current) === "object") return [...names, ...namesOfObject(current)];
  return mayExport(current.text()) ? undefined : [...names, "="];
}

/** Returns the name of `exports.name`, or "" for all of `exports`; undefined for another place. */
function exportedPlace(node: SgNode): string | undefined {
  const text = node.text().replace(/\s+/g, "");
  const [found, inner = "", quoted = ""] =
    /^(?:module\.)?exports(?:\.([\w$]+)|\[["']([^"'\\]*)["']\])?$/.exec(text) ?? [];
  return found === undefined ? undefined : inner || quoted;
}

function namesOfObject(object: SgNode): readonly string[] {
  return partsOf(object).flatMap((part) => {
    const kind = kindOf(part);
    if (kind === "comment") return [];
    if (kind === "shorthand_property_identifier") return [part.text()];
    if (kind === "spread_element") return [part.text()];
    const key = part.field("key") ?? part.field("name");
    if (!key || kindOf(key) === "computed_property_name") throw new UnknownExports();
    return [nameOf(key)];
  });
}

/** `Object.defineProperty(exports, "a", …)` and `__exportStar(require("x"), exports)`, as compilers write them. */
function namesOfCall(call: SgNode): readonly string[] | undefined {
  const text = call.text();
  const [, defined] =
    /^Object\.defineProperty\(\s*(?:module\.)?exports,\s*["']([\w$]+)["']/.exec(text) ?? [];
  if (defined !== undefined) return defined === "__esModule" ? [] : [defined];
  const [, source] =
    /^(?:\w+\.)?__exportStar\(require\(["']([^"'\\]+)["']\), exports\)$/.exec(text) ?? [];
  return source === undefined ? undefined : [`* from ${JSON.stringify(source)}`];
}
