import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import type { EditOp, PatternOp, RuleOp } from "../../../src/model/edit.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";

await loadAsked(ALL_FACTS, []); // Plans in tests ask for all facts.

/** Compiles a valid op. Its id is `ops[0]` by default. */
export function compiled(
  op: Omit<PatternOp, "kind" | "id"> & { readonly id?: string },
  language: Language = "typescript",
): CompiledOp {
  return compiledOp({ kind: "pattern", id: "ops[0]", ...op }, language);
}

/** Compiles a valid rule op. Its id is `ops[0]` by default. */
export function compiledRule(
  op: Omit<RuleOp, "kind" | "id"> & { readonly id?: string },
  language: Language = "typescript",
): CompiledOp {
  return compiledOp({ kind: "rule", id: "ops[0]", ...op }, language);
}

function compiledOp(op: EditOp, language: Language): CompiledOp {
  const outcome = compileOp(op, language);
  if (outcome.kind === "compiled") return outcome.op;
  if (outcome.kind === "other-language") throw new Error(`The op is not for ${language}.`);
  const problems = outcome.problems.map(({ field, message }) => `${field.join(".")}: ${message}`);
  throw new Error(problems.join("\n"));
}
