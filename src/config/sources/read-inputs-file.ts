import type { Diagnostic } from "../../model/diagnostic.ts";
import { isRecord } from "../../shared/is-record.ts";
import { diagnosticAt, parseYaml } from "../../shared/yaml/yaml-source.ts";
import type { ConfigReader } from "./config-reader.ts";

/** Reads the values of an inputs file; none if the request names no file. */
export async function readInputsFile(
  named: string | undefined,
  reader: ConfigReader,
): Promise<{ values: Readonly<Record<string, unknown>>; diagnostics: readonly Diagnostic[] }> {
  if (named === undefined) return { values: {}, diagnostics: [] };
  const read = await reader.read(reader.placeOf(named), "inputs");
  if ("diagnostic" in read) return { values: {}, diagnostics: [read.diagnostic] };
  const parsed = parseYaml(read.text, read.path);
  if ("diagnostics" in parsed) return { values: {}, diagnostics: parsed.diagnostics };
  const { source } = parsed;
  if (isRecord(source.value)) return { values: source.value, diagnostics: [] };
  const message = "The inputs file must be a map of names and values.";
  return { values: {}, diagnostics: [diagnosticAt(source.placeOf([]), "invalid-value", message)] };
}
