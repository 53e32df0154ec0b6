import { z } from "zod";
import { isRecord } from "../../shared/is-record.ts";
import { formsOf } from "../../shared/schema/by-form.ts";

/** A JSON Schema, draft 7. */
export type JsonSchema = Record<string, unknown>;

/** Returns the JSON Schema of a value as it is written, before defaults. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const forms = zodSchema instanceof z.ZodType ? formsOf(zodSchema) : undefined;
      if (forms !== undefined) jsonSchema.anyOf = forms.map((form) => withoutHead(form));
      for (const keyword of ["maximum", "minimum"] as const)
        if (Math.abs(jsonSchema[keyword] ?? 0) === Number.MAX_SAFE_INTEGER)
          delete jsonSchema[keyword];
    },
  });
  return JSON.parse(JSON.stringify(made)) as JsonSchema; // Plain data, without what zod keeps beside it.
}

function withoutHead(schema: z.ZodType): JsonSchema {
  const { $schema: _head, ...rest } = jsonSchemaOf(schema);
  return rest;
}

/** Calls `visit` for a schema and every schema in it, with the path of the values that it is about: `steps[].id`. */
export function visitSchemas(
  schema: unknown,
  visit: (schema: JsonSchema, path: string) => void,
  path = "",
): void {
  if (!isRecord(schema)) return;
  visit(schema, path);
  const inner = (value: unknown, at: string) => visitSchemas(value, visit, at);
  for (const [name, value] of entriesOf(schema.properties))
    inner(value, path === "" ? name : `${path}.${name}`);
  for (const [name, value] of entriesOf(schema.definitions)) inner(value, `#${name}`);
  inner(schema.items, `${path}[]`);
  inner(schema.additionalProperties, `${path}.*`);
  for (const keyword of ["anyOf", "oneOf", "allOf"])
    if (Array.isArray(schema[keyword])) for (const form of schema[keyword]) inner(form, path);
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** Returns the schema of the values at a path. Throws if no value can be there. */
export function partAt(schema: JsonSchema, path: string): JsonSchema {
  let found: JsonSchema | undefined;
  visitSchemas(schema, (part, at) => {
    if (at === path) found ??= part;
  });
  if (found === undefined) throw new Error(`The schema has nothing at \`${path}\`.`);
  return found;
}
