import type { FindingReport, Report } from "../../model/report/report.ts";
import { toldWords } from "../told-words.ts";
import type { JunitCase } from "./junit-case.ts";

/**
 * Returns the cases of the steps that tell of their matches, by recipe: one that passed for a step without an error or
 * a warning, otherwise a failure for each of these, as many as there is room for. What only informs has none; `rest` says
 * where the others are.
 */
export function toldCases(
  { steps, findings = [] }: Pick<Report, "steps" | "findings">,
  { most, rest }: { readonly most: number; readonly rest: string },
): readonly (readonly [recipe: string, one: JunitCase])[] {
  const grave = findings.filter(({ severity }) => severity === "error" || severity === "warning");
  const passed = steps.filter(({ found }) => found && found.errors + found.warnings === 0);
  return [
    ...passed.map(({ recipe, step }) => [recipe, { name: step }] as const),
    ...grave.slice(0, most).map((finding) => [finding.recipe, toldCase(finding)] as const),
    ...grave.slice(most, most + 1).map(({ recipe }) => {
      const name = `${(grave.length - most).toLocaleString("en")} more findings`;
      return [recipe, { name, end: { kind: "skipped", message: rest } }] as const;
    }),
  ];
}

/** Its name has no line: systems that keep a history know a case by its name. */
function toldCase(finding: FindingReport): JunitCase {
  const { step, rule, path, severity, text, note } = finding;
  const { place, words } = toldWords(finding);
  const body = [text, ...(note === undefined ? [] : [note])].join("\n");
  const end = { kind: "failure", type: severity, message: `${place}: ${words}`, body } as const;
  return { name: `${rule ?? step}: ${path}`, file: path, end };
}
