import { didYouMean } from "../../shared/closest-name.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { YamlPath } from "../../shared/yaml-path.ts";

/** `steps.<id>.output.a.b`, as it was read; `path` is `["a", "b"]`. */
export interface OutputReference {
  readonly step: string;
  readonly path: readonly string[];
}

/** What an unchecked recipe says of a step or a call, as far as outputs go. */
interface StepOutline {
  readonly id: string;
  /** Of the step in `steps`; calls of a group have that of the group. */
  readonly index: number;
  readonly hasResponse: boolean;
}

/** Says why an output cannot stand at a place, with what to do; nothing where it can. */
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

/** Reads what stands between `${{` and `}}`; nothing where it names no output. */
export function parseOutputReference(expression: string): OutputReference | undefined {
  const [, step, path = ""] = REFERENCE.exec(expression) ?? [];
  return step === undefined ? undefined : { step, path: path.split(".").slice(1) };
}

/** The check for a recipe that was parsed and not yet checked. */
export function outputCheck(value: unknown): OutputCheck {
  const steps = outlineSteps(value);
  return ({ step: id }, at) => {
    if (!isOutputPlace(at))
      return {
        code: "invalid-expression",
        message: `The output of step \`${id}\` cannot stand here.`,
        hint: "Outputs may stand in `prompt` and `attach`, and inside of `with` and `ast_edit`.",
      };
    const index = Number(at[1]);
    const step = steps.find((other) => other.id === id);
    const usable = steps.filter((other) => other.hasResponse && other.index < index);
    const hint = didYouMean(
      id,
      usable.map((other) => other.id),
    );
    const fault = (message: string, otherwise: string) => ({
      code: "unknown-step" as const,
      message,
      hint: hint || otherwise,
    });
    const addResponse = "Outputs are those of earlier prompt steps with `response`.";
    if (step === undefined) return fault(`There is no step \`${id}\`.`, addResponse);
    if (step.index === index)
      return fault(
        `Step \`${id}\` has no output yet: it runs together with what asks for it.`,
        addResponse,
      );
    if (step.index > index)
      return fault(
        `Step \`${id}\` comes later, and has no output yet.`,
        "Move it before this step.",
      );
    if (!step.hasResponse)
      return fault(`Step \`${id}\` has no \`response\`, and so no output.`, addResponse);
    return undefined;
  };
}

/** In `prompt` and `attach` of a step, and below `with` and `ast_edit` of a step or a call of a group. */
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
  const { id, prompt, response } = step;
  return {
    id: typeof id === "string" ? id : defaultId,
    index,
    hasResponse: prompt !== undefined && response !== undefined,
  };
}
