import type { StaticExportEntry } from "oxc-parser";
import type { Dialect } from "../../syntax/dialect.ts";
import type { Extent } from "../file-names.ts";
import { parseProgram } from "./parse-program.ts";

/** A name that a module of JavaScript exports. */
export interface ModuleExport {
  /** Undefined for all names of another module but `default`. */
  readonly name: string | undefined;
  /** The local name, or the part of the export that stands for it. */
  readonly place: Extent;
  readonly from?: ExportSource;
}

/** The other module from which a name is exported again. */
interface ExportSource {
  readonly module: string;
  /** The name that it has there: undefined for the module as a whole. */
  readonly name: string | undefined;
  /** The place of that name, if the export itself has it: `export { a as b } from "c"`. */
  readonly place?: Extent;
}

/** Finds the exports of a module, sorted by place. None for a text with syntax errors, and for a script. */
export function moduleExports(text: string, dialect: Dialect): readonly ModuleExport[] {
  const exports = parseProgram(text, dialect)?.module.staticExports ?? [];
  return exports.flatMap(({ entries }) => entries.map(exportOf));
}

function exportOf({
  exportName,
  importName,
  localName,
  moduleRequest,
  start,
  end,
}: StaticExportEntry): ModuleExport {
  const name = exportName.kind === "Default" ? "default" : (exportName.name ?? undefined);
  const whole = { start, end };
  if (moduleRequest === null) return { name, place: placeOf(localName) ?? whole };
  const place = placeOf(importName);
  const from = { module: moduleRequest.value, name: importName.name ?? undefined };
  // That of `import { a } from "b"; export { a }` is in the import.
  if (place === undefined || place.start < start) return { name, place: whole, from };
  return { name, place: whole, from: { ...from, place } };
}

function placeOf({
  start,
  end,
}: StaticExportEntry["localName"] | StaticExportEntry["importName"]): Extent | undefined {
  return typeof start === "number" && typeof end === "number" ? { start, end } : undefined;
}
