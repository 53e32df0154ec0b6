import { isRecord } from "../../shared/is-record.ts";

/** A fault of a schema, and its place in the schema. The message follows the name of that place. */
interface SchemaFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

/**
 * Returns the faults that keep a JSON schema from being used for an answer: it must describe an object, and its known
 * keywords must be well formed. Accepts unknown keywords, but no references: they can lead nowhere, or in a circle.
 */
export function responseSchemaFaults(
  schema: Readonly<Record<string, unknown>>,
): readonly SchemaFault[] {
  if (schema.type !== "object")
    return [{ path: [], message: "must be the schema of an object, with `type: object`" }];
  return [...faultsIn(schema, []), ...referencesIn(schema, [])];
}

/** Searches below unknown keywords too. Names of properties, and values, are not keywords. */
function referencesIn(schema: unknown, path: readonly (string | number)[]): readonly SchemaFault[] {
  if (Array.isArray(schema))
    return schema.flatMap((inner, index) => referencesIn(inner, [...path, index]));
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]): readonly SchemaFault[] => {
    const at = [...path, keyword];
    if (REFERENCES.includes(keyword)) return [{ path: at, message: NO_REFERENCES }];
    if (VALUES.includes(keyword)) return [];
    if (![...MAPS_OF_SCHEMAS, ...MAPS_BY_NAME].includes(keyword) || !isRecord(value))
      return referencesIn(value, at);
    return Object.entries(value).flatMap(([name, inner]) => referencesIn(inner, [...at, name]));
  });
}

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];
const NO_REFERENCES =
  "refers to another schema, and references are not supported; write that schema here";
const VALUES = ["enum", "const", "default", "examples"];
/** More keywords whose value maps names to schemas. */
const MAPS_BY_NAME = ["dependentSchemas", "dependencies"];

function faultsIn(schema: unknown, path: readonly (string | number)[]): readonly SchemaFault[] {
  if (typeof schema === "boolean") return [];
  if (!isRecord(schema)) return [{ path, message: "must be a schema: a map" }];
  return Object.entries(schema).flatMap(([keyword, value]): readonly SchemaFault[] => {
    const at = [...path, keyword];
    const message = messageFor(keyword, value);
    if (message !== undefined) return [{ path: at, message }];
    if (MAPS_OF_SCHEMAS.includes(keyword) && isRecord(value))
      return Object.entries(value).flatMap(([name, inner]) => faultsIn(inner, [...at, name]));
    if (LISTS_OF_SCHEMAS.includes(keyword) && Array.isArray(value))
      return value.flatMap((inner, index) => faultsIn(inner, [...at, index]));
    return SCHEMAS.includes(keyword) ? faultsIn(value, at) : [];
  });
}

const MAPS_OF_SCHEMAS = ["properties", "patternProperties", "$defs", "definitions"];
const LISTS_OF_SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMAS = ["items", "additionalProperties", "not", "contains", "propertyNames"];

function messageFor(keyword: string, value: unknown): string | undefined {
  if (keyword === "type") {
    const types: readonly unknown[] = Array.isArray(value) ? value : [value];
    const areTypes = types.every((type) => typeof type === "string" && TYPES.includes(type));
    return areTypes ? undefined : `must be one of ${TYPES.map((type) => `\`${type}\``).join(", ")}`;
  }
  if (MAPS_OF_SCHEMAS.includes(keyword) && !isRecord(value))
    return "must be a map of names and schemas";
  if (LISTS_OF_SCHEMAS.includes(keyword) && !Array.isArray(value))
    return "must be a list of schemas";
  if (keyword === "enum" && !Array.isArray(value)) return "must be a list of values";
  if (keyword === "required" && !isListOfTexts(value)) return "must be a list of names";
  if (keyword === "pattern" && !isRegExp(value)) return "must be a regular expression";
  return undefined;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isRegExp(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false; // The caller reports it.
  }
}
