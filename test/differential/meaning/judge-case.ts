import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { compiled, compiledRule } from "../../edit/compile/compiled.ts";
import { type RandomCase, textBefore } from "./random-case.ts";

/** The result of a case, and what `safe` does with it as far as its meaning counts. */
export interface Judged {
  readonly text: string;
  readonly isHeld: boolean;
}

/** Makes the edit of a case. Undefined if the pattern is none, does not match once, or the text has errors. */
export function judgeCase(
  drawn: RandomCase,
  language: Language,
  parens: "auto" | "off",
): Judged | undefined {
  const before = textBefore(drawn);
  const op = opOf(drawn, language, parens);
  if (op === undefined) return undefined;
  const { plan } = planPasses(before, language, [op], {
    passes: 1,
    editDespiteErrors: false,
    asked: ["newSyntaxErrors", "regrouped"],
  });
  if (plan.kind !== "edited" || plan.replacements.length !== 1) return undefined;
  const { text, regrouped, parseErrorsBefore = 0, parseErrorsAfter = 0 } = plan;
  return { text, isHeld: regrouped?.length !== 0 || parseErrorsAfter > parseErrorsBefore };
}

const ops = new Map<string, CompiledOp | undefined>();

function opOf({ pat, out }: RandomCase, language: Language, parens: "auto" | "off") {
  const key = [language, pat, out, parens].join("\0");
  if (!ops.has(key)) ops.set(key, compile());
  return ops.get(key);

  function compile(): CompiledOp | undefined {
    try {
      if (language !== "c") return compiled({ pat, out, parens }, language);
      // A call alone may be a declaration of C.
      const pattern = { context: `void t() { x = ${pat}; }`, selector: "call_expression" };
      return compiledRule({ rule: { pattern }, out, parens }, language);
    } catch {
      return undefined; // No code of the language, as some random templates.
    }
  }
}
