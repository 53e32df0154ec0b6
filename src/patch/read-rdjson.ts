import type { FilePatch, Fix, PatchFault, PatchSet } from "../model/patch/patch.ts";
import type { TextRegion } from "../model/place.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { listAt, positionAt, readJson, textAt } from "../shared/json/read-json.ts";
import { valueBelow } from "../shared/json/value-below.ts";
import { fixesByFile, type PlacedFix } from "./fixes-by-file.ts";

/**
 * Reads the suggestions of reviewdog's rdjson or rdjsonl. Columns count bytes of UTF-8; of several suggestions of a
 * diagnostic the first counts: the others are alternatives.
 */
export function readRdjson(text: string): PatchSet | PatchFault {
  const read = diagnosticsOf(text);
  if ("fault" in read) return read;
  const fixes: PlacedFix[] = [];
  const left: string[] = [];
  for (const [group, diagnostic] of read.diagnostics.entries()) {
    const path = textAt(diagnostic, "location", "path");
    const [first, ...others] = listAt(valueBelow(diagnostic, "suggestions"));
    if (path === undefined || first === undefined) continue;
    const region = regionOf(
      valueBelow(first, "range") ?? valueBelow(diagnostic, "location", "range"),
    );
    if (region === undefined) return { fault: `has a suggestion without a range for ${path}` };
    const text = textAt(first, "text") ?? "";
    const fix: Fix = { region: withLineEnd(region, text), unit: "byte", text, group };
    fixes.push({ path, fix });
    if (others.length > 0)
      left.push(`${path}:${region.startLine} has ${others.length} other suggestions`);
  }
  const files: readonly FilePatch[] = fixesByFile(fixes);
  return { format: "rdjson", ...definedOnly({ source: read.source }), patches: [{ files }], left };
}

function diagnosticsOf(
  text: string,
): { readonly diagnostics: readonly unknown[]; readonly source: string | undefined } | PatchFault {
  const whole = readJson(text);
  if (!("fault" in whole) && valueBelow(whole.value, "diagnostics") !== undefined) {
    const { value } = whole;
    const source = textAt(value, "source", "name");
    return { diagnostics: listAt(valueBelow(value, "diagnostics")), source };
  }
  const diagnostics: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = readJson(line);
    if ("fault" in read) return { line: index + 1, fault: read.fault };
    diagnostics.push(read.value);
  }
  return { diagnostics, source: textAt(diagnostics[0], "source", "name") };
}

/** Without columns the range is of whole lines; without an end it is empty, or one line. */
function regionOf(range: unknown): TextRegion | undefined {
  const startLine = positionAt(range, "start", "line");
  if (startLine === undefined) return undefined;
  const startColumn = positionAt(range, "start", "column") || 1;
  const isOfLines = !positionAt(range, "start", "column");
  const lastLine = positionAt(range, "end", "line") || startLine;
  const endColumn = positionAt(range, "end", "column");
  if (endColumn) return { startLine, startColumn, endLine: lastLine, endColumn };
  if (!isOfLines && valueBelow(range, "end") === undefined)
    return { startLine, startColumn, endLine: startLine, endColumn: startColumn };
  return { startLine, startColumn, endLine: lastLine, endColumn: Number.POSITIVE_INFINITY };
}

/** Whole lines that get no text are removed with their line ends. */
function withLineEnd(region: TextRegion, text: string): TextRegion {
  const isWhole = region.startColumn === 1 && region.endColumn === Number.POSITIVE_INFINITY;
  return isWhole && text === "" ? { ...region, endLine: region.endLine + 1, endColumn: 1 } : region;
}
