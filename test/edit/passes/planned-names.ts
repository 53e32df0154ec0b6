import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import type { CodeLoss } from "../../../src/model/action/code-loss.ts";
import type { PatternOp } from "../../../src/model/edit.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";

type Op = Omit<PatternOp, "id" | "kind">;

/** Takes one pass of an op with `names` over a text. Returns the text after, and what is told of it. */
export async function plannedNames(text: string, op: Op, language: Language = "javascript") {
  const written = { kind: "pattern", id: "ops[0]", ...op } as const;
  await loadAsked(ALL_FACTS, [written]);
  const outcome = compileOp(written, language);
  if (outcome.kind !== "compiled") throw new Error(JSON.stringify(outcome));
  const { plan } = planPasses(text, language, [outcome.op], {
    passes: 1,
    editDespiteErrors: false,
  });
  if (plan.kind === "syntax-errors") throw new Error("The text has syntax errors.");
  const { text: after, regrouped, names } = plan.kind === "edited" ? plan : { text };
  const told = (names ?? []).map(({ kind, text: name }: CodeLoss) => `${kind} ${name}`);
  return { text: after, regrouped: regrouped?.map((loss) => loss.text), faults: told };
}
