import type { InputDeclaration, Recipe } from "../model/recipe/recipe.ts";
import { terminalLine } from "./terminal-text.ts";

/** Returns one line about an input: `module: string, default "node:assert". Module to import from` */
export function prettyInput(input: InputDeclaration): string {
  const { name, type, required, description, values = [], pattern } = input;
  const parts = [
    values.length > 0 ? values.join("|") : type,
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(required ? ["required"] : []),
    ...(input.default === undefined ? [] : [`default ${JSON.stringify(input.default)}`]),
  ];
  const about = description === undefined ? "" : `. ${description}`;
  return terminalLine(`${name}: ${parts.join(", ")}${about}`);
}

/** A step in brief, as it is shown. */
interface Step {
  readonly id: string;
  readonly kind: string;
  readonly summary: string;
  readonly when?: string;
  readonly calls?: readonly Step[];
}

/** Returns what there is to know about a recipe before it is run. */
export function prettyRecipe(
  { name, description, inputs, scope, languages, tools, hooks, expect, onHeld }: Recipe,
  place: string,
  hides: readonly string[],
  steps: readonly Step[],
): string {
  const code = [
    ...tools.map(({ path }) => path),
    ...hooks.map(({ code }) => Object.values(code)[0]),
  ];
  const expected = Object.entries(expect).map(([key, value]) => `${key} ${value}`);
  const facts: readonly (readonly [string, readonly unknown[]])[] = [
    ["file", [place]],
    ["hides", hides],
    ["include", scope.include],
    ["exclude", scope.exclude],
    ["readonly", scope.readonly],
    ["languages", languages.map(({ language }) => language)],
    ["code", code],
    ["expects", expected],
    ["on hold", onHeld === "skip-file" ? [] : [onHeld]],
  ];
  return [
    terminalLine(name),
    ...(description === undefined ? [] : [`  ${terminalLine(description)}`]),
    ...facts.flatMap(([title, values]) =>
      values.length === 0 ? [] : [`  ${`${title}:`.padEnd(11)}${terminalLine(values.join(", "))}`],
    ),
    ...(inputs.length === 0 ? [] : ["inputs", ...inputs.map((input) => `  ${prettyInput(input)}`)]),
    "steps",
    ...steps.flatMap((step) => stepLines(step, "  ")),
    "",
  ].join("\n");
}

function stepLines({ id, kind, summary, when, calls = [] }: Step, indent: string): string[] {
  const condition = when === undefined ? "" : ` (when ${when})`;
  return [
    terminalLine(`${indent}${id}: ${kind}, ${summary}${condition}`),
    ...calls.flatMap((call) => stepLines(call, `${indent}  `)),
  ];
}
