import type { SgNode } from "@ast-grep/napi";
import type { ImportToRemove } from "../../model/edit.ts";
import { escapeRegex } from "../../shared/regex/escape-regex.ts";
import { wordRegex } from "../../shared/regex/word-regex.ts";
import { findMatches, kindOf } from "../engine/engine.ts";
import { spanOf } from "../match/bindings.ts";
import type { Span } from "../text/span.ts";
import { formOf } from "./found-loads.ts";
import { importsIn } from "./module-imports.ts";

/**
 * Returns the calls that load what `remove` names, in forms that it leaves: in functions and blocks, and `import()`.
 */
export function keptCalls(root: SgNode, remove: ImportToRemove): readonly Span[] {
  const { from, ifUnused } = remove;
  if (ifUnused) return [];
  const has = { field: "function", regex: "^(?:require|import)$" };
  const calls = findMatches(root, {
    rule: { kind: "call_expression", has, regex: escapeRegex(from) },
  });
  const read = importsIn(root).map(({ place }) => place);
  return calls.flatMap((call) => {
    const place = spanOf(call);
    const isRead = read.some(({ start, end }) => start <= place.start && place.end <= end);
    return !isRead && formOf(call, from) && isNamed(call, remove) ? [place] : [];
  });
}

function isNamed(call: SgNode, { all, names, default: whole, namespace }: ImportToRemove): boolean {
  if (all) return true;
  let at = call;
  let parent = call.parent();
  for (; parent && OPEN.test(kindOf(parent)); parent = parent.parent()) at = parent;
  const wanted = whole ? [...names, "default"] : names;
  const isWanted = (code = "") =>
    wanted.some((name) => new RegExp(wordRegex(name), "u").test(code));
  if (parent === null) return false;
  if (kindOf(parent) === "variable_declarator") {
    const target = parent.field("name");
    const isWhole = namespace || (whole && kindOf(at) === "call_expression");
    return target && kindOf(target) === "identifier" ? isWhole : isWanted(target?.text());
  }
  if (kindOf(parent) !== "member_expression") return false;
  const property = parent.field("property")?.text();
  const given = parent.parent()?.field("arguments")?.children() ?? [];
  const [callback] = given.filter((child) => child.isNamed());
  const isGiven = kindOf(at) === "call_expression" && property === "then";
  return isWanted(isGiven ? callback?.field("parameters")?.text() : property);
}

/** Code around a call that means the same, or its value. */
const OPEN = /^(?:await|parenthesized|non_null|as|satisfies)_expression$/;
