import { parseText } from "../../../edit/engine/engine.ts";
import { leftOutNames } from "../../../edit/imports/add-imports.ts";
import type { PassesOutcome, PassesPlan } from "../../../edit/passes/passes-plan.ts";
import type { ParseIssue } from "../../../model/edit.ts";
import { countOf } from "../../../shared/count-of.ts";
import type { PlannedFile } from "../facts/planned-file.ts";
import type { CallAlert } from "./search-shapes.ts";

/** Returns the alerts about the edits of a file. */
export function editAlerts(file: PlannedFile): readonly CallAlert[] {
  return [...overlapAlerts(file), ...importAlerts(file)];
}

/** Returns an alert if different ops overlap (A14). Nested matches of one op are no concern of the user (A16). */
function overlapAlerts({ path, plan }: PlannedFile): readonly CallAlert[] {
  const across = plan.superseded.filter(({ opId, byOpId }) => opId !== byOpId);
  const [first] = across;
  if (!first) return [];
  const lost = `${countOf(across.length, "replacement")} of \`${first.opId}\``;
  const message = `${path}: ${lost} overlapped with \`${first.byOpId}\`, which comes first and stands.`;
  return [{ level: "warn", code: "overlap", message, path }];
}

/** Returns an alert if names are not imported that the file has for something else: what needs them means that. */
function importAlerts({ path, plan, ops, language }: PlannedFile): readonly CallAlert[] {
  const added = ops.flatMap((op) => (op.language === language ? (op.imports?.add ?? []) : []));
  const asked = added.filter(({ type }) => !type || language !== "javascript");
  if (asked.length === 0) return [];
  const root = parseText(plan.text, language);
  return asked.flatMap((add) => {
    const names = leftOutNames(root, add);
    if (names.length === 0) return [];
    const listed = names.map((name) => `\`${name}\``).join(", ");
    const message = `${path}: ${listed} of ${add.from} not imported: the file has the name for something else.`;
    return [{ level: "warn", code: "import-left-out", message, path } as const];
  });
}

/** Returns an alert if the passes stopped with work left, with the reason. */
export function passesAlerts(path: string, { outcome, passes }: PassesPlan): readonly CallAlert[] {
  if (outcome === "done") return [];
  const message = `${path}: ${WHY_STOPPED[outcome](passes)}`;
  return [{ level: "warn", code: "passes", message, path }];
}

const WHY_STOPPED: Readonly<Record<Exclude<PassesOutcome, "done">, (passes: number) => string>> = {
  limit: (passes) => `${countPasses(passes)} did not suffice; one more would change it again.`,
  cycle: () => "the ops go round in circles; stopped before the text came back.",
  "syntax-errors": (passes) =>
    `${countPasses(passes)} left syntax errors; stopped there, with work left.`,
};

function countPasses(passes: number): string {
  return passes === 1 ? "1 pass" : `${passes} passes`;
}

/** Returns `line:column` of the first issue. */
export function placeOf([first]: readonly ParseIssue[] = []): string {
  return first ? `${first.line}:${first.column}` : "1:1";
}
