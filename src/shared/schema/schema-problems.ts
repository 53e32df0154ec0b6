import { Value } from "typebox/value";

/**
 * Returns one sentence for each place at which a value does not fit a JSON schema, or undefined if it fits. Throws if
 * the schema itself is invalid.
 */
export function schemaProblems(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
): readonly string[] | undefined {
  if (Value.Check(schema, value)) return undefined;
  return [...new Set(Value.Errors(schema, value).map(describe))];
}

/** `/files/0`, `must be string` → `` `files[0]` must be string. `` */
function describe({ instancePath, message }: { instancePath: string; message: string }): string {
  const path = instancePath
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
  return `${path === "" ? "The value" : `\`${path}\``} ${message}.`;
}
