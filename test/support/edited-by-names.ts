import { compileOp } from "../../src/edit/compile/compile-op.ts";
import { ALL_FACTS } from "../../src/model/action/asked-facts.ts";
import type { PatternOp } from "../../src/model/edit.ts";
import { loadAsked } from "../../src/tools/ast-edit/search/load-meaning.ts";
import { planFile } from "./plan-file.ts";

/** An op as a recipe writes it. */
export type NamingOp = Omit<PatternOp, "id" | "kind">;

type Language = Parameters<typeof compileOp>[1];

/** The text that an op leaves in a file, and the number of places that it cannot judge. */
export async function editedBy(
  op: NamingOp,
  text: string,
  {
    language = "typescript",
    textLanguage = language,
    path = "a.ts",
  }: { language?: Language; textLanguage?: Language; path?: string } = {},
) {
  const written = { kind: "pattern", id: "ops[0]", ...op } as const;
  await loadAsked(ALL_FACTS, [written]);
  const outcome = compileOp(written, language);
  if (outcome.kind !== "compiled") throw new Error(JSON.stringify(outcome));
  const plan = planFile(text, textLanguage, [outcome.op], { editDespiteErrors: false, path });
  if (plan.kind === "syntax-errors") throw new Error("The text has syntax errors.");
  return {
    text: plan.kind === "edited" ? plan.text : text,
    unresolved: plan.unresolved?.length ?? 0,
  };
}
