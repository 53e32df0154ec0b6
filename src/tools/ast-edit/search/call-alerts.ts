import type { PassesOutcome, PassesPlan } from "../../../edit/passes/passes-plan.ts";
import { createPlaceFinder } from "../../../edit/text/place-finder.ts";
import type { Rename } from "../../../model/edit.ts";
import type { ParseIssue, UnresolvedName } from "../../../model/file-plan.ts";
import { countOf } from "../../../shared/count-of.ts";
import type { PlannedFile } from "../facts/planned-file.ts";
import type { CallAlert } from "./search-shapes.ts";

/** Returns the alerts about the edits of a file. */
export async function editAlerts(file: PlannedFile): Promise<readonly CallAlert[]> {
  const overlaps = [...overlapAlerts(file), ...unresolvedAlerts(file, file.plan.unresolved)];
  if (!file.ops.some(({ imports }) => imports)) return overlaps;
  const { importAlerts } = await import("./left-out-imports.ts");
  const kept = await keptAlerts({ ...file, text: file.plan.text });
  return [...overlaps, ...(await importAlerts(file)), ...kept];
}

/** Returns the alerts about imports that ops of a text remove, and that stay in it. */
export async function keptAlerts(
  file: Pick<PlannedFile, "path" | "text" | "language" | "ops">,
): Promise<readonly CallAlert[]> {
  if (!file.ops.some(({ imports }) => imports && imports.remove.length > 0)) return [];
  const { keptImportAlerts } = await import("./left-out-imports.ts");
  return keptImportAlerts(file);
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

/** Returns an alert about the places of a file that are left, because their names may mean something else. */
export function unresolvedAlerts(
  { path, text, ops }: Pick<PlannedFile, "path" | "text" | "ops">,
  unresolved: readonly UnresolvedName[] = [],
): readonly CallAlert[] {
  const [first] = unresolved;
  if (first === undefined) return [];
  const lines = unresolved.slice(0, LISTED).map(({ start }) => countLines(text, start));
  const more = unresolved.length - lines.length;
  const where = `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const count = countOf(unresolved.length, "place");
  const rename = ops.find(({ id }) => id === first.opId)?.names?.rename;
  const message = rename
    ? `${path}: \`${rename.name}\` is not renamed (${where}): ${whyNotRenamed(rename)}`
    : `${path}: ${count} that \`${first.opId}\` may mean, or not, by the names: ${where}. They are left as they are.`;
  return [{ level: "warn", code: "unresolved-name", message, path }];
}

function whyNotRenamed({ exports: isExportRenamed }: Rename): string {
  const why = "other code may use it.";
  if (isExportRenamed === true) return why;
  return `${why} If other files import it, and are to change as well, say \`exports: true\`.`;
}

/** The most lines that an alert names. */
const LISTED = 5;

function countLines(text: string, offset: number): number {
  return createPlaceFinder(text)(offset).line;
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
