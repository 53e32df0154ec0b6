import type { Diagnostic } from "../../model/diagnostic.ts";
import type { DiagnosticCode } from "../../model/diagnostic-code.ts";
import type { StepCondition } from "../../model/recipe/call-step.ts";
import type { InputDeclaration, Recipe, RecipeStep } from "../../model/recipe/recipe.ts";
import { RESULT_FIELDS } from "../../model/step-result.ts";
import type { CelType } from "../../shared/cel/cel.ts";
import type { CelReference } from "../../shared/cel/cel-references.ts";
import { didYouMean } from "../../shared/closest-name.ts";

/** The steps and calls that the conditions of a recipe can use, in order. */
interface StepInSight {
  readonly id: string;
  /** Index of the step in the recipe; calls of a group have the index of the group. */
  readonly index: number;
  readonly hasOutput: boolean;
}

/**
 * Reports conditions (`when`) that cannot be evaluated, or that name an input or a step which is missing or comes
 * later.
 */
export async function checkConditions(recipe: Recipe): Promise<readonly Diagnostic[]> {
  const steps = recipe.steps.flatMap(stepsInSight);
  const diagnostics: Diagnostic[] = [];
  for (const index of recipe.steps.keys()) {
    const when = conditionAt(recipe.steps, index);
    if (when !== undefined)
      diagnostics.push(...(await checkCondition(when, recipe.inputs, { steps, index })));
  }
  return diagnostics;
}

/** Returns the condition that the recipe itself has at a step. Those of used recipes are checked with these. */
function conditionAt(steps: Recipe["steps"], index: number): StepCondition | undefined {
  const [outer] = steps[index]?.used ?? [];
  if (outer === undefined) return steps[index]?.when;
  return steps[index - 1]?.used?.[0]?.id === outer.id ? undefined : outer.when;
}

function stepsInSight(step: RecipeStep, index: number): readonly StepInSight[] {
  const hasOutput = step.kind === "find" || (step.kind === "prompt" && step.response !== undefined);
  const calls = step.kind === "parallel" ? step.steps : [];
  return [
    { id: step.id, index, hasOutput },
    ...calls.map(({ id, kind }) => ({ id, index, hasOutput: kind === "find" })),
    // Of the entries of a step that uses a recipe, the last counts.
    ...(step.used ?? []).map(({ id }) => ({ id, index, hasOutput: false })),
  ];
}

interface Sight {
  readonly steps: readonly StepInSight[];
  /** Index of the step with the condition. */
  readonly index: number;
}

async function checkCondition(
  { source, place }: StepCondition,
  inputs: readonly InputDeclaration[],
  sight: Sight,
): Promise<readonly Diagnostic[]> {
  const report = (
    code: DiagnosticCode,
    message: string,
    { offset, hint }: { readonly offset?: number | undefined; readonly hint?: string } = {},
  ): Diagnostic => {
    const where = offset === undefined ? "" : `, at character ${offset + 1}`;
    const text = `\`when\`${where}: ${message}`;
    return { code, severity: "error", message: text, ...(hint ? { hint } : {}), ...place };
  };
  const { compileCel } = await import("../../shared/cel/cel.ts");
  const compiled = await compileCel(source, {
    inputs: Object.fromEntries(inputs.map((input) => [input.name, celTypeOf(input)])),
    steps: "map<string, map<string, dyn>>",
  });
  if ("fault" in compiled) return [report("invalid-condition", compiled.fault, compiled)];
  const unknown = compiled.references.flatMap((reference) => {
    const problem =
      reference.path[0] === "inputs"
        ? findInputProblem(reference, inputs)
        : findStepProblem(reference, sight);
    return problem === undefined ? [] : [report(...problem)];
  });
  if (unknown.length > 0) return unknown;
  const { checked } = compiled;
  const hint = "A condition knows `inputs` and `steps`, and is true or false.";
  if ("fault" in checked) return [report("invalid-condition", checked.fault, { ...checked, hint })];
  if (checked.type === "bool" || checked.type === "dyn") return [];
  const message = `It comes to a value of type \`${checked.type}\`, and must be true or false.`;
  return [report("invalid-condition", message)];
}

/** Numbers are `dyn`: only the value shows if a number is an integer. */
function celTypeOf({ type }: InputDeclaration): CelType {
  switch (type) {
    case "string":
    case "enum":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return "dyn";
    case "list":
      return "list<string>";
  }
}

/** A code, a sentence, the place, and what to do. */
type Problem = readonly [
  code: DiagnosticCode,
  message: string,
  more: { readonly offset: number; readonly hint: string },
];

function findInputProblem(
  { path, offset }: CelReference,
  inputs: readonly InputDeclaration[],
): Problem | undefined {
  const [, name] = path;
  const names = inputs.map((input) => input.name);
  if (name === undefined || names.includes(name)) return undefined;
  const hint = bracketHint("inputs", name, names) ?? didYouMean(name, names);
  const message = `Input \`${name}\` is not declared.`;
  return ["undeclared-input", message, { offset, hint: hint || "Declare it under `inputs:`." }];
}

function findStepProblem(
  { path, offset }: CelReference,
  { steps, index }: Sight,
): Problem | undefined {
  const [, id, field] = path;
  if (id === undefined) return undefined;
  const step = steps.findLast((other) => other.id === id);
  const earlier = steps.filter((other) => other.index < index).map((other) => other.id);
  const hint = bracketHint("steps", id, earlier) ?? didYouMean(id, earlier);
  if (step === undefined) return ["unknown-step", `There is no step \`${id}\`.`, { offset, hint }];
  if (step.index >= index) {
    const message = `Step \`${id}\` has not run yet at this point.`;
    return ["unknown-step", message, { offset, hint: "Use an earlier step." }];
  }
  if (field !== undefined && !RESULT_FIELDS.includes(field)) {
    const message = `A step has no \`${field}\`.`;
    return ["invalid-condition", message, { offset, hint: didYouMean(field, RESULT_FIELDS) }];
  }
  if (field !== "output" || step.hasOutput) return undefined;
  const message = `Step \`${id}\` has no \`response\`, and so no output.`;
  return [
    "unknown-step",
    message,
    { offset, hint: "Outputs are those of prompts with `response`, and of steps `find`." },
  ];
}

/** CEL reads `a.b-c` as a subtraction. */
function bracketHint(of: string, begin: string, names: readonly string[]): string | undefined {
  const meant = names.find((name) => /[^\w]/.test(name) && name.startsWith(begin));
  return meant === undefined ? undefined : `Write \`${of}["${meant}"]\`.`;
}
