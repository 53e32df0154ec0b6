import type { Diagnostic } from "../model/diagnostic.ts";
import type { InputDeclaration, InputValue } from "../model/recipe.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { findExpressions, hasOpenExpression, replaceExpressions } from "../shared/expressions.ts";
import { diagnosticAt, type YamlPath, type YamlSource } from "../shared/yaml-source.ts";

const INPUT_NAME = /^inputs\.([A-Za-z_][A-Za-z0-9_-]*)$/;

/** A recipe's value with its inputs in place. */
export interface Substituted {
  readonly value: unknown;
  readonly usedNames: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces `${{ inputs.name }}` in every string below `source.value`, except under `inputs`.
 * A string that is one expression and nothing else becomes the value itself, with its type; in a
 * longer string a list is joined by commas. What is put in is not looked at again.
 */
export function substituteInputs(
  source: YamlSource,
  inputs: readonly InputDeclaration[],
  values: Readonly<Record<string, InputValue>>,
): Substituted {
  const names = inputs.map((input) => input.name);
  const usedNames = new Set<string>();
  const diagnostics: Diagnostic[] = [];

  const nameIn = (expression: string, at: YamlPath): string | undefined => {
    const name = INPUT_NAME.exec(expression)?.[1];
    const place = source.placeOf(at);
    if (name === undefined) {
      const message = `\`\${{ ${expression} }}\` is not understood.`;
      diagnostics.push(
        diagnosticAt(place, "invalid-expression", message, {
          hint: "A recipe knows `${{ inputs.<name> }}`.",
        }),
      );
      return undefined;
    }
    usedNames.add(name);
    if (!names.includes(name)) {
      const message = `Input \`${name}\` is not declared.`;
      diagnostics.push(
        diagnosticAt(place, "undeclared-input", message, {
          hint: didYouMean(name, names) || "Declare it under `inputs:`.",
        }),
      );
      return undefined;
    }
    return name;
  };

  const substituteText = (text: string, at: YamlPath): unknown => {
    if (hasOpenExpression(text)) {
      const message = "A `${{` is never closed.";
      diagnostics.push(diagnosticAt(source.placeOf(at), "invalid-expression", message));
      return text;
    }
    const expressions = findExpressions(text);
    const [only] = expressions;
    if (only === undefined) return text;
    const isWhole = expressions.length === 1 && only.start === 0 && only.end === text.length;
    if (isWhole) {
      const name = nameIn(only.source, at);
      return name === undefined ? text : (values[name] ?? "");
    }
    return replaceExpressions(text, (expression) => {
      const value = values[nameIn(expression, at) ?? ""];
      return Array.isArray(value) ? value.join(",") : String(value ?? "");
    });
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
