import type { SgNode } from "@ast-grep/napi";
import type { Docstring } from "../file-names.ts";

const OF_DEFINITION = { any: [{ kind: "function_definition" }, { kind: "class_definition" }] };
const BODY = { any: [{ kind: "module" }, { kind: "block", inside: OF_DEFINITION }] };
const CODE = { all: [{ pattern: "$_" }, { not: { kind: "comment" } }] };
const FIRST = {
  kind: "expression_statement",
  inside: BODY,
  not: { follows: { ...CODE, stopBy: "end" as const } },
};
const STRING = {
  any: [{ kind: "string" }, { kind: "concatenated_string" }],
  not: { precedes: { regex: "^,$" } },
};

/** Returns the places of the strings that document a module, a class or a function: their `__doc__`. */
export function docstringsIn(root: SgNode): readonly Docstring[] {
  return root
    .findAll({ rule: { ...STRING, inside: FIRST } })
    .flatMap((node): readonly Docstring[] => {
      const { start, end } = node.range();
      const strings = node.is("string") ? [node] : node.children();
      return strings.some(isOther)
        ? []
        : [{ start: start.index, end: end.index, text: node.text() }];
    });
}

/** A string that is formatted, or one of bytes, documents nothing. */
function isOther(string: SgNode): boolean {
  return /^(?:[fbt]r?|r[fbt])["']/i.test(string.text().slice(0, 3));
}
