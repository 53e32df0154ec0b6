import type { Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/world.ts";
import { ACTION_INPUTS, type InputName, textOf } from "./input-table.ts";
import { inputProblem } from "./problem.ts";

/** The inputs that are true or false. */
const SWITCHES = [
  "check",
  "summary",
  "annotations",
  "comment",
  "cache",
  "allow-code",
] as const satisfies readonly InputName[];

/** The inputs that are true or false, by name. An invalid one has its default. */
export type Switches = Readonly<Record<(typeof SWITCHES)[number], boolean>>;

/** The places in which a step tells what it found, besides its log and its outputs. */
export type Feedback = Pick<Switches, "summary" | "annotations" | "comment">;

/** The places in which a step tells that its inputs are invalid. */
export const FEEDBACK_OF_REFUSAL: Feedback = { summary: true, annotations: true, comment: false };

/** Reads the inputs that are true or false, with every problem. */
export function readSwitches(env: Environment): {
  readonly switches: Switches;
  readonly problems: readonly Diagnostic[];
} {
  const values: Partial<Record<keyof Switches, boolean>> = {};
  const problems: Diagnostic[] = [];
  for (const name of SWITCHES) {
    const text = textOf(env, name).toLowerCase();
    const isValid = text === "true" || text === "false";
    if (!isValid) {
      const fault = `invalid value \`${textOf(env, name)}\`.`;
      problems.push(inputProblem(name, fault, "Use true or false."));
    }
    values[name] = (isValid ? text : ACTION_INPUTS[name].default) === "true";
  }
  return { switches: values as Switches, problems }; // The loop above sets each.
}
