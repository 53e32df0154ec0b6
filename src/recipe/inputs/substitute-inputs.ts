import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { LateText, type TextPiece } from "../../model/recipe/prompt-step.ts";
import type { InputDeclaration, InputValue } from "../../model/recipe/recipe.ts";
import { hasOpenExpression, splitExpressions } from "../../shared/expressions.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import type { YamlSource } from "../../shared/yaml/yaml-source.ts";
import { evaluateExpression, report, type Substitution } from "./evaluate-expression.ts";
import { outputCheck } from "./outputs-in-sight.ts";

/** `inputs.name` or `inputs["name"]`. A `-` after a name may belong to the name, or be a minus. */
const NAMED = /(?<![\w.])inputs\s*(?:\.\s*(?=([\w-]+))|\[\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\])/g;

/** The value of a recipe with its inputs in place. Each prompt, and each text with an output, is a {@link LateText}. */
export interface Substituted {
  readonly value: unknown;
  readonly usedNames: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces `${{ inputs.name }}` in every string below `source.value`, except under `inputs`, and never expands the
 * inserted text again (F14). Checks `${{ steps.<id>.output }}`, which waits for its step.
 *
 * A string that is one expression becomes the value itself, with its type; in a longer string a list is joined by
 * commas. A prompt keeps its values apart from its own text (F18).
 */
export function substituteInputs(
  source: YamlSource,
  inputs: readonly InputDeclaration[],
  values: Readonly<Record<string, InputValue>>,
): Substituted {
  const substitution: Substitution = {
    source,
    values,
    names: inputs.map((input) => input.name),
    findFault: outputCheck(source.value),
    usedNames: new Set(),
    diagnostics: [],
  };
  const { usedNames, diagnostics } = substitution;
  return { value: substituteValue(source.value, [], substitution), usedNames, diagnostics };
}

function substituteValue(value: unknown, at: YamlPath, substitution: Substitution): unknown {
  if (typeof value === "string") return substituteText(value, at, substitution);
  if (Array.isArray(value))
    return value.map((item, index) => substituteValue(item, [...at, index], substitution));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      at.length === 0 && key === "inputs"
        ? [key, item]
        : [key, substituteValue(item, [...at, key], substitution)],
    ),
  );
}

function substituteText(text: string, at: YamlPath, substitution: Substitution): unknown {
  if (hasOpenExpression(text)) {
    report(substitution, at, "invalid-expression", "`${{` is not closed. Add `}}`.");
    return text;
  }
  if (isKeyOfStep(at, "when")) {
    checkCondition(text, at, substitution);
    return text;
  }
  const parts = splitExpressions(text);
  const [only] = parts;
  const isPrompt = isKeyOfStep(at, "prompt");
  if (!isPrompt && parts.length === 1 && only?.kind === "expression")
    return evaluateExpression(only.source, at, substitution).value;
  const pieces = parts.map(
    (part): TextPiece =>
      part.kind === "text"
        ? { kind: "text", text: part.text }
        : evaluateExpression(part.source, at, substitution).piece,
  );
  const length = pieces.reduce(
    (sum, piece) => sum + (piece.kind === "output" ? 0 : piece.text.length),
    0,
  );
  if (length > INPUT_LIMITS.filledLength) {
    const message =
      `With the values of its inputs this text has ${length} characters; ` +
      `at most ${INPUT_LIMITS.filledLength} are allowed.`;
    report(substitution, at, "invalid-expression", message);
    return "";
  }
  if (isPrompt || pieces.some(({ kind }) => kind === "output")) return new LateText(pieces);
  return pieces.map((piece) => (piece.kind === "output" ? "" : piece.text)).join("");
}

/** A condition names its inputs without `${{ }}`, and stays a text. */
function checkCondition(text: string, at: YamlPath, substitution: Substitution): void {
  for (const name of inputsInCondition(text, substitution.names)) substitution.usedNames.add(name);
  if (!splitExpressions(text).some(({ kind }) => kind === "expression")) return;
  const message = "`when` is already an expression. Remove the `${{ }}`.";
  const hint = "Write `inputs.name` and `steps.id.output` without `${{ }}`.";
  report(substitution, at, "invalid-expression", message, hint);
}

function isKeyOfStep(at: YamlPath, key: string): boolean {
  return at.length === 3 && at[0] === "steps" && at[2] === key;
}

/** Returns the declared inputs that a condition (`when`) names. Checks nothing else of the condition. */
function inputsInCondition(condition: string, names: readonly string[]): readonly string[] {
  const written = [...condition.matchAll(NAMED)].map(([, plain, double, single]) => ({
    plain,
    quoted: double ?? single,
  }));
  return names.filter((name) =>
    written.some(
      ({ plain, quoted }) => quoted === name || plain === name || plain?.startsWith(`${name}-`),
    ),
  );
}
