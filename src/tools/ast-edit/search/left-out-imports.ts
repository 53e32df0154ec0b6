import { parseText } from "../../../edit/engine/engine.ts";
import { leftOutNames } from "../../../edit/imports/add-imports.ts";
import type { PlannedFile } from "../facts/planned-file.ts";
import type { CallAlert } from "./search-shapes.ts";

/** Returns an alert if names are not imported that the file has for something else: what needs them means that. */
export function importAlerts({ path, plan, ops, language }: PlannedFile): readonly CallAlert[] {
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
