import { ES_LANGUAGES } from "../../../edit/compile/compile-imports.ts";
import { parseText } from "../../../edit/engine/engine.ts";
import { leftOutNames } from "../../../edit/imports/add-imports.ts";
import { keptCalls } from "../../../edit/imports/kept-calls.ts";
import { createPlaceFinder } from "../../../edit/text/place-finder.ts";
import { countOf } from "../../../shared/count-of.ts";
import { findImportsLeftOut, importsAdded } from "../facts/imports-left-out.ts";
import type { PlannedFile } from "../facts/planned-file.ts";
import type { CallAlert } from "./search-shapes.ts";

/**
 * Returns an alert if names are not imported that the file has for something else, and if a declaration around an edit
 * has the name of an import: what needs them means that.
 */
export async function importAlerts(file: PlannedFile): Promise<readonly CallAlert[]> {
  const added = importsAdded(file);
  if (added.length === 0) return [];
  const { path, plan, language } = file;
  const root = parseText(plan.text, language);
  const leftOut = added.flatMap((add) => {
    const names = leftOutNames(root, add);
    if (names.length === 0) return [];
    const listed = names.map((name) => `\`${name}\``).join(", ");
    const message = `${path}: ${listed} of ${add.from} not imported: the file has the name for something else.`;
    return [{ level: "warn", code: "import-left-out", message, path } as const];
  });
  return [...leftOut, ...(await shadowedAlerts(file))];
}

/** The most names that an alert has. */
const MOST_NAMED = 5;

async function shadowedAlerts(file: PlannedFile): Promise<readonly CallAlert[]> {
  const { path } = file;
  const found = (await findImportsLeftOut(file)) ?? [];
  const shadowed = found.filter(({ isShadowed }) => isShadowed);
  const told = [...new Set(shadowed.map(({ text, from }) => `${text} is not that of ${from}`))];
  if (told.length === 0) return [];
  const named = told.slice(0, MOST_NAMED).join("; ");
  const more = told.length > MOST_NAMED ? `; and ${told.length - MOST_NAMED} more` : "";
  const message = `${path}: ${named}${more}.`;
  return [{ level: "warn", code: "import-shadowed", message, path }];
}

/** The most lines that an alert names. */
const LISTED = 5;

/** Returns an alert for each module that `remove` names, and that calls in a text still load. */
export function keptImportAlerts({
  path,
  text,
  language,
  ops,
}: Pick<PlannedFile, "path" | "text" | "language" | "ops">): readonly CallAlert[] {
  if (!ES_LANGUAGES.includes(language) || !/\b(?:require|import)\s*\(/.test(text)) return [];
  const removed = ops.flatMap((op) => (op.language === language ? (op.imports?.remove ?? []) : []));
  const named = removed.filter(({ from }) => text.includes(from));
  if (named.length === 0) return [];
  const root = parseText(text, language);
  const lineOf = createPlaceFinder(text);
  return named.flatMap((each) => {
    const lines = keptCalls(root, each).map(({ start }) => lineOf(start).line);
    if (lines.length === 0) return [];
    const more = lines.length > LISTED ? ` and ${lines.length - LISTED} more` : "";
    const where = `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, LISTED).join(", ")}${more}`;
    const message = `${path}: \`remove\` leaves ${countOf(lines.length, "load")} of ${each.from} by calls: ${where}.`;
    return [{ level: "warn", code: "import-kept", message, path }];
  });
}
