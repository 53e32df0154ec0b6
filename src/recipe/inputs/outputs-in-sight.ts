import { didYouMean } from "../../shared/closest-name.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";

/** A reference `steps.<id>.output.a.b`; `path` is `["a", "b"]`. */
export interface OutputReference {
  readonly step: string;
  readonly path: readonly string[];
}

/** The facts about a step or a call of an unchecked recipe that matter for outputs. */
interface StepOutline {
  readonly id: string;
  /** The index of the step in `steps`. Calls of a group have the index of the group. */
  readonly index: number;
  readonly hasOutput: boolean;
}

/** Returns why an output cannot be used at a place, with a hint; undefined if it can. */
export type OutputCheck = (
  reference: OutputReference,
  at: YamlPath,
) =>
  | {
      readonly code: "invalid-expression" | "unknown-step";
      readonly message: string;
      readonly hint: string;
    }
  | undefined;

const REFERENCE = /^steps\.([A-Za-z0-9][A-Za-z0-9._-]*?)\.output((?:\.[A-Za-z0-9_-]+)*)$/;

/** Parses the text between `${{` and `}}`. Returns undefined if it does not name an output. */
export function parseOutputReference(expression: string): OutputReference | undefined {
  const [, step, path = ""] = REFERENCE.exec(expression) ?? [];
  return step === undefined ? undefined : { step, path: path.split(".").slice(1) };
}

/** Makes the check of a recipe that is parsed and not yet validated. */
export function outputCheck(value: unknown): OutputCheck {
  const steps = outlineSteps(value);
  return ({ step: id }, at) => {
    if (!isOutputPlace(at))
      return {
        code: "invalid-expression",
        message: `The output of step \`${id}\` cannot be used here.`,
        hint: "Use outputs in `prompt` and `attach`, and inside `with` and `ast_edit`.",
      };
    const index = Number(at[1]);
    const step = steps.find((other) => other.id === id);
    const usable = steps.filter((other) => other.hasOutput && other.index < index);
    const hint = didYouMean(
      id,
      usable.map((other) => other.id),
    );
    const fault = (message: string, otherwise: string) => ({
      code: "unknown-step" as const,
      message,
      hint: hint || otherwise,
    });
    const addResponse =
      "Only earlier prompt steps with `response`, and steps `find`, have an output.";
    if (step === undefined) return fault(`There is no step \`${id}\`.`, addResponse);
    if (step.index === index)
      return fault(`Step \`${id}\` has no output yet: it runs at the same time.`, addResponse);
    if (step.index > index)
      return fault(`Step \`${id}\` runs later and has no output yet.`, "Move it before this step.");
    if (!step.hasOutput)
      return fault(`Step \`${id}\` has no \`response\`, so it has no output.`, addResponse);
    return undefined;
  };
}

/** True in `prompt` and `attach` of a step, and below `with` and `ast_edit` of a step or a call of a group. */
function isOutputPlace(at: YamlPath): boolean {
  if (at[0] !== "steps") return false;
  const inStep = at.slice(at[2] === "parallel" ? 4 : 2);
  const [key] = inStep;
  if (key === "prompt" || key === "attach") return true;
  return (key === "with" || key === "ast_edit") && inStep.length > 1;
}

function outlineSteps(value: unknown): readonly StepOutline[] {
  const steps = isRecord(value) && Array.isArray(value.steps) ? value.steps : [];
  return steps.flatMap((step: unknown, index) => {
    if (!isRecord(step)) return [];
    const own = outline(step, `step-${index + 1}`, index);
    const calls = Array.isArray(step.parallel) ? step.parallel : [];
    return [
      own,
      ...calls.map((call: unknown, at) =>
        outline(isRecord(call) ? call : {}, `${own.id}.${at + 1}`, index),
      ),
    ];
  });
}

function outline(
  step: Readonly<Record<string, unknown>>,
  defaultId: string,
  index: number,
): StepOutline {
  const { id, prompt, response, find } = step;
  return {
    id: typeof id === "string" ? id : defaultId,
    index,
    hasOutput: find !== undefined || (prompt !== undefined && response !== undefined),
  };
}
