import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PolicyExpression } from "../../model/policy/conditions.ts";
import { codeFrame } from "../../shared/code-frame.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import { compileExpression } from "../conditions/compile-expression.ts";
import type { WrittenPolicy } from "./policy-schema.ts";
import { conditionsOf } from "./written-conditions.ts";

/** The expressions of a policy by their sources, and their faults. */
export interface CompiledExpressions {
  readonly expressions: ReadonlyMap<string, PolicyExpression>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles every `expr` of a policy and checks its types; a fault has a frame with a caret at it. */
export async function compileExpressions(
  written: WrittenPolicy,
  source: YamlSource,
): Promise<CompiledExpressions> {
  const expressions = new Map<string, PolicyExpression>();
  const diagnostics: Diagnostic[] = [];
  for (const { conditions, at } of conditionsOf(written)) {
    const { expr } = conditions;
    if (expr === undefined || expressions.has(expr)) continue;
    const compiled = await compileExpression(expr);
    if (!("fault" in compiled)) expressions.set(expr, compiled);
    else {
      const where = compiled.offset === undefined ? "" : `, at character ${compiled.offset + 1}`;
      const message = `\`expr\`${where}: ${compiled.fault}`;
      const diagnostic = diagnosticAt(
        source.placeOf([...at, "expr"]),
        "invalid-condition",
        message,
        {
          hint: HINT,
        },
      );
      diagnostics.push({ ...diagnostic, ...frameOf(expr, compiled.offset) });
    }
  }
  return { expressions, diagnostics };
}

const HINT = "An expression knows `facts.<name>` and `ci.<name>`, and is true or false.";

/** Shows the expression itself: its characters are those of the value, whatever form of YAML it is written in. */
function frameOf(expr: string, offset: number | undefined): { readonly frame?: string } {
  if (offset === undefined) return {};
  const starts = [0];
  for (let end = expr.indexOf("\n"); end !== -1; end = expr.indexOf("\n", end + 1))
    starts.push(end + 1);
  const line = starts.filter((start) => start <= offset).length;
  return { frame: codeFrame(expr, line, offset - (starts[line - 1] ?? 0) + 1, starts) };
}
