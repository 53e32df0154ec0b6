import type { UseStep } from "../../model/recipe/use-step.ts";
import { hasOpenExpression, splitExpressions } from "../../shared/expressions.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { hasLateText } from "../inputs/fill-outputs.ts";
import { valueAt } from "../inputs/value-at.ts";
import type { StepNormalizing } from "./normalize-paths.ts";
import type { StepKind } from "./step-kind.ts";

/** A written step that uses another recipe. */
interface WrittenUse {
  readonly id: string;
  readonly uses: string;
}

/** `uses`: stands for the steps of another recipe. */
export const USES = {
  noun: "to `uses`",
  keys: {},
  takes: ["with"],
  words: {
    uses: "Another recipe, whose steps come here: a name, a path, `shipped:NAME`, `npm:PACKAGE/NAME` or `git:URL@COMMIT:PATH`.",
    "steps.with": "The parameters of `tool`, or the inputs of the recipe that `uses` names.",
  },
  summaryOf({ recipe, inputs }) {
    const names = Object.keys(inputs);
    return `${recipe}${names.length === 0 ? "" : ` with ${names.join(", ")}`}`;
  },
} satisfies StepKind<UseStep>;

/** Written → resolved, for a step that uses another recipe: its name and inputs must be known before any step runs. */
export function normalizeUse(
  { id, uses }: WrittenUse,
  at: YamlPath,
  { source, diagnostics, value }: StepNormalizing,
): Omit<UseStep, "index"> {
  const original = source.writtenPath?.(at) ?? at;
  const place = source.placeOf([...at, "uses"]);
  if (hasExpression(valueAt(source.value, [...original, "uses"]))) {
    const message = "`uses` names one recipe, and cannot contain an expression.";
    const hint = "Write a step for each recipe, with a `when`.";
    diagnostics.push(diagnosticAt(place, "invalid-expression", message, { hint }));
  }
  const given = valueAt(value, [...at, "with"]);
  if (hasLateText(given)) {
    const message =
      "`with` of `uses` cannot contain an output: inputs are known before any step runs.";
    diagnostics.push(diagnosticAt(source.placeOf([...at, "with"]), "invalid-expression", message));
  }
  const written = valueAt(source.value, [...original, "with"]);
  return {
    kind: "uses",
    id,
    recipe: uses,
    inputs: isRecord(given) ? given : {},
    passed: Object.entries(isRecord(written) ? written : {}).flatMap(([name, item]) =>
      hasExpression(item) ? [name] : [],
    ),
    place,
    placeOfInput: (name) => source.placeOfKey([...at, "with", name]),
  };
}

/** True if a value contains `${{`, at any depth. */
function hasExpression(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasExpression);
  if (typeof value !== "string") return false;
  return (
    hasOpenExpression(value) || splitExpressions(value).some(({ kind }) => kind === "expression")
  );
}
