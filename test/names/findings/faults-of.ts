import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { ALL_FACTS, type AskedFacts } from "../../../src/model/action/asked-facts.ts";
import { compiled, compiledRule } from "../../edit/compile/compiled.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python");

/** A pattern with what takes its place, or a rule. */
export type Op = Parameters<typeof compiled>[0] | Parameters<typeof compiledRule>[0];

/** Returns the faults of names that some ops leave in a text, `unbound a`; undefined if they cannot be told. */
export function faultsOf(
  code: string,
  ops: Op | readonly Op[],
  language: Language = "typescript",
  textLanguage = language,
  asked: AskedFacts = ALL_FACTS,
): readonly string[] | undefined {
  const list = [ops].flat() as readonly Op[]; // `flat` forgets what is read-only.
  const made = list.map((op, index) => {
    const id = `ops[${index}]`;
    return "pat" in op ? compiled({ ...op, id }, language) : compiledRule({ ...op, id }, language);
  });
  const { plan } = planPasses(code, textLanguage, made, {
    passes: 1,
    editDespiteErrors: false,
    asked,
  });
  if (plan.kind !== "edited") throw new Error(plan.kind);
  return plan.names?.map(({ kind, text }) => `${kind} ${text.replaceAll("`", "")}`);
}

/** Does the same where nobody asks for imports without uses: then short ways may tell all. */
export function faultsWithoutUnused(
  code: string,
  op: Op,
  language: Language = "typescript",
): readonly string[] | undefined {
  return faultsOf(code, op, language, language, ["names"]);
}
