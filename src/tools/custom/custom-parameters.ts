import type { z } from "zod";
import { isRecord } from "../../shared/is-record.ts";
import { schemaProblems } from "../../shared/schema/schema-problems.ts";
import { parameterError, type ToolParameters, zodParameters } from "../parameters.ts";

/** Returns the parameters that a schema of a custom tool describes, or undefined if it is not a schema. */
export function customParameters(schema: unknown): ToolParameters<unknown> | undefined {
  if (isZodSchema(schema)) return zodParameters(() => schema);
  if (!isRecord(schema)) return undefined;
  return {
    jsonSchema: schema,
    parse(value) {
      const problems = schemaProblems(schema, value);
      if (problems === undefined) return value;
      throw parameterError(problems);
    },
  };
}

function isZodSchema(schema: unknown): schema is z.ZodType {
  return isRecord(schema) && "_zod" in schema && typeof schema.safeParse === "function";
}
