import type { Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/world.ts";
import { OPTION_KINDS } from "../request/options/option-kind.ts";
import { ACTION_INPUTS, type InputName, OPTION_INPUTS, textOf } from "./input-table.ts";
import { inputProblem } from "./problem.ts";

/** The inputs that are true or false: the options that are flags, and a few of the Action's own. */
const SWITCHES: readonly InputName[] = [
  ...OPTION_INPUTS.filter(([, { kind }]) => OPTION_KINDS[kind].arity === "flag").map(
    ([input]) => input,
  ),
  ...(["summary", "annotations", "comment", "check-run", "cache"] as const),
];

/** The places in which a step tells what it found, besides its log and its outputs. */
export type Feedback = Readonly<
  Record<"summary" | "annotations" | "comment" | "check-run", boolean>
>;

/** The inputs that are true or false, by name. An invalid one has its default. */
export type Switches = Feedback & Readonly<Partial<Record<InputName, boolean>>>;

/** The places in which a step tells that its inputs are invalid. */
export const FEEDBACK_OF_REFUSAL: Feedback = {
  ...{ summary: true, annotations: true, comment: false },
  "check-run": false,
};

/** Reads the inputs that are true or false, with every problem. */
export function readSwitches(env: Environment): {
  readonly switches: Switches;
  readonly problems: readonly Diagnostic[];
} {
  const values: Partial<Record<InputName, boolean>> = {};
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
