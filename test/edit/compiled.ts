import { type CompiledOp, compileOp } from "../../src/edit/compile-op.ts";
import type { Language } from "../../src/edit/language.ts";
import type { PatternOp } from "../../src/model/edit.ts";

/** Compiles an op that has to be right. Its id is `ops[0]` unless said otherwise. */
export function compiled(
  op: Omit<PatternOp, "kind" | "id"> & { readonly id?: string },
  language: Language = "typescript",
): CompiledOp {
  const { pat, out, id = "ops[0]", selector, strictness } = op;
  const outcome = compileOp(
    {
      kind: "pattern",
      id,
      pat,
      out,
      ...(selector === undefined ? {} : { selector }),
      ...(strictness === undefined ? {} : { strictness }),
    },
    language,
  );
  if (outcome.kind === "compiled") return outcome.op;
  throw new Error(outcome.problems.map(({ message }) => message).join("\n"));
}
