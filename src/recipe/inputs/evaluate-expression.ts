import type { Diagnostic } from "../../model/diagnostic.ts";
import { LateText, type TextPiece } from "../../model/recipe/prompt-step.ts";
import type { InputValue } from "../../model/recipe/recipe.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import {
  type OutputCheck,
  type OutputReference,
  parseOutputReference,
} from "./outputs-in-sight.ts";

const INPUT_NAME = /^inputs\.([A-Za-z_][A-Za-z0-9_-]*)$/;

/** The state that the functions of one substitution share. */
export interface Substitution {
  readonly source: YamlSource;
  readonly values: Readonly<Record<string, InputValue>>;
  /** The names of the declared inputs. */
  readonly names: readonly string[];
  readonly findFault: OutputCheck;
  readonly usedNames: Set<string>;
  readonly diagnostics: Diagnostic[];
}

/** The value of an expression, and the same as a part of a longer text. */
interface Evaluated {
  readonly value: unknown;
  readonly piece: TextPiece;
}

/** Evaluates the text between `${{` and `}}`. Reports an expression that names no input and no output. */
export function evaluateExpression(
  expression: string,
  at: YamlPath,
  substitution: Substitution,
): Evaluated {
  const output = parseOutputReference(expression);
  return output === undefined
    ? evaluateInput(expression, at, substitution)
    : evaluateOutput(output, at, substitution);
}

function evaluateOutput(
  output: OutputReference,
  at: YamlPath,
  substitution: Substitution,
): Evaluated {
  const fault = substitution.findFault(output, at);
  if (fault !== undefined) report(substitution, at, fault.code, fault.message, fault.hint);
  const piece: TextPiece = { kind: "output", ...output };
  return { value: new LateText([piece]), piece };
}

/** Returns the value of an input. An invalid expression stays as written. */
function evaluateInput(expression: string, at: YamlPath, substitution: Substitution): Evaluated {
  const name = findInput(expression, at, substitution);
  const value = name === undefined ? `\${{ ${expression} }}` : (substitution.values[name] ?? "");
  const text = Array.isArray(value) ? value.join(",") : String(value);
  return { value, piece: { kind: "value", text } };
}

/** The name of the declared input that an expression names. Reports an expression that names none. */
function findInput(
  expression: string,
  at: YamlPath,
  substitution: Substitution,
): string | undefined {
  const { names, usedNames } = substitution;
  const name = INPUT_NAME.exec(expression)?.[1];
  if (name === undefined) {
    const message = `Invalid expression \`\${{ ${expression} }}\`.`;
    const hint = "Use `${{ inputs.<name> }}` or `${{ steps.<id>.output }}`.";
    report(substitution, at, "invalid-expression", message, hint);
    return undefined;
  }
  usedNames.add(name);
  if (names.includes(name)) return name;
  const hint = didYouMean(name, names) || "Declare it under `inputs:`.";
  report(substitution, at, "undeclared-input", `Input \`${name}\` is not declared.`, hint);
  return undefined;
}

/** Adds an error at a place of the recipe. */
export function report(
  { source, diagnostics }: Substitution,
  at: YamlPath,
  code: Diagnostic["code"],
  message: string,
  hint?: string,
): void {
  const more = hint === undefined ? {} : { hint };
  diagnostics.push(diagnosticAt(source.placeOf(at), code, message, more));
}
