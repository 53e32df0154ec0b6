import type { OpProblem } from "../../model/search/op-problem.ts";
import type { Template, TemplateVariable } from "../replacement/template.ts";
import type { BoundNames } from "./bound-names.ts";
import type { FieldPath } from "./written-keys.ts";

/** The variables that a template may use, and what binds them. */
export interface KnownVariables extends BoundNames {
  /** The names that transforms make; the template has them as variables of their own kind. */
  readonly transformed: readonly string[];
  /** The names that transforms make elsewhere, which the template does not see. */
  readonly hidden: readonly string[];
  readonly boundBy: "pattern" | "rule";
}

/** Finds the variables of a template that nothing binds, each once: ast-grep would silently write nothing. */
export function findUnboundVariables(
  template: Template,
  field: FieldPath,
  known: KnownVariables,
): readonly OpProblem[] {
  const unbound = template
    .filter((part) => typeof part !== "string")
    .filter((variable) => !isBound(variable, known));
  const unique = new Map(unbound.map((variable) => [write(variable), variable]));
  return [...unique].map(([written, variable]) => ({
    code: "unbound-metavariable",
    field,
    message:
      known.boundBy === "pattern"
        ? `\`${written}\` is used in out, but the pattern does not bind it`
        : `\`${written}\` is used here, but nothing binds it`,
    hint: hintFor(variable, known),
  }));
}

function isBound({ kind, name }: TemplateVariable, { single, many }: KnownVariables): boolean {
  switch (kind) {
    case "transformed":
      return true;
    case "single":
      return single.includes(name);
    case "many":
      return many.includes(name);
  }
}

function hintFor(
  { kind, name }: TemplateVariable,
  { single, many, transformed, hidden, boundBy }: KnownVariables,
): string {
  if (kind === "many" && single.includes(name))
    return `The ${boundBy} binds one node: \`$${name}\``;
  if (kind === "many" && transformed.includes(name)) return `It is a text: \`$${name}\``;
  if (kind === "single" && many.includes(name)) return `The ${boundBy} binds many: \`$$$${name}\``;
  if (hidden.includes(name)) return "A rewriter does not see what the rule transforms";
  if (name.startsWith("_")) return "A name that begins with `_` is never bound: rename it in both";
  if (/^\d/.test(name)) return `For the text \`$${name}\` write \`$$$$${name}\``;
  const names = [...single, ...transformed].map((each) => `\`$${each}\``);
  const all = [...new Set([...names, ...many.map((each) => `\`$$$${each}\``)])];
  const binds =
    all.length === 0 ? `The ${boundBy} binds nothing` : `The ${boundBy} binds ${all.join(", ")}`;
  return kind === "many" ? binds : `${binds}. The text \`$${name}\` is written \`$$$$${name}\``;
}

function write({ kind, name }: TemplateVariable): string {
  return kind === "many" ? `$$$${name}` : `$${name}`;
}
