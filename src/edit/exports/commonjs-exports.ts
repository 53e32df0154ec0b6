import type { SgNode } from "@ast-grep/napi";
import { kindOf } from "../engine/engine.ts";
import { nameOf, partsOf, UnknownExports } from "./found-exports.ts";
import { mayExport } from "./may-export.ts";

/** Returns the names that a statement of a script exports; undefined if it is none that does so by itself. */
export function commonjsExports(statement: SgNode): readonly string[] | undefined {
  if (kindOf(statement) !== "expression_statement") return undefined;
  const [expression] = partsOf(statement).filter((part) => kindOf(part) !== "comment");
  if (expression === undefined) return undefined;
  if (kindOf(expression) === "call_expression") return namesOfCall(expression);
  return kindOf(expression) === "assignment_expression" ? namesOfAssignment(expression) : undefined;
}

/** `module.exports = exports = { a }`, `exports.a = exports.b = 1`, `module.exports.a = module.exports`. */
function namesOfAssignment(expression: SgNode): readonly string[] | undefined {
  const places: (string | undefined)[] = [];
  let current = expression;
  while (kindOf(current) === "assignment_expression") {
    const [left, right] = [current.field("left"), current.field("right")];
    if (!left || !right) return undefined;
    places.push(exportedPlace(left));
    current = right;
  }
  const isWhole = places.includes("");
  const names = places.filter((place) => place !== undefined && place !== "") as string[]; // No other is left.
  if (!isWhole && names.length === 0) return undefined;
  if (exportedPlace(current) === "") return places.includes(undefined) ? undefined : names;
  // `e = module.exports = {}` gives the exports another name, too.
  if (mayExport(current) || (isWhole && places.includes(undefined))) return undefined;
  if (!isWhole) return names;
  return [...names, ...(kindOf(current) === "object" ? namesOfObject(current) : ["="])];
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
