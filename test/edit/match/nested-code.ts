import fc from "fast-check";
import { ruleOpOf } from "../../support/rule-op.ts";
import { compiledRule } from "../compile/compiled.ts";

/** Code that is made of calls, lists and numbers. */
type Code = number | { readonly name: "add" | "neg" | "list"; readonly parts: readonly Code[] };

/** Any such code. */
export const { code } = fc.letrec<{ code: Code }>((tie) => ({
  code: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.nat(9),
    fc.record({
      name: fc.constantFrom("add" as const, "neg" as const, "list" as const),
      parts: fc.array(tie("code"), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

/** Returns the code as text. */
export function written(code: Code): string {
  if (typeof code === "number") return String(code);
  const parts = code.parts.map(written).join(", ");
  return code.name === "list" ? `[${parts}]` : `${code.name}(${parts})`;
}

/** Returns the text that the rewriters below should make. */
export function rewritten(code: Code): string {
  if (typeof code === "number") return String(code);
  const parts = code.parts.map(rewritten);
  if (code.name === "list") return `[${parts.join(", ")}]`;
  if (code.name === "neg") return `-(${parts.join(", ")})`;
  // Only code that a rewriter changes is joined: the rest is left out.
  const changed = code.parts.flatMap((part) => changedIn(part));
  return `(${changed.join(" + ")})`;
}

/** Returns the outermost calls in some code, each rewritten. */
function changedIn(code: Code): readonly string[] {
  if (typeof code === "number") return [];
  return code.name === "list" ? code.parts.flatMap(changedIn) : [rewritten(code)];
}

/** An op whose rewriters call each other. */
export const REWRITING = compiledRule(
  ruleOpOf(`id: it
rule: { pattern: top($X) }
rewriters:
  - id: add
    rule: { pattern: add($$$A) }
    transform: { S: { rewrite: { source: $$$A, rewriters: [add, neg], joinBy: " + " } } }
    fix: ($S)
  - id: neg
    rule: { pattern: neg($$$N) }
    transform: { M: { rewrite: { source: $$$N, rewriters: [neg, add] } } }
    fix: -($M)
transform: { R: { rewrite: { source: $X, rewriters: [add, neg] } } }
fix: done($R)
`),
);
