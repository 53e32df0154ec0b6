import { Value } from "typebox/value";
import type { z } from "zod";
import { isRecord } from "../../shared/is-record.ts";
import { parameterError, type ToolParameters, zodParameters } from "../parameters.ts";

/** The parameters of a custom tool, whatever describes them; undefined where it is no schema. */
export function customParameters(schema: unknown): ToolParameters<unknown> | undefined {
  if (isZodSchema(schema)) return zodParameters(schema);
  if (!isRecord(schema)) return undefined;
  return {
    jsonSchema: schema,
    parse(value) {
      if (Value.Check(schema, value)) return value;
      throw parameterError([...new Set(Value.Errors(schema, value).map(describe))]);
    },
  };
}

function isZodSchema(schema: unknown): schema is z.ZodType {
  return isRecord(schema) && "_zod" in schema && typeof schema.safeParse === "function";
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
