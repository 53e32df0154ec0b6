import type { Environment } from "../model/world.ts";
import { MODES } from "./modes.ts";

/**
 * The inputs of action.yml: the variable that carries each (a composite action gets no `INPUT_*`), and the value of an
 * empty one. An empty one is common: `${{ inputs.x }}` of an event that has no such input.
 */
export const ACTION_INPUTS = {
  recipes: { variable: "SLUICE_INPUT_RECIPES", default: "" },
  policy: { variable: "SLUICE_INPUT_POLICY", default: "" },
  mode: { variable: "SLUICE_INPUT_MODE", default: MODES[0] },
  plan: { variable: "SLUICE_INPUT_PLAN", default: "" },
  inputs: { variable: "SLUICE_INPUT_INPUTS", default: "" },
  "working-directory": { variable: "SLUICE_INPUT_WORKING_DIRECTORY", default: "." },
  since: { variable: "SLUICE_INPUT_SINCE", default: "" },
  check: { variable: "SLUICE_INPUT_CHECK", default: "false" },
  "fail-on": { variable: "SLUICE_INPUT_FAIL_ON", default: "" },
  reports: { variable: "SLUICE_INPUT_REPORTS", default: "" },
  summary: { variable: "SLUICE_INPUT_SUMMARY", default: "true" },
  annotations: { variable: "SLUICE_INPUT_ANNOTATIONS", default: "true" },
  comment: { variable: "SLUICE_INPUT_COMMENT", default: "false" },
  "comment-id": { variable: "SLUICE_INPUT_COMMENT_ID", default: "" },
  suggestions: { variable: "SLUICE_INPUT_SUGGESTIONS", default: "10" },
  languages: { variable: "SLUICE_INPUT_LANGUAGES", default: "" },
  cache: { variable: "SLUICE_INPUT_CACHE", default: "true" },
  trust: { variable: "SLUICE_INPUT_TRUST", default: "" },
  "allow-code": { variable: "SLUICE_INPUT_ALLOW_CODE", default: "false" },
  args: { variable: "SLUICE_INPUT_ARGS", default: "" },
  "github-token": { variable: "SLUICE_INPUT_GITHUB_TOKEN", default: "" },
} as const;

/** The name of an input. */
export type InputName = keyof typeof ACTION_INPUTS;

/** Returns the text of an input without blanks around it, or its default. */
export function textOf(env: Environment, input: InputName): string {
  const { variable, default: fallback } = ACTION_INPUTS[input];
  const text = (env[variable] ?? "").trim();
  return text === "" ? fallback : text;
}

/** Returns the entries of an input that is a list, separated by commas or line ends. */
export function listOf(env: Environment, input: InputName): readonly string[] {
  return entries(textOf(env, input), /[,\r\n]/);
}

/** Returns the lines of an input, of which each may hold commas. */
export function linesOf(env: Environment, input: InputName): readonly string[] {
  return entries(textOf(env, input), /[\r\n]/);
}

function entries(text: string, separator: RegExp): readonly string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}
