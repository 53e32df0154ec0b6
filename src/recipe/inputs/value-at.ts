import type { YamlPath } from "../../shared/yaml/yaml-path.ts";

/** Returns the value at a path of maps and lists, or undefined. */
export function valueAt(value: unknown, path: YamlPath): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, part))
      return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[part]; // A list has its items as fields.
  }
  return current;
}
