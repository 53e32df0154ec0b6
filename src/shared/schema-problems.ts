import { Value } from "typebox/value";

/**
 * Where a value does not fit a JSON schema, one sentence for each place; undefined where it fits. Throws where the
 * schema itself cannot be used.
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
