import { canonicalJson } from "../../shared/canonical-json.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * Moves parts that a schema has several times to its definitions, by name. A description beside one of them stays where
 * it is, because that of a definition is about all of its uses.
 */
export function shareParts(schema: JsonSchema, parts: Readonly<Record<string, JsonSchema>>): void {
  for (const [name, part] of Object.entries(parts)) {
    const { description: _own, ...shared } = part;
    const text = canonicalJson(shared);
    replaceIn(schema, text, `#/definitions/${name}`);
    schema.definitions = {
      ...(isRecord(schema.definitions) ? schema.definitions : {}),
      [name]: shared,
    };
  }
}

function replaceIn(value: unknown, text: string, $ref: string): void {
  if (!isRecord(value) && !Array.isArray(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isRecord(inner)) {
      replaceIn(inner, text, $ref);
      continue;
    }
    const { description, ...rest } = inner;
    if (canonicalJson(rest) !== text) replaceIn(inner, text, $ref);
    // Words beside a `$ref` have no effect in draft 7.
    else
      Reflect.set(
        value,
        key,
        description === undefined ? { $ref } : { description, allOf: [{ $ref }] },
      );
  }
}
