import type { Diagnostic } from "../../model/diagnostic.ts";
import { LateText, type TextPiece } from "../../model/prompt-step.ts";
import type { InputDeclaration, InputValue } from "../../model/recipe.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { hasOpenExpression, splitExpressions } from "../../shared/expressions.ts";
import type { YamlPath } from "../../shared/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml-source.ts";
import { inputsInCondition } from "./inputs-in-condition.ts";
import { outputCheck, parseOutputReference } from "./outputs-in-sight.ts";

const INPUT_NAME = /^inputs\.([A-Za-z_][A-Za-z0-9_-]*)$/;

/** A recipe's value with its inputs in place, and a {@link LateText} for each prompt and each text with an output. */
export interface Substituted {
  readonly value: unknown;
  readonly usedNames: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces `${{ inputs.name }}` in every string below `source.value`, except under `inputs`.
 * A string that is one expression and nothing else becomes the value itself, with its type; in a
 * longer string a list is joined by commas. What is put in is not looked at again (F14).
 * `${{ steps.<id>.output }}` is checked, and waits for its step; prompts keep their values apart (F18).
 */
export function substituteInputs(
  source: YamlSource,
  inputs: readonly InputDeclaration[],
  values: Readonly<Record<string, InputValue>>,
): Substituted {
  const names = inputs.map((input) => input.name);
  const usedNames = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const findFault = outputCheck(source.value);
  const report = (at: YamlPath, ...problem: readonly [Diagnostic["code"], string, string?]) => {
    const [code, message, hint] = problem;
    diagnostics.push(
      diagnosticAt(source.placeOf(at), code, message, hint === undefined ? {} : { hint }),
    );
  };

  /** The value of an expression, or its text where it has none; `piece` is it as a part of a longer text. */
  const evaluate = (expression: string, at: YamlPath): { value: unknown; piece: TextPiece } => {
    const output = parseOutputReference(expression);
    if (output !== undefined) {
      const fault = findFault(output, at);
      if (fault !== undefined) report(at, fault.code, fault.message, fault.hint);
      const piece: TextPiece = { kind: "output", ...output };
      return { value: new LateText([piece]), piece };
    }
    const name = INPUT_NAME.exec(expression)?.[1];
    if (name === undefined) {
      const hint = "A recipe knows `${{ inputs.<name> }}` and `${{ steps.<id>.output }}`.";
      report(at, "invalid-expression", `\`\${{ ${expression} }}\` is not understood.`, hint);
    } else {
      usedNames.add(name);
      if (!names.includes(name)) {
        const hint = didYouMean(name, names) || "Declare it under `inputs:`.";
        report(at, "undeclared-input", `Input \`${name}\` is not declared.`, hint);
      }
    }
    const isKnown = name !== undefined && names.includes(name);
    const value = isKnown ? (values[name] ?? "") : `\${{ ${expression} }}`;
    const text = Array.isArray(value) ? value.join(",") : String(value);
    return { value, piece: { kind: "value", text } };
  };

  const substituteText = (text: string, at: YamlPath): unknown => {
    const isPrompt = isKeyOfStep(at, "prompt");
    if (hasOpenExpression(text)) {
      report(at, "invalid-expression", "A `${{` is never closed.");
      return text;
    }
    const parts = splitExpressions(text);
    const [only] = parts;
    if (isKeyOfStep(at, "when")) {
      for (const name of inputsInCondition(text, names)) usedNames.add(name);
      if (parts.some(({ kind }) => kind === "expression")) report(at, ...NO_EXPRESSION_IN_WHEN);
      return text;
    }
    if (!isPrompt && parts.length === 1 && only?.kind === "expression")
      return evaluate(only.source, at).value;
    const pieces = parts.map(
      (part): TextPiece =>
        part.kind === "text" ? { kind: "text", text: part.text } : evaluate(part.source, at).piece,
    );
    if (isPrompt || pieces.some(({ kind }) => kind === "output")) return new LateText(pieces);
    return pieces.map((piece) => (piece.kind === "output" ? "" : piece.text)).join("");
  };

  const visit = (value: unknown, at: YamlPath): unknown => {
    if (typeof value === "string") return substituteText(value, at);
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...at, index]));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) =>
        at.length === 0 && key === "inputs" ? [key, item] : [key, visit(item, [...at, key])],
      ),
    );
  };

  return { value: visit(source.value, []), usedNames, diagnostics };
}

const NO_EXPRESSION_IN_WHEN = [
  "invalid-expression",
  "`when` is an expression itself, and has no `${{ }}` in it.",
  "Write `inputs.name` and `steps.id.output` as they are.",
] as const;

function isKeyOfStep(at: YamlPath, key: string): boolean {
  return at.length === 3 && at[0] === "steps" && at[2] === key;
}
