import { isRecord } from "../../shared/is-record.ts";
import { type JsonSchema, visitSchemas } from "./json-schema.ts";

/**
 * Sentences about keys, by the end of their path without lists and free names: `ops.pat`, `scope.include`, `version`.
 */
export type Words = Readonly<Record<string, string>>;

/**
 * Gives each key that has no description the one of the longest end of its path. Throws if a key has none, or if
 * `words` are about no key: the schema and its words have drifted apart. Those of `common` may be of use elsewhere.
 */
export function describeSchema(schema: JsonSchema, words: Words, common: Words = {}): void {
  const all = { ...common, ...words };
  const used = new Set<string>();
  visitSchemas(schema, ({ properties }, path) => {
    if (!isRecord(properties)) return;
    for (const [name, inner] of Object.entries(properties)) {
      if (!isRecord(inner) || inner.description !== undefined) continue;
      const whole = [...partsOf(path), name];
      const ends = whole.map((_, index) => whole.slice(index).join("."));
      const key = ends.find((end) => Object.hasOwn(all, end));
      if (key === undefined) throw new Error(`No words about \`${whole.join(".")}\`.`);
      used.add(key);
      properties[name] = { description: all[key], ...inner };
    }
  });
  const unused = Object.keys(words).filter((key) => !used.has(key));
  if (unused.length > 0) throw new Error(`Words about no key: ${unused.join(", ")}.`);
}

/** `steps[].ast_edit.ops[]` → `steps`, `ast_edit`, `ops`; `checks.*` → `checks`. */
function partsOf(path: string): readonly string[] {
  return path
    .replaceAll(/\[\]|^#/g, "")
    .split(".")
    .filter((part) => part !== "" && part !== "*");
}
