import type { ConfigReader } from "../../config/sources/config-reader.ts";
import { readInputsFile } from "../../config/sources/read-inputs-file.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Plan } from "../../plan-file/plan.ts";
import type { PlanRequest } from "../../request/request.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { shown } from "../../shared/shown.ts";

/** Compares the values that a plan was made with and those of the request: returns what speaks against the plan. */
export async function findInputsFault(
  { inputs }: Pick<Plan, "inputs">,
  request: PlanRequest,
  reader: ConfigReader,
): Promise<
  { readonly diagnostics: readonly Diagnostic[] } | { readonly fault: string } | undefined
> {
  const { values, diagnostics } = await readInputsFile(request.inputsFile, reader);
  if (diagnostics.length > 0) return { diagnostics };
  const given: Readonly<Record<string, unknown>> = { ...values, ...request.inputs };
  const { mode } = reader.trust;
  const isAsked =
    mode !== "all" || request.inputsFile !== undefined || Object.keys(given).length > 0;
  if (!isAsked) return undefined;
  const names = [...new Set([...Object.keys(inputs.values), ...Object.keys(given)])].sort();
  const different = names.filter((name) => textOf(given[name]) !== textOf(inputs.values[name]));
  if (different.length === 0) return undefined;
  const list = different.map((name) => shown(name)).join(", ");
  const reason =
    mode === "all" ? "" : ` With \`--trust ${mode}\` a plan does not choose the values of inputs.`;
  return {
    fault: `The plan was made with other inputs than were given: ${list}.${reason} Give the same with --input.`,
  };
}

/** Returns a value as it would be typed on a command line; undefined without one. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return canonicalJson(value.map(textOf));
  return value === undefined ? undefined : String(value);
}
